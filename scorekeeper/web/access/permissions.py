"""Permissions of devices: those that have opened the owner's link, or a match's link to score or to watch it.

A view declares who may use it (`@for_watchers`, `@for_scorers`, `@for_event_guests`, `@for_everybody`); without a
declaration only the owner may. `guard` checks every request. `scorekeeper.play.access` alone decides what a device may
do: `decide_permission` with a match, `decide_event_permission` with an event. Views ask `is_allowed` and
`find_event_permission`, and middleware that answers before Flask asks `may_watch`. A device keeps the keys of the links
that it opened in its signed cookie; whether they still count is looked up for each request.
"""

import hashlib
from collections.abc import Mapping
from hmac import compare_digest
from typing import Any, Literal, TypeVar

from flask import Flask, current_app, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue, RouteCallable
from flask_babel import gettext as _
from werkzeug.exceptions import NotFound, SecurityError

from scorekeeper.play.access import (
    Device,
    Doing,
    EventPermission,
    Permission,
    decide_event_permission,
    decide_permission,
    has_joined,
    list_joined,
)
from scorekeeper.play.upkeep.book import Book, Keys
from scorekeeper.web.access.cookies import OF_BOOK, Cookies
from scorekeeper.web.http.book_middleware import find_this_book, get_book, get_store
from scorekeeper.web.http.fragments import wants_part
from scorekeeper.web.http.this_match import get_match_id

Access = Literal["own", "score", "watch", "event", "come", "outside"]
View = TypeVar("View", bound=RouteCallable)

READS = {"GET", "HEAD", "OPTIONS"}
MOST_KEYS = 120  # about 2 kB of the 4 kB that a cookie can hold


def for_watchers(view: View) -> View:
    """Let everybody who may watch the request's match use `view`, and return it."""
    return _open_to("watch", view)


def for_scorers(view: View) -> View:
    """Let everybody who may score the request's match use `view`, and return it."""
    return _open_to("score", view)


def for_event_guests(view: View) -> View:
    """Let everybody with a link of the event in the request's address use `view`, and return it."""
    return _open_to("event", view)


def for_everybody(view: View) -> View:
    """Let any device use `view`, which belongs to a book, and return it."""
    return _open_to("come", view)


def for_outside(view: View) -> View:
    """Let any device use `view`, even at addresses of no book, and return it.

    Such a view shows nothing of a book.
    """
    return _open_to("outside", view)


def _open_to(least: Access, view: View) -> View:
    """Mark `view` with the least permission that it requires, and return it."""
    view.opens_to = least  # type: ignore[union-attr]  # a function takes any attribute
    return view


def find_opening(endpoint: str | None) -> Access:
    """Return the least permission that the view of `endpoint` requires; the owner's unless it declares another."""
    if endpoint == "static":
        return "outside"
    opening: Access = getattr(current_app.view_functions.get(endpoint or ""), "opens_to", "own")
    return opening


def add_access(app: Flask) -> None:
    """Make `app` check the permission of every request, and sign its sessions with the keys of the book."""
    app.session_interface = Cookies(app)
    app.before_request(guard)


def is_allowed(doing: Doing, match_id: str) -> bool:
    """Return whether this device may do `doing` (own, score or watch) with the match of this id.

    For an empty id only the owner is allowed.
    """
    return find_permission(match_id).allows(doing)


def find_permission(match_id: str) -> Permission:
    """Return what this device may do with the match of this id. It is looked up once per request and match."""
    known: dict[str, Permission] = g.setdefault("permissions", {})
    if match_id not in known:
        known[match_id] = decide_permission(get_store(), _find_device(session, get_keys().owner), match_id)
    return known[match_id]


def find_event_permission(event_id: str = "") -> EventPermission:
    """Return what this device may do with the event of this id, or if it is empty, with that of the request's URL.

    It is looked up once per request and event.
    """
    event_id = event_id or str((request.view_args or {}).get("event_id", ""))
    known: dict[str, EventPermission] = g.setdefault("event_permissions", {})
    if event_id not in known:
        known[event_id] = decide_event_permission(get_store(), _find_device(session, get_keys().owner), event_id)
    return known[event_id]


def may_watch(app: Flask, book: Book, match_id: str, cookies: str) -> bool:
    """Return whether the device that sends the Cookie header `cookies` may watch the match.

    This works without a request context. A match in the bin may not be watched.
    """
    permission = decide_permission(book.store, read_device(app, book.find_keys(), cookies), match_id)
    return permission.allows("watch") and not permission.in_bin


def guard() -> ResponseReturnValue | None:
    """Return None if the device may use the view, else the response that refuses it: usually the page on joining.

    Flask calls it before every request.
    """
    needed, match_id = find_opening(request.endpoint), get_match_id()
    if needed == "outside" or isinstance(request.routing_exception, SecurityError):
        return None
    if find_this_book() is None:
        if request.endpoint == "matches.index":  # the first address of a host
            return redirect(url_for("books.begin"), 303)
        raise NotFound
    if needed == "come" or (needed == "event" and find_event_permission().watch):
        return None
    if needed != "event" and is_allowed(needed, match_id):
        return _show_in_bin() if find_permission(match_id).in_bin else None
    if request.endpoint in ("pad.show", "hands.hand") and is_allowed("watch", match_id):
        return redirect(url_for("sheets.sheet"), 303)
    if wants_part():
        return "", 403, _let_refresh()
    seen = list_joined(get_store(), list_keys()) if request.method in READS else ()
    at_home = bool(seen) and request.endpoint == "matches.index"
    shut = has_joined(get_store(), match_id, list_keys())
    page = render_template("share/join.html", joined=seen, lost=not at_home, shut=shut)
    return page, 200 if at_home else 403


def get_permission() -> Permission:
    """Return the permission for the request's match that `guard` found for this device.

    Before `guard` has run it permits nothing.
    """
    permission: Permission = g.get("permissions", {}).get(get_match_id(), Permission())
    return permission


def _show_in_bin() -> ResponseReturnValue:
    """Return the 410 page for a device with a link to a match in the bin; htmx gets an empty 410."""
    if wants_part():
        return "", 410, _let_refresh()
    heading = _("This match was thrown away")
    sentence = _("Its owner has put it in the bin. Should it come back, this address and its links show it again.")
    return render_template("problem.html", heading=heading, sentence=sentence, again=request.method in READS), 410


def _let_refresh() -> dict[str, str]:
    """Return the header that reloads the page after a GET; after a POST the page keeps what was typed."""
    return {"HX-Refresh": "true"} if request.method in READS else {}


def list_keys() -> list[str]:
    """Return the keys of the links that this device has opened, the last one last."""
    return [str(key) for key in session.get("keys", ())]


def read_device(app: Flask, book: Keys | None, cookies: str) -> Device:
    """Return the device that sends this Cookie header to a book with these keys."""
    sent = next((each[len(OF_BOOK) + 1 :] for each in cookies.split("; ") if each.startswith(f"{OF_BOOK}=")), "")
    if book is None or not isinstance(app.session_interface, Cookies):
        return Device()
    return _find_device(app.session_interface.read(sent, book.secret), book.owner)


def _find_device(values: Mapping[str, Any], owner: str) -> Device:
    """Return the device whose session has these values, in a book with this owner's key."""
    own = compare_digest(str(values.get("owner", "")), _mark_owner(owner))
    return Device(own, tuple(str(key) for key in values.get("keys", ())))


def make_owner_mark() -> str:
    """Return the value that marks an owner's session. It depends on the owner's key, so a new key ends them all."""
    return _mark_owner(get_keys().owner)


def get_keys() -> Keys:
    """Return the keys of the request's book. Raise NotFound if their file is missing."""
    keys = get_book().find_keys()
    if keys is None:
        raise NotFound
    return keys


def _mark_owner(key: str) -> str:
    """Return a hash of the owner's `key`."""
    return hashlib.sha256(key.encode()).hexdigest()[:32]
