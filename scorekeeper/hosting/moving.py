"""Moving all books of a host from a folder to a PostgreSQL database, or back; book by book, and again if interrupted.

A book appears at its new place as a whole or not at all. It is compared there, row by row and sheet by sheet, before it
leaves its old place; one that differs stays where it was.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from scorekeeper.hosting.book_folders import (
    DRAFT,
    REACTIVATION_TIMES,
    InactiveFolder,
    list_folders,
    list_inactive,
    make_path,
)
from scorekeeper.hosting.database_books import SIGNING_KEY, DatabaseBooks
from scorekeeper.play.upkeep.book import FILE, find_last_use, mark_used, restore_sidecar_files, save_sidecar_files
from scorekeeper.play.upkeep.moving import find_differences
from scorekeeper.store import SqliteStore, StoreError
from scorekeeper.store.connections import JOB
from scorekeeper.store.files import move_folder
from scorekeeper.store.keys import FILE as KEYS
from scorekeeper.store.keys import read_keys
from scorekeeper.store.postgresql.books import BookTable
from scorekeeper.store.postgresql.database import PostgresStore
from scorekeeper.store.row_copies import copy_rows, erase_rows

MOVED = "moved"  # the folder of books that were moved to a database; nobody serves or deletes them

Report = Callable[[str, str], None]
"""A function that is called with the id of each book and the reason why it was not moved, or an empty text."""


def move_to_database(data: Path, books: DatabaseBooks, report: Report) -> None:
    """Move all books in the host's folder `data` to the database of `books`, also inactive ones.

    `report` is called for each.
    """
    table = BookTable(books.pool)
    with suppress(OSError):
        if secret := read_keys(data / KEYS).get("SECRET_KEY"):
            table.keep_setting(SIGNING_KEY, secret)
    inactive = {each.id: each for each in list_inactive(data)}
    for folder in [*list_folders(data), *(each.folder for each in inactive.values())]:
        try:
            target_store = PostgresStore(books.pool, folder.name, seconds=0)
            wrong = _copy_to_database(folder, inactive.get(folder.name), target_store)
        except (StoreError, OSError) as error:
            wrong = str(error)
        if not wrong:
            target = make_path(data, MOVED, folder.name)
            target.parent.mkdir(parents=True, exist_ok=True)
            move_folder(folder, target)
        report(folder.name, wrong)
    for marker in sorted((data / "gone").glob("??/*")):
        table.add_gone(marker.name)


def move_to_folder(books: DatabaseBooks, data: Path, report: Report) -> None:
    """Move all active books in the database to folders in `data`; in the database they stay inactive for a while.

    `report` is called for each.
    """
    table = BookTable(books.pool)
    for book, _ in table.list_active():
        try:
            wrong = _copy_to_folder(PostgresStore(books.pool, book, seconds=0), data)
        except (StoreError, OSError) as error:
            wrong = str(error)
        if not wrong:
            table.deactivate(book, "removed")
        report(book, wrong)


def _copy_to_database(folder: Path, inactive: InactiveFolder | None, target: PostgresStore) -> str:
    """Copy the book in `folder` to `target`; return the reason if that fails, else an empty text."""
    restore_sidecar_files(folder / FILE)
    used = datetime.fromtimestamp(find_last_use(folder), UTC)
    why, since = (inactive.why, inactive.until - REACTIVATION_TIMES[inactive.why]) if inactive else (None, None)
    with SqliteStore(folder / FILE, create=False, seconds=JOB, strict=True) as source:
        save_sidecar_files(source)
        with source.read() as rows, target.write() as db:
            known = db.execute("SELECT why FROM hosting.books WHERE id = ?", (target.id,)).fetchone()
            if known == ("gone",):
                return "a book with this id was deleted for good"
            if known is None or known[0]:  # else it was copied before, and only its folder was not moved
                erase_rows(db, target.id)
                db.execute("DELETE FROM hosting.books WHERE id = ?", (target.id,))
                columns = "(id, used, why, since) VALUES (?, ?, ?, ?)"
                db.execute(f"INSERT INTO hosting.books {columns}", (target.id, used, why, since))  # our own words
                copy_rows(rows, db)
        differences = find_differences(source, target)
        if differences and (known is None or known[0]):
            with target.write() as db:
                erase_rows(db, target.id)
                db.execute("DELETE FROM hosting.books WHERE id = ?", (target.id,))
    return f"it differs in {', '.join(differences)}" if differences else ""


def _copy_to_folder(source: PostgresStore, data: Path) -> str:
    """Copy the book of `source` to a folder in `data`; return the reason if that fails, else an empty text."""
    target = make_path(data, "books", source.id)
    if target.exists():
        return f"{target} is there already"
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(mkdtemp(prefix=DRAFT, dir=data))
    try:
        with SqliteStore(draft / FILE, seconds=JOB) as store:
            with source.read() as rows, store.write() as db:
                copy_rows(rows, db)
            if differences := find_differences(source, store):
                return f"it differs in {', '.join(differences)}"
        restore_sidecar_files(draft / FILE)
        mark_used(draft)
        move_folder(draft, target)
    finally:
        rmtree(draft, ignore_errors=True)
    return ""
