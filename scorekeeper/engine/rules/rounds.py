"""What the end of a round is worth, and what must be known of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from scorekeeper.engine.entries import WITHOUT_WINNER, RoundEnd
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import Text

CountedHands = Literal["all", "opponents", "none"]
NobodyOut = Literal["blocked", "boneyard", "tricks"]
AskedLast = Literal["never", "tied", "always"]


@dataclass(frozen=True, slots=True)
class HandsCounted:
    """Whose hands can count at the end of a round, and what must be known of them.

    `when_out` and `when_blocked` say whose: all that are left, those of the other sides, or none. `known` says whether
    their pips must be known, or only how many tiles they have. With `by_doubles` the tiles themselves must be known
    where nobody is out. Blank halves and the double blank may count more than their pips: then each tile must be known
    (`each_tile`), and typed pips can say that the double blank is among them (`double_blank`).
    """

    seating: Seating
    when_out: CountedHands = "all"
    when_blocked: CountedHands = "all"
    known: Literal["pips", "tiles"] = "pips"
    by_doubles: bool = False
    each_tile: bool = False
    double_blank: bool = False

    @property
    def can_count(self) -> bool:
        """Whether there is an end of a round at which hands count."""
        return {self.when_out, self.when_blocked} != {"none"}

    def list_counted(self, out: str | None) -> tuple[str, ...]:
        """Return the players whose hands can count after `out` has won a round (None: nobody is out).

        No other hand need be known. E.g. in Spansk domino in pairs that of the partner of who is out.
        """
        counted = self.when_blocked if out is None else self.when_out
        if counted == "none":
            return ()
        if out is None or counted == "all":
            return tuple(player for player in self.seating.players if player != out)
        return self.seating.opponents(self.seating.side_of(out))


class Rounds(Protocol):
    """How a round ends, and who scores what for it."""

    @property
    def nobody_out(self) -> NobodyOut:
        """How a round ends in which nobody is out."""

    @property
    def nobody_out_words(self) -> Text:
        """What is said of a round in which nobody is out."""

    @property
    def hands(self) -> HandsCounted:
        """Whose hands count, and what must be known of them."""

    @property
    def pairs_play_on(self) -> bool:
        """Whether a round of pairs goes on until both of a pair are out."""

    @property
    def last_tile(self) -> AskedLast:
        """Whether the pad asks who laid the last tile of a round in which nobody is out, or only where it decides."""

    def find_rival(self, locked_by: str) -> str | None:
        """Return who compares hands with `locked_by`, who laid the last tile; None where more than two do."""

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return what the end of a round is worth.

        `pips` are those of every hand of which they are known, `lead` is who led the round if known. Raise RuleError
        `lead_missing` or `locked_by_missing` where a tie cannot be settled without.
        """


@dataclass(frozen=True, slots=True)
class AllHands:
    """The base of rounds that end when somebody is out or nobody can play.

    All hands count, and who laid the last tile decides nothing.
    """

    seating: Seating

    @property
    def nobody_out(self) -> NobodyOut:
        return "blocked"

    @property
    def nobody_out_words(self) -> Text:
        return Text(WITHOUT_WINNER[self.nobody_out])

    @property
    def hands(self) -> HandsCounted:
        return HandsCounted(self.seating)

    @property
    def pairs_play_on(self) -> bool:
        return False

    @property
    def last_tile(self) -> AskedLast:
        return "never"

    def find_rival(self, locked_by: str) -> str | None:
        return None
