"""The rules for the end of a round: what it scores, and what must be known about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from scorekeeper.engine.entries import WITHOUT_WINNER, RoundEnd
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import Text

CountedHands = Literal["all", "opponents", "none"]
AskedLast = Literal["never", "tied", "always"]


@dataclass(frozen=True, slots=True)
class HandsCounted:
    """The hands that can count at the end of a round, and what must be known of them.

    `when_out` and `when_blocked` say whose hands count: all that are left, those of the other sides, or none. `known`
    says whether their pips must be known or only how many tiles they have. With `by_doubles` the tiles must be known if
    nobody is out. With `each_tile`, each tile must be known, since blank halves count more than their pips. With
    `double_blank`, typed pips can say that the double blank, which counts more, is among the tiles. With
    `lone_double_six`, 12 pips typed without the number of tiles are not enough, since the 6-6 counts more if it is the
    only tile of a hand.
    """

    seating: Seating
    when_out: CountedHands = "all"
    when_blocked: CountedHands = "all"
    known: Literal["pips", "tiles"] = "pips"
    by_doubles: bool = False
    each_tile: bool = False
    double_blank: bool = False
    lone_double_six: bool = False

    @property
    def can_count(self) -> bool:
        """Whether hands count at any end of a round."""
        return {self.when_out, self.when_blocked} != {"none"}

    def list_counted(self, out: str | None) -> tuple[str, ...]:
        """Return the players whose hands can count after `out` has won a round (None: nobody is out).

        No other hand needs to be known; in Spansk domino in pairs, for example, not that of the partner of `out`.
        """
        counted = self.when_blocked if out is None else self.when_out
        if counted == "none":
            return ()
        if out is None or counted == "all":
            return tuple(player for player in self.seating.players if player != out)
        return self.seating.opponents(self.seating.side_of(out))


class Rounds(Protocol):
    """How a round ends, and what it scores."""

    @property
    def nobody_out(self) -> str:
        """How a round ends in which nobody goes out: `blocked`, `boneyard`, or a way of a family.

        With `boneyard` it ends when only the tiles that must stay in the boneyard are left.
        """

    @property
    def nobody_out_words(self) -> Text:
        """The sentence for a round that ends although nobody is out."""

    @property
    def hands(self) -> HandsCounted:
        """The hands that count, and what must be known of them."""

    @property
    def pairs_play_on(self) -> bool:
        """Whether a round of pairs goes on until both players of a pair are out."""

    @property
    def last_tile(self) -> AskedLast:
        """Whether the pad asks who laid the last tile if nobody is out: never, always, or only for a tie."""

    def find_rival(self, locked_by: str) -> str | None:
        """Return the player who compares hands with `locked_by`, who laid the last tile; None if no duel decides."""

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the score of the round that `ended`.

        `pips` are the pips by player of all hands whose pips are known, `lead` is the player who led the round (None:
        not known). Raise RuleError `lead_missing` or `locked_by_missing` if a tie cannot be settled without knowing
        that player.
        """


@dataclass(frozen=True, slots=True)
class AllHands:
    """The base of rounds that end when somebody is out or nobody can play.

    All hands count, and it makes no difference who laid the last tile.
    """

    seating: Seating

    @property
    def nobody_out(self) -> str:
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
