"""Pictures to send to others: of a result, a night and a round for everybody who may see the match, and of a year."""

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue
from flask_babel import format_date
from flask_babel import gettext as _

from scorekeeper.play import NotFoundError
from scorekeeper.play.access import open_link
from scorekeeper.play.history.evenings import find_evening
from scorekeeper.play.history.nights import NightScore
from scorekeeper.play.history.periods import find_night_day
from scorekeeper.play.history.replay import replay_round
from scorekeeper.play.history.year import ENOUGH
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.web.access.permissions import for_everybody, for_watchers
from scorekeeper.web.access.rate_limits import refuse_wrong_link
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.this_match import get_match
from scorekeeper.web.i18n.words import call_game, join_value, speak
from scorekeeper.web.i18n.zones import find_zone
from scorekeeper.web.picture import PicturedCurve, PicturedSide, ReplayPicture, ResultPicture
from scorekeeper.web.uploads.reader import can_read_photos
from scorekeeper.web.views.charts import draw_totals
from scorekeeper.web.views.match_result import EveningTally, MatchResult, find_match_result
from scorekeeper.web.views.nights import find_shown_night, find_shown_scores, picture_night, write_score
from scorekeeper.web.views.persons import load_persons, picture_mark
from scorekeeper.web.views.replay import picture_replay
from scorekeeper.web.views.year import find_shown_year, list_cards, picture_year

blueprint = Blueprint("result_picture", __name__)


@blueprint.get("/m/<match_id>/result.png")
@for_watchers
def show() -> Response:
    """GET /m/<match_id>/result.png: return the picture of the result in the reader's language.

    Abort with 404 if the match is not over or this server cannot draw pictures.
    """
    return _draw(get_match(), find_shown_scores())


@blueprint.get("/m/<match_id>/evening.png")
@for_watchers
def show_night() -> Response:
    """GET /m/<match_id>/evening.png: return the picture of the night.

    A guest sees the matches that their links open.
    """
    night = find_shown_night()
    if not night.scores or not can_read_photos():
        abort(404)
    return _answer(picture_night(night, load_persons()))


@blueprint.get("/year/<int:number>.png")
def show_year(number: int) -> Response:
    """GET /year/<number>.png: return the picture of a calendar year; 404 if it has too few matches."""
    year, _period = find_shown_year(number)
    if year.matches < ENOUGH or not can_read_photos():
        abort(404)
    return _answer(picture_year(year, list_cards(year), load_persons()))


@blueprint.get("/m/<match_id>/replay.webp")
@for_watchers
def show_replay() -> Response:
    """GET /m/<match_id>/replay.webp: return the moving picture of the last moves of the round with the entry `move`.

    Abort with 404 if the places of the tiles are not known or this server cannot draw pictures.
    """
    match = get_match()
    picture = picture_replay(replay_round(match.sheet, request.args.get("move", type=int)), call_game(match.variant))
    if picture is None or not can_read_photos():
        abort(404)
    answer = Response(mimetype="image/webp")
    if _is_needed(answer, picture):
        from scorekeeper.web.picture.replay import draw_replay  # OpenCV takes longer to load than all else together

        answer.set_data(draw_replay(picture))
    return answer


@blueprint.get("/join/<key>/result.png")
@for_everybody
def show_shared(key: str) -> ResponseReturnValue:
    """GET /join/<key>/result.png: return the picture of the result for a link to watch, as in a messenger's preview.

    Abort with 404 for any other link.
    """
    try:
        match_id, doing = open_link(get_store(), key)
    except NotFoundError:
        return refuse_wrong_link() or abort(404)
    if doing != "watch":
        abort(404)
    return _draw(load_match(get_store(), match_id))


def _draw(match: Match, scores: Sequence[NightScore] = ()) -> Response:
    """Return the picture of the result of the match, with the `scores` of its night.

    Abort with 404 if the match is not over or this server cannot draw pictures.
    """
    if not match.sheet.over or not can_read_photos():
        abort(404)
    match_result = find_match_result(match.sheet, find_evening(get_store(), match.id), datetime.now(UTC), scores)
    return _answer(_describe(match, match_result))


def _answer(picture: ResultPicture) -> Response:
    """Return the picture as a PNG, or a 304 without one."""
    answer = Response(mimetype="image/png")
    if _is_needed(answer, picture):
        from scorekeeper.web.picture.result import draw_result  # OpenCV takes longer to load than all else together

        answer.set_data(draw_result(picture))
    return answer


def _is_needed(answer: Response, picture: ResultPicture | ReplayPicture) -> bool:
    """Set the ETag of the answer, and return whether the picture must be drawn because the client does not have it."""
    answer.set_etag(sha256(repr(picture).encode()).hexdigest()[:32])
    answer.make_conditional(request)
    return answer.status_code == 200


def _describe(match: Match, match_result: MatchResult) -> ResultPicture:
    """Return the texts of the picture."""
    ended = match.written[-1] if match.written else match.started
    marks = dict(zip(match.seating.players, match.profiles, strict=True))
    sides = tuple(
        PicturedSide(
            side.name,
            str(side.total),
            side.won,
            tuple(picture_mark(player, marks[player]) for player in match.seating.members(side.name)),
        )
        for side in match_result.sides
    )
    lines = ((speak(match_result.why),) if match_result.why else ()) + tuple(speak(line) for line in match_result.lines)
    return ResultPicture(
        call_game(match.variant),
        str(format_date(find_night_day(ended, find_zone()), "medium")),
        speak(match_result.heading),
        sides if len(sides) > 1 else (),
        lines,
        _say_tally(match_result.tally) if match_result.tally else "",
        _chart(match) if len(sides) > 1 else (),
    )


def _chart(match: Match) -> tuple[PicturedCurve, ...]:
    """Return the curves of the totals; empty for a match with fewer than two entries."""
    chart = draw_totals(match.sheet)
    marks = dict(zip(match.seating.players, match.profiles, strict=True))
    return tuple(
        PicturedCurve(picture_mark(curve.members[0], marks[curve.members[0]]), curve.shares)
        for curve in (chart.curves if chart else ())
    )


def _say_tally(tally: EveningTally) -> str:
    """Return the tally in one line, such as `Tonight: Anna & Carl 2 – 1 Bo & Dora`.

    For a night of several evenings it is `Tonight: Anna 3/4 · Bo 2/4`.
    """
    when = _("Tonight") if tally.now else _("That evening")
    if tally.scores:
        standing = " · ".join(f"{score.player} {write_score(score)}" for score in tally.scores)
    elif len(tally.wins) == 1:
        standing = _("%(won)s of %(over)s won", won=tally.wins[0][1], over=tally.over)
    elif len(tally.wins) == 2:
        (first, most), (second, fewer) = tally.wins
        standing = f"{first} {most} – {fewer} {second}"
    else:
        standing = " · ".join(f"{name} {won}" for name, won in tally.wins)
    return join_value(when, standing)
