"""Large files, such as archives and backups, sent in parts and joined in a folder beside the matches.

A part says where it belongs, so that sending continues after a lost connection, and a part that is sent twice is there
once. Files that nobody asks for within a day are deleted.

A single post of any size, allowed by `request.max_content_length` to the owner alone, would not do: the server takes in
a whole body before the app is asked who sent it, so any stranger could send as much.
"""

import os
import re
import time
from pathlib import Path
from secrets import token_hex

from flask import abort
from werkzeug.datastructures import FileStorage

from scorekeeper.play import StoreError
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.uploads.limits import fits_in_book

FOLDER = "arriving"  # beside the file of matches
ID = re.compile(r"[0-9a-f]{32}")
DAY = 24 * 3600


class DiskFullError(Exception):
    """The upload was deleted: the disk, or the quota of the book, has no space for it."""


def add_part(sent: str, at: int, data: bytes) -> int:
    """Write `data` at byte `at` of the file with the upload id `sent`, and return how many bytes have arrived.

    If fewer than `at` have, an earlier part is missing and nothing is written. Bytes after the part belong to an
    earlier try and are cut off. Raise DiskFullError if there is no room.
    """
    path = _find_path(sent)
    path.parent.mkdir(mode=0o700, exist_ok=True)  # a copy holds the keys of links
    if at == 0:
        _drop_forgotten(path.parent)
    here = path.stat().st_size if path.exists() else 0
    if at > here:
        return here
    try:
        if not fits_in_book(at + len(data) - here):
            raise DiskFullError
        get_store().require_space(len(data))
    except (DiskFullError, StoreError) as error:
        path.unlink(missing_ok=True)
        raise DiskFullError from error
    with path.open("r+b" if path.exists() else "wb") as file:
        file.seek(at)
        file.write(data)
        file.truncate()
    return at + len(data)


def take_arrived(sent: str) -> Path:
    """Return the path of the file with the upload id `sent`, renamed so that only the caller knows it.

    The caller deletes it. Abort with 400 if there is no such file. Raise StoreError `reserve` and delete the file if
    the disk has too little room to process it, but not if the book is damaged and has to be rescued.
    """
    path = _find_path(sent)
    if not path.is_file():
        abort(400)
    try:
        _require_space(path.stat().st_size)
    except StoreError:
        path.unlink(missing_ok=True)
        raise
    taken = path.with_name(token_hex(16))
    path.rename(taken)
    return taken


def keep_sent(file: FileStorage) -> Path:
    """Store a file of the form beside the matches and return its path; the caller deletes it.

    Raise DiskFullError if the book has no room for it, and StoreError `reserve` if the disk has not.
    """
    size = file.stream.seek(0, os.SEEK_END)
    file.stream.seek(0)
    _require_space(size)
    if not fits_in_book(size):
        raise DiskFullError
    folder = get_store().path.parent / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    _drop_forgotten(folder)
    path = folder / token_hex(16)
    file.save(path)
    return path


def _require_space(size: int) -> None:
    """Raise StoreError if the disk has no room for `size` bytes, unless the book is damaged and has to be rescued."""
    if not get_store().trouble:
        get_store().require_space(size)


def _drop_forgotten(folder: Path) -> None:
    """Delete the files in `folder` that are more than a day old."""
    for path in folder.glob("*"):
        if time.time() - path.stat().st_mtime > DAY:
            path.unlink(missing_ok=True)


def _find_path(sent: str) -> Path:
    """Return the path of the file with the upload id `sent`. Abort with 400 if that is not an id."""
    if not ID.fullmatch(sent):
        abort(400)
    return get_store().path.parent / FOLDER / sent
