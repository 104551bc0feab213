"""Penalty games whose rounds begin with the doubles of the set in turn, the highest first (docs/rules.md §10.3, §10.4).

The double of a round lies in the middle of the table, so nobody can hold it. A table may begin with another one than
the next in order; each is played once.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.leads import Lead
from scorekeeper.engine.games.penalties import PenaltyGame
from scorekeeper.engine.options import Setting
from scorekeeper.engine.problems import Findings, Problem, refuse
from scorekeeper.engine.text import N_, Text, Value, counted
from scorekeeper.engine.tiles import Tile, make_tile

MANY_TILES = 12  # so many tiles of average weight, or as many as were dealt, are hardly left in a hand


class TrainGame(PenaltyGame):
    """The base of Mexican Train and Chicken Foot."""

    @classmethod
    def check_table(cls, players: int, settings: Mapping[str, Setting], findings: Findings) -> None:
        most_players = cls.count_most_players(int(settings["set"]))
        if most_players < players <= cls.most_players:
            wanted: dict[str, Value] = {"fewest": 2, "players": counted("%(n)s player", "%(n)s players", most_players)}
            findings.add(
                "wrong_player_count", "players", wanted=Text(N_("%(fewest)s to %(players)s"), wanted), given=players
            )
        if int(settings["rounds"]) > (most := int(settings["set"]) + 1):
            findings.add("bad_option", "options", "rounds", given=str(settings["rounds"]), choices=f"1–{most}")

    @classmethod
    @abstractmethod
    def count_most_players(cls, largest: int) -> int:
        """How many can play with a set up to this half."""

    @property
    def starting_doubles(self) -> tuple[int, ...]:
        """The numbers of the doubles, in the order in which rounds begin with them."""
        return tuple(range(self.largest, -1, -1))

    def find_starting_double(self, played: tuple[int, ...], number: int | None) -> int | None:
        """The double of a round after those `played`: the `number` that was said, or the next in order.

        Raises RuleError `number_played`.
        """
        if number is not None and number in played:
            raise refuse("number_played", "number", number=number)
        if number is not None:
            return number
        left = [pip for pip in self.starting_doubles if pip not in played]
        lower = [pip for pip in left if not played or pip < played[-1]]
        return next(iter(lower or left), None)

    numbered = True

    def next_lead(self, led: str | None, out: str | None, winners: tuple[str, ...]) -> Lead:
        """The doubles say it (`lead_with_double`), whoever led or won."""
        return self.lead_rule

    @property
    def lead_rule(self) -> Lead:
        return self.lead_with_double(self.largest)

    def lead_with_double(self, pip: int | None) -> Lead:
        if pip is None:
            return Lead(Text(N_("every double has been played")), rule="none")
        return Lead(
            Text(N_("who holds the %(tile)s lays it and leads"), {"tile": f"{pip}-{pip}"}), rule=f"double_{pip}"
        )


@dataclass(frozen=True, slots=True)
class TrainRecord:
    """The doubles with which the rounds so far began, and the one that lies in the middle now, once it is known."""

    played: tuple[int, ...] = ()
    starting: int | None = None
    begun: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Trains:
    """Rounds that begin with the doubles of the set in turn."""

    game: TrainGame
    numbered: ClassVar[bool] = True

    def start(self) -> TrainRecord:
        return TrainRecord()

    def begin(self, state: TrainRecord, ended: RoundEnd) -> tuple[TrainRecord, RoundEnd]:
        return replace(state, starting=self.game.find_starting_double(state.played, ended.number)), ended

    def check(self, ended: RoundEnd) -> None:
        return

    def list_lying(self, state: TrainRecord) -> frozenset[Tile]:
        return frozenset() if state.starting is None else frozenset({make_tile(state.starting, state.starting)})

    def find_doubts(self, state: TrainRecord, ended: RoundEnd) -> tuple[Problem, ...]:
        """Return whether the round begins with another double than the next one, and which hands are too heavy."""
        following = self.game.find_starting_double(state.played, None)
        found = []
        if ended.number is not None and following is not None and ended.number != following:
            found.append(Problem("number_out_of_order", ("number",), (("number", ended.number), ("next", following))))
        # A tile has as many pips on average as the largest half of the set.
        heavy = self.game.largest * max(MANY_TILES, self.game.deal.each)
        for player, hand in ended.hands:
            if hand.pips is not None and hand.pips > heavy:
                found.append(Problem("heavy_hand", ("hands", player), (("player", player), ("pips", hand.pips))))
        return tuple(found)

    def end(self, state: TrainRecord) -> tuple[TrainRecord, Lead | None]:
        if state.starting is None:
            return state, None
        played = (*state.played, state.starting)
        return TrainRecord(played), self.game.lead_with_double(self.game.find_starting_double(played, None))

    def list_numbers(self, state: TrainRecord) -> tuple[int, ...]:
        following = self.game.find_starting_double(state.played, None)
        if following is None:
            return ()
        return following, *(pip for pip in self.game.starting_doubles if pip not in (*state.played, following))
