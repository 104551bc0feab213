"""Points that were made and do not count: before a side is on the board, and beyond a target that must be hit exactly.

Both are told with the points that would have been (docs/rules.md A2), at a move and at the end of a round alike.
"""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.engine.games.game import RoundScore, Score
from scorekeeper.engine.games.round_game import RoundGame
from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.text import N_, Text, Value, join_names

EXACT_TARGET = Pick(
    "exact_target",
    N_("Passing the target"),
    (
        Choice(False, N_("is allowed"), N_("The target may be passed.")),
        Choice(
            True, N_("does not count"), N_("The target must be hit exactly: points that would pass it do not count.")
        ),
    ),
    about=Topic.MATCH,
)
# The same in the files of games that call it `exact`, and in those in which the target is usually hit exactly.
EXACT = replace(EXACT_TARGET, key="exact")
EXACT_USUALLY = replace(EXACT, choices=EXACT.choices[::-1])
NOTHING_NEEDED = Choice(0, N_("any points do"), N_("Points count from the first one."), "0")


def choose_to_open(*choices: Choice[int]) -> Pick[int]:
    """The option of a game with these choices for how many points at once bring a side on the board."""
    return Pick("to_open", N_("To get on the board"), choices, about=Topic.POINTS)


def explain_lost(game: RoundGame, total: int, points: int) -> str | None:
    """Why so many points do not count for a side that has `total`: a sentence about the `why`; None where they do."""
    if not total and game.to_open is not None and 0 < points < game.to_open:
        return N_("%(why)s; not yet on the board, so it does not count")
    if game.exact_target and game.target is not None and total + points > game.target:
        return N_("%(why)s; that passes %(target)s, so it does not count")
    return None


def _tell_target(game: RoundGame) -> dict[str, Value]:
    """What a sentence says of the target, where there is one."""
    return {} if game.target is None else {"target": game.target}


def count_move(game: RoundGame, total: int, score: Score) -> Score:
    """What a move counts for a side that has `total`."""
    score = game.limit_move(total, score)
    lost = explain_lost(game, total, score.points)
    if lost is None:
        return score
    return replace(score, points=0, why=Text(lost, {**_tell_target(game), "why": score.why}))


def count_round(game: RoundGame, totals: Mapping[str, int], score: RoundScore) -> RoundScore:
    """What the end of a round counts with these `totals`; of several sides that score each is looked at by itself."""
    reasons = {side: explain_lost(game, totals[side], points) for side, points in score.points.items()}
    lost = {side: reason for side, reason in reasons.items() if reason is not None}
    if not lost:
        return score
    points = {side: 0 if side in lost else points for side, points in score.points.items()}
    each_of_a_tie = len(score.points) > 1
    message = N_("%(why)s; for %(sides)s it does not count") if each_of_a_tie else next(iter(lost.values()))
    values = {**_tell_target(game), "sides": join_names(tuple(lost))}

    def explain(why: Text) -> Text:
        return Text(message, {**values, "why": why})

    beside = None if score.beside is None else explain(score.beside)
    return replace(score, points=points, why=explain(score.why), beside=beside)
