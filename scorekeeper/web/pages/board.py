"""The big board: how it stands, for a tablet in the middle of the table, to be read from two metres."""

from flask import Blueprint

from scorekeeper import play
from scorekeeper.web.app.database import get_store
from scorekeeper.web.app.fragments import page_or_part

blueprint = Blueprint("board", __name__)


@blueprint.get("/m/<match_id>/board")
def show(match_id: str) -> tuple[str, int]:
    """Names, totals and the way to the target, the last entry with its why, and who leads."""
    match = play.load_match(get_store(), match_id)
    sheet = match.sheet
    last = sheet.standing_lines[-1:]
    return page_or_part("board.html", "_big_board.html", match=match, sheet=sheet, last=last, to_move=sheet.to_move)
