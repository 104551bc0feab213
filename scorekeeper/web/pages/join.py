"""The owner's link and the links of matches, opened by a device that scanned them; and the health check."""

from hmac import compare_digest
from threading import Lock

from cachetools import TTLCache
from flask import Blueprint, Response, current_app, jsonify, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.play import NotFoundError
from scorekeeper.play.access import list_open_keys, open_event_link, open_link
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.upkeep.book import Book
from scorekeeper.play.upkeep.health import Health, examine_book
from scorekeeper.web.access.permissions import (
    MOST_KEYS,
    for_everybody,
    for_outside,
    get_keys,
    list_keys,
    make_owner_mark,
)
from scorekeeper.web.access.rate_limits import refuse_wrong_link
from scorekeeper.web.http.book_middleware import find_this_book, get_book, get_books, get_store
from scorekeeper.web.views.preview import describe_preview, is_preview

blueprint = Blueprint("join", __name__)
MOST_KNOWN = 1_000  # books whose health is cached
LOOKING = Lock()  # protects the cache
FRESH = 10.0  # seconds for which a result is reused


@blueprint.get("/in/<key>")
@for_everybody
def sign_in(key: str) -> ResponseReturnValue:
    """GET /in/<key>: sign the device in as the owner if the key is right, and redirect to the matches.

    A new book of a host redirects to the book's page instead.
    """
    if not compare_digest(key.encode(), get_keys().owner.encode()):
        return _wrong_link()
    session.permanent = True
    session["owner"] = make_owner_mark()
    new = get_book().id and not list_matches(get_store(), limit=1)
    return redirect(url_for("book.show" if new else "matches.index"), 303)


@blueprint.get("/join/<key>")
@for_everybody
def join(key: str) -> ResponseReturnValue:
    """GET /join/<key>: let the device into the match of this link, and redirect to the match that its table plays now.

    A link to watch leads to the sheet, a link to score to the pad, and a link of an event to its page.
    """
    try:
        match_id, doing = open_link(get_store(), key)
    except NotFoundError:
        return _join_event(key)
    if doing == "watch" and is_preview(request.user_agent.string):
        return render_template(
            "share/_link_preview.html", preview=describe_preview(load_match(get_store(), match_id), key)
        )
    return _remember(key) or redirect(
        url_for("sheets.sheet" if doing == "watch" else _find_start(match_id), match_id=match_id), 303
    )


def _join_event(key: str) -> ResponseReturnValue:
    """Let the device in to the event of this link, and redirect to its entrant, its table or the seats."""
    try:
        event_id, link = open_event_link(get_store(), key)
    except NotFoundError:
        return _wrong_link()
    place = url_for("event_seats.seats", event_id=event_id)
    if link.doing == "table":
        place = url_for("event_tables.table", event_id=event_id, number=link.what)
    elif link.doing == "play":
        place = url_for("event_seats.entrant", event_id=event_id, name=link.what)
    return _remember(key) or redirect(place, 303)


def _remember(key: str) -> ResponseReturnValue | None:
    """Store the key of a link in the device's cookie; return the page that says that the cookie is full, or None."""
    others = [each for each in list_keys() if each != key]
    if len(others) >= MOST_KEYS:
        others = list(list_open_keys(get_store(), others))
    if len(others) >= MOST_KEYS:
        return _tell_that_full()
    session.permanent = True
    session["keys"] = [*others, key]
    return None


def _find_start(match_id: str) -> str:
    """Return the endpoint of the first page for somebody who scores the match.

    It is the pad, or the page for the player's own hand in games in which everybody counts their own tiles.
    """
    match = load_match(get_store(), match_id)
    return "hands.hand" if match.variant.own_hands and not match.sheet.over else "pad.show"


@blueprint.get("/healthz")
@for_outside
def health() -> Response:
    """GET /healthz: return as JSON whether the server can write, read a photo and find its backups; 503 if it cannot.

    On a host, without a book in the URL, it checks whether the server could write to one, and reveals nothing of any.
    """
    book = find_this_book()
    known: TTLCache[str, Health] = current_app.extensions.setdefault("health", TTLCache(MOST_KNOWN, FRESH))
    with LOOKING:
        result = known.get(book.id if book else "")
    if result is None:
        result = _examine(book)
        with LOOKING:
            known[book.id if book else ""] = result
    answer = jsonify(ok=result.well, write=result.write, photo=result.photo, copies=result.copies)
    answer.status_code = 200 if result.well else 503
    return answer


def _examine(book: Book | None) -> Health:
    """Return the health of `book`, or of the host if it is None."""
    if book is None:
        return get_books().examine()
    return examine_book(book.store, 0 if book.id else current_app.config["BACKUPS"])


def _tell_that_full() -> ResponseReturnValue:
    """Return the page that says that this device has stored the largest number of links that it can.

    No link that still opens something is forgotten for another one.
    """
    sentence = _("This device remembers %(most)s links, and no more. Open this one in another browser.", most=MOST_KEYS)
    return render_template("problem.html", heading=_("That did not work"), sentence=sentence), 403


def _wrong_link() -> ResponseReturnValue:
    """Return the page for a link that opens nothing, or the refusal after too many of them."""
    return refuse_wrong_link() or (render_template("share/join.html", wrong_link=True), 403)
