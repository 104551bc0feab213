"""Legal rounds with one wrong entry each: the pad doubts or refuses exactly the impossible ones."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from scorekeeper.engine.file.match import parse_entry, read_match
from scorekeeper.engine.sheet.fold import fold
from tests.simulator.all_rules import RULES
from tests.simulator.layout import OnTable, Tile
from tests.simulator.matches import Seated, list_seated
from tests.simulator.rounds import Played, list_moves, play_round
from tests.simulator.rules import Rules
from tests.simulator.tried import Tried
from tests.simulator.writing import Habit, Written, write_end, write_turn

BY_NAME = Habit("tiles", "tiles", says_lead=False, says_boneyard=False, asks_placed=False)


@dataclass(frozen=True)
class Spoiled:
    """Entries of which the last is `wrong` in this way; `cannot_be` says whether the pad has to report it.

    If `keys` are given, one of them has to be reported; all of `also` have to be reported, too.
    """

    wrong: str
    entries: tuple[Written, ...]
    cannot_be: bool
    keys: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


class Spoiler:
    """One round and the ways to write it wrong."""

    def __init__(self, game: str, rules: Rules, played: Played, random: Random) -> None:
        self.game, self.rules, self.played, self.random = game, rules, played, random
        self.turns = list(played.turns)
        while self.turns and self.turns[-1].tile is None:
            self.turns.pop()
        written = [write_turn(turn, BY_NAME, random) for turn in self.turns]
        self.entries = [entry for entry in written if entry is not None]

    def list_spoiled(self) -> Iterator[Spoiled]:
        yield from self._spoil_ends()
        yield from self._spoil_end()
        yield from self._spoil_hands()
        yield from self._spoil_line()

    def _table(self, count: int) -> OnTable:
        """Return the table after this number of turns."""
        return next(turn.table for turn in reversed(self.turns[:count]) if turn.tile is not None)

    def _hands(self, count: int) -> dict[str, list[Tile]]:
        """Return each hand after this number of turns, with the tiles that the player drew later."""
        hands = {player: list(held) for player, held in self.played.hands.items()}
        for turn in self.turns[count:]:
            if turn.player is not None and turn.tile is not None:
                hands[turn.player].append(turn.tile)
        return hands

    # -- open ends ---------------------------------------------------------------------------------------------------

    def _spoil_ends(self) -> Iterator[Spoiled]:
        """Yield wrong typed ends after tiles that are all known."""
        places = [at for at, turn in enumerate(self.turns) if turn.tile is not None and at > 1 + self._start()]
        if not places:
            return
        at = self.random.choice(places)
        right, number = list(self.turns[at].ends), str(self.random.randint(0, 6))
        out = self.random.randrange(len(right))
        yield self._typed("an end added", at, [*right, number], at)
        yield self._typed("an end forgotten", at, right[:out] + right[out + 1 :], at)
        yield self._typed("an end misread", at, [*right[:out], number, *right[out + 1 :]], at)
        later = self.random.choice([place for place in places if place >= at])
        yield self._typed("moves left out", at, list(self.turns[later].ends), later)

    def _start(self) -> int:
        return self.rules.deal().start_tile

    def _typed(self, wrong: str, before: int, ends: list[str], by: int) -> Spoiled:
        """Return the typed ends after `before` turns, by the player of the turn `by`."""
        entry: Written = {"entry": "ends", "player": self.turns[by].player, "ends": ends}
        if RULES[self.game].asks_placed and ends:
            entry["placed"] = self.random.choice(ends)
        # If passes are written, a missing pass is asked about.
        passes = any(turn.tile is None for turn in self.turns[:before])
        also = ("pass_missing",) if passes and self.turns[before].player != self.turns[by].player else ()
        cannot_be = not self._may_follow(before, by, ends)
        return Spoiled(wrong, (*self.entries[:before], entry), cannot_be, also=also)

    def _may_follow(self, before: int, by: int, ends: list[str]) -> bool:
        """Return whether one tile that its player can hold after this number of turns leaves these ends."""
        table = self._table(before)
        lies_or_lacks = {*table.joined, *self._list_lacked(before, self.turns[by].player)}
        free = [tile for tile in self.rules.tiles if tile not in lies_or_lacks]
        for tile, place, join in list_moves(self.rules, table, free):
            after = table.copy()
            after.lay(tile, place, join)
            if sorted(after.ends) == sorted(ends):
                return True
        return False

    def _is_drawn(self, count: int) -> bool:
        """Return whether the turns show that nothing can be drawn any more: a player draws before a pass."""
        deal, most = self.rules.deal(), self.rules.most_drawn()
        each = len(self.rules.tiles) if most is None else most
        passes = sum(turn.tile is None for turn in self.turns[:count])
        return most == 0 or passes * each >= deal.boneyard - deal.never_drawn

    def _list_lacked(self, count: int, player: str | None) -> Iterator[Tile]:
        """Yield the tiles that fitted when the player passed and nothing could be drawn any more."""
        for at, turn in enumerate(self.turns[:count]):
            if turn.tile is None and turn.player == player and self._is_drawn(at + 1):
                table = self._table(at)
                yield from (tile for tile in self.rules.tiles if list_moves(self.rules, table, [tile]))

    # -- the end of the round ----------------------------------------------------------------------------------------

    def _end(self, hands: dict[str, list[Tile]], out: str | None, how: str) -> Written:
        last = next((turn.player for turn in reversed(self.turns) if turn.tile is not None and turn.player), "")
        ended = Played(self.played.lead, (), hands, out, how, 0, last=last)
        return write_end(self.rules, ended, BY_NAME, needs_lead=False)

    def _spoil_end(self) -> Iterator[Spoiled]:
        if self.rules.in_play and self.played.out and len(self.turns) > 3:
            last = next(turn for turn in reversed(self.turns[:-1]) if turn.tile is not None)
            ended = self._end(self.played.hands, self.played.out, "out")
            entries = (*self.entries[:-1], ended)
            side = self.rules.side_of(self.played.out)
            by_other = last.player not in side or bool(self.played.hands.get(last.player))
            laid = sum(turn.player == self.played.out and turn.tile is not None for turn in self.turns[:-1])
            too_few = laid < self.rules.deal().each
            drawn = self._is_drawn(len(self.turns) - 1)
            keys = ("last_tile_missing",) if by_other else ("too_few_laid", "not_the_tiles_left") * (too_few or drawn)
            yield Spoiled("the last tile not scored", entries, by_other or too_few or drawn, keys)
        at = self.random.randint(2 + self._start(), max(len(self.turns), 2 + self._start()))
        hands, table = self._hands(at), self._table(at)
        how = "boneyard" if self._start() else "blocked"
        to_move = self.rules.after(self.turns[min(at, len(self.turns)) - 1].player or self.played.lead)
        stuck = [to_move] if how == "boneyard" else list(hands)
        if all(hands.values()):
            fits = any(list_moves(self.rules, table, hands[player]) for player in stuck)
            all_drawn = self.played.boneyard == self.rules.deal().never_drawn
            # While tiles can be drawn the round is not blocked, and the pad need not report what follows from that.
            if fits or all_drawn:
                yield Spoiled(f"{how} while something fits", (*self.entries[:at], self._end(hands, None, how)), fits)

    # -- hands -------------------------------------------------------------------------------------------------------

    def _spoil_hands(self) -> Iterator[Spoiled]:
        played, random = self.played, self.random
        holding = [player for player, held in played.hands.items() if held]
        if not holding:
            return
        player = random.choice(holding)
        held = random.choice(played.hands[player])
        lying = random.choice(played.laid)
        yield self._swapped("a tile that lies, in a hand", player, held, lying, ("duplicate_tile",))
        elsewhere = [tile for other in holding if other != player for tile in played.hands[other]]
        if elsewhere:
            twice = random.choice(elsewhere)
            yield self._swapped("a tile in two hands", player, held, twice, ("duplicate_tile",))
        if self.game == "jijbent":
            return
        yield from self._spoil_pips(player)

    def _spoil_line(self) -> Iterator[Spoiled]:
        """Yield hands with a misread half, when every tile is in play and only the open ends are known."""
        played, near = self.played, list[tuple[str, Tile, Tile]]()
        for player, held in played.hands.items():
            near += [(player, one, lies) for one in held for lies in played.laid if len({*one} & {*lies}) == 1]
        all_in_play = len(played.laid) + sum(map(len, played.hands.values())) == len(self.rules.tiles)
        if self.rules.kind != "line" or self.game == "dk_syver" or self.rules.in_play or not (near and all_in_play):
            return
        last = next(turn for turn in reversed(self.turns) if turn.tile is not None)
        player, held_tile, misread = self.random.choice(near)
        for wrong, tile in ("a half misread", misread), ("no half misread", held_tile):
            hands = {
                name: [tile if each == held_tile else each for each in held] for name, held in played.hands.items()
            }
            ended = self._end(hands, played.out, played.how) | {"boneyard_tiles": 0, "lead": played.lead}
            entries = ({"entry": "ends", "player": last.player, "ends": list(last.ends)}, ended)
            yield Spoiled(wrong, entries, tile == misread, ("parity", "duplicate_tile") * (tile == misread))

    def _swapped(self, wrong: str, player: str, held: Tile, other: Tile, keys: tuple[str, ...]) -> Spoiled:
        hands = {name: [other if tile == held else tile for tile in tiles] for name, tiles in self.played.hands.items()}
        return Spoiled(wrong, (*self.entries, self._end(hands, self.played.out, self.played.how)), True, keys)

    def _spoil_pips(self, player: str) -> Iterator[Spoiled]:
        """Yield typed pips that the tiles which are not in the layout cannot make."""
        ended = self._end(self.played.hands, self.played.out, self.played.how)
        free = sum(sum(tile) for tile in self.rules.tiles if tile not in self.played.laid)
        hands: dict[str, Any] = dict(ended["hands"])
        too_many = ended | {"hands": hands | {player: {"pips": free + 1}}}
        yield Spoiled("more pips than are free", (*self.entries, too_many), True, ("impossible_total",))
        many = ended | {"hands": hands | {player: {"pips": 12, "tiles": len(self.rules.tiles) - 1}}}
        yield Spoiled("more tiles than there are", (*self.entries, many), True, ("too_many_tiles",))
        two_holding = [name for name, held in hands.items() if held][:2]
        if len(two_holding) == 2:
            light = self.random.choice([0, 1])
            two = {name: {"pips": light} for name in two_holding}
            keys = ("impossible_total", "impossible_hands")
            yield Spoiled("one light tile in two hands", (*self.entries, ended | {"hands": hands | two}), True, keys)


def simulate_spoiled(game: str, rounds: int) -> Tried:
    """Simulate rounds, each written wrong in every way; a missing or unfounded report is a difference."""
    random, tried = Random(f"spoiled {game}"), Tried()
    for seated in list_seated(game, random):
        if tried.rounds >= rounds:
            break
        rules = RULES[game](seated.players, seated.pairs, {**seated.options, "target": 9999})
        tried.rounds += 1
        for spoiled in Spoiler(game, rules, play_round(rules, random, None, first=True), random).list_spoiled():
            _compare(game, seated, rules, spoiled, tried)
    return tried


def _compare(game: str, seated: Seated, rules: Rules, spoiled: Spoiled, tried: Tried) -> None:
    options = {key: value for key, value in rules.options.items() if key in seated.options}
    document = {"format": 1, "variant": game, "players": list(seated.players), "partners": seated.pairs}
    file = read_match({**document, "options": options, "entries": []})
    entries = [parse_entry(entry, file.variant, file.seating) for entry in spoiled.entries]
    sheet = fold(file.variant, file.seating, entries)
    tried.entries += len(entries)
    told = [problem.key for line in sheet.lines for problem in (*line.problems, *line.doubts)]
    passed_over = not set(spoiled.also) - set(told)
    told = [key for key in told if key not in spoiled.also]
    tried.ways[spoiled.wrong, spoiled.cannot_be] += 1
    if not passed_over or bool(told) != spoiled.cannot_be or (spoiled.keys and not set(spoiled.keys) & set(told)):
        wanted = f"one of {spoiled.keys}" if spoiled.keys else "something" if spoiled.cannot_be else "nothing"
        entry = spoiled.entries[-1]
        ends = " ".join(map(str, sheet.lines[-2].ends)) if len(sheet.lines) > 1 else ""
        tried.differences.append(
            f"{game}, {spoiled.wrong}: {wanted} should be told, not {told}\n  {ends} → {entry}\n  {options}"
        )
