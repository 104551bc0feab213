"""News of writes on other machines: what is known of a book's writes changes with each, and takes little memory."""

from threading import Event

import pytest

from scorekeeper.store.postgresql import changes
from scorekeeper.store.postgresql.changes import CHANNEL, Changes
from scorekeeper.store.postgresql.pool import Pool


def test_books_that_were_written_long_ago_take_no_memory(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "LISTEN_FOR", 0.05)
    monkeypatch.setattr(changes, "ALL_EACH", 0.0)
    known = Changes(str(pool.conninfo))
    try:
        before = known.find("book 0")
        while known.find("book 0") == before:  # until it listens
            Event().wait(0.05)
        for number in range(5):
            before = known.find(f"book {number}")
            with pool.connection() as connection:
                connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"book {number}"))
            while known.find(f"book {number}") == before:
                Event().wait(0.05)
        while known._writes:
            Event().wait(0.05)
    finally:
        known.close()
