"""Who may see and write: a device that has opened the owner's link, or a match's link to score or to watch it.

A view says for whom it is (`@for_watchers`, `@for_scorers`, `@for_everybody`); one that says nothing is the owner's
alone. Every request passes `guard`. What one device may do with one match is decided by `decide_permission` and
nowhere else: views ask for it by `is_allowed`, middleware that answers before Flask does by `may_watch`.
A device carries the keys of the links that it opened in its signed cookie; each time it is asked whether they still
open anything. Each book has a cookie of its own, signed with its own secret and sent back to its addresses alone.
"""

import hashlib
from collections.abc import Mapping
from hmac import compare_digest
from typing import Any, Literal, TypeVar

from flask import Flask, Request, Response, current_app, g, redirect, render_template, request, session, url_for
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask.typing import ResponseReturnValue, RouteCallable
from flask_babel import gettext as _
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.exceptions import NotFound, SecurityError

from scorekeeper.play.access import Device, Doing, Permission, decide_permission, has_joined, list_joined
from scorekeeper.play.upkeep.book import Book, Keys
from scorekeeper.web.app.database import get_store
from scorekeeper.web.app.door import BOOK, find_this_book, find_top, get_book
from scorekeeper.web.app.fragments import wants_part
from scorekeeper.web.app.this_match import get_match_id

Access = Literal["own", "score", "watch", "come", "outside"]
View = TypeVar("View", bound=RouteCallable)

READS = {"GET", "HEAD", "OPTIONS"}
MOST_KEYS = 120  # some 2 kB of the 4 that a cookie has
OF_BOOK, OF_HOST = "scorekeeper", "scorekeeper_books"  # the names of cookies


def for_watchers(view: View) -> View:
    """A view for everybody who may watch the match that it is about."""
    return _open_to("watch", view)


def for_scorers(view: View) -> View:
    """A view for everybody who may score the match that it is about."""
    return _open_to("score", view)


def for_everybody(view: View) -> View:
    """A view for any device, whether it was let in or not."""
    return _open_to("come", view)


def for_outside(view: View) -> View:
    """A view for any device, that shows nothing of a book: it is there with a book and without."""
    return _open_to("outside", view)


def _open_to(least: Access, view: View) -> View:
    view.opens_to = least  # type: ignore[union-attr]  # a function takes any attribute
    return view


def find_opening(endpoint: str | None) -> Access:
    """What a device has to be allowed at least, for the view behind an endpoint."""
    if endpoint == "static":
        return "outside"
    opening: Access = getattr(current_app.view_functions.get(endpoint or ""), "opens_to", "own")
    return opening


def add_access(app: Flask) -> None:
    """Let nobody pass who may not, and say to the templates of `app` what they may offer."""
    app.session_interface = Cookies(app)
    app.before_request(guard)
    app.context_processor(may_do)


def is_allowed(doing: Doing, match_id: str) -> bool:
    """Whether this device may do so with the match; what is of no match is the owner's."""
    return find_permission(match_id).allows(doing)


def find_permission(match_id: str) -> Permission:
    """What this device may do with the match, looked up once for each match that a request asks about."""
    known: dict[str, Permission] = g.setdefault("permissions", {})
    if match_id not in known:
        known[match_id] = decide_permission(get_store(), _find_device(session, get_keys().owner), match_id)
    return known[match_id]


def may_watch(app: Flask, book: Book, match_id: str, cookies: str) -> bool:
    """Whether the device that sends these cookies may see the match now; asked before Flask has a request."""
    permission = decide_permission(book.store, read_device(app, book.find_keys(), cookies), match_id)
    return permission.allows("watch") and not permission.in_bin


def guard() -> ResponseReturnValue | None:
    """Show a device what it was let in to; one that nobody has let in sees how to join, and nothing else."""
    needed, match_id = find_opening(request.endpoint), get_match_id()
    if needed == "outside" or isinstance(request.routing_exception, SecurityError):
        return None
    if find_this_book() is None:
        if request.endpoint == "matches.index":  # where a host begins
            return redirect(url_for("books.begin"), 303)
        raise NotFound
    if needed == "come":
        return None
    if is_allowed(needed, match_id):
        return _gone() if find_permission(match_id).in_bin else None
    if request.endpoint in ("pad.show", "hands.hand") and is_allowed("watch", match_id):
        return redirect(url_for("sheets.sheet"), 303)
    if wants_part():
        return "", 403, _let_refresh()
    seen = list_joined(get_store(), list_keys()) if request.method in READS else ()
    at_home = bool(seen) and request.endpoint == "matches.index"
    shut = has_joined(get_store(), match_id, list_keys())
    page = render_template("join.html", joined=seen, lost=not at_home, shut=shut)
    return page, 200 if at_home else 403


def may_do() -> dict[str, bool]:
    """What the page offers: to `score` the match, to `own` it."""
    found = get_permission()
    return {"may_score": found.allows("score"), "may_own": found.allows("own")}


def get_permission() -> Permission:
    """What `guard` has found that this device may do with the match of the request; nothing before it has looked."""
    found: Permission = g.get("permissions", {}).get(get_match_id(), Permission())
    return found


def _gone() -> ResponseReturnValue:
    """To a guest of a match that its owner has thrown away; out of the bin it is there again, by the same links."""
    if wants_part():
        return "", 410, _let_refresh()
    heading = _("This match was thrown away")
    sentence = _("Its owner has put it in the bin. Should it come back, this address and its links show it again.")
    return render_template("problem.html", heading=heading, sentence=sentence, again=request.method in READS), 410


def _let_refresh() -> dict[str, str]:
    """Let a page that only asked show itself what is the matter; one that sent a form keeps what was typed."""
    return {"HX-Refresh": "true"} if request.method in READS else {}


def list_keys() -> list[str]:
    """The keys of the links that this device has opened, the last one last."""
    return [str(key) for key in session.get("keys", ())]


def read_device(app: Flask, book: Keys | None, cookies: str) -> Device:
    """The device that sends these cookies, written as in a request's header, to a book with such keys."""
    sent = next((each[len(OF_BOOK) + 1 :] for each in cookies.split("; ") if each.startswith(f"{OF_BOOK}=")), "")
    if book is None or not isinstance(app.session_interface, Cookies):
        return Device()
    return _find_device(app.session_interface.read(sent, book.secret), book.owner)


def _find_device(said: Mapping[str, Any], owner: str) -> Device:
    """The device whose cookie says so, to a book with this owner's key."""
    own = compare_digest(str(said.get("owner", "")), _mark_owner(owner))
    return Device(own, tuple(str(key) for key in said.get("keys", ())))


def make_owner_mark() -> str:
    """What the cookie of an owner's device says. A new owner's key signs every device out."""
    return _mark_owner(get_keys().owner)


def get_keys() -> Keys:
    """The keys of the book that the request is about; those of no device where they have just been lost."""
    found = get_book().find_keys()
    if found is None:
        raise NotFound
    return found


def _mark_owner(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:32]


class Cookies(SecureCookieSessionInterface):
    """Signed cookies; those set over https are sent back over https alone.

    No clock decides whether one is valid, nor how long the browser keeps it: a computer without a battery starts at any
    hour, and one that is set right goes back. What ends a cookie is a new key.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        return self.session_class(self.read(request.cookies.get(self.get_cookie_name(app), ""), self._find_secret()))

    def read(self, sent: str, secret: str) -> Mapping[str, Any]:
        """What a cookie says; nothing unless it is signed with this secret."""
        try:
            return dict(self._make_signer(secret).loads(sent)) if sent else {}
        except BadSignature:
            return {}

    def sign(self, said: Mapping[str, Any], secret: str) -> str:
        """The cookie that says this."""
        return str(self._make_signer(secret).dumps(dict(said)))

    def _make_signer(self, secret: str) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(
            secret,
            salt=self.salt,
            serializer=self.serializer,
            signer_kwargs={"key_derivation": self.key_derivation, "digest_method": self.digest_method},
        )

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer:
        return self._make_signer(self._find_secret())

    def _find_secret(self) -> str:
        """What the cookie of this request is signed with: the secret of its book, or the host's own."""
        keys = book.find_keys() if (book := find_this_book()) else None
        return keys.secret if keys else str(self._app.secret_key)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if session and not self.should_set_cookie(app, session):
            return  # that it was looked at, the headers of every answer say
        if not (session and session.permanent):
            super().save_session(app, session, response)
            return
        name = self.get_cookie_name(app)
        response.set_cookie(
            name,
            self.sign(session, self._find_secret()) if session.modified else request.cookies[name],
            max_age=app.permanent_session_lifetime,  # from now on by the browser's own clock
            httponly=self.get_cookie_httponly(app),
            path=self.get_cookie_path(app),
            secure=self.get_cookie_secure(app),
            samesite=self.get_cookie_samesite(app),
        )

    def get_cookie_name(self, app: Flask) -> str:
        return OF_BOOK if find_this_book() else OF_HOST

    def get_cookie_path(self, app: Flask) -> str:
        """Those of a book's own addresses; where the book has no address of its own, and outside of any, all."""
        book = request.environ.get(BOOK)
        return request.script_root if book and book.id else find_top() or "/"

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Not with every little answer: a page prolongs the cookie often enough.

        Nor with one that a worker keeps beside the pages: it may have been asked for before the cookie said what it
        says now, whose hand the phone holds, and come after.
        """
        beside = request.headers.get("Sec-Fetch-Mode", "navigate") != "navigate"
        little = beside or wants_part() or (request.endpoint or "").endswith(".news")
        return session.modified or (not little and super().should_set_cookie(app, session))
