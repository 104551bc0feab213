"""Penalty games whose rounds begin with the doubles of the set in turn, the highest first (docs/rules.md §10.3, §10.4).

The double of a round lies in the middle of the table, so nobody can hold it. A table may begin with another one than
the next in order; each is played once.
"""

from abc import abstractmethod
from collections.abc import Mapping

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.leads import Lead
from scorekeeper.engine.games.penalties import PenaltyGame
from scorekeeper.engine.options import Setting
from scorekeeper.engine.problems import Findings, Problem, refuse
from scorekeeper.engine.text import N_, Text, Value, counted

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
    def hubs(self) -> tuple[int, ...]:
        """The numbers of the doubles, in the order in which rounds begin with them."""
        return tuple(range(self.largest, -1, -1))

    def find_hub(self, played: tuple[int, ...], number: int | None) -> int | None:
        """The double of a round after those `played`: the `number` that was said, or the next in order.

        Raises RuleError `number_played`.
        """
        if number is not None and number in played:
            raise refuse("number_played", "number", number=number)
        if number is not None:
            return number
        left = [hub for hub in self.hubs if hub not in played]
        lower = [hub for hub in left if not played or hub < played[-1]]
        return next(iter(lower or left), None)

    numbered = True

    def next_lead(self, led: str | None, out: str | None, winners: tuple[str, ...]) -> Lead:
        """The doubles say it (`lead_at_hub`), whoever led or won."""
        return self.lead_rule

    def find_doubts(self, ended: RoundEnd, played: tuple[int, ...]) -> tuple[Problem, ...]:
        """Whether the round begins with another double than the next one, and whether a hand is as heavy as few are."""
        following = self.find_hub(played, None)
        found = []
        if ended.number is not None and following is not None and ended.number != following:
            found.append(Problem("number_out_of_order", ("number",), (("number", ended.number), ("next", following))))
        # A tile has as many pips on average as the largest half of the set.
        heavy = self.largest * max(MANY_TILES, self.deal.each)
        for player, hand in ended.hands:
            if hand.pips is not None and hand.pips > heavy:
                found.append(Problem("heavy_hand", ("hands", player), (("player", player), ("pips", hand.pips))))
        return tuple(found)

    @property
    def lead_rule(self) -> Lead:
        return self.lead_at_hub(self.largest)

    def lead_at_hub(self, hub: int | None) -> Lead:
        if hub is None:
            return Lead(Text(N_("every double has been played")), rule="none")
        return Lead(
            Text(N_("who holds the %(tile)s lays it and leads"), {"tile": f"{hub}-{hub}"}), rule=f"double_{hub}"
        )
