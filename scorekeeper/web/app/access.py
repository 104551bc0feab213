"""Who may see and write: a device that has opened the owner's link, or a match's link to score or to watch it.

Every request passes `guard`; what one device may do with one match is decided in `is_allowed`, and only there. A device
carries the keys of the links it opened in its signed cookie; whether they still open anything is asked each time.
"""

import hashlib
from hmac import compare_digest
from typing import Literal

from flask import Blueprint, Flask, Response, current_app, g, redirect, render_template, request, session, url_for
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_babel import gettext as _
from werkzeug.exceptions import SecurityError
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import play
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.web.app.database import get_store
from scorekeeper.web.app.fragments import wants_part

Access = Literal["own", "score", "watch"]
Answer = AnyResponse | tuple[str, int] | tuple[str, int, dict[str, str]]

blueprint = Blueprint("access", __name__)
OPEN_TO_ALL = {
    *{"static", "access.sign_in", "access.join", "access.health", "languages.choose"},
    *{"installed.worker", "installed.offline"},
}
NEWS = {"live.news", "solitaires.news"}
READS = {"GET", "HEAD", "OPTIONS"}
# Whatever is not named here is the owner's alone.
FOR_WATCHERS = {
    *{"sheets.sheet", "sheets.export", "keeping.entries_csv", "board.show", "live.news"},
    *{"photos.entry", "photos.picture", "rules.rules"},
}
FOR_SCORERS = {"pad", "photos", "solitaires", "unsent", "matches.again"}  # whole subjects, and one view
MOST_KEYS = 40  # a cookie has 4 kB


def is_allowed(doing: Access, match_id: str | None) -> bool:
    """Whether this device may do so with the match; what is of no match is the owner's."""
    if "may" not in g:
        own = compare_digest(str(session.get("owner", "")), _owner_mark())
        g.may = "own" if own else play.find_right(get_store(), match_id, _keys()) if match_id else None
    order: list[str | None] = ["watch", "score", "own"]
    return g.may in order and order.index(g.may) >= order.index(doing)


@blueprint.before_app_request
def guard() -> Answer | None:
    """Show a device what it was let in to; one that nobody has let in sees how to join, and nothing else."""
    if request.endpoint in OPEN_TO_ALL or isinstance(request.routing_exception, SecurityError):
        return None
    match_id = (request.view_args or {}).get("match_id")
    if request.endpoint == "rules.rules":
        match_id = request.args.get("match")
    if is_allowed(_needed(match_id), match_id):
        return _gone() if match_id and g.may != "own" and play.is_in_bin(get_store(), match_id) else None
    if request.endpoint == "pad.show" and is_allowed("watch", match_id):
        return redirect(url_for("sheets.sheet", match_id=match_id), 303)
    if wants_part():
        return "", 403, {"HX-Refresh": "true"}
    seen = play.list_joined(get_store(), _keys()) if request.method in READS else ()
    at_home = bool(seen) and request.endpoint == "matches.index"
    return render_template("join.html", joined=seen, variants=VARIANTS, lost=not at_home), 200 if at_home else 403


@blueprint.app_context_processor
def may_do() -> dict[str, bool]:
    """What the page offers: to `score` the match, to `own` it."""
    return {"may_score": g.get("may") in ("score", "own"), "may_own": g.get("may") == "own"}


@blueprint.get("/in/<key>")
def sign_in(key: str) -> Answer:
    """Let the device in that scanned the owner's code, for as long as browsers keep a cookie."""
    if not compare_digest(key.encode(), str(current_app.config["OWNER_KEY"]).encode()):
        return _wrong_link()
    session.permanent = True
    session["owner"] = _owner_mark()
    return redirect(url_for("matches.index"), 303)


@blueprint.get("/join/<key>")
def join(key: str) -> Answer:
    """Let the device in that scanned a match's code, and show it the match that the table is playing now."""
    try:
        match_id, doing = play.let_in(get_store(), key)
    except play.NotFound:
        return _wrong_link()
    session.permanent = True
    session["keys"] = [*(each for each in _keys() if each != key), key][-MOST_KEYS:]
    return redirect(url_for("pad.show" if doing == "score" else "sheets.sheet", match_id=match_id), 303)


@blueprint.get("/healthz")
def health() -> Response:
    """That the server answers."""
    return Response("ok\n", mimetype="text/plain")


def _needed(match_id: str | None) -> Access:
    if match_id and request.endpoint in FOR_WATCHERS:
        return "watch"
    return "score" if match_id and {request.blueprint, request.endpoint} & FOR_SCORERS else "own"


def _gone() -> Answer:
    """To a guest of a match that its owner has thrown away; out of the bin it is there again, by the same links."""
    if wants_part():
        return "", 410, {"HX-Refresh": "true"}
    heading = _("This match was thrown away")
    sentence = _("Its owner has put it in the bin. Should it come back, this address and its links show it again.")
    return render_template("problem.html", heading=heading, sentence=sentence, again=request.method in READS), 410


def _wrong_link() -> Answer:
    return render_template("join.html", wrong_link=True), 403


def _keys() -> list[str]:
    """The keys of the links that this device has opened, the last one last."""
    return [str(key) for key in session.get("keys", ())]


def _owner_mark() -> str:
    """What the cookie of an owner's device says. A new owner's key signs every device out."""
    return hashlib.sha256(str(current_app.config["OWNER_KEY"]).encode()).hexdigest()[:32]


class Cookies(SecureCookieSessionInterface):
    """Signed cookies; those set over https are sent back over https alone."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Not with every little answer: a page prolongs the cookie often enough."""
        return session.modified or (request.endpoint not in NEWS and super().should_set_cookie(app, session))
