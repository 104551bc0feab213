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

NAME = "domino-scorekeeper"
IN_MEMORY = 32_000_000  # bytes from stdin; more is put on the disk
FILE = click.Path(path_type=Path)

with_data = click.option(
    "--data",
    type=FILE,
    metavar="FOLDER",
    help="The folder with the matches (otherwise $SCOREKEEPER_DATA, or the user's own place for data).",
)
"""The option of every command that uses the stored matches."""


def find_folder(data: Path | None) -> Path:
    """Return the folder with the matches and the keys.

    It is `data` (the option `--data`) if given, else $SCOREKEEPER_DATA, else the user's own folder for data.
    """
    return data or Path(os.environ.get("SCOREKEEPER_DATA") or platformdirs.user_data_dir(NAME, appauthor=False))


def find_database(data: Path | None) -> Path:
    """Return the path of the SQLite file with the matches.

    It is `matches.db` in the folder, or $SCOREKEEPER_DATABASE if that is set and `data` (the option `--data`) is None.
    """
    elsewhere = os.environ.get("SCOREKEEPER_DATABASE")
    return Path(elsewhere) if elsewhere and not data else find_folder(data) / "matches.db"


def open_store(data: Path | None, create: bool = False, rescue: bool = False) -> Store:
    """Open the stored matches of the folder `data` (None: the default folder).

    With `create` a missing file is made. Statements have no time limit, since the user can end the command. Raise
    StoreError if the file cannot be opened; with `rescue`, a missing or damaged file is accepted, so that a backup can
    replace it.
    """
    return Store(find_database(data), create=create, rescue=rescue, seconds=math.inf)


def read_bytes(name: str, most: int) -> bytes:
    """Return the first `most` + 1 bytes of the file `name`, or of stdin for `-`.

    The additional byte shows that the file is too long. Raise CommandError if it cannot be read.
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
    """Open the file `name`, or a copy of all of stdin for `-`, for reading bytes.

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


def read_match_file(name: str) -> object:
    """Return the parsed JSON of the match file `name`, or of stdin for `-`.

    Raise CommandError if it cannot be read, and RuleError if it is not JSON.
    """
    return read_document(read_bytes(name, MOST_BYTES))
