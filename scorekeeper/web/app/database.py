"""The store of the book that a request is about."""

from scorekeeper.play import Store
from scorekeeper.web.app.door import get_book


def get_store() -> Store:
    """The store of that book."""
    return get_book().store
