"""Whole matches of one game, counted here and by the engine, entry by entry; every difference is reported."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from scorekeeper.engine.file.match import parse_entry, read_match, write_sheet_json
from scorekeeper.engine.sheet.fold import Sheet, append_entries, fold
from scorekeeper.engine.variants import VARIANTS
from tests.cases import run_case
from tests.simulator.all_rules import RULES
from tests.simulator.layout import write_tile
from tests.simulator.rounds import Played, Turn, call_last_tile, deal_end, play_blind, play_round
from tests.simulator.rules import Rules, Side, Worth
from tests.simulator.tried import Tried, list_settings
from tests.simulator.writing import WAYS, WITH_PASSES, Habit, Written, choose_habit, write_end, write_turns

BLIND = ("dk_blinde", "blind_hughie")  # nobody sees the tiles, so only the ends of rounds are written
NAMES = ("Anna", "Bo", "Carl", "Dora", "Eva")


@dataclass(frozen=True)
class Seated:
    """The players at a table, and its house rules."""

    players: tuple[str, ...]
    pairs: bool
    options: Mapping[str, Any]


def list_seated(game: str, random: Random) -> Iterator[Seated]:
    """Yield tables without end: first each number of players and pairs, then each setting, then random ones."""
    rules = RULES[game]
    tables = [(count, pairs) for count in rules.players for pairs in (rules.pairs if count == 4 else (False,))]
    settings = list_settings(rules.taught, random)
    first = next(settings)
    yield from (Seated(NAMES[:count], pairs, first) for count, pairs in tables)
    for options in filter(rules.may_agree, settings):
        count, pairs = random.choice(tables)
        yield Seated(NAMES[:count], pairs, options)


def simulate(game: str, rounds: int, most_in_match: int) -> Tried:
    """Simulate at least this number of rounds in matches, with each table and house rule at least once."""
    random, tried, rules = Random(game), Tried(), RULES[game]
    wanted = {(key, value) for key, values in rules.taught.items() for value in values}
    for seated in list_seated(game, random):
        if tried.rounds >= rounds and wanted <= tried.settings:
            break
        simulate_match(game, seated, random, tried, most_in_match)
    return tried


def simulate_match(
    game: str, seated: Seated, random: Random, tried: Tried, most: int, counted_by: type[Rules] | None = None
) -> None:
    """Simulate one match, and add its rounds and its differences to `tried`."""
    match = MatchHeld(game, seated, random, tried, counted_by)
    try:
        match.play(most)
    except Exception as error:  # such as an entry that cannot be read; it is reported with the match file
        match.tell(f"{type(error).__name__}: {error}")
    if not match.wrong:
        match.compare_whole()
    tried.settings |= set(seated.options.items())
    tried.tables.add((len(seated.players), seated.pairs))


class MatchHeld:
    """One match, on our own sheet (`totals`, `rounds`, `lead`) and on the engine's."""

    def __init__(
        self, game: str, seated: Seated, random: Random, tried: Tried, counted_by: type[Rules] | None = None
    ) -> None:
        self.game, self.seated, self.random, self.tried = game, seated, random, tried
        self.rules = (counted_by or RULES[game])(seated.players, seated.pairs, seated.options)
        self.way = random.choice(WAYS) if game not in BLIND else "rounds"
        self.habit: Habit = choose_habit(self.rules, game, random, self.way)
        tiles_tell = self.rules.first_rule not in ("first_seat", "youngest") or game in BLIND
        named = self.rules.first_rule == "youngest" if not tiles_tell else random.random() < 0.5
        self.lead: str | None = random.choice(seated.players) if named else None
        self.document: Written = {
            "format": 1,
            "variant": game,
            "players": list(seated.players),
            "partners": seated.pairs,
            "lead": self.lead,
            "options": dict(seated.options),
            "entries": [],
        }
        if self.rules.first_rule == "first_seat":
            self.lead = seated.players[0]
        file = read_match(json.loads(json.dumps(self.document)))
        self.sheet: Sheet = fold(file.variant, file.seating, ())
        self.totals: dict[Side, int] = dict.fromkeys(self.rules.sides, 0)
        self.rounds, self.winners = 0, tuple[Side, ...]()
        self.lines: list[dict[str, int]] = []
        self.wrong = 0
        # In this round, by its entries: how many tiles each player has laid, and who said that it was the last one.
        self.laid, self.gone, self.went_out = Counter[str](), set[str](), False

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, most: int) -> None:
        self._compare_deal()
        while not self.winners and self.rounds < most and not self.wrong:
            played = call_last_tile(self._play_round(), self.rules, self.random)
            self.tried.rounds += 1
            laid, passed = list[Turn](), 0
            for turn, entry in write_turns(played, self.habit, self.random):
                self._write_turn(turn, entry)
                laid, passed = (laid, passed + 1) if turn.tile is None else ([*laid, turn], 0)
                if turn.tile is None and not self.wrong:
                    self._write_bonus(laid, passed)
                if self.winners or self.wrong:
                    return self._close()
            self._write_end(played)
        return self._close()

    def _close(self) -> None:
        self.tried.whole += bool(self.winners)

    def _play_round(self) -> Played:
        if self.game in BLIND:
            youngest = self.game == "dk_blinde"
            lead = self.lead or (self._find_youngest() if youngest else self.random.choice(self.seated.players))
            return play_blind(self.rules, self.random, lead)
        by_pips = self.habit.hands != "tiles" and not self.rules.wants_faces(None)  # named tiles would have to fit
        if self.way == "rounds" and by_pips:
            return deal_end(self.rules, self.random, self.lead or self.random.choice(self.seated.players))
        played = play_round(self.rules, self.random, self.lead, first=not self.rounds)
        for shown in played.shown:
            self._compare_shown(shown)
        return played

    def _find_youngest(self) -> str:
        ages = dict(zip(self.seated.players, self.random.sample(range(5, 99), len(self.seated.players)), strict=True))
        youngest = min(ages, key=lambda player: ages[player])
        self.expect("youngest", youngest, run_case(self._question(ages=ages)).get("lead"))
        return youngest

    # -- writing -----------------------------------------------------------------------------------------------------

    def _write_turn(self, turn: Turn, entry: Written) -> None:
        player = turn.player
        scorer = self._find_scorer(turn)
        if scorer != player:
            entry = {**entry, "claimed": scorer}
        points = turn.points + self.rules.out_points * (turn.goes_out and "last" in entry)
        worth = Worth({self.rules.side_of(scorer): points} if scorer is not None else {})
        following = self._find_next(player) if player is not None else None
        first = not self.laid and (entry["entry"] == "play" or self.sheet.every_move)
        self._append(entry, worth, between=False, first=first)
        if player is not None and turn.tile is not None:
            self.laid[player] += 1
            self.gone |= {player} if "last" in entry else set()
        self.went_out = turn.goes_out and "last" in entry
        if self.winners or self.wrong or player is None:
            return
        # The ends alone may not show a double, after which the same player plays again.
        if not (turn.again and not turn.points and entry["entry"] == "ends"):
            self.expect("to move", player if turn.again else following, self.sheet.to_move)
        if entry["entry"] == "ends":
            self.expect("ends", sorted(turn.ends), sorted(map(str, self.sheet.lines[-1].ends)))
        elif self.way in ("tiles", "laid") and turn.tile is not None:
            self.expect("ends", sorted(turn.ends), sorted(map(str, self.sheet.layout.ends)))

    def _find_next(self, player: str) -> str:
        """Return whose turn is next, by the entries about who has no tile left."""
        dealt = self.rules.deal()
        each = dealt.each if dealt.boneyard == dealt.never_drawn else len(self.rules.tiles)
        order = self.rules.from_lead(self.rules.after(player))
        return next(
            name
            for name in order
            if not self.rules.plays_on or (name not in self.gone and self.laid[name] < each) or name == player
        )

    def _write_bonus(self, laid: list[Turn], passed: int) -> None:
        """Write the bonus for the last passes if every move is written, and expect the pad to offer it."""
        if not laid or self.habit.way not in WITH_PASSES:
            return
        found, mover = (
            self.rules.pay_passes([turn.tile for turn in laid if turn.tile is not None], passed),
            laid[-1].player,
        )
        if not found or mover is None:
            return
        offered = self.sheet.game.bonuses.offer(self.sheet.layout, self.sheet.mover, self.sheet.passed)
        if self.habit.way == "tiles":
            self.expect("offer", (mover, found), offered)
        entry = {"entry": "bonus", "player": mover, "bonus": found}
        self._append(entry, Worth({self.rules.side_of(mover): self.rules[found]}), between=False)

    def _find_scorer(self, turn: Turn) -> str | None:
        """Return who scores by a turn: at some tables sometimes an opponent, who claims the points."""
        if turn.player is None or not turn.points or turn.again or not self.rules.may_claim:
            return turn.player
        return self.random.choice([turn.player, *self.rules.others(self.rules.side_of(turn.player))])

    def _write_end(self, played: Played) -> None:
        worth = self.rules.score_round(played.finish)
        if self.went_out:
            worth = Worth({}, worth.winners)
        self.rounds += 1
        needs_lead = self.lead is None
        self._append(write_end(self.rules, played, self.habit, needs_lead), worth, between=True)
        if self.wrong:
            return
        score = self.sheet.lines[-1].score
        self.expect("round won by", self._names(worth.winners), sorted(score.winners) if score else None)
        self.laid, self.gone, self.went_out = Counter(), set(), False
        self.lead = self.rules.next_lead(played.lead, worth.winners, played.out)
        if not self.winners:
            self.expect("lead", self.lead, self.sheet.lead.player)
            self.expect("first to move", self.lead, self.sheet.to_move)
            self.expect("round", self.rounds + 1, self.sheet.round)

    def _append(self, entry: Written, worth: Worth, between: bool, *, first: bool = False) -> None:
        self.document["entries"].append(entry)
        self.tried.entries += 1
        self.sheet = append_entries(self.sheet, parse_entry(entry, self.sheet.variant, self.sheet.seating))
        if not between:
            worth = Worth({side: self.rules.count_move(self.totals[side], each) for side, each in worth.points.items()})
        if first:
            worth = Worth(
                {side: self.rules.count_first(self.totals[side], each) for side, each in worth.points.items()}
            )
        counted = {side: self.rules.count_for(self.totals[side], points) for side, points in worth.points.items()}
        if between:
            counted = dict(self.rules.set_back(self.totals, counted, worth.winners))
            if self.rules.clears(self.totals, counted):
                self.totals, counted = dict.fromkeys(self.totals, 0), {}
        for side, points in counted.items():
            self.totals[side] += points
        self.winners = self.rules.find_match_winners(self.totals, self.rounds, between)
        scored = {_name(side): counted.get(side, 0) for side in self.rules.sides}
        self.lines.append(scored)
        line = self.sheet.lines[-1]
        self.expect("problems", [], [problem.say() for problem in line.problems])
        self.expect("doubts", [], [doubt.say() for doubt in line.doubts])
        self.expect("points", scored, dict(line.points))
        self.expect("totals", self._named_totals(), dict(self.sheet.totals))
        self.expect("won by", self._names(self.winners), sorted(self.sheet.winners))
        self.expect("over", bool(self.winners), self.sheet.over)

    # -- comparing ---------------------------------------------------------------------------------------------------

    def compare_whole(self) -> None:
        """Compare the result of the whole match file, as `scorekeeper score --json` prints it."""
        file = read_match(json.loads(json.dumps(self.document)))
        told = write_sheet_json(fold(file.variant, file.seating, file.entries))
        self.expect("all points", self.lines, [line["points"] for line in told["entries"]])
        self.expect("all totals", self._named_totals(), told["totals"])
        self.expect("who has won", self._names(self.winners), sorted(told["winners"]))

    def _compare_deal(self) -> None:
        got, dealing = self.sheet.game.deal, self.rules.deal()
        for name, wanted in vars(dealing).items():
            self.expect(f"deal: {name}", wanted, getattr(got, name))
        self.expect(
            "first lead", self.lead or self.rules.name_first_rule(), self.sheet.lead.player or self.sheet.lead.rule
        )

    def _compare_shown(self, shown: dict[str, Any]) -> None:
        lead = self.rules.find_lead(shown)
        told = {player: [write_tile(tile) for tile in held] for player, held in shown.items()}
        self.expect("lead by tiles", lead, run_case(self._question(shown=told)).get("lead"))

    def _question(self, **asked: Any) -> Written:
        return {key: value for key, value in self.document.items() if key not in ("format", "entries")} | {
            "lead": None,
            **asked,
        }

    def expect(self, what: str, wanted: object, got: object) -> None:
        if wanted != got:
            self.tell(f"{what}: {wanted} here, {got} on the sheet")

    def tell(self, difference: str) -> None:
        self.wrong += 1
        number = len(self.document["entries"])
        last = self.document["entries"][-1] if number else None
        place = f"{self.game}, {self.way}, round {self.rounds}, entry {number} {last}"
        self.tried.differences.append(f"{place}\n  {difference}\n  {self._own_rules()}")

    def _own_rules(self) -> str:
        usual = {option.key: option.default for option in VARIANTS[self.game].options}
        own = {key: value for key, value in self.seated.options.items() if usual.get(key) != value}
        return f"{len(self.seated.players)} players{', pairs' * self.seated.pairs}, {own}"

    def _names(self, sides: tuple[Side, ...]) -> list[str]:
        return sorted(map(_name, sides))

    def _named_totals(self) -> dict[str, int]:
        return {_name(side): total for side, total in self.totals.items()}


def _name(side: Side) -> str:
    return " & ".join(side)
