"""The score of a move while a round is played."""

from dataclasses import dataclass

from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.rules.going_out import add_out_points
from scorekeeper.engine.rules.in_play import NOTHING, InPlay
from scorekeeper.engine.rules.scores import Score
from scorekeeper.engine.tiles import End


@dataclass(frozen=True, slots=True)
class Moves:
    """The rules for the score of a move.

    `in_play` scores the open ends. If a move can be marked as the last tile of its player, going out scores
    `out_points` with it (docs/rules.md §8.4); None means that it cannot. With `may_claim`, opponents may claim points
    that a player overlooks (A24).
    """

    in_play: InPlay = NOTHING
    out_points: int | None = None
    may_claim: bool = False

    @property
    def asks_last(self) -> bool:
        """Whether a move may be marked as the last tile of its player."""
        return self.out_points is not None

    def score(self, ends: tuple[End, ...], placed: End | None) -> Score:
        """Return the score of a move that leaves the open `ends`.

        `placed` is the end of the tile just laid; None if it is not known.
        """
        return self.in_play.score(ends, placed)

    def find_placed(self, layout: Layout) -> End | None:
        """Return the open end of the tile that was just laid; None if the score does not depend on it.

        For a first tile that is not a double, return either end.
        """
        return layout.newest if self.in_play.asks_placed else None

    def score_last(self, score: Score) -> Score:
        """Return the score of a move with which the player's side goes out: `score` with the points for going out."""
        return score if self.out_points is None else add_out_points(score, self.out_points)


NOTHING_SCORES = Moves()
