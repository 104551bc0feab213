"""`scorekeeper host`: serves many books, and lists, checks, copies and removes them for the operator of the server.

The operator sees how much a book holds and when it was last used, but no name in it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import click

from scorekeeper.cli.address import Address
from scorekeeper.cli.errors import CommandError
from scorekeeper.cli.files import find_folder, with_data
from scorekeeper.cli.serving import serve_app, with_port, with_processes
from scorekeeper.hosting.book_folders import InactiveBook, deactivate_book, list_folders, list_inactive
from scorekeeper.hosting.maintenance import maintain_books
from scorekeeper.play import NotFoundError, SqliteStore, Store, StoreError
from scorekeeper.play.upkeep.book import FILE, find_last_use
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.play.upkeep.size import BookSize, measure_book
from scorekeeper.settings import list_settings

Result = TypeVar("Result")
Opened = TypeVar("Opened")
ListedBook = tuple[str, datetime, Callable[[], AbstractContextManager[Store]]]
"""The id of a book, when somebody last used it, and a function that opens it."""

IN_USE = timedelta(days=30)
LONGEST = 600.0  # seconds that an SQL statement on a book may take


@click.command(
    "host",
    short_help="Serve many books: whoever opens the address may open one.",
    epilog=list_settings(on_host=True),
)
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="The address to listen on (for a proxy here).")
@with_port
@click.option(
    "--database",
    metavar="ADDRESS",
    help="Keep the books in PostgreSQL, at an address such as postgresql://pad@db.example.org/pad; needs the extra"
    " `cluster`. A password may be in the environment ($PGPASSWORD, $PGPASSFILE).",
)
@click.option(
    "--move-to",
    metavar="PLACE",
    help="Move all books: those of the folder to a database (postgresql://…), or those of --database to a folder."
    " Stop the server first. What was interrupted goes on where it ended.",
)
@click.option("--list", "task", flag_value="list", help="Tell how much is in each book, and in all of them.")
@click.option("--check", "task", flag_value="check", help="Check each book, as `check` does one.")
@click.option(
    "--backup",
    "task",
    flag_value="backup",
    help="Do now what is done each night: copy what has changed, put away what nobody uses.",
)
@click.option("--remove", metavar="BOOK", help="Put a book away; for 30 days its owner's link brings it back.")
@click.option(
    "--most-books",
    type=click.IntRange(0),
    metavar="NUMBER",
    help="How many books there may be (otherwise $SCOREKEEPER_MOST_BOOKS, or 100000).",
)
@click.option(
    "--all-megabytes",
    type=click.IntRange(1),
    metavar="NUMBER",
    help="How many megabytes all books may take (otherwise $SCOREKEEPER_ALL_MEGABYTES, or what the disk has).",
)
@with_processes
@with_data
def serve_books(
    host: str,
    port: int | None,
    processes: int,
    database: str | None,
    move_to: str | None,
    task: str | None,
    remove: str | None,
    most_books: int | None,
    all_megabytes: int | None,
    data: Path | None,
) -> int:
    """Serve many books, each to everyone who has its link, or maintain them while they are served.

    It is meant to stand behind a proxy with https.
    """
    if database:
        require_cluster(database)
    folder = find_folder(data)
    if move_to:
        return _move(folder, database, move_to)
    if database and (remove or task):
        return _look_after(database, remove, task)
    if remove:
        return _remove(folder, remove)
    if task:
        return TASKS[task](folder, datetime.now(UTC))
    most = {"MOST_BOOKS": most_books, "ALL_MEGABYTES": all_megabytes}
    where = {"CLUSTER": database} if database else {"DATA": folder}
    settings = {**where, "HOSTING": True} | {name: value for name, value in most.items() if value is not None}
    serve_app(settings, host, port, processes, _welcome)
    print("\nThe score pad is closed. Every entry is kept.")
    return 0


def require_cluster(address: str) -> None:
    """Raise CommandError if `address` is not one of PostgreSQL, or if the extra `cluster` is not installed."""
    if not address.startswith(("postgresql://", "postgres://")):
        raise CommandError(f"{address} is no address of a database: write it as postgresql://pad@db.example.org/pad.")
    if not (find_spec("psycopg") and find_spec("psycopg_pool")):
        raise CommandError(
            "Books in PostgreSQL need the extra `cluster`: pip install 'domino-scorekeeper[cluster]'.", status=1
        )


def _welcome(app: Any, address: Address) -> None:
    """Print the address of the host, how many books it has and where they are stored."""
    print(*address.lines, sep="\n")
    print(f"Whoever opens it may open a book. Books until now: {app.extensions['books'].measure()[0]}.")
    place = "PostgreSQL" if app.config.get("CLUSTER") else app.config["DATA"]
    print(f"\nCtrl-C ends it. The books are kept in {place}", flush=True)


def _move(folder: Path, database: str | None, target: str) -> int:
    """Move all books to `target`, print the result for each, and return the exit status: 1 if one stayed, else 0.

    The books are in the folder `folder`, or, if `database` is an address, in that database.
    """
    if not database:
        require_cluster(target)
    from scorekeeper.hosting.database_books import open_database_books  # psycopg is an extra
    from scorekeeper.hosting.moving import move_to_database, move_to_folder

    wrong_by_book: dict[str, str] = {}

    def report(book: str, wrong: str) -> None:
        """Print whether the book was moved, or what was wrong with it."""
        wrong_by_book[book] = wrong
        print(f"{book}  {f'stays where it was: {wrong}' if wrong else 'moved'}", flush=True)

    books = _open(open_database_books, database or target)
    try:
        if database:
            Path(target).mkdir(parents=True, exist_ok=True)
            move_to_folder(books, Path(target), report)
        else:
            move_to_database(folder, books, report)
    finally:
        books.close()
    failed = sum(1 for wrong in wrong_by_book.values() if wrong)
    print(f"Books moved: {len(wrong_by_book) - failed}. Books that stay: {failed}.")
    return 1 if failed else 0


def _open(open_books: Callable[[str], Opened], address: str) -> Opened:
    """Return the books in the database at `address`. Raise CommandError if it cannot be used."""
    try:
        return open_books(address)
    except ValueError as error:
        raise CommandError(str(error), status=1) from error


def _look_after(database: str, remove: str | None, task: str | None) -> int:
    """Do a task of the operator with the books in a database, print the result, and return the exit status.

    The task is to remove the book `remove`, or one of TASKS.
    """
    from scorekeeper.hosting.database_books import maintain_database, open_database_books  # psycopg is an extra

    books = _open(open_database_books, database)
    try:
        if remove:
            try:
                books.deactivate(remove, "removed")
            except NotFoundError as error:
                raise CommandError(f"There is no book “{remove}”.") from error
            print(f"{remove} was put away. For 30 days its owner's link brings it back.")
            return 0
        if task == "backup":
            report = maintain_database(database, datetime.now(UTC))
            print(f"Put away: {len(report.deactivated)}. Gone for good: {len(report.deleted)}.")
            return 0
        if task == "list":
            return _print_books(books.list_stores(), books.list_inactive(), datetime.now(UTC))
        return _print_findings(books.list_stores())
    finally:
        books.close()


def _list(folder: Path, now: datetime) -> int:
    """Print the size of each book of the folder, as `_print_books` does, and return the exit status."""
    return _print_books(_list_folder_books(folder), list_inactive(folder), now)


def _print_books(books: Iterable[ListedBook], inactive_books: Iterable[InactiveBook], now: datetime) -> int:
    """Print a line for each book, one for each inactive book, and one with the totals; return the exit status 0."""
    total, count, in_use = BookSize(0, 0, 0.0), 0, 0
    for book, used, size in _query_each(books, measure_book):
        count += 1
        in_use += now - used <= IN_USE
        if isinstance(size, StoreError):
            print(f"{book}  cannot be opened")
            continue
        total += size
        print(f"{book}  used {used:%Y-%m-%d}  {_describe_size(size)}")
    for inactive in inactive_books:
        print(f"{inactive.id}  put away ({inactive.why}), can be brought back until {inactive.until:%Y-%m-%d}")
    print(f"Books: {count}, used within {IN_USE.days} days: {in_use}. {_describe_size(total)}")
    return 0


def _check(folder: Path, _: datetime) -> int:
    """Print the damage in the books of the folder, as `_print_findings` does, and return the exit status."""
    return _print_findings(_list_folder_books(folder))


def _print_findings(books: Iterable[ListedBook]) -> int:
    """Print the damage found in each book, and return the exit status: 1 if there is any, else 0."""
    from scorekeeper import vision  # only the commands that check photos import it

    problems = 0
    for book, _, findings in _query_each(books, lambda store: check_book(store, vision.is_whole)):
        if isinstance(findings, StoreError):
            problems += 1
            print(f"{book}: {findings.say()}")
            continue
        for finding in findings:
            problems += not finding.harmless
            print(": ".join([book, *([f"match {finding.match}"] if finding.match else []), str(finding.text)]))
    if not problems:
        print("All is well: each book is whole, and every match scores as it was told.")
    return 1 if problems else 0


def _back_up(folder: Path, now: datetime) -> int:
    """Do the nightly maintenance now, print what it did, and return the exit status: 1 if a book failed, else 0."""
    from scorekeeper.web.http.settings import read_limits  # imported here because it loads Flask

    report = maintain_books(folder, now, read_limits())
    for book, error in report.failed:
        print(f"{book}: {error}")
    print(f"Copied: {report.copied}. Put away: {len(report.deactivated)}. Gone for good: {len(report.deleted)}.")
    return 1 if report.failed else 0


def _remove(folder: Path, book: str) -> int:
    """Deactivate the book with this id and return the exit status 0. Raise CommandError if it does not exist."""
    try:
        deactivate_book(folder, book, "removed")
    except NotFoundError as error:
        raise CommandError(f"There is no book “{book}”.") from error
    print(f"{book} was put away. For 30 days its owner's link brings it back.")
    return 0


TASKS: dict[str, Callable[[Path, datetime], int]] = {"list": _list, "check": _check, "backup": _back_up}


def _list_folder_books(folder: Path) -> Iterator[ListedBook]:
    """Yield the books in `folder`."""
    for book in list_folders(folder):
        used = datetime.fromtimestamp(find_last_use(book), UTC)
        yield book.name, used, partial(SqliteStore, book / FILE, create=False, seconds=LONGEST, strict=True)


def _query_each(
    books: Iterable[ListedBook], query: Callable[[Store], Result]
) -> Iterator[tuple[str, datetime, Result | StoreError]]:
    """Yield the id of each book, when it was last used, and the result of `query` on its store.

    For a book that cannot be opened or queried the result is the StoreError.
    """
    for book, used, open_store in books:
        try:
            with open_store() as store:
                yield book, used, query(store)
        except StoreError as error:
            yield book, used, error


def _describe_size(size: BookSize) -> str:
    """Return the numbers of matches, photos and megabytes in one line."""
    return f"Matches: {size.matches}. Photos: {size.photos}. MB: {size.megabytes:.1f}."
