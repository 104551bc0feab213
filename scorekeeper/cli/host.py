"""`scorekeeper host`: serves many books, and lists, checks, copies and removes them for the operator of the server.

The operator sees how much a book holds and when it was last used, but no name in it.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import click

from scorekeeper.cli.address import Address
from scorekeeper.cli.errors import CommandError
from scorekeeper.cli.files import find_folder, with_data
from scorekeeper.cli.serving import PORT, serve_app, with_processes
from scorekeeper.hosting.book_folders import deactivate_book, list_folders, list_inactive
from scorekeeper.hosting.maintenance import maintain_books
from scorekeeper.play import NotFoundError, Store, StoreError
from scorekeeper.play.upkeep.book import find_last_use
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.play.upkeep.size import BookSize, measure_book
from scorekeeper.settings import list_settings

Result = TypeVar("Result")

IN_USE = timedelta(days=30)
LONGEST = 600.0  # seconds that an SQL statement on a book may take


@click.command(
    "host",
    short_help="Serve many books: whoever opens the address may open one.",
    epilog=list_settings(on_host=True),
)
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="The address to listen on (for a proxy here).")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help=f"The port to listen on ({PORT}, or the next free one).",
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
    task: str | None,
    remove: str | None,
    most_books: int | None,
    all_megabytes: int | None,
    data: Path | None,
) -> int:
    """Serve many books, each to whoever has its link, or look after them while they are served.

    It is meant to stand behind a proxy with https.
    """
    folder = find_folder(data)
    if remove:
        return _remove(folder, remove)
    if task:
        return TASKS[task](folder, datetime.now(UTC))
    most = {"MOST_BOOKS": most_books, "ALL_MEGABYTES": all_megabytes}
    settings = {"DATA": folder, "HOSTING": True} | {name: value for name, value in most.items() if value is not None}
    serve_app(settings, host, port, processes, lambda _, address: _welcome(address, folder))
    print("\nThe score pad is closed. Every entry is kept.")
    return 0


def _welcome(address: Address, folder: Path) -> None:
    print(*address.lines, sep="\n")
    print(f"Whoever opens it may open a book. Books until now: {sum(1 for _ in list_folders(folder))}.")
    print(f"\nCtrl-C ends it. The books are kept in {folder}", flush=True)


def _list(folder: Path, now: datetime) -> int:
    """Print a line for each book, one for each inactive book, and one with the totals; return the exit status 0."""
    total, count, in_use = BookSize(0, 0, 0.0), 0, 0
    for book, size in _query_each(folder, measure_book):
        count += 1
        used = datetime.fromtimestamp(find_last_use(book), UTC)
        in_use += now - used <= IN_USE
        if isinstance(size, StoreError):
            print(f"{book.name}  cannot be opened")
            continue
        total += size
        print(f"{book.name}  used {used:%Y-%m-%d}  {_describe_size(size)}")
    for inactive in list_inactive(folder):
        print(f"{inactive.id}  put away ({inactive.why}), can be brought back until {inactive.until:%Y-%m-%d}")
    print(f"Books: {count}, used within {IN_USE.days} days: {in_use}. {_describe_size(total)}")
    return 0


def _check(folder: Path, _: datetime) -> int:
    """Print the damage found in each book, and return the exit status: 1 if there is any, else 0."""
    from scorekeeper import vision  # only the commands that check photos import it

    problems = 0
    for book, findings in _query_each(folder, lambda store: check_book(store, vision.is_whole)):
        if isinstance(findings, StoreError):
            problems += 1
            print(f"{book.name}: {findings.say()}")
            continue
        for finding in findings:
            problems += not finding.harmless
            print(": ".join([book.name, *([f"match {finding.match}"] if finding.match else []), str(finding.text)]))
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


def _query_each(folder: Path, query: Callable[[Store], Result]) -> Iterator[tuple[Path, Result | StoreError]]:
    """Yield the folder of each book in `folder` with the result of `query` on its store.

    For a book that cannot be opened or queried the result is the StoreError.
    """
    for book in list_folders(folder):
        try:
            with Store(book / "matches.db", create=False, seconds=LONGEST, strict=True) as store:
                yield book, query(store)
        except StoreError as error:
            yield book, error


def _describe_size(size: BookSize) -> str:
    return f"Matches: {size.matches}. Photos: {size.photos}. MB: {size.megabytes:.1f}."
