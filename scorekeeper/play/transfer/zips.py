"""A zip file that somebody sent: opened only once what it says of itself is known to be within bounds.

How many files a zip lists stands in its last bytes. Python reads the whole list when it opens one, a million lines as
readily as ten, so that number is looked at first.
"""

import struct
import zipfile
from typing import IO

from scorekeeper.engine.problems import RuleError, refuse
from scorekeeper.engine.text import N_, Text

MOST_FILES = 500_000
MOST_LISTED = 200  # bytes of the list for one file: ours have names of some thirty letters
MOST_GROWTH = 100  # times as large as the archive, unpacked: text is packed to a tenth or so, photos not at all
SMALL = 100_000_000  # bytes that may be in any archive

# The last record of a zip file, the one before it of a large zip file, and what says where that one begins.
FILE = b"PK\x03\x04"  # the first record of each file in it
END, LARGE_END, LARGE_PLACE = b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07"
END_SIZE, LONGEST_COMMENT = 22, 65_535
PASSWORD = 1  # the bit of a file that says that nobody reads it without one


def is_zip(first: bytes) -> bool:
    """Return whether a file that begins with these four bytes is a zip file. An empty one has only the end record."""
    return first in (FILE, END)


def open_zip(source: IO[bytes]) -> zipfile.ZipFile:
    """The zip file, its list read; raises RuleError for one that is none, locked, or would fill disk or memory."""
    files, listed = _read_end(source)
    if files > MOST_FILES or listed > MOST_FILES * MOST_LISTED:
        raise refuse_archive(N_("there are more files in it than matches can have"))
    archive = zipfile.ZipFile(source)
    try:
        _check_files(archive)
    except RuleError:
        archive.close()
        raise
    return archive


def read_member(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """One file of the archive, never more of it than it may have."""
    with archive.open(name) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise refuse_archive(N_("a file in it is too large"))
    return data


def refuse_archive(reason: str) -> RuleError:
    """The error that says why something is no archive, to be raised."""
    return refuse("no_archive", reason=Text(reason))


def _read_end(source: IO[bytes]) -> tuple[int, int]:
    """How many files are listed at the end of a zip file, and in how many bytes; 0 and 0 where there is no such end."""
    size = source.seek(0, 2)
    source.seek(max(0, size - END_SIZE - LONGEST_COMMENT - 20))
    tail = source.read()
    source.seek(0)
    end = tail.rfind(END)
    if end < 0 or len(tail) < end + END_SIZE:
        return 0, 0
    files, listed = struct.unpack_from("<HL", tail, end + 10)
    place = tail.rfind(LARGE_PLACE, 0, end)
    if place < 0:
        return files, listed
    # A large zip file tells both in another record, wherever it lies; what is not there is told when it is opened.
    source.seek(min(size, struct.unpack_from("<Q", tail, place + 8)[0]))
    large = source.read(56)
    source.seek(0)
    if len(large) < 56 or not large.startswith(LARGE_END):
        return MOST_FILES + 1, 0
    files, listed = struct.unpack_from("<QQ", large, 32)
    return files, listed


def _check_files(archive: zipfile.ZipFile) -> None:
    """Refuse what nobody can read, and what would fill the disk by what the archive says of itself."""
    files = archive.infolist()
    if any(each.flag_bits & PASSWORD for each in files):
        raise refuse_archive(N_("it is locked with a password"))
    packed, whole = sum(each.compress_size for each in files), sum(each.file_size for each in files)
    if whole > SMALL + MOST_GROWTH * packed:
        raise refuse_archive(N_("it would become far too large when it is unpacked"))
