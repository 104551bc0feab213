"""The books that a phone was let in to on a host: kept in a cookie of the host's own, the one used last first.

It says which they are and what they are called; what opens them are the cookies of the books.
"""

from dataclasses import dataclass

from flask import Flask, current_app, request
from werkzeug.wrappers import Response

from scorekeeper.play.upkeep.book import find_book_name
from scorekeeper.web.app.access import OF_HOST, Cookies, get_permission
from scorekeeper.web.app.door import find_this_book, find_top

MOST = 24  # books, some 2 kB of the 4 that a cookie has
LINKS = {"join.sign_in", "join.join"}  # which lead on, by a redirect, only where they are right
PAGES = {"matches.index", "book.show", "book.call"}


@dataclass(frozen=True, slots=True)
class PhoneBook:
    """A book that this phone was let in to, as it was called then; empty for one without a name."""

    id: str
    name: str

    @property
    def address(self) -> str:
        """Where it begins."""
        return f"{find_top()}/b/{self.id}/"


def add_phone_books(app: Flask) -> None:
    """Let `app` remember on each phone which books it has, and offer them to its templates."""
    app.after_request(_remember_book)
    app.context_processor(_offer_books)


def list_phone_books() -> tuple[PhoneBook, ...]:
    """The books of the phone that asks, the one used last first."""
    return tuple(PhoneBook(str(book_id), str(name)) for book_id, name in _read_cookie().get("books", ()))


def _offer_books() -> dict[str, str]:
    """From the pages of a book the ways to its owner's page and to the books of this phone."""
    book = find_this_book()
    return {
        "to_books": f"{find_top()}/books",
        "to_book": f"{request.script_root}/book" if book else "",
        "book_name": find_book_name(book) if book and request.endpoint == "matches.index" else "",
    }


def _remember_book(response: Response) -> Response:
    """Put the book of the request first, where this phone may see anything in it."""
    book = find_this_book()
    if book is None or request.method not in ("GET", "POST"):
        return response
    let_in = request.endpoint in LINKS and response.status_code == 303
    looks = request.endpoint in PAGES and get_permission().right and response.status_code < 400
    if not (let_in or looks):
        return response
    here = PhoneBook(book.id, find_book_name(book))
    known = list_phone_books()
    if known[:1] != (here,):
        others = [each for each in known if each.id != here.id]
        _write_cookie(response, [here, *others][:MOST])
    return response


def drop_phone_book(response: Response, book_id: str) -> None:
    """Offer this phone the book no longer."""
    _write_cookie(response, [each for each in list_phone_books() if each.id != book_id])


def _read_cookie() -> dict[str, list[tuple[str, str]]]:
    cookies = current_app.session_interface
    sent = request.cookies.get(OF_HOST, "")
    return dict(cookies.read(sent, str(current_app.secret_key))) if isinstance(cookies, Cookies) else {}


def _write_cookie(response: Response, books: list[PhoneBook]) -> None:
    """Beside what else the host's own cookie says."""
    cookies = current_app.session_interface
    assert isinstance(cookies, Cookies)  # noqa: S101  # for mypy: `add_access` sees to it
    said = {**_read_cookie(), "books": [(each.id, each.name) for each in books], "_permanent": True}
    response.set_cookie(
        OF_HOST,
        cookies.sign(said, str(current_app.secret_key)),
        max_age=current_app.permanent_session_lifetime,
        path=find_top() or "/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
