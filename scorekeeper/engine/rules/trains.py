"""Penalty games whose rounds begin with the doubles in turn, the highest first (docs/rules.md §10.3, §10.4).

The double of a round lies in the middle of the table, so no hand holds it. A table may begin with another double than
the next in order, but with each double only once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from scorekeeper.engine.entries import FamilyFacts, RoundEnd, StartingDouble
from scorekeeper.engine.layout.models import Model
from scorekeeper.engine.options import Setting
from scorekeeper.engine.problems import Findings, Problem, refuse
from scorekeeper.engine.rules.dealing import Dealing
from scorekeeper.engine.rules.family import Plain
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ForPenalties
from scorekeeper.engine.rules.laying import EqualHalves
from scorekeeper.engine.rules.leading import SameRule
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.rules.penalties import HandWorth, Penalties
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value, counted
from scorekeeper.engine.tiles import Tile, make_tile

MANY_TILES = 12  # a hand is doubted if it is heavier than this many average tiles, or than the tiles dealt if more
MOST_PLAYERS = 14


@dataclass(frozen=True, slots=True)
class TrainRecord:
    """The doubles, by their pips, with which the rounds began so far, and that of this round (None: not known)."""

    played: tuple[int, ...] = ()
    starting: int | None = None
    begun: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Trains(Plain):
    """The family of games whose rounds begin with the doubles up to `largest`; each player was dealt `dealt` tiles."""

    largest: int
    dealt: int
    facts: ClassVar[type[FamilyFacts] | None] = StartingDouble

    def start(self) -> TrainRecord:
        return TrainRecord()

    def begin(self, state: TrainRecord, ended: RoundEnd) -> tuple[TrainRecord, RoundEnd]:
        """Return the state with the double of the round: the number in `ended`, or the next in order.

        Raise RuleError `number_played` if an earlier round began with that double.
        """
        double = ended.find_facts(StartingDouble)
        if double is not None and double.pips in state.played:
            raise refuse("number_played", "number", number=double.pips)
        return replace(state, starting=double.pips if double else self._find_next(state.played)), ended

    def list_lying(self, state: TrainRecord) -> frozenset[Tile]:
        """Return the double that lies in the middle of the table in this round; empty if it is not known."""
        return frozenset() if state.starting is None else frozenset({make_tile(state.starting, state.starting)})

    def find_doubts(self, state: TrainRecord, ended: RoundEnd) -> tuple[Problem, ...]:
        """Return a problem if the round began with a double out of order, and one for each hand that is too heavy."""
        following, double, problems = self._find_next(state.played), ended.find_facts(StartingDouble), []
        if double is not None and following is not None and double.pips != following:
            problems.append(Problem("number_out_of_order", ("number",), (("number", double.pips), ("next", following))))
        # A tile has as many pips on average as the largest half of the set.
        heavy = self.largest * max(MANY_TILES, self.dealt)
        for player, hand in ended.hands:
            if hand.pips is not None and hand.pips > heavy:
                problems.append(Problem("heavy_hand", ("hands", player), (("player", player), ("pips", hand.pips))))
        return tuple(problems)

    def end(self, state: TrainRecord) -> tuple[TrainRecord, Lead | None]:
        """Return the state after the round, and as the next lead the holder of the next double.

        The lead is None if the double of this round is not known.
        """
        if state.starting is None:
            return state, None
        played = (*state.played, state.starting)
        return TrainRecord(played), lead_with_double(self._find_next(played))

    def list_numbers(self, state: TrainRecord) -> tuple[int, ...]:
        """Return the pips of the doubles not yet played, the next one in order first."""
        following = self._find_next(state.played)
        if following is None:
            return ()
        return following, *(pip for pip in range(self.largest, -1, -1) if pip not in (*state.played, following))

    def _find_next(self, played: tuple[int, ...]) -> int | None:
        """Return the pips of the next double in order; None if all have been played.

        It is the highest below the last one, or else the highest that is left.
        """
        left = [pip for pip in range(self.largest, -1, -1) if pip not in played]
        lower = [pip for pip in left if not played or pip < played[-1]]
        return next(iter(lower or left), None)


def lead_with_double(pip: int | None) -> Lead:
    """Return the lead of a round that begins with the double of `pip`; None means that every double has been played."""
    if pip is None:
        return Lead(Text(N_("every double has been played")), rule="none")
    return Lead(Text(N_("who holds the %(tile)s lays it and leads"), {"tile": f"{pip}-{pip}"}), rule=f"double_{pip}")


def check_table(players: int, settings: Mapping[str, Setting], findings: Findings, most_players: int) -> None:
    """Add problems to `findings` for a set that is too small for `players` players, and for more rounds than doubles.

    `most_players` is the most players that the set of these `settings` is for.
    """
    if most_players < players <= MOST_PLAYERS:
        wanted: dict[str, Value] = {"fewest": 2, "players": counted("%(n)s player", "%(n)s players", most_players)}
        findings.add(
            "wrong_player_count",
            "players",
            wanted=Text(N_("%(fewest)s to %(players)s with this set of tiles"), wanted),
            given=players,
        )
    if int(settings["rounds"]) > (most := int(settings["set"]) + 1):
        findings.add("bad_option", "options", "rounds", given=str(settings["rounds"]), choices=f"1–{most}")


def play_trains(
    variant: Variant, seating: Seating, dealing: Dealing, model: Model, worth: HandWorth, rounds: int
) -> Game:
    """Return the game of trains `variant` for the players of `seating`.

    `model` says how doubles behave, `worth` are the points that hands count in addition to their pips, and `rounds` is
    the number of rounds of the match.
    """
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=SameRule(seating, lead_with_double(dealing.largest), asks_leader=False),
        laying=EqualHalves(model),
        turns=OneTile(dealing.deal),
        rounds=Penalties(seating, worth),
        goal=ForPenalties(seating, rounds),
        family=Trains(dealing.largest, dealing.deal.each),
    )
