"""The formats that can be imported, in one table for the command and for the page.

To add a format, write a module that reads it and add a `Format` to `FORMATS`. The format of a file is found by its
first bytes; its name is only used in messages.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

from scorekeeper.play.transfer.bg_stats_plays import is_bg_stats, read_bg_stats
from scorekeeper.play.transfer.bgg_plays import is_xml, read_bgg
from scorekeeper.play.transfer.copied_books import is_copy, pack_copy
from scorekeeper.play.transfer.csv_plays import Table, is_csv, read_csv
from scorekeeper.play.transfer.documents import MOST_BYTES, read_document
from scorekeeper.play.transfer.match_files import CheckedMatch, check_match
from scorekeeper.play.transfer.notation_reader import is_notation, read_notation
from scorekeeper.play.transfer.plays import Plays
from scorekeeper.play.transfer.zips import is_zip

SNIFFED = 4_096
"""The number of bytes from the start of a file that are passed to `Format.sniff`."""


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive that was recognised but not read: `unpack_archive` checks it as a whole before it stores anything."""

    file: IO[bytes]


Content = tuple[CheckedMatch, ...] | Archive | Plays | Table
"""The content of a file: matches that were scored to their end, an archive, or plays of another program."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format that can be imported.

    A browser's file dialog filters by `suffix` and `media_type`. `sniff` returns whether a file that begins with these
    bytes is in this format. `read` returns the content of a file that is open at its start, and raises RuleError with
    every problem in it. With `of_others` other programs write it, and the page says its name.
    """

    name: str
    suffix: str
    media_type: str
    sniff: Callable[[bytes], bool]
    read: Callable[[IO[bytes]], Content]
    of_others: bool = False


def _read_match_file(file: IO[bytes]) -> Content:
    """Return the content of a match file."""
    return (check_match(read_document(file.read(MOST_BYTES + 1))),)


def _read_notation(file: IO[bytes]) -> Content:
    """Return the content of a file in the line notation."""
    return (read_notation(file.read(MOST_BYTES + 1)),)


def _read_copy(file: IO[bytes]) -> Content:
    """Return the content of a copy of a book, packed as an archive."""
    return Archive(pack_copy(file))


# A file that is in no other format is read as a match file, which explains what is wrong with it.
FORMATS = (
    Format("archive", ".zip", "application/zip", is_zip, Archive),
    Format("copy of a book", ".db", "application/vnd.sqlite3", is_copy, _read_copy),
    Format("line notation", ".txt", "text/plain", is_notation, _read_notation),
    Format("BG Stats", ".bgsplay", "application/json", is_bg_stats, read_bg_stats, of_others=True),
    Format("BoardGameGeek", ".xml", "text/xml", is_xml, read_bgg, of_others=True),
    Format("CSV", ".csv", "text/csv", is_csv, read_csv, of_others=True),
    Format("match file", ".json", "application/json", lambda first: True, _read_match_file),
)


def find_format(file: IO[bytes]) -> Format:
    """Return the format of a file by its first bytes; the file must be open at its start and is reset to it."""
    first = file.read(SNIFFED)
    file.seek(0)
    return next(each for each in FORMATS if each.sniff(first))
