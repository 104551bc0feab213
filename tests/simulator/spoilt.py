"""The table of spoilt games: `python -m tests.simulator.spoilt [--matches 40] [--legal 0] [GAME …]`.

Rounds of every game are played, written tile by tile with every pass, and spoilt in one way each. The table counts for
each game and way how often the pad refuses, doubts or is silent, and how many of the silent ones the entries prove
impossible (`possible.could_be`). In games in which nobody writes tiles only the hands are spoilt, in solitaires the
result. Legal rounds that the pad does not accept silently are counted, too.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from scorekeeper.engine.file.match import parse_entry, read_match
from scorekeeper.engine.sheet.fold import fold
from tests.simulator.all_rules import RULES
from tests.simulator.games import ALL
from tests.simulator.layout import count_pips, write_tile
from tests.simulator.matches import Seated, list_seated
from tests.simulator.own import OwnRules, list_own
from tests.simulator.possible import could_be, read_tile
from tests.simulator.rounds import Played, Turn, list_moves, play_blind, play_round
from tests.simulator.rules import Rules
from tests.simulator.spoiling import BY_NAME
from tests.simulator.spoilt_ends import list_documents, list_ways
from tests.simulator.writing import Written, write_end, write_turn

PAYING = {"capicua": 25, "chuchazo": 25, "pase_salida": 25, "pase_corrido": 25}
LEGAL = "(legal, as it was played)"
# A penalty pad does not know how many tiles were dealt, so one hand can hold most of a large set.
POSSIBLE = ("penalty_pad", "900 pips too many")


@dataclass
class Note:
    """How often a way to spoil was tried, and the pad's answers; `proved` are the silent ones that are impossible."""

    refused: int = 0
    doubted: int = 0
    silent: int = 0
    proved: int = 0


@dataclass
class Spoilt:
    """One round as it was written, with its rules and its turns."""

    game: str
    rules: Rules
    played: Played
    random: Random
    entries: list[Written]
    turns: list[Turn]  # the turn of each entry, bonuses excepted

    @property
    def last(self) -> Written:
        return self.entries[-1]

    def list_plays(self) -> list[int]:
        """Return the indexes of the entries with tiles that players laid, after the first."""
        return [at for at, entry in enumerate(self.entries) if "at" in entry and entry.get("player")]

    def change(self, number: int, /, **fields: Any) -> list[Written]:
        return [*self.entries[:number], {**self.entries[number], **fields}, *self.entries[number + 1 :]]

    def drop(self, at: int) -> list[Written]:
        return [*self.entries[:at], *self.entries[at + 1 :]]

    def insert(self, at: int, entry: Written) -> list[Written]:
        return [*self.entries[:at], entry, *self.entries[at:]]

    def end(self, **fields: Any) -> list[Written]:
        return [*self.entries[:-1], {**self.last, **fields}]

    def hands(self, **hands: Any) -> list[Written]:
        return self.end(hands={**self.last["hands"], **hands})

    def pick_holder(self) -> str | None:
        holding = [player for player, held in self.played.hands.items() if held]
        return self.random.choice(holding) if holding else None

    def free(self) -> list[str]:
        held = [tile for hand in self.played.hands.values() for tile in hand]
        return [write_tile(tile) for tile in self.rules.tiles if tile not in self.played.laid and tile not in held]


Way = Callable[[Spoilt], list[Written] | None]


# -- moves -----------------------------------------------------------------------------------------------------------


def lay_twice(it: Spoilt) -> list[Written] | None:
    plays = it.list_plays()
    if len(plays) < 2:
        return None
    at = it.random.choice(plays[1:])
    earlier = [entry["tile"] for entry in it.entries[:at] if entry["entry"] == "play"]
    return it.change(at, tile=it.random.choice(earlier))


def lay_at_wrong_end(it: Spoilt) -> list[Written] | None:
    for at in it.random.sample(it.list_plays(), len(it.list_plays())):
        entry, table = it.entries[at], it.turns[at - 1].table
        tile = read_tile(entry["tile"])
        legal = {(place.at, place.pip) for _, place, _ in list_moves(it.rules, table, [tile])}
        wrong = [place for place in table.list_places() if (place.at, place.pip) not in legal]
        if wrong and table.joined:
            place = it.random.choice(wrong)
            return it.change(at, at=write_tile(place.at or (0, 0)), pip=place.pip)
    return None


def lay_half_above(it: Spoilt) -> list[Written] | None:
    plays = it.list_plays()
    return it.change(it.random.choice(plays), tile=f"{it.rules.largest + 1}-0") if plays else None


def move_by_another(it: Spoilt) -> list[Written] | None:
    plays = it.list_plays()
    if not plays:
        return None
    at = it.random.choice(plays)
    return it.change(at, player=it.random.choice([seat for seat in it.rules.seats if seat != it.entries[at]["player"]]))


def leave_out_move(it: Spoilt) -> list[Written] | None:
    plays = it.list_plays()
    return it.drop(it.random.choice(plays)) if plays else None


def leave_out_last_move(it: Spoilt) -> list[Written] | None:
    plays = it.list_plays()
    return it.drop(plays[-1]) if plays else None


def leave_out_pass(it: Spoilt) -> list[Written] | None:
    passes = [at for at, entry in enumerate(it.entries) if entry["entry"] == "pass"]
    return it.drop(it.random.choice(passes)) if passes else None


def pass_and_play(it: Spoilt) -> list[Written] | None:
    plays = it.list_plays()
    if not plays:
        return None
    at = it.random.choice(plays)
    return it.insert(at, {"entry": "pass", "player": it.entries[at]["player"]})


def pass_all_and_play(it: Spoilt) -> list[Written] | None:
    plays = it.list_plays()
    if not plays:
        return None
    at = it.random.choice(plays)
    passes = [{"entry": "pass", "player": seat} for seat in it.rules.from_lead(it.entries[at]["player"])]
    return [*it.entries[:at], *passes, *it.entries[at:]]


def claim_without_passes(it: Spoilt) -> list[Written] | None:
    if not any(it.rules.options.get(bonus) for bonus in ("pase_salida", "pase_corrido")):
        return None
    plays = it.list_plays()
    answered = [at for at in plays[:-1] if it.entries[at + 1]["entry"] == "play"]
    if not answered:
        return None
    first = next(number for number, entry in enumerate(it.entries) if entry.get("player"))
    at, bonus = it.random.choice([(it.random.choice(answered) + 1, "pase_corrido"), (first + 1, "pase_salida")])
    if it.entries[at]["entry"] != "play" or not it.rules.options.get(bonus):
        return None
    return it.insert(at, {"entry": "bonus", "player": it.entries[at - 1]["player"], "bonus": bonus})


# -- who is out ------------------------------------------------------------------------------------------------------


def out_is_another(it: Spoilt) -> list[Written] | None:
    out = it.last.get("out")
    others = [seat for seat in it.rules.seats if seat != out and it.last["hands"].get(seat)]
    if not out or not others:
        return None
    other = it.random.choice(others)
    return it.end(out=other, hands={**it.last["hands"], out: it.last["hands"][other], other: []})


def out_too_early(it: Spoilt) -> list[Written] | None:
    plays = it.list_plays()[:-1]
    if not plays:
        return None
    at = it.random.choice(plays)
    out, hands = it.entries[at]["player"], hands_after(it, at)
    hands[out] = []
    if not all(held for player, held in hands.items() if player != out):
        return None
    return [*it.entries[: at + 1], {"entry": "round", "out": out, "hands": hands}]


def hands_after(it: Spoilt, at: int) -> dict[str, list[str]]:
    """Return each hand after this entry, with the tiles that were drawn later."""
    hands = {player: [write_tile(tile) for tile in held] for player, held in it.played.hands.items()}
    for entry in it.entries[at + 1 :]:
        if entry["entry"] == "play" and entry.get("player"):
            hands[entry["player"]].append(entry["tile"])
    return hands


def move_after_the_end(it: Spoilt) -> list[Written] | None:
    out = it.last.get("out")
    held = {player: tiles for player, tiles in it.played.hands.items() if len(tiles) > 1}
    if not out or not held:
        return None
    table = it.turns[-1].table
    moves = [(player, *move) for player, tiles in held.items() for move in list_moves(it.rules, table, tiles)]
    if not moves:
        return None
    player, tile, place, join = it.random.choice(moves)
    entry: Written = {"entry": "play", "player": player, "tile": write_tile(tile)}
    entry |= {"at": write_tile(place.at or (0, 0)), "pip": place.pip, "join": join}
    left = [each for each in it.last["hands"][player] if each != write_tile(tile)]
    return [*it.entries[:-1], entry, *it.hands(**{player: left})[-1:]]


def hold_and_be_out(it: Spoilt) -> list[Written] | None:
    out, free = it.last.get("out"), it.free()
    return it.hands(**{out: [it.random.choice(free)]}) if out and free else None


def empty_two_hands(it: Spoilt) -> list[Written] | None:
    player = it.pick_holder()
    return it.hands(**{player: []}) if player else None


def block_though_it_fits(it: Spoilt) -> list[Written] | None:
    plays = it.list_plays()[:-1]
    if not plays:
        return None
    at = it.random.choice(plays)
    hands, table = hands_after(it, at), it.turns[at].table
    if not all(hands.values()):
        return None
    how = "boneyard" if it.rules.ends_at_boneyard else "blocked"
    stuck = [it.rules.after(it.entries[at]["player"])] if how == "boneyard" else list(hands)
    if not any(list_moves(it.rules, table, [read_tile(tile) for tile in hands[player]]) for player in stuck):
        return None
    ended: Written = {"entry": "round", how: True, "hands": hands}
    return [*it.entries[: at + 1], ended | ({"locked_by": it.entries[at]["player"]} if how == "blocked" else {})]


def block_though_it_fits_in_pips(it: Spoilt) -> list[Written] | None:
    entries = block_though_it_fits(it)
    return entries and [*entries[:-1], {**entries[-1], "hands": write_pips(entries[-1]["hands"])}]


def write_pips(hands: Mapping[str, Any]) -> Written:
    return {player: {"pips": count_pips([*map(read_tile, held)])} if held else held for player, held in hands.items()}


def call_falsely(it: Spoilt) -> list[Written] | None:
    calls = it.rules.list_calls()
    if not it.last.get("out") or not calls or len(it.played.laid) < 2:
        return None
    before = [int(end.partition("-")[0]) for end in [turn for turn in it.turns if turn.tile is not None][-2].ends]
    true = it.rules.call(it.played.laid[-1], before * (3 - len(before)))
    if true is None:
        return None
    false = [call for call in calls if call != true]
    return it.end(bonus=[it.random.choice(false)]) if false else None


# -- hands -----------------------------------------------------------------------------------------------------------


def hold_what_lies(it: Spoilt) -> list[Written] | None:
    return _swap(it, [write_tile(tile) for tile in it.played.laid])


def hold_what_another_holds(it: Spoilt) -> list[Written] | None:
    player = it.pick_holder()
    others = [tile for seat, held in it.last["hands"].items() if seat != player for tile in held]
    return _swap(it, others, player)


def hold_half_above(it: Spoilt) -> list[Written] | None:
    return _swap(it, [f"{it.rules.largest + 1}-0"])


def _swap(it: Spoilt, others: Sequence[str], player: str | None = None) -> list[Written] | None:
    player = player or it.pick_holder()
    if player is None or not others or not it.last["hands"].get(player):
        return None
    held = list(it.last["hands"][player])
    held[it.random.randrange(len(held))] = it.random.choice(others)
    return it.hands(**{player: held})


def forget_tile(it: Spoilt) -> list[Written] | None:
    holding = [player for player, held in it.played.hands.items() if len(held) > 1]
    if not holding:
        return None
    player = it.random.choice(holding)
    held = list(it.last["hands"][player])
    held.pop(it.random.randrange(len(held)))
    return it.hands(**{player: held})


def exchange_tiles(it: Spoilt) -> list[Written] | None:
    """Let two hands exchange a tile, one of whose players has passed when the new tile fitted."""
    for pass_at, turn in enumerate(it.turns):
        if it.entries[pass_at]["entry"] != "pass" or turn.player is None:
            continue
        table = next(each.table for each in reversed(it.turns[:pass_at]) if each.tile is not None)
        own = it.last["hands"].get(turn.player)
        for seat, held in it.last["hands"].items():
            fits = [tile for tile in held if list_moves(it.rules, table, [read_tile(tile)])]
            if seat != turn.player and fits and own:
                one, other = it.random.choice(own), it.random.choice(fits)
                mine = [other if tile == one else tile for tile in own]
                return it.hands(**{turn.player: mine, seat: [one if tile == other else tile for tile in held]})
    return None


def type_pips(more: int) -> Way:
    """Return a function that types one hand with this number of pips too many, and the others as they are."""

    def spoil(it: Spoilt) -> list[Written] | None:
        player = it.pick_holder()
        if player is None or it.rules.wants_faces(it.played.out):
            return None
        hands = write_pips(it.last["hands"])
        pips = hands[player]["pips"] + more
        return it.end(hands={**hands, player: {"pips": pips}}) if pips >= 0 else None

    return spoil


def type_too_many(it: Spoilt) -> list[Written] | None:
    player = it.pick_holder()
    return (player and it.hands(**{player: {"pips": 12, "tiles": len(it.rules.tiles) - 1}})) or None


def type_too_light(it: Spoilt) -> list[Written] | None:
    player = it.pick_holder()
    return (player and it.hands(**{player: {"pips": 3, "tiles": 7}})) or None


OF_MOVES: Mapping[str, Way] = {
    "a tile laid twice": lay_twice,
    "laid at a wrong end": lay_at_wrong_end,
    "a half above the set": lay_half_above,
    "a move by another player": move_by_another,
    "a move left out": leave_out_move,
    "the last move left out": leave_out_last_move,
    "a pass left out": leave_out_pass,
    "a pass, then a tile that fitted": pass_and_play,
    "all pass, then a tile that fitted": pass_all_and_play,
    "a bonus without its passes": claim_without_passes,
    "another one is out": out_is_another,
    "out with tiles left to lay": out_too_early,
    "a move after the end": move_after_the_end,
    "blocked though a tile fits": block_though_it_fits,
    "blocked though a tile fits, in pips": block_though_it_fits_in_pips,
    "a false capicúa or chuchazo": call_falsely,
    "a tile that fitted at a pass, in a hand": exchange_tiles,
}
OF_HANDS: Mapping[str, Way] = {
    "out and still holding": hold_and_be_out,
    "two empty hands": empty_two_hands,
    "a tile that lies, in a hand": hold_what_lies,
    "a tile in two hands": hold_what_another_holds,
    "a half above the set, in a hand": hold_half_above,
    "a tile of a hand forgotten": forget_tile,
    "too many tiles": type_too_many,
    "too few pips for so many tiles": type_too_light,
    "900 pips too many": type_pips(900),
    "a pip too many": type_pips(1),
    "a pip too few": type_pips(-1),
}


# -- trying ----------------------------------------------------------------------------------------------------------


def judge(document: Written) -> str:
    """Return the pad's answer to a match file: `refused`, `doubted` or `silent`."""
    try:
        file = read_match({**document, "entries": []})
        entries = [parse_entry(entry, file.variant, file.seating) for entry in document["entries"]]
    except ValueError:
        return "refused"
    sheet = fold(file.variant, file.seating, entries)
    if sheet.problems:
        return "refused"
    return "doubted" if any(line.doubts for line in sheet.lines) else "silent"


def list_rounds(game: str, random: Random) -> Iterator[tuple[Spoilt, Written]]:
    """Yield rounds of a game that is written tile by tile, without end, each with its match file."""
    tables = list_own(random, set()) if game == "own" else list_seated(game, random)
    for seated in tables:
        options = seat_options(game, seated, random)
        rules = (OwnRules if game == "own" else RULES[game])(seated.players, seated.pairs, options)
        lead = random.choice(seated.players)
        blind = game == "blind_hughie"
        played = play_blind(rules, random, lead) if blind else play_round(rules, random, None, first=True)
        entries, turns = write_round(rules, played, random)
        document = {"format": 1, "variant": game, "players": list(seated.players), "partners": seated.pairs}
        document |= {"lead": played.lead, "options": {key: options[key] for key in seated.options}}
        if rules.first_rule == "first_seat":
            document["lead"] = None
        yield Spoilt(game, rules, played, random, entries, turns), document


def seat_options(game: str, seated: Seated, random: Random) -> dict[str, Any]:
    """Return the house rules of a table: the defaults with paid bonuses, or random rules of your own game."""
    if game == "own":
        calm = {"pair_out": "first", "boneyard_end": False, "goal": "target", "target": 9999, "exact": False}
        calm |= {"draw": "until_playable"} if seated.options["draw"] == "one" else {}
        calm |= {"early_rounds": "none"} if seated.options["round_gives"] == "penalties" else {}
        return {**seated.options, **calm}
    usual = {key: values[0] for key, values in RULES[game].taught.items()}
    paying = {key: worth for key, worth in PAYING.items() if key in usual and random.random() < 0.7}
    first = {"pair_out": "first"} if "pair_out" in usual else {}  # the second opinion does not know pairs that play on
    return {**usual, **paying, **first, "target": 9999}


def write_round(rules: Rules, played: Played, random: Random) -> tuple[list[Written], list[Turn]]:
    turns, entries, written = list(played.turns), list[Written](), list[Turn]()
    while turns and turns[-1].tile is None:
        turns.pop()
    laid, passed, mover = list[Any](), 0, None
    for turn in turns:
        entry = write_turn(turn, BY_NAME, random)
        assert entry is not None
        entries.append(entry)
        written.append(turn)
        laid, passed = (laid, passed + 1) if turn.tile is None else ([*laid, turn.tile], 0)
        mover = mover if turn.tile is None else turn.player
        bonus = rules.pay_passes(laid, passed) if turn.tile is None and mover and laid else ""
        if bonus:
            entries.append({"entry": "bonus", "player": mover, "bonus": bonus})
            written.append(turn)
    last = next((turn.player for turn in reversed(turns) if turn.tile is not None and turn.player), "")
    habit = replace(BY_NAME, hands="tiles", calls=False)
    return [*entries, write_end(rules, replace(played, last=last), habit, needs_lead=False)], written


def try_ends(game: str, matches: int) -> tuple[dict[str, Note], list[str]]:
    """Do the same for a game of which only the end of a round is written; what is silent is proved, with a limit."""
    random, table, examples = Random(f"spoilt {game}"), dict[str, Note](), list[str]()
    documents = list_documents(game, random)
    for _ in range(matches):
        document = next(documents)
        _count(table, LEGAL, judge(document))
        for name, way in list_ways(game).items():
            spoilt = way(random, deepcopy(document))
            if spoilt is not None:
                said = judge(spoilt)
                limited = document["options"].get("limits", "on") == "on"
                proved = said == "silent" and limited and (game, name) != POSSIBLE
                _count(table, name, said, proved)
                examples += [f"{game}, {name}: {spoilt}"] * proved
    return table, examples


def is_written_by_tiles(game: str) -> bool:
    """Return whether every move of the game is written, and not only the end of each round."""
    return (game in RULES and game != "dk_blinde") or game == "own"


def try_legal(game: str, matches: int) -> tuple[dict[str, Note], list[str]]:
    """Judge legal rounds of a game; return the counts, and an example of each round that the pad does not accept."""
    random, table, examples = Random(f"legal {game}"), dict[str, Note](), list[str]()
    written = ({**document, "entries": it.entries} for it, document in list_rounds(game, random))
    documents = written if is_written_by_tiles(game) else list_documents(game, random)
    for document in islice(documents, matches):
        said = judge(document)
        _count(table, LEGAL, said)
        examples += [f"{game}, a legal round is {said}: {document}"] * (said != "silent")
    return table, examples


def try_game(game: str, matches: int) -> tuple[dict[str, Note], list[str]]:
    return (try_rounds if is_written_by_tiles(game) else try_ends)(game, matches)


def try_rounds(game: str, matches: int) -> tuple[dict[str, Note], list[str]]:
    """Judge legal rounds, each spoilt in every way that it allows; return the counts and the silent impossible ones."""
    random, table, examples = Random(f"spoilt {game}"), dict[str, Note](), list[str]()
    rounds = list_rounds(game, random)
    for _ in range(matches):
        it, document = next(rounds)
        said = judge({**document, "entries": it.entries})
        _count(table, LEGAL, said)
        examples += [f"{game}, a legal round is {said}: {document} {it.entries}"] * (said != "silent")
        if not could_be(it.rules, it.entries, blind=game == "blind_hughie"):
            examples.append(f"{game}: the second opinion calls a legal round impossible: {document} {it.entries}")
        for name, way in {**OF_MOVES, **OF_HANDS}.items():
            entries = way(Spoilt(it.game, it.rules, it.played, random, deepcopy(it.entries), it.turns))
            if entries is None or (name.startswith("blocked") and game == "blind_hughie"):
                continue
            said = judge({**document, "entries": entries})
            proved = said == "silent" and not could_be(it.rules, entries, blind=game == "blind_hughie")
            _count(table, name, said, proved)
            if proved:
                examples.append(f"{game}, {name}: {document} {entries}")
    return table, examples


def _count(table: dict[str, Note], way: str, said: str, proved: bool = False) -> None:
    told = table.setdefault(way, Note())
    setattr(told, said, getattr(told, said) + 1)
    told.proved += proved


def print_legal(games: Sequence[str], matches: int, most_shown: int) -> int:
    """Print on how many legal rounds of each game the pad says anything; return 1 if there is one, else 0."""
    wrong = 0
    for game in games:
        table, examples = try_legal(game, matches)
        _print_ways(f"{game}: {matches} rounds", table)
        print(*(f"  {example}" for example in examples[:most_shown]), sep="\n", end="\n" * bool(examples[:most_shown]))
        wrong += len(examples)
    print(f"legal rounds refused or doubted: {wrong} of {matches * len(games)}")
    return int(wrong > 0)


def print_table(games: Sequence[str], matches: int, most_shown: int) -> int:
    """Print the table of each game and of all together; 1 where more is silent or doubted than should be, else 0."""
    total = dict[str, Note]()
    for game in games:
        table, examples = try_game(game, matches)
        _print_ways(f"{game}: {matches} rounds", table)
        print(*(f"  {example}" for example in examples[:most_shown]), sep="\n", end="\n" * bool(examples[:most_shown]))
        for way, told in table.items():
            sum_up = total.setdefault(way, Note())
            for name, count in vars(told).items():
                setattr(sum_up, name, getattr(sum_up, name) + count)
    _print_ways(f"all {len(games)} games", total)
    legal = total.pop(LEGAL)
    proved = sum(each.proved for each in total.values())
    known = proved + sum(_add_up(each) - each.silent for each in total.values())
    wrong = legal.refused + legal.doubted
    print(f"silent where the sheet proves it: {proved} of {known} ({proved / max(1, known):.1%})")
    print(f"legal rounds refused or doubted: {wrong} of {_add_up(legal)}")
    return int(wrong > 0 or proved > known / 50)


def _add_up(told: Note) -> int:
    return told.refused + told.doubted + told.silent


def _print_ways(title: str, table: Mapping[str, Note]) -> None:
    print(f"\n{title:44} refused doubted  silent  proved")
    for way, told in table.items():
        print(f"  {way:42} {told.refused:7} {told.doubted:7} {told.silent:7} {told.proved:7}", flush=True)


def main(words: Sequence[str]) -> int:
    parser = ArgumentParser(prog="python -m tests.simulator.spoilt", description="Prints the table of spoilt games.")
    parser.add_argument("--matches", type=int, default=40, help="legal rounds of each game that are spoilt")
    parser.add_argument("--legal", type=int, default=0, help="legal rounds of each game that are judged, none spoilt")
    parser.add_argument("--show", type=int, default=0, help="silent ones to be shown that the sheet proves wrong")
    parser.add_argument("games", nargs="*", help="keys of games; all without any")
    given = parser.parse_args(words)
    if given.legal:
        return print_legal(given.games or ALL, given.legal, given.show)
    return print_table(given.games or ALL, given.matches, given.show)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
