"""The big board: the standing of a match for a tablet on the table, to be read from two metres."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorekeeper.engine.sheet.line import Line, Sheet
from scorekeeper.web.access.permissions import for_watchers
from scorekeeper.web.http.fragments import show_page
from scorekeeper.web.http.this_match import get_match
from scorekeeper.web.views.news import MatchNews, find_match_news
from scorekeeper.web.views.standing import MatchStanding, find_standing

blueprint = Blueprint("board", __name__)


@dataclass(frozen=True, slots=True)
class BoardPage:
    """The standing of a match, and the `last` entry of its sheet."""

    sheet: Sheet
    news: MatchNews
    last: Sequence[Line]
    standing: MatchStanding


@blueprint.get("/m/<match_id>/board")
@for_watchers
def show() -> ResponseReturnValue:
    """GET /m/<match_id>/board: show names, totals, target, the last entry with its reason, and who leads."""
    match = get_match()
    last = tuple(islice(match.sheet.last_lines, 1))
    page = BoardPage(match.sheet, find_match_news(match), last, find_standing(match.sheet))
    return show_page("board/board.html", page, fragment="board/_board.html")
