"""The books of a host that a phone has access to, stored in a cookie, the most recently used first.

The cookie has only their ids and names; access is granted by the cookies of the books.
"""

from dataclasses import dataclass

from flask import Flask, current_app, request
from werkzeug.wrappers import Response

from scorekeeper.play.upkeep.book import find_book_name
from scorekeeper.web.access.cookies import OF_HOST, Cookies
from scorekeeper.web.access.permissions import get_permission
from scorekeeper.web.http.book_middleware import find_this_book, find_url_prefix

MAX_BOOKS = 24  # books, some 2 kB of the 4 that a cookie has
LINKS = {"join.sign_in", "join.join"}  # a correct link is answered with a redirect
PAGES = {"matches.index", "book.show", "book.call"}


@dataclass(frozen=True, slots=True)
class PhoneBook:
    """A book that this phone has used: its id, and the name that it had then (empty if it had none)."""

    id: str
    name: str

    @property
    def address(self) -> str:
        """The path of the book's first page."""
        return f"{find_url_prefix()}/b/{self.id}/"


def add_phone_books(app: Flask) -> None:
    """Make `app` store a list of the phone's books in a cookie, and pass links to them to the templates."""
    app.after_request(_remember_book)
    app.context_processor(find_book_links)


def list_phone_books() -> tuple[PhoneBook, ...]:
    """Return the books in the cookie of the requesting phone, the most recently used first."""
    return tuple(PhoneBook(str(book_id), str(name)) for book_id, name in _read_cookie().get("books", ()))


def find_book_links() -> dict[str, str]:
    """Return the template variables `to_books`, `to_book` and `book_name`.

    They are the paths of the phone's list of books and of the owner's page of the request's book (empty without a
    book), and the name of that book on its first page (elsewhere empty).
    """
    book = find_this_book()
    return {
        "to_books": f"{find_url_prefix()}/books",
        "to_book": f"{request.script_root}/book" if book else "",
        "book_name": find_book_name(book) if book and request.endpoint == "matches.index" else "",
    }


def _remember_book(response: Response) -> Response:
    """Put the request's book first in the phone's list, if the phone has just got or has used access to it.

    Return `response`, whose cookie has the new list.
    """
    book = find_this_book()
    if book is None or request.method not in ("GET", "POST"):
        return response
    is_let_in = request.endpoint in LINKS and response.status_code == 303
    is_viewing = request.endpoint in PAGES and get_permission().right and response.status_code < 400
    if not (is_let_in or is_viewing):
        return response
    entry = PhoneBook(book.id, find_book_name(book))
    entries = list_phone_books()
    if entries[:1] != (entry,):
        others = [other for other in entries if other.id != entry.id]
        _write_cookie(response, [entry, *others][:MAX_BOOKS])
    return response


def drop_phone_book(response: Response, book_id: str) -> None:
    """Remove the book with this id from the phone's list, in the cookie of `response`."""
    _write_cookie(response, [each for each in list_phone_books() if each.id != book_id])


def _read_cookie() -> dict[str, list[tuple[str, str]]]:
    """Return the values of the host's cookie; an empty dict if it is missing or not signed by this host."""
    cookies = current_app.session_interface
    cookie = request.cookies.get(OF_HOST, "")
    return dict(cookies.read(cookie, str(current_app.secret_key))) if isinstance(cookies, Cookies) else {}


def _write_cookie(response: Response, books: list[PhoneBook]) -> None:
    """Write `books` into the host's cookie on `response`, and keep its other values."""
    cookies = current_app.session_interface
    assert isinstance(cookies, Cookies)  # noqa: S101  # for mypy: `add_access` sees to it
    values = {**_read_cookie(), "books": [(book.id, book.name) for book in books], "_permanent": True}
    response.set_cookie(
        OF_HOST,
        cookies.sign(values, str(current_app.secret_key)),
        max_age=current_app.permanent_session_lifetime,
        path=find_url_prefix() or "/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
