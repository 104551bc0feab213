"""Books in PostgreSQL: separated by the database itself, written by one connection at a time, in SQLite's tables."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from uuid import uuid4

import psycopg
import pytest
from psycopg_pool import PoolTimeout

from scorekeeper.store import StoreError
from scorekeeper.store.entries import find_tip, write_entry
from scorekeeper.store.finished_matches import list_tallies, write_tallies
from scorekeeper.store.matches import list_match_rows, write_match
from scorekeeper.store.periods import find_counted, write_counted
from scorekeeper.store.postgresql import schema
from scorekeeper.store.postgresql.database import SCHEMA, PostgresStore
from scorekeeper.store.postgresql.pool import Pool, open_pool
from scorekeeper.store.postgresql.statements import translate
from scorekeeper.store.rivalries import find_stored_position, write_rivalries
from scorekeeper.store.schema import STEPS, list_steps
from tests.store.conftest import NOON, entry

FIRST = 18  # the first migration after which a host could have its books in PostgreSQL
WITHOUT_BOOK = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = %s"


@pytest.fixture
def book(pool: Pool) -> PostgresStore:
    return PostgresStore(pool, uuid4().hex, patience=0.2)


def begin(book: PostgresStore) -> int:
    with book.write() as db:
        return write_match(db, "abc", "spansk", ["Anna", "Bo"], False, None, {}, NOON).serial


def count_rows(pool: Pool, table: str, book: str) -> int:
    """Return how many rows of the table a connection for this book sees."""
    with pool.connection() as connection, connection.transaction():
        connection.execute("SELECT set_config('scorekeeper.book', %s, true)", [book])
        row = connection.execute(f"SELECT count(*) FROM {table}".encode()).fetchone()
        assert row is not None
        return int(row[0])


def test_a_book_neither_sees_nor_changes_rows_of_another_one(pool: Pool, book: PostgresStore) -> None:
    begin(book)
    other = PostgresStore(pool, uuid4().hex)
    assert other.look(list_match_rows) == ()
    with other.write() as db:
        db.execute("UPDATE standings SET over = 1")
        db.execute("DELETE FROM seats")
    with book.read() as db:
        assert db.execute("SELECT over FROM standings").fetchall() == [(0,)]
        assert [row.players for row in list_match_rows(db)] == [("Anna", "Bo")]


def test_two_books_have_matches_of_one_id_and_serial(pool: Pool, book: PostgresStore) -> None:
    other = PostgresStore(pool, uuid4().hex)
    assert begin(book) == begin(other)
    assert len(other.look(list_match_rows)) == len(book.look(list_match_rows)) == 1


def test_no_row_is_written_into_another_book(pool: Pool, book: PostgresStore) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege), book.write() as db:
        db.execute("INSERT INTO beside (book, name, content) VALUES ('another', 'name.txt', 'ours')")


def test_a_connection_that_is_set_to_no_book_sees_and_writes_nothing(pool: Pool, book: PostgresStore) -> None:
    begin(book)
    with pool.connection() as connection:
        connection.execute("RESET scorekeeper.book")
        assert connection.execute("SELECT 1 WHERE current_setting('scorekeeper.book', true) > ''").fetchone() is None
        with pytest.raises(psycopg.Error):
            connection.execute("INSERT INTO beside (name, content) VALUES ('name.txt', 'ours')")
    assert count_rows(pool, "matches", "") == 0


def test_every_table_is_guarded_and_a_guard_that_is_switched_off_is_told(pool: Pool, book: PostgresStore) -> None:
    assert book.look(book.find_changed_tables) == ()
    with suppress(InterruptedError), book.write() as db:
        db.execute("ALTER TABLE seats NO FORCE ROW LEVEL SECURITY")
        db.execute("ALTER TABLE entries DISABLE TRIGGER entries_stay")
        assert book.find_changed_tables(db) == ("entries_stay", "seats")
        raise InterruptedError  # everything is rolled back
    assert book.look(book.find_changed_tables) == ()


def test_a_host_of_an_earlier_version_gets_the_columns_that_it_lacks(pool: Pool) -> None:
    with pool.connection() as connection:
        connection.execute("ALTER TABLE hosting.camera DROP COLUMN source, DROP COLUMN memory")
        for _ in range(2):
            schema.prepare_schema(connection)
            connection.execute("SELECT source, memory FROM hosting.camera")


def test_a_table_cannot_be_emptied(book: PostgresStore) -> None:
    with pytest.raises(psycopg.errors.IntegrityConstraintViolation), book.write() as db:
        db.execute("TRUNCATE seats")


def test_the_tables_are_those_of_sqlite_with_the_book_before_them(pool: Pool) -> None:
    from sqlite_utils import Database

    with pool.connection() as connection:
        found = set(connection.execute(WITHOUT_BOOK, [SCHEMA]).fetchall())
    tables = {table for table, _ in found} - {"persons", "sitting"}
    with Database(memory=True) as db:
        STEPS.apply(db)
        wanted = {
            (table.name, column[1])
            for table in db.tables
            if table.name not in (STEPS.migrations_table, "sqlite_sequence")
            for column in db.execute(f"PRAGMA table_xinfo({table.name})")
        }
        views = {(name, column) for name in db.view_names() for column in db[name].columns_dict}
    own = {(table, "book") for table in tables}
    assert {(table, column) for table, column in found if column != "rowid"} == wanted | views | own


def test_a_transaction_that_fails_leaves_nothing(book: PostgresStore) -> None:
    serial = begin(book)
    with suppress(InterruptedError), book.write() as db:
        write_entry(db, serial, entry(1))
        raise InterruptedError
    assert book.writes == 1
    with book.read() as db:
        assert find_tip(db, serial).number == 0


def test_a_reader_sees_one_snapshot_whatever_is_written_meanwhile(book: PostgresStore) -> None:
    serial = begin(book)
    with book.read() as db:
        assert find_tip(db, serial).number == 0
        with book.write() as writer:
            write_entry(writer, serial, entry(1))
        assert find_tip(db, serial).number == 0
    with book.read() as db:
        assert find_tip(db, serial).number == 1


def test_a_reader_cannot_write(book: PostgresStore) -> None:
    with pytest.raises(StoreError, match="may not be written"), book.read() as db:
        db.execute("DELETE FROM seats")


def test_a_second_writer_of_a_book_waits_and_one_of_another_book_does_not(pool: Pool, book: PostgresStore) -> None:
    other = PostgresStore(pool, uuid4().hex, patience=0.2)
    with book.write():
        begin(other)
        with pytest.raises(StoreError, match="writing for too long"), book.write():
            pass
    begin(book)


def test_a_writer_goes_on_where_the_one_before_it_ended(book: PostgresStore) -> None:
    book = PostgresStore(book.pool, book.id)
    serial = begin(book)

    def write(post: str) -> None:
        with book.write() as db:
            write_entry(db, serial, entry(find_tip(db, serial).number + 1, post))

    writers = [threading.Thread(target=write, args=(f"post {number}",)) for number in range(6)]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    with book.read() as db:
        assert find_tip(db, serial).number == 6


def test_a_statement_that_takes_too_long_is_ended(pool: Pool) -> None:
    impatient = PostgresStore(pool, uuid4().hex, seconds=0.02)
    with pytest.raises(StoreError, match="takes the file of matches too long"), impatient.read() as db:
        db.execute("SELECT pg_sleep(20)")


def test_a_connection_that_the_server_has_closed_is_not_lent(pool: Pool, book: PostgresStore) -> None:
    address = str(pool.conninfo).replace("//pad@", "//postgres@")
    with psycopg.connect(address, autocommit=True) as owner:
        owner.execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = 'pad'")
    for _ in range(20):
        try:
            begin(book)
            break
        except StoreError as error:  # a busy computer may be slow to connect, but lends no closed connection
            if not isinstance(error.__cause__, PoolTimeout):
                raise
    else:
        pytest.fail("no new connection was made")


def test_a_role_that_row_level_security_does_not_bind_is_refused(pool: Pool) -> None:
    address = str(pool.conninfo).replace("//pad@", "//postgres@")
    with pytest.raises(ValueError, match="use an ordinary one"):
        open_pool(address)


@pytest.mark.parametrize(
    ("of_sqlite", "of_postgresql"),
    [
        ("SELECT '%' || ?", "SELECT '%%' || %s"),
        ("SELECT x FROM a CROSS JOIN b ON c LIMIT ?", "SELECT x FROM a JOIN b ON c LIMIT nullif(%s, -1)"),
        (
            "INSERT OR REPLACE INTO a (b) VALUES (?)",
            "INSERT INTO a (b) VALUES (%s) ON CONFLICT ON CONSTRAINT a_pkey DO UPDATE SET b = excluded.b",
        ),
    ],
)
def test_what_differs_in_statements_is_translated(of_sqlite: str, of_postgresql: str) -> None:
    assert translate(of_sqlite).decode() == of_postgresql


def test_a_migration_is_applied_once_and_a_machine_of_the_version_before_goes_on(
    pool: Pool, book: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "read_steps", lambda: {9999: b"ALTER TABLE notes ADD COLUMN weather words"})
    with ThreadPoolExecutor(2) as machines:
        for newer in machines.map(lambda _: open_pool(str(pool.conninfo), most=1), range(2)):
            newer.close()
    begin(book)
    with book.write() as db:
        assert db.execute("SELECT weather FROM notes").fetchall() == []
        db.execute("ALTER TABLE notes DROP COLUMN weather")
        assert db.execute("DELETE FROM hosting.steps WHERE number = 9999 RETURNING number").fetchall() == [(9999,)]


def test_each_migration_since_the_first_schema_is_written_for_postgresql_too() -> None:
    assert schema.read_steps().keys() >= set(range(FIRST + 1, len(list_steps()) + 1))


@pytest.mark.parametrize(("number", "counted_again"), [(19, "tallies"), (20, "rivalries")])
def test_a_migration_has_the_statistics_of_every_book_counted_again(
    pool: Pool, book: PostgresStore, number: int, counted_again: str
) -> None:
    kinds = ("tallies", "rivalries", "year")
    with book.write() as db:
        write_tallies(db, {"Anna": {}}, 1)
        write_rivalries(db, 1, 1, {})
        for kind in kinds:
            write_counted(db, kind, 0, 1, 1, {})
    with pool.connection() as connection:
        connection.execute("SET LOCAL search_path = scorekeeper")
        connection.execute(schema.read_steps()[number])
    with book.read() as db:
        assert bool(list_tallies(db, ["Anna"])) == (counted_again != "tallies")
        assert bool(find_stored_position(db)) == (counted_again != "rivalries")
        assert [kind for kind in kinds if not find_counted(db, kind, 0, 1)] == [counted_again]


def test_a_database_that_does_not_answer_is_told_in_its_own_words(pool: Pool) -> None:
    gone = open_pool(str(pool.conninfo), most=1)
    gone.close()
    with pytest.raises(StoreError, match="cannot be reached"), PostgresStore(gone, "abc").read():
        pass
