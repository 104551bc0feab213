"""Who may see and write: a device that has opened the owner's link, and nobody else.

Every request passes `guard`; what one device may do with one match is decided in `allowed`, and only there.
"""

import hashlib
from hmac import compare_digest
from typing import Literal

from flask import Blueprint, Flask, Response, current_app, redirect, render_template, request, session, url_for
from flask.sessions import SecureCookieSessionInterface
from werkzeug.exceptions import SecurityError
from werkzeug.wrappers import Response as AnyResponse

Doing = Literal["watch", "score"]

blueprint = Blueprint("access", __name__)
OPEN_TO_ALL = {"static", "access.sign_in", "access.health"}
READS = {"GET", "HEAD", "OPTIONS"}


def allowed(doing: Doing, match_id: str | None) -> bool:
    """Whether this device may watch, or score, the match; without a match, whether it may see all of them."""
    return compare_digest(str(session.get("owner", "")), _owner_mark())


@blueprint.before_app_request
def guard() -> tuple[str, int] | None:
    """Show a device that nobody has let in how to join, and nothing else."""
    if request.endpoint in OPEN_TO_ALL or isinstance(request.routing_exception, SecurityError):
        return None
    doing: Doing = "watch" if request.method in READS else "score"
    if allowed(doing, (request.view_args or {}).get("match_id")):
        return None
    return render_template("join.html"), 403


@blueprint.get("/in/<key>")
def sign_in(key: str) -> AnyResponse | tuple[str, int]:
    """Let the device in that scanned the owner's code, for as long as browsers keep a cookie."""
    if not compare_digest(key.encode(), str(current_app.config["OWNER_KEY"]).encode()):
        return render_template("join.html", wrong_link=True), 403
    session.permanent = True
    session["owner"] = _owner_mark()
    return redirect(url_for("matches.index"), 303)


@blueprint.get("/healthz")
def health() -> Response:
    """That the server answers."""
    return Response("ok\n", mimetype="text/plain")


def _owner_mark() -> str:
    """What the cookie of an owner's device says. A new owner's key signs every device out."""
    return hashlib.sha256(str(current_app.config["OWNER_KEY"]).encode()).hexdigest()[:32]


class Cookies(SecureCookieSessionInterface):
    """Signed cookies; those set over https are sent back over https alone."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure
