"""The store of the running app."""

from flask import current_app

from scorekeeper.play import Store


def get_store() -> Store:
    """The store the app was made with."""
    found: Store = current_app.extensions["scorekeeper"]
    return found
