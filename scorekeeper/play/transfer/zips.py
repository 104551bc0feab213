"""Zip files from strangers: a file is opened only if the sizes that it declares are within limits.

The number of files in a zip is in its last bytes. Python reads the whole list of files when it opens a zip, regardless
of its length, so that number is checked first.
"""

import struct
import zipfile
from typing import IO

from scorekeeper.engine.problems import RuleError, refuse
from scorekeeper.engine.text import N_, Text

MOST_FILES = 500_000
MOST_LISTED = 200  # the most bytes of the list per file; names in our archives have about thirty letters
MOST_GROWTH = 100  # the most times that unpacked files may be larger; text shrinks to about a tenth, photos do not
SMALL = 100_000_000  # the bytes that any archive may have when it is unpacked

# Signatures: the last record of a zip file, that of a large (zip64) file, and the one that locates the latter.
FILE = b"PK\x03\x04"  # the signature of each file's first record
END, LARGE_END, LARGE_PLACE = b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07"
END_SIZE, LONGEST_COMMENT = 22, 65_535
PASSWORD = 1  # the flag of an encrypted file


def is_zip(first: bytes) -> bool:
    """Return whether a file that begins with these bytes, at least four, is a zip file, perhaps an empty one."""
    return first.startswith((FILE, END))


def open_zip(source: IO[bytes]) -> zipfile.ZipFile:
    """Open a zip file and read its list of files.

    Raises RuleError if it has too many files, is locked with a password, or would fill the disk; zipfile.BadZipFile if
    it is no zip file.
    """
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
    """Return the content of one file of the archive.

    Raises RuleError if it has more than `most` bytes, and KeyError if it is missing.
    """
    with archive.open(name) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise refuse_archive(N_("a file in it is too large"))
    return data


def refuse_archive(reason: str) -> RuleError:
    """Return the RuleError for a file that is no archive, for the caller to raise; `reason` is its reason."""
    return refuse("no_archive", reason=Text(reason))


def _read_end(source: IO[bytes]) -> tuple[int, int]:
    """Return the number of files and the bytes of their list, as the end of a zip file declares them.

    Both are 0 for a file without such an end.
    """
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
    # A large zip file states both in another record; a wrong position is reported when the file is opened.
    source.seek(min(size, struct.unpack_from("<Q", tail, place + 8)[0]))
    large = source.read(56)
    source.seek(0)
    if len(large) < 56 or not large.startswith(LARGE_END):
        return MOST_FILES + 1, 0
    files, listed = struct.unpack_from("<QQ", large, 32)
    return files, listed


def _check_files(archive: zipfile.ZipFile) -> None:
    """Raise RuleError if a file is locked with a password, or if the unpacked files would fill the disk."""
    files = archive.infolist()
    if any(each.flag_bits & PASSWORD for each in files):
        raise refuse_archive(N_("it is locked with a password"))
    packed, whole = sum(each.compress_size for each in files), sum(each.file_size for each in files)
    if whole > SMALL + MOST_GROWTH * packed:
        raise refuse_archive(N_("it would become far too large when it is unpacked"))
