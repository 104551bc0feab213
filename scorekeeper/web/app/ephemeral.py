"""The ephemeral state of the app, and the name of the request's book in it."""

from flask import current_app

from scorekeeper.play.upkeep.ephemeral import EphemeralStore
from scorekeeper.web.app.database import get_store


def get_ephemeral() -> EphemeralStore:
    """Return the store that the app was made with."""
    found: EphemeralStore = current_app.extensions["ephemeral"]
    return found


def find_book() -> str:
    """Return the name of the request's book: its path, which no other book has."""
    return str(get_store().path)
