"""A replay of a match: its moves one by one, with the layout after each."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from scorekeeper.play.history.analysis.known_round import is_analysed
from scorekeeper.play.history.replay import replay_round
from scorekeeper.web.access.permissions import for_watchers
from scorekeeper.web.http.fragments import page_or_part
from scorekeeper.web.http.this_match import get_match
from scorekeeper.web.uploads.reader import can_read_photos
from scorekeeper.web.views.replay import picture_replay

blueprint = Blueprint("replay", __name__)


@blueprint.get("/m/<match_id>/replay")
@for_watchers
def show() -> ResponseReturnValue:
    """GET /m/<match_id>/replay: show a move and a list of all moves of its round; `move` is the number of its entry."""
    match = get_match()
    replay = replay_round(match.sheet, request.args.get("move", type=int))
    pictured = can_read_photos() and picture_replay(replay, "") is not None
    return page_or_part(
        "replay/replay.html",
        "replay/_replay.html",
        match=match,
        sheet=match.sheet,
        replay=replay,
        pictured=pictured,
        analysed=is_analysed(match.sheet.game) and replay.ended,
    )
