"""Letting others in: a match's two links, to score it and to watch it, each with its code to scan."""

from ipaddress import ip_address

import segno
from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper import play
from scorekeeper.web.app.database import get_store
from scorekeeper.web.app.this_match import get_match, get_match_id

blueprint = Blueprint("share", __name__)
DOINGS: dict[str, play.Right] = {"watch": "watch", "score": "score"}


@blueprint.get("/m/<match_id>/share")
def share() -> str:
    """Both codes; a link that was closed is shown as such."""
    match = get_match()
    links = play.list_match_links(get_store(), match.id)
    return render_template("share.html", match=match, watch=_whole(links.watch), score=_whole(links.score), code=code)


@blueprint.post("/m/<match_id>/share")
def change() -> Response:
    """Make a link anew, or close it: `new watch`, `close score`."""
    match_id = get_match_id()
    what, _, doing = request.form.get("do", "").partition(" ")
    if doing not in DOINGS or what not in ("new", "close"):
        abort(400)
    if what == "new":
        play.make_link(get_store(), match_id, DOINGS[doing])
    else:
        play.close_link(get_store(), match_id, DOINGS[doing])
    return redirect(url_for(".share", _anchor=doing), 303)


def code(link: str) -> Markup:
    """The link as a QR code: an SVG that takes its size and colours from the style sheet."""
    svg = segno.make(link, error="m", micro=False).svg_inline(
        border=3, omitsize=True, svgclass="code", lineclass="code-dark", dark="#000", light="#fff"
    )
    return Markup(svg)  # noqa: S704  # drawn by segno; the link's text is not in it


def _whole(key: str | None) -> str | None:
    """The link as other phones have to call it."""
    if key is None:
        return None
    address = request.host_url
    if _only_here(request.host) and current_app.config.get("ADDRESS"):
        # The owner sits at the computer itself, which others know by its address on the network.
        address = str(current_app.config["ADDRESS"])
    return address.rstrip("/") + url_for("join.join", key=key)


def _only_here(host: str) -> bool:
    """Whether the name means this very computer to whoever calls it."""
    name = host.rpartition(":")[0].strip("[]") if ":" in host else host
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
