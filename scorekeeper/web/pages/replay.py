"""A replay of a match: its moves one by one, with the layout after each."""

from dataclasses import dataclass

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.play.history.analysis.known_round import is_analysed
from scorekeeper.play.history.replay import RoundReplay, replay_round
from scorekeeper.play.scoring.match import Match
from scorekeeper.web.access.permissions import for_watchers
from scorekeeper.web.http.fragments import show_page
from scorekeeper.web.http.this_match import get_match
from scorekeeper.web.uploads.reader import can_read_photos
from scorekeeper.web.views.replay import picture_replay

blueprint = Blueprint("replay", __name__)


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """The replay of a round.

    `pictured` says that a picture of it can be sent, and `analysed` that it can be shown with all hands open.
    """

    match: Match
    sheet: Sheet
    replay: RoundReplay
    pictured: bool
    analysed: bool


@blueprint.get("/m/<match_id>/replay")
@for_watchers
def show() -> ResponseReturnValue:
    """GET /m/<match_id>/replay: show a move and a list of all moves of its round; `move` is the number of its entry."""
    match = get_match()
    replay = replay_round(match.sheet, request.args.get("move", type=int))
    page = ReplayPage(
        match=match,
        sheet=match.sheet,
        replay=replay,
        pictured=can_read_photos() and picture_replay(replay, "") is not None,
        analysed=is_analysed(match.sheet.game) and replay.ended,
    )
    return show_page("replay/replay.html", page, fragment="replay/_replay.html")
