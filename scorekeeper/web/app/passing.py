"""What all processes of the running app share for now, and the name by which it knows the book of the request."""

from flask import current_app

from scorekeeper.play import Passing
from scorekeeper.web.app.database import get_store


def get_passing() -> Passing:
    """The file of what is passing that the app was made with."""
    found: Passing = current_app.extensions["passing"]
    return found


def find_book() -> str:
    """What the book of the request is called there: no other book has its path."""
    return str(get_store().path)
