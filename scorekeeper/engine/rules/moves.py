"""What a move scores while a round is played."""

from dataclasses import dataclass

from scorekeeper.engine.layout.growing import Layout
from scorekeeper.engine.rules.going_out import add_out_points
from scorekeeper.engine.rules.in_play import NOTHING, InPlay
from scorekeeper.engine.rules.scores import Score
from scorekeeper.engine.tiles import End


@dataclass(frozen=True, slots=True)
class Moves:
    """How open ends are counted, and what else can come with a move.

    Where a move says that it was its player's last tile, going out scores `out_points` with it (docs/rules.md §8.4).
    With `may_claim`, opponents may claim points that somebody overlooks (A24).
    """

    in_play: InPlay = NOTHING
    out_points: int | None = None
    may_claim: bool = False

    @property
    def asks_last(self) -> bool:
        """Whether a move may say that it was its player's last tile."""
        return self.out_points is not None

    def score(self, ends: tuple[End, ...], placed: End | None) -> Score:
        """Return what the open ends are worth to who left them; `placed` is the one of the tile just laid."""
        return self.in_play.score(ends, placed)

    def find_placed(self, layout: Layout) -> End | None:
        """Return the open end of the tile that was just laid, where it matters which of them it is.

        For a first tile that is not a double, return either end.
        """
        return layout.newest if self.in_play.asks_placed else None

    def score_last(self, score: Score) -> Score:
        """Return what a move is worth with which the side of its player goes out."""
        return score if self.out_points is None else add_out_points(score, self.out_points)


NOTHING_SCORES = Moves()
