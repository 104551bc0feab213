"""Letting others in: a match's two links, to score it and to watch it, each with its code to scan."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.play.access import Right, close_link, list_match_links, make_link
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.this_match import get_match, get_match_id
from scorekeeper.web.views.links import draw_link, make_whole_link

blueprint = Blueprint("share", __name__)
DOINGS: dict[str, Right] = {"watch": "watch", "score": "score"}


@blueprint.get("/m/<match_id>/share")
def share() -> str:
    """Both codes; a link that was closed is shown as such."""
    match = get_match()
    links = list_match_links(get_store(), match.id)
    return render_template(
        "share/share.html", match=match, watch=_whole(links.watch), score=_whole(links.score), code=draw_link
    )


@blueprint.post("/m/<match_id>/share")
def change() -> Response:
    """Make a link anew, or close it: `new watch`, `close score`."""
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
    return make_whole_link(url_for("join.join", key=key)) if key else None
