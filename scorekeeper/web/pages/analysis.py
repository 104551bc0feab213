"""The page of a round with all hands open: the value of each move, what the passes reveal, and who could hold what."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.play.history.analysis.evaluation import evaluate_round
from scorekeeper.play.history.analysis.known_round import KnownRound, WhyNot, find_known_round
from scorekeeper.play.history.analysis.report import read_report
from scorekeeper.play.history.replay import RoundReplay, replay_round
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.upkeep.ephemeral import QueueFullError
from scorekeeper.web.access.permissions import for_watchers
from scorekeeper.web.access.rate_limits import ANALYSES, count_by_book
from scorekeeper.web.http.fragments import show_page
from scorekeeper.web.http.this_match import get_match
from scorekeeper.web.uploads.jobs import Job, Result, find_job, start_job
from scorekeeper.web.views.analysis import (
    ShownChances,
    ShownCostlyMove,
    ShownMove,
    ShownPass,
    explain_why_not,
    list_costly_moves,
    list_shown_moves,
    list_shown_passes,
    show_chances,
)
from scorekeeper.worker import Limits, run_in_worker

LIMITS = Limits(memory=440_000_000, processor=60, wall=120.0)
TOO_MUCH = ("memory", "time")  # failures that would happen again, so such a job is not started again
VERSION = 1  # the version of the results; raise it when a change of the code changes the result of a round

blueprint = Blueprint("analysis", __name__)


@dataclass(frozen=True, slots=True)
class RoundAnalysis:
    """A round analysed with all hands open: its moves, those that cost points, the passes and the chances of a move.

    `early` is the number of the move from which on the result was known, or None. `sides` is the number of sides of the
    match, and `pays_passes` says that its game pays points for passes, which the analysis leaves out.
    """

    moves: Sequence[ShownMove]
    costly: Sequence[ShownCostlyMove]
    passes: Sequence[ShownPass]
    chances: ShownChances
    early: int | None
    sides: int
    pays_passes: bool


@dataclass(frozen=True, slots=True)
class OpenHandsPage:
    """A round with all hands open: its replay and its `analysis`, or the reason `why_not` if it is not analysed."""

    match: Match
    sheet: Sheet
    replay: RoundReplay
    analysis: RoundAnalysis | None
    why_not: str


@blueprint.get("/m/<match_id>/replay/open-hands")
@for_watchers
def show() -> ResponseReturnValue:
    """GET /m/<match_id>/replay/open-hands: show a round as if all hands had lain open.

    `move` is the number of an entry of the round, and `seat` the player from whose view the chances are shown. While
    another process analyses the round, the answer is a page that reloads itself.
    """
    replay = replay_round(get_match().sheet, request.args.get("move", type=int))
    known = find_known_round(get_match().sheet, replay)
    if isinstance(known, WhyNot):
        return _show_page(replay, why_not=explain_why_not(known))
    try:
        result = _work_out(known).result
    except QueueFullError:
        return _show_page(replay, why_not=_("Many rounds are being worked out. Try again in a moment."), status=503)
    if result is None:
        return render_template("keeping/waiting.html", before=0)
    if "values" not in result:
        too_long = result.get("failed") in TOO_MUCH
        why_not = _("This round takes too long to be worked out.") if too_long else _("That did not work")
        return _show_page(replay, why_not=why_not)
    report = read_report(known, result)
    moves = list_shown_moves(known, replay, report)
    analysis = RoundAnalysis(
        moves=moves,
        costly=list_costly_moves(known, moves, report),
        passes=list_shown_passes(known),
        chances=show_chances(known, replay, request.args.get("seat", type=int)),
        early=report.first_known,
        sides=len(known.game.seating.sides),
        pays_passes=bool(known.game.bonuses.paid),
    )
    return _show_page(replay, analysis)


def _show_page(
    replay: RoundReplay, analysis: RoundAnalysis | None = None, why_not: str = "", status: int = 200
) -> tuple[str, int]:
    """Return the page on the round of `replay`, with its analysis or the reason `why_not`, and the status."""
    match = get_match()
    return show_page("replay/open_hands.html", OpenHandsPage(match, match.sheet, replay, analysis, why_not), status)


def _work_out(known: KnownRound) -> Job:
    """Return the job that analyses the round.

    It is started unless it runs or has a result already, and started again if it was interrupted. Raise QueueFullError
    if too many jobs wait or the book has started too many analyses.
    """
    facts = known.to_json()
    ticket = sha256(json.dumps([VERSION, facts], sort_keys=True).encode()).hexdigest()[:32]
    job = find_job(ticket)
    result = job.result or {}
    if not job.is_lost and (not result or "values" in result or result.get("failed") in TOO_MUCH):
        return job
    if count_by_book(ANALYSES) > ANALYSES.most:
        raise QueueFullError(1)

    def work() -> Result:
        """Analyse the round in a child process."""
        result: Result = run_in_worker(evaluate_round, facts, limits=LIMITS)
        return result

    return start_job(work, ticket=ticket)
