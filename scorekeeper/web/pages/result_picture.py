"""The picture of a match's result, to send to others; for everybody who may watch the match."""

from datetime import UTC, datetime
from hashlib import sha256

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue
from flask_babel import format_date
from flask_babel import gettext as _

from scorekeeper.play import NotFoundError
from scorekeeper.play.access import open_link
from scorekeeper.play.history.evenings import find_evening
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.web.access.permissions import for_everybody, for_watchers
from scorekeeper.web.access.rate_limits import refuse_wrong_link
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.this_match import get_match
from scorekeeper.web.i18n.words import call_game, speak
from scorekeeper.web.i18n.zones import find_local
from scorekeeper.web.picture import PicturedSide, ResultPicture
from scorekeeper.web.uploads.reader import can_read_photos
from scorekeeper.web.views.match_result import EveningTally, MatchResult, find_match_result

blueprint = Blueprint("result_picture", __name__)


@blueprint.get("/m/<match_id>/result.png")
@for_watchers
def show() -> Response:
    """GET /m/<match_id>/result.png: return the picture in the reader's language.

    Abort with 404 before the match is over, or if OpenCV is not installed.
    """
    match = get_match()
    if not match.sheet.over or not can_read_photos():
        abort(404)
    match_result = find_match_result(match.sheet, find_evening(get_store(), match.id), datetime.now(UTC))
    picture = _describe(match, match_result)
    answer = Response(mimetype="image/png")
    # A browser that has the picture gets a 304, and nothing is drawn.
    answer.set_etag(sha256(repr(picture).encode()).hexdigest()[:32])
    answer.make_conditional(request)
    if answer.status_code == 200:
        from scorekeeper.web.picture.result import draw_result  # OpenCV takes longer to load than all else together

        answer.set_data(draw_result(picture))
    return answer


def _describe(match: Match, match_result: MatchResult) -> ResultPicture:
    """Return the texts of the picture."""
    ended = match.written[-1] if match.written else match.started
    sides = tuple(PicturedSide(side.name, str(side.total), side.won) for side in match_result.sides)
    lines = ((speak(match_result.why),) if match_result.why else ()) + tuple(speak(line) for line in match_result.lines)
    return ResultPicture(
        call_game(match.variant),
        str(format_date(find_local(ended), "medium", rebase=False)),
        speak(match_result.heading),
        sides if len(sides) > 1 else (),
        lines,
        _say_tally(match_result.tally) if match_result.tally else "",
    )


def _say_tally(tally: EveningTally) -> str:
    """Return the tally of the evening: `Tonight: Anna & Carl 2 – 1 Bo & Dora`."""
    when = _("Tonight") if tally.now else _("That evening")
    if len(tally.wins) == 1:
        told = _("%(won)s of %(over)s won", won=tally.wins[0][1], over=tally.over)
    elif len(tally.wins) == 2:
        (first, most), (second, fewer) = tally.wins
        told = f"{first} {most} – {fewer} {second}"
    else:
        told = " · ".join(f"{name} {won}" for name, won in tally.wins)
    return f"{when}: {told}"
