"""Uploads in parts, put together in the data folder: an archive with all photos, or a copy of a book.

A part says where it belongs, so that after a lost connection the sending goes on where it stopped, and a part that is
sent twice is there once. What nobody asks for within a day is deleted.

A single post of any size, allowed by `request.max_content_length` to the owner alone, would not do: the server takes in
a whole body before the app is asked who sent it, so what it lets the owner send it would let any stranger send.
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
    """Put the bytes from number `at` of the file that is sent so where they belong; gives how many are here now.

    Fewer than `at` are here where a part before it is missing: then nothing is added. What lay behind the part belongs
    to another try and is cut off. Raises DiskFullError.
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
    """The file that was sent so, whole, under a name that nobody else knows; whoever takes it deletes it. 400 where
    there is none.

    StoreError `reserve` where the disk has no room for what is made of it, and the file is gone; a book that cannot be
    read is rescued even then.
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
    """A file of the form, put beside the matches; whoever asks for it deletes it. Raises DiskFullError, or StoreError
    `reserve` as for one that came in parts.
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
    if not get_store().trouble:
        get_store().require_space(size)


def _drop_forgotten(folder: Path) -> None:
    """Delete what lies here since yesterday."""
    for path in folder.glob("*"):
        if time.time() - path.stat().st_mtime > DAY:
            path.unlink(missing_ok=True)


def _find_path(sent: str) -> Path:
    if not ID.fullmatch(sent):
        abort(400)
    return get_store().path.parent / FOLDER / sent
