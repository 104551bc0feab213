"""The books of a host in a PostgreSQL database, each with a row of its own: active, inactive or deleted for good."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any

from psycopg import Connection, sql

from scorekeeper.store.keys import FILE as KEYS
from scorekeeper.store.postgresql.database import Statements, lend
from scorekeeper.store.postgresql.pool import Pool
from scorekeeper.store.row_copies import erase_rows

OF_ALL_BOOKS = ("lying", "queue", "results", "camera", "files")
"""The tables of ephemeral data that name a book."""
BEGIN = sql.SQL("BEGIN")


class BookTable:
    """The rows of all books in the database of `pool`. Every method raises StoreError if the database refuses."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def add(self, book: str, device: str, keys: str) -> bool:
        """Add a book with these keys, and return whether its id was free.

        `device` is a hash of the device that creates it.
        """
        with self._writing(book) as connection:
            added = "INSERT INTO hosting.books (id, device) VALUES (%s, %s) ON CONFLICT DO NOTHING RETURNING id"
            if not connection.execute(added, (book, device)).fetchone():
                return False
            connection.execute("INSERT INTO beside (name, content) VALUES (%s, %s)", (KEYS, keys))
        return True

    def find_device(self, book: str) -> tuple[str, float] | None:
        """Return the hash of the device that created the active book, and its age in seconds.

        Return None if there is no active book with this id.
        """
        age = "extract(epoch FROM now() - opened)::double precision"
        query = f"SELECT device, {age} FROM hosting.books WHERE id = %s AND why IS NULL"  # noqa: S608  # our own words
        found: tuple[str, float] | None = self._find(query, book)
        return found

    def find_keys(self, book: str, inactive: bool = False) -> str | None:
        """Return the keys of the active book as JSON, or those of the `inactive` one; None if there is no such book."""
        beginning = sql.SQL("BEGIN READ ONLY; SELECT set_config('scorekeeper.book', {}, true)").format(book)
        state = "NOT NULL AND why <> 'gone'" if inactive else "NULL"
        there = f"SELECT FROM hosting.books WHERE id = %s AND why IS {state}"  # our own words
        query = f"SELECT content FROM beside WHERE name = %s AND EXISTS ({there})"  # noqa: S608  # likewise
        with lend(self._pool, beginning, book) as connection:
            row = connection.execute(query.encode(), (KEYS, book)).fetchone()
        return str(row[0]) if row else None

    def deactivate(self, book: str, why: str) -> bool:
        """Make an active book inactive for the reason `why`; return False if there is no active book with this id."""
        changed = (
            "UPDATE hosting.books SET why = %s, since = now(), nights = 0, night = NULL WHERE id = %s AND why IS NULL"
        )
        return self._change(changed, (why, book))

    def reactivate(self, book: str) -> bool:
        """Make an inactive book active again; return False if there is no inactive book with this id."""
        return self._change(
            "UPDATE hosting.books SET why = NULL, used = now() WHERE id = %s AND why IS NOT NULL AND why <> 'gone'",
            (book,),
        )

    def find_inactive(self, book: str) -> tuple[str, datetime] | None:
        """Return the reason why the book is inactive, and since when it is.

        Return None if there is no inactive book with this id.
        """
        query = "SELECT why, since FROM hosting.books WHERE id = %s AND why <> 'gone'"
        found: tuple[str, datetime] | None = self._find(query, book)
        return found

    def list_inactive(self) -> list[tuple[str, str, datetime]]:
        """Return the id of each inactive book, the reason, and since when it is inactive."""
        return self._list("SELECT id, why, since FROM hosting.books WHERE why <> 'gone' ORDER BY id")

    def list_active(self) -> list[tuple[str, datetime]]:
        """Return the id of each active book, and when somebody last used it."""
        return self._list("SELECT id, used FROM hosting.books WHERE why IS NULL ORDER BY id")

    def mark_used(self, books: Collection[str]) -> None:
        """Record that somebody used these books now."""
        self._change("UPDATE hosting.books SET used = now() WHERE id = ANY(%s) AND why IS NULL", (list(books),))

    def count_night(self, book: str, night: date) -> int:
        """Count a night on which the book was inactive, the same night only once, and return how many were counted."""
        self._change(
            "UPDATE hosting.books SET nights = nights + 1, night = %s WHERE id = %s AND night IS DISTINCT FROM %s",
            (night, book, night),
        )
        row = self._find("SELECT nights FROM hosting.books WHERE id = %s", book)
        return int(row[0]) if row else 0

    def erase(self, book: str) -> None:
        """Delete everything in an inactive book for good; its id stays taken."""
        with self._writing(book) as connection:
            erase_rows(Statements(connection), book)
            for table in OF_ALL_BOOKS:
                connection.execute(
                    sql.SQL("DELETE FROM hosting.{} WHERE book = %s").format(sql.Identifier(table)), (book,)
                )
            connection.execute("UPDATE hosting.books SET why = 'gone', device = '' WHERE id = %s", (book,))

    def add_gone(self, book: str) -> None:
        """Record that a book with this id was deleted for good, so that no other book gets its address."""
        self._change("INSERT INTO hosting.books (id, why) VALUES (%s, 'gone') ON CONFLICT DO NOTHING", (book,))

    def measure(self) -> tuple[int, float]:
        """Return how many books there are, inactive ones included, and how many megabytes the whole database takes."""
        [row] = self._list(
            "SELECT count(*), pg_database_size(current_database()) FROM hosting.books WHERE why IS DISTINCT FROM 'gone'"
        )
        return int(row[0]), int(row[1]) / 1e6

    def may_write(self) -> bool:
        """Return whether the database takes writes. Raises StoreError if it does not answer."""
        [row] = self._list("SELECT pg_is_in_recovery()")
        return not row[0]

    def keep_setting(self, name: str, content: str) -> str:
        """Return the setting of the host with this name; if it has none, store `content` and return it."""
        self._change(
            "INSERT INTO hosting.settings (name, content) VALUES (%s, %s) ON CONFLICT DO NOTHING", (name, content)
        )
        [row] = self._list("SELECT content FROM hosting.settings WHERE name = %s", (name,))
        return str(row[0])

    def write_setting(self, name: str, content: str) -> None:
        """Replace a setting of the host."""
        self._change("UPDATE hosting.settings SET content = %s WHERE name = %s", (content, name))

    @contextmanager
    def _writing(self, book: str) -> Iterator[Connection[tuple[Any, ...]]]:
        """Lend a connection in a transaction that writes rows of the book; it is committed at the end."""
        beginning = sql.SQL(
            "BEGIN; SELECT set_config('scorekeeper.book', {}, true), pg_advisory_xact_lock(hashtextextended({}, 0))"
        ).format(book, book)
        with lend(self._pool, beginning, book) as connection:
            yield connection
            connection.execute("COMMIT")

    def _find(self, query: str, book: str) -> Any:
        """Return the first row of the result of a query about a book; None if there is none."""
        return next(iter(self._list(query, (book,))), None)

    def _list(self, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        """Return all rows of the result of a query."""
        with lend(self._pool, BEGIN, "") as connection:
            return connection.execute(query.encode(), values).fetchall()

    def _change(self, statement: str, values: tuple[Any, ...]) -> bool:
        """Execute one statement in a transaction, and return whether it changed a row."""
        with lend(self._pool, BEGIN, "") as connection:
            changed = connection.execute(statement.encode(), values).rowcount
            connection.execute("COMMIT")
        return changed > 0
