"""The owner's link and a match's link, each opened by a device that scanned it; and whether the server is up."""

from hmac import compare_digest

from flask import Blueprint, Response, current_app, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import play
from scorekeeper.web.app.access import MOST_KEYS, for_everybody, list_keys, make_owner_mark
from scorekeeper.web.app.database import get_store

blueprint = Blueprint("join", __name__)


@blueprint.get("/in/<key>")
@for_everybody
def sign_in(key: str) -> ResponseReturnValue:
    """Let the device in that scanned the owner's code, for as long as browsers keep a cookie."""
    if not compare_digest(key.encode(), str(current_app.config["OWNER_KEY"]).encode()):
        return _wrong_link()
    session.permanent = True
    session["owner"] = make_owner_mark()
    return redirect(url_for("matches.index"), 303)


@blueprint.get("/join/<key>")
@for_everybody
def join(key: str) -> ResponseReturnValue:
    """Let the device in that scanned a match's code, and show it the match that the table is playing now."""
    try:
        match_id, doing = play.let_in(get_store(), key)
    except play.NotFound:
        return _wrong_link()
    session.permanent = True
    session["keys"] = [*(each for each in list_keys() if each != key), key][-MOST_KEYS:]
    return redirect(url_for("pad.show" if doing == "score" else "sheets.sheet", match_id=match_id), 303)


@blueprint.get("/healthz")
@for_everybody
def health() -> Response:
    """That the server answers."""
    return Response("ok\n", mimetype="text/plain")


def _wrong_link() -> ResponseReturnValue:
    return render_template("join.html", wrong_link=True), 403
