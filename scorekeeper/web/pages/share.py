"""Sharing a match: its two links, to score and to watch it, each with a QR code."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.play.access import Right, close_link, list_match_links, make_link
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.this_match import get_match, get_match_id
from scorekeeper.web.views.camera import can_begin_to_watch
from scorekeeper.web.views.links import draw_link, make_whole_link

blueprint = Blueprint("share", __name__)
DOINGS: dict[str, Right] = {"watch": "watch", "score": "score"}


@blueprint.get("/m/<match_id>/share")
def share() -> str:
    """GET /m/<match_id>/share: show both links with their QR codes, and say which of them are closed."""
    match = get_match()
    links = list_match_links(get_store(), match.id)
    return render_template(
        "share/share.html",
        match=match,
        watch=_whole(links.watch),
        score=_whole(links.score),
        code=draw_link,
        watchable=can_begin_to_watch(match),
    )


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


def _whole(key: str | None) -> str | None:
    """Return the whole link with this key; None for None, which is a closed link."""
    return make_whole_link(url_for("join.join", key=key)) if key else None
