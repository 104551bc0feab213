"""Points for going out that are scored together with the last tile (docs/rules.md §8.4).

A move may be marked as the last tile of its player. Then the points for going out are added to that move, and the end
of the round adds none.
"""

from dataclasses import replace

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.rules.scores import RoundScore, Score
from scorekeeper.engine.text import N_, Text, Value


def add_out_points(score: Score, worth: int) -> Score:
    """Return the score of a move by which a side goes out, with `worth` points added for going out."""
    values: dict[str, Value] = {"why": score.why, "points": score.points, "worth": worth, "sum": score.points + worth}
    why = Text(N_("%(why)s; with the points for going out %(points)s + %(worth)s = %(sum)s"), values)
    if worth == 1:
        why = Text(N_("%(why)s; with the point for going out %(points)s + 1 = %(sum)s"), values)
    return replace(score, points=score.points + worth, why=why)


def drop_out_points(ended: RoundEnd, score: RoundScore) -> RoundScore:
    """Return the score of a round's end without points, since those for going out came with the last tile."""
    counted = Text(N_("going out has counted with the last tile"))
    why = Text(N_("%(won)s; %(hands)s"), {"won": ended.describe(), "hands": counted})
    return replace(score, points={}, why=why, short_why=counted)
