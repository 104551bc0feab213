"""A score pad with its one book in a PostgreSQL database, as web machines of a cluster have theirs.

`TESTS_DATABASE=yes` gives browser tests such a score pad: a database is started for the session, and two processes
serve each score pad.
"""

import os
from uuid import uuid4

from flask import Flask

from scorekeeper.play.upkeep.book import Book, Keys
from scorekeeper.play.upkeep.ephemeral import EphemeralStore
from scorekeeper.store.postgresql.changes import Changes
from scorekeeper.store.postgresql.database import PostgresStore
from scorekeeper.store.postgresql.ephemeral import PostgresEphemeralStore
from scorekeeper.store.postgresql.pool import Pool, open_pool
from scorekeeper.web import create_app
from scorekeeper.web.http.book_middleware import Books, OneBook

IN_DATABASE = bool(os.environ.get("TESTS_DATABASE"))
SETTING = "TESTS_BOOK"  # the address of the database, and the id of the book in it


def create_in_database(settings: dict[str, object]) -> Flask:
    """Return a score pad whose book is where `SETTING` says, and which keeps no files, as a web machine does."""
    return create_app({**settings, "CLUSTER": True}, _open_book, _open_ephemeral)


def close_database(app: Flask) -> None:
    """Close the connections of a score pad to its database."""
    app.extensions["changes"].close()
    app.extensions["scorekeeper"].pool.close()


def make_setting(pool: Pool) -> tuple[str, str]:
    """Return what stands for `SETTING` for a new book in the database of the pool."""
    with PostgresEphemeralStore(pool).write() as db:
        db.execute("DELETE FROM hits")  # entries of other tests
    return str(pool.conninfo), uuid4().hex


def _open_book(app: Flask) -> Books:
    address, book = app.config[SETTING]
    app.extensions["changes"] = changes = Changes(address)
    app.extensions["scorekeeper"] = store = PostgresStore(open_pool(address, most=8), book, find_change=changes.find)
    keys = Keys(str(app.config["OWNER_KEY"]), str(app.config["SECRET_KEY"]))
    return OneBook(Book("", store, lambda: keys))


def _open_ephemeral(app: Flask) -> EphemeralStore:
    store: PostgresStore = app.extensions["scorekeeper"]
    return PostgresEphemeralStore(store.pool)
