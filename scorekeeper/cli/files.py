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
from scorekeeper.folders import find_user_data
from scorekeeper.play import Store
from scorekeeper.play.transfer.documents import MOST_BYTES, read_document

IN_MEMORY = 32_000_000  # bytes of what comes from stdin; more is put on the disk
FILE = click.Path(path_type=Path)

with_data = click.option(
    "--data",
    type=FILE,
    metavar="FOLDER",
    help="The folder with the matches (otherwise $SCOREKEEPER_DATA, or the user's own place for data).",
)
"""The option of every command that uses the stored matches."""


def find_folder(data: Path | None) -> Path:
    """The folder with the matches and the keys; `data` is what `--data` named."""
    return data or Path(os.environ.get("SCOREKEEPER_DATA") or find_user_data())


def find_database(data: Path | None) -> Path:
    """The file with the matches."""
    elsewhere = os.environ.get("SCOREKEEPER_DATABASE")
    return Path(elsewhere) if elsewhere and not data else find_folder(data) / "matches.db"


def open_store(data: Path | None, create: bool = False, rescue: bool = False) -> Store:
    """The stored matches, without a time limit for a statement: a command can be interrupted.

    Raises StoreError, with `rescue` not for a file that is gone or damaged.
    """
    return Store(find_database(data), create=create, rescue=rescue, seconds=math.inf)


def read_bytes(name: str, most: int) -> bytes:
    """At most one byte more than `most` of the file called `name`, or of stdin for `-`; raises CommandError."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(most + 1)
        with Path(name).open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise explain_os_error(name, error) from error


@contextmanager
def open_file(name: str) -> Iterator[IO[bytes]]:
    """The file called `name`, or all of stdin for `-`; raises CommandError."""
    try:
        with SpooledTemporaryFile(IN_MEMORY) if name == "-" else Path(name).open("rb") as file:
            if name == "-":
                shutil.copyfileobj(sys.stdin.buffer, file)
                file.seek(0)
            yield file
    except OSError as error:
        raise explain_os_error(name, error) from error


def read_match_file(name: str) -> object:
    """The document in a match file; raises CommandError, or RuleError where it is no JSON."""
    return read_document(read_bytes(name, MOST_BYTES))
