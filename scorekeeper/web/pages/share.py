"""Sharing a match: its two links, to score and to watch it, each with a QR code."""

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.play.access import Right, close_link, list_match_links, make_link
from scorekeeper.play.scoring.match import Match
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import show_page
from scorekeeper.web.http.this_match import get_match, get_match_id
from scorekeeper.web.views.camera import can_begin_to_watch
from scorekeeper.web.views.links import DrawnLink, draw_link

blueprint = Blueprint("share", __name__)
DOINGS: dict[str, Right] = {"watch": "watch", "score": "score"}


@dataclass(frozen=True, slots=True)
class SharePage:
    """The links to watch and to score a match; None for one that is closed.

    `watchable` says that the camera of this phone can begin to watch the table.
    """

    match: Match
    watch: DrawnLink | None
    score: DrawnLink | None
    watchable: bool


@blueprint.get("/m/<match_id>/share")
def share() -> tuple[str, int]:
    """GET /m/<match_id>/share: show both links with their QR codes, and say which of them are closed."""
    match = get_match()
    links = list_match_links(get_store(), match.id)
    page = SharePage(match, _draw(links.watch), _draw(links.score), can_begin_to_watch(match))
    return show_page("share/share.html", page)


@blueprint.post("/m/<match_id>/share")
def change() -> Response:
    """POST /m/<match_id>/share: make a new link or close it, as `do` says: `new watch`, `close score`."""
    match_id = get_match_id()
    what, _, doing = request.form.get("do", "").partition(" ")
    if doing not in DOINGS or what not in ("new", "close"):
        abort(400)
    if what == "new":
        make_link(get_store(), match_id, DOINGS[doing])
    else:
        close_link(get_store(), match_id, DOINGS[doing])
    return redirect(url_for(".share", _anchor=doing), 303)


def _draw(key: str | None) -> DrawnLink | None:
    """Return the link with this key; None for None, which is a closed link."""
    return draw_link(url_for("join.join", key=key)) if key else None
