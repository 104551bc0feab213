"""The big board: how it stands, for a tablet in the middle of the table, to be read from two metres."""

from itertools import islice

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorekeeper.web.app.access import for_watchers
from scorekeeper.web.app.fragments import page_or_part
from scorekeeper.web.app.this_match import get_match
from scorekeeper.web.shown.standing import find_standing

blueprint = Blueprint("board", __name__)


@blueprint.get("/m/<match_id>/board")
@for_watchers
def show() -> ResponseReturnValue:
    """Names, totals and the way to the target, the last entry with its why, and who leads."""
    match = get_match()
    sheet = match.sheet
    last, standing = tuple(islice(sheet.last_lines, 1)), find_standing(sheet)
    return page_or_part("board.html", "_big_board.html", match=match, sheet=sheet, last=last, standing=standing)
