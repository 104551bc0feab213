"""A pad for any game in which what is left in hand are penalty points, and that has no page of its own (§10.2).

Source: none; every table brings its own game. What is counted, and until when, is a house rule.
"""

from collections.abc import Mapping
from enum import Enum

from scorekeeper.engine.games.game import Deal
from scorekeeper.engine.games.leads import Lead
from scorekeeper.engine.games.penalties import BLANK_HALF_WORTH, DOUBLE_BLANK_WORTH, ROUNDS, PenaltyGame
from scorekeeper.engine.games.sets import choose_set
from scorekeeper.engine.options import Choice, Number, Pick, Setting, Topic
from scorekeeper.engine.text import N_, Text, counted

LEAD = Lead(Text(N_("who leads is as your game has it")), rule="own_rule")


class Goal(Enum):
    """What ends a match."""

    ROUNDS = "rounds"
    LIMIT = "limit"


class PenaltyPad(PenaltyGame):
    key = "penalty_pad"
    name = "Penalty pad"
    source = N_("your own rules")
    subtitle = N_("For any game of penalty points")
    summary = N_("Counts what everybody still holds after each round, for any game of two to eight players.")
    numbered = True
    largest = choose_set(12, 6, 9, 15, 18)
    limits = Pick(
        "limits",
        N_("One set of tiles"),
        (
            Choice(True, N_("yes"), N_("All tiles are of one set: what nobody can hold is refused."), "on"),
            Choice(
                False,
                N_("no, or with wild tiles"),
                N_("There are wild tiles, or several sets: any hand may be written."),
                "off",
            ),
        ),
        about=Topic.DEAL,
    )
    goal = Pick(
        "goal",
        N_("The match ends"),
        (
            Choice(Goal.ROUNDS, N_("after the rounds"), N_("The match ends after so many rounds.")),
            Choice(
                Goal.LIMIT, N_("at a limit"), N_("The match ends after the round in which somebody reaches the limit.")
            ),
        ),
        about=Topic.MATCH,
    )
    rounds = ROUNDS
    limit = Number(
        "limit",
        N_("Limit"),
        N_("The limit is %(n)s points."),
        100,
        offers=(50, 100, 150, 200, 250),
        about=Topic.MATCH,
    )
    lowest_wins = Pick(
        "best",
        N_("Who wins"),
        (
            Choice(True, N_("fewest points"), N_("The fewest points win."), "fewest"),
            Choice(False, N_("most points"), N_("The most points win."), "most"),
        ),
        about=Topic.MATCH,
    )
    double_blank = DOUBLE_BLANK_WORTH
    blank_half = BLANK_HALF_WORTH
    out_bonus = Number(
        "out_bonus",
        N_("Taken off for who is out"),
        counted(
            "Who is out gets %(n)s point taken off.",
            "Who is out gets %(n)s points taken off.",
        ),
        0,
        least=0,
        most=100,
        offers=(0, 5, 10),
        about=Topic.OUT,
        extra=True,
        none=N_("Nothing is taken off for going out."),
    )

    @classmethod
    def may_matter(cls, key: str, settings: Mapping[str, Setting], sides: int | None = None) -> bool:
        return key not in ("rounds", "limit") or settings["goal"] == key

    @property
    def checks_tiles(self) -> bool:
        return self.limits

    @property
    def deal(self) -> Deal:
        """Nobody knows how many tiles each gets: they may draw any."""
        return Deal(0, len(self.tiles), 0)

    @property
    def lead_rule(self) -> Lead:
        return LEAD

    def next_lead(self, led: str | None, out: str | None, winners: tuple[str, ...]) -> Lead:
        return LEAD

    def is_over(self, totals: Mapping[str, int], rounds: int) -> bool:
        if self.goal is Goal.LIMIT:
            return max(totals.values()) >= self.limit
        return super().is_over(totals, rounds)
