"""Files named on the command line, and the folder with the matches."""

import math
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO

import click

from scorekeeper.cli.errors import explain_os_error
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.folders import find_user_data
from scorekeeper.play import SqliteStore
from scorekeeper.play.transfer.documents import MOST_BYTES, read_document
from scorekeeper.play.transfer.match_files import check_match
from scorekeeper.play.transfer.notation_reader import is_notation, read_notation

IN_MEMORY = 32_000_000  # bytes of stdin that stay in memory; longer input is written to a temporary file
FILE = click.Path(path_type=Path)

with_data = click.option(
    "--data",
    type=FILE,
    metavar="FOLDER",
    help="The folder with the matches (otherwise $SCOREKEEPER_DATA, or the user's own place for data).",
)
"""A decorator that adds the option `--data` to a command, which gets it as `data`: a path, or None."""


def find_folder(data: Path | None) -> Path:
    """Return the folder with the matches and the keys: `data` if not None, else SCOREKEEPER_DATA, else the user's."""
    return data or Path(os.environ.get("SCOREKEEPER_DATA") or find_user_data())


def find_database(data: Path | None) -> Path:
    """Return the path of the database with the matches: SCOREKEEPER_DATABASE if `data` is None and that is set.

    Otherwise it is `matches.db` in the folder that `find_folder` returns.
    """
    elsewhere = os.environ.get("SCOREKEEPER_DATABASE")
    return Path(elsewhere) if elsewhere and not data else find_folder(data) / "matches.db"


def open_store(data: Path | None, create: bool = False, rescue: bool = False) -> SqliteStore:
    """Open the database with the matches and return its store without a time limit for statements.

    `create` makes a missing database. Raise StoreError if it cannot be opened; with `rescue`, a missing or damaged file
    raises nothing.
    """
    return SqliteStore(find_database(data), create=create, rescue=rescue, seconds=math.inf)


def read_bytes(name: str, most: int) -> bytes:
    """Return the first `most` + 1 bytes, or fewer, of the file `name`, or of stdin if `name` is `-`.

    More than `most` bytes mean that the file is too large. Raise CommandError if it cannot be read.
    """
    try:
        if name == "-":
            return sys.stdin.buffer.read(most + 1)
        with Path(name).open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise explain_os_error(name, error) from error


@contextmanager
def open_file(name: str) -> Iterator[IO[bytes]]:
    """Yield the file `name`, open for reading; for `-` a temporary file with all of stdin.

    Raise CommandError if it cannot be read.
    """
    try:
        with SpooledTemporaryFile(IN_MEMORY) if name == "-" else Path(name).open("rb") as file:
            if name == "-":
                shutil.copyfileobj(sys.stdin.buffer, file)
                file.seek(0)
            yield file
    except OSError as error:
        raise explain_os_error(name, error) from error


def score_file(name: str) -> Sheet:
    """Return the sheet of the match in the file `name`, or in stdin if `name` is `-`.

    Raise CommandError if the file cannot be read, and RuleError with every problem in it.
    """
    data = read_bytes(name, MOST_BYTES)
    if is_notation(data):
        return read_notation(data, with_lines=True).outcome
    return check_match(read_document(data), with_lines=True).outcome
