"""The big board: the standing of a match for a tablet on the table, to be read from two metres."""

from itertools import islice

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorekeeper.web.access.permissions import for_watchers
from scorekeeper.web.http.fragments import page_or_part
from scorekeeper.web.http.this_match import get_match
from scorekeeper.web.views.news import find_match_news
from scorekeeper.web.views.standing import find_standing

blueprint = Blueprint("board", __name__)


@blueprint.get("/m/<match_id>/board")
@for_watchers
def show() -> ResponseReturnValue:
    """GET /m/<match_id>/board: show names, totals, target, the last entry with its reason, and who leads."""
    match = get_match()
    sheet = match.sheet
    last, standing = tuple(islice(sheet.last_lines, 1)), find_standing(sheet)
    news = find_match_news(match)
    return page_or_part("board/board.html", "board/_board.html", news=news, sheet=sheet, last=last, standing=standing)
