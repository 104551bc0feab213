"""The store of the book that a request is about."""

from flask import request

from scorekeeper.play import Store
from scorekeeper.play.upkeep.book import Book
from scorekeeper.web.app.door import BOOK, get_book


def get_store() -> Store:
    """The store of that book; asked for many times by every page."""
    here: Book | None = request.environ.get(BOOK)
    return here.store if here else get_book().store
