"""Large files, such as archives and backups, that are sent in parts and joined in a folder next to the book.

A part has its position in the file, so that sending continues after a lost connection, and a part that is sent twice is
written once. Files that are not used within a day are deleted. Web machines of a cluster have the parts in the
database, since each may come to another machine.

One large post, allowed by `request.max_content_length` to the owner alone, is no alternative: the server reads a whole
body before the app can check the permission, so any stranger could send as much.
"""

import os
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from flask import abort
from werkzeug.datastructures import FileStorage

from scorekeeper.play import StoreError
from scorekeeper.play.upkeep.ephemeral import add_file_part as add_row
from scorekeeper.play.upkeep.ephemeral import drop_file_rows, measure_file_rows, read_file_rows
from scorekeeper.web.http.book_middleware import (
    get_ephemeral,
    get_file_store,
    get_scratch,
    get_store,
    get_store_id,
    keeps_no_files,
)
from scorekeeper.web.uploads.archives import ARCHIVES
from scorekeeper.web.uploads.limits import fits_in_book

FOLDER = "arriving"
ID = re.compile(r"[0-9a-f]{32}")
DAY = 24 * 3600
PART = 4_000_000  # bytes


class DiskFullError(Exception):
    """The disk or the quota of the book has no space for the upload, which was deleted."""


def add_part(upload_id: str, at: int, data: bytes) -> int:
    """Write `data` at byte `at` of the file of this upload, and return the size of the file in bytes.

    If the file is shorter than `at`, an earlier part is missing and nothing is written. Bytes after the part belong to
    an earlier try and are cut off. Raise DiskFullError if there is no room.
    """
    _require_id(upload_id)
    if keeps_no_files():
        if not fits_in_book(measure_file_rows(get_ephemeral(), get_store_id(), ARCHIVES) + len(data)):
            drop_file_rows(get_ephemeral(), get_store_id(), upload_id)
            raise DiskFullError
        return add_row(get_ephemeral(), get_store_id(), upload_id, at, data)
    path = _find_folder() / upload_id
    path.parent.mkdir(mode=0o700, exist_ok=True)  # a backup contains the keys of links
    if at == 0:
        _drop_forgotten(path.parent)
    size = path.stat().st_size if path.exists() else 0
    if at > size:
        return size
    try:
        if not fits_in_book(at + len(data) - size):
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


def claim_upload(upload_id: str) -> Path:
    """Rename the file of this upload, so that no other request can use it, and return its new path.

    The caller deletes the file. Abort with 400 if there is no such file. Raise StoreError `reserve` and delete the file
    if the disk has too little room to process it, but not if the book is damaged and has to be rescued.
    """
    _require_id(upload_id)
    path = _find_folder() / upload_id
    if keeps_no_files():  # another machine may have taken its parts
        _receive(upload_id, path)
        drop_file_rows(get_ephemeral(), get_store_id(), upload_id)
    if not path.is_file():
        abort(400)
    try:
        _require_space(path.stat().st_size)
    except StoreError:
        path.unlink(missing_ok=True)
        raise
    target = path.with_name(token_hex(16))
    path.rename(target)
    return target


def find_kept_file(upload_id: str) -> Path:
    """Return the path of a file that `make_keeper` stored for a later request. Abort with 400 if it is gone."""
    _require_id(upload_id)
    path = _find_folder() / upload_id
    if keeps_no_files() and not path.is_file():
        _receive(upload_id, path)
    if not path.is_file():
        abort(400)
    return path


def make_keeper() -> Callable[[Path], str]:
    """Return a function that keeps a file for a day, and returns the id by which `find_kept_file` finds it.

    It may be called outside of a request. For web machines of a cluster it puts the file into the database, since the
    next request may come to another machine.
    """
    shared, ephemeral, book = keeps_no_files(), get_ephemeral(), get_store_id()

    def keep(path: Path) -> str:
        """Keep the file at `path`, and return its id."""
        if shared:
            with path.open("rb") as file:
                for number, data in enumerate(iter(lambda: file.read(PART), b"")):
                    add_row(ephemeral, book, path.name, number * PART, data)
        return path.name

    return keep


def save_sent_file(file: FileStorage) -> Path:
    """Save a file of the form in the folder for uploads and return its path; the caller deletes it.

    Raise DiskFullError if the book has no room for it, and StoreError `reserve` if the disk has not.
    """
    size = file.stream.seek(0, os.SEEK_END)
    file.stream.seek(0)
    _require_space(size)
    if not fits_in_book(size):
        raise DiskFullError
    folder = _find_folder()
    folder.mkdir(mode=0o700, exist_ok=True)
    _drop_forgotten(folder)
    path = folder / token_hex(16)
    try:
        file.save(path)
    except OSError:  # the disk is full nevertheless
        path.unlink(missing_ok=True)
        raise
    return path


def _receive(upload_id: str, path: Path) -> None:
    """Write the file of this upload, if the database of the cluster has it, to `path` on this machine."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    _drop_forgotten(path.parent)
    read_file_rows(get_ephemeral(), get_store_id(), upload_id, path)


def _require_space(size: int) -> None:
    """Raise StoreError if the disk has no room for `size` bytes, unless the book is damaged and has to be rescued."""
    if not get_store().trouble:
        get_store().require_space(size)


def _drop_forgotten(folder: Path) -> None:
    """Delete the files in `folder` that are more than a day old."""
    for path in folder.glob("*"):
        with suppress(OSError):  # another request has just used it
            if time.time() - path.stat().st_mtime > DAY:
                path.unlink()


def _require_id(upload_id: str) -> None:
    """Abort with 400 if `upload_id` is not 32 hexadecimal digits."""
    if not ID.fullmatch(upload_id):
        abort(400)


def _find_folder() -> Path:
    """Return the folder for uploads: next to the book's file, or in a cluster among the machine's temporary files."""
    return (get_scratch() if keeps_no_files() else get_file_store().path.parent) / FOLDER
