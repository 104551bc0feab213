"""Every page that only a host has, with content, for the tests of all pages."""

from collections.abc import Callable, Mapping
from pathlib import Path

from flask import Flask

from scorekeeper.hosting.books import HostBooks, HostedBooks
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.book import name_book
from scorekeeper.play.upkeep.copies import copy_now
from tests.folders import get_file_store
from tests.in_database import IN_DATABASE

PLAYERS = ("Maximilian", "Anna-Karin Söderström")
MOST_MATCHES = 5
NAME = "Domino on Thursdays at the harbour club"
OWN = ("book", "new", "nearly", "full")  # the books of the phone that opens the pages
PAGES = {
    "books": "/books",
    "key": "/b/{new}/book",
    "book": "/b/{book}/book",
    "renewed": "/b/{book}/book?renewed=1",
    "delete-book": "/b/{book}/book/delete",
    "matches": "/b/{book}/",
    "nearly-full": "/b/{nearly}/",
    "full": "/b/{full}/new",
    "no-more": "/b/nosuchbook1234/",
    "away": "/b/{away}/in/{away_key}",
    "gone": "/b/{away}/",
    "broken": "/b/{broken}/",
    "rescue": "/b/{torn}/in/{torn_key}",
}
OF_FILES: Mapping[str, Callable[[Path], object]] = {
    "broken": Path.unlink,
    "torn": lambda path: path.write_bytes(b"no book at all" * 1000),
}
"""The damage to the files of two books; books in a database have no files."""
REFUSED = "status of (404|410|503|507)"  # chromium's error for pages of books that are full, deleted or broken


def filled(app: Flask) -> dict[str, str]:
    """Return the values in the URLs of a host.

    It has a book with a name and matches, a new book, one that is nearly full and one that is full, one that was put
    away, one that cannot be opened, and one that is damaged and has a copy. The values include their owners' keys.
    """
    books: HostBooks = app.extensions["books"]
    matches = {"book": 2, "new": 0, "nearly": MOST_MATCHES - 1, "full": MOST_MATCHES, "away": 1, "broken": 1, "torn": 1}
    said = {}
    for name, count in matches.items():
        said[name] = book_id = books.make_book()
        book = books.find_book(book_id)
        assert book is not None
        keys = book.find_keys()
        assert keys is not None
        said[f"{name}_key"] = keys.owner
        for _ in range(count):
            start_match(book.store, "spansk", PLAYERS)
        if name == "book":
            name_book(book, NAME)
        if name in OF_FILES and isinstance(books, HostedBooks):
            file = get_file_store(book)
            if name == "torn":
                copy_now(file, 3)
            books.close(book_id)
            OF_FILES[name](file.path)
    books.deactivate(said["away"], "deleted")
    return said


def list_pages() -> dict[str, str]:
    """Return the pages by name, without those of damaged files if books are in a database."""
    return {name: path for name, path in PAGES.items() if not (IN_DATABASE and name in ("broken", "rescue"))}


def list_owners_links(ids: dict[str, str]) -> list[str]:
    """Return the owner's links of the phone's books, the one with a name last."""
    return [f"/b/{ids[name]}/in/{ids[f'{name}_key']}" for name in reversed(OWN)]
