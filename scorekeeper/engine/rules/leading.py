"""The rules for who leads a round, and for its first tile (docs/rules.md A5, A16, A25)."""

from dataclasses import dataclass
from typing import Protocol

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.layout.laid_tiles import FirstTile
from scorekeeper.engine.rules.later_leads import NextStart, give_lead_to_winner, list_lowest_hands, name_lead
from scorekeeper.engine.rules.leads import LEADS, Lead, LeadSentences, prefer_named_lead, rotate_lead
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import Tile


class Leading(Protocol):
    """The rules for who leads the first round and the later ones."""

    @property
    def rule(self) -> Lead:
        """The rule that determines the first lead at a table that has not named a player for it."""

    @property
    def asks_leader(self) -> bool:
        """Whether the pad asks who leads before a round begins."""

    @property
    def first_tile(self) -> FirstTile:
        """The kind of tile, or the tile, with which the first round must begin."""

    def first(self) -> Lead:
        """Return who leads the first round: a player, or the rule that determines one."""

    def hangs_on(self, out: str | None) -> bool:
        """Return whether the next lead depends on who led this round, after `out` has gone out (None: nobody has)."""

    def next(self, led: str | None, ended: RoundEnd, winners: tuple[str, ...]) -> Lead:
        """Return who leads the next round.

        `led` is the player who led the round that `ended` (None: not known), `winners` are the sides that won it.
        """

    def next_first_tile(self, winners: tuple[str, ...]) -> FirstTile:
        """Return the kind of tile, or the tile, with which the next round must begin; `winners` won the last one."""


@dataclass(frozen=True, slots=True)
class RotatingLead:
    """The rule that the lead passes on in turn order; if `then` is WINNER, the winner of a round leads the next one."""

    seating: Seating
    rule: Lead
    then: NextStart = NextStart.ROTATE
    first_tile: FirstTile = "any"
    asks_leader: bool = True
    sentences: LeadSentences = LEADS

    def first(self) -> Lead:
        """Return the lead of the player whom the table has named, or else the rule that determines one."""
        return prefer_named_lead(self.seating, self.rule, self.sentences)

    def hangs_on(self, out: str | None) -> bool:
        return self.then is not NextStart.WINNER or out is None

    def next(self, led: str | None, ended: RoundEnd, winners: tuple[str, ...]) -> Lead:
        """Return the lead of the next player in turn order or, if `then` is WINNER, of the winner of the round."""
        passed_on = rotate_lead(self.seating, led, self.sentences)
        if self.then is NextStart.WINNER:
            return give_lead_to_winner(self.seating, ended.out, winners, passed_on)
        return passed_on

    def next_first_tile(self, winners: tuple[str, ...]) -> FirstTile:
        """Return the tile that the next round must begin with: the same as for the first round, or any double.

        If the first round had to begin with one certain double, a later leader may not hold it, so any double may be
        laid.
        """
        later = isinstance(self.first_tile, Tile) and self.then is not NextStart.DOUBLE
        return "double" if later else self.first_tile


@dataclass(frozen=True, slots=True)
class WonOrFound(RotatingLead):
    """The rule that the player who went out leads next.

    After a blocked round the lead is determined as for the first (§8). See docs/rules.md. If `then` is ROTATE, the lead
    passes on in turn order instead. If it is DOUBLE, the lead is determined before every round.
    """

    then: NextStart = NextStart.WINNER

    def hangs_on(self, out: str | None) -> bool:
        return self.then is NextStart.ROTATE

    def next(self, led: str | None, ended: RoundEnd, winners: tuple[str, ...]) -> Lead:
        """Return the lead of the player who went out or of the next in turn, or the rule of the first round.

        See `then`.
        """
        if self.then is NextStart.ROTATE:
            return rotate_lead(self.seating, led)
        if ended.out is None or self.then is NextStart.DOUBLE:
            return self.rule
        return Lead(Text(N_("%(player)s leads, having won the round"), {"player": ended.out}), player=ended.out)


@dataclass(frozen=True, slots=True)
class LowestHandLeads(RotatingLead):
    """The rule that the player who went out leads next, after a blocked round the winner with the lowest hand.

    After a round that nobody has won, the lead is determined as for the first round. With `again`, the player who led
    that round leads again.
    """

    again: bool = False

    def hangs_on(self, out: str | None) -> bool:
        return out is None and (self.seating.partners or self.again)

    def next(self, led: str | None, ended: RoundEnd, winners: tuple[str, ...]) -> Lead:
        """Return who leads the next round.

        If two winners have equally low hands, it is the first of them in turn order from the player who led.
        """
        if not winners and self.again:
            return name_lead(led, N_("%(player)s leads again: nobody has won the round"))
        if not winners:
            return self.rule
        if ended.out is not None:
            return name_lead(ended.out, N_("%(player)s leads, having won the round"))
        lowest = list_lowest_hands(self.seating, winners[0], ended, led)
        if len(winners) > 1 or (led is None and len(lowest) > 1):
            return give_lead_to_winner(self.seating, None, winners, self.rule)
        return name_lead(lowest[0], N_("%(player)s leads, having held the lowest hand"))


@dataclass(frozen=True, slots=True)
class SameRule(RotatingLead):
    """The rule that the same `rule` determines the leader of every round, e.g. the holder of a double."""

    def hangs_on(self, out: str | None) -> bool:
        return False

    def next(self, led: str | None, ended: RoundEnd, winners: tuple[str, ...]) -> Lead:
        """Return the rule by which every round is led."""
        return self.rule

    def next_first_tile(self, winners: tuple[str, ...]) -> FirstTile:
        """Return the tile with which every round must begin."""
        return self.first_tile
