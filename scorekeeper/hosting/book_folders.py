"""The folders of a host's books. A book is one group's database with its keys.

`books/ab/abcd…/` holds a book in use, `away/ab/abcd…/` an inactive one, which can be reactivated. For a book that was
deleted for good, the empty file `gone/ab/abcd…` is left. A book's folder has the layout of the folder of `scorekeeper
serve --data`, so a book can be moved to or from such a server as it is.
"""

import hashlib
import json
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hmac import compare_digest
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Literal

from scorekeeper.play.upkeep.book import FILE, find_folder_keys, find_last_use, mark_used
from scorekeeper.store import NotFoundError, SqliteStore
from scorekeeper.store.files import move_folder, sync_folder, write_file
from scorekeeper.store.ids import is_id
from scorekeeper.store.ids import make_id as make_id
from scorekeeper.store.keys import make_keys
from scorekeeper.store.sidecar_files import save_sidecar_files

Why = Literal["deleted", "removed", "unused"]

ID = re.compile(r"[0-9A-Za-z]{8,40}")
NOTE = "away.json"
COPIED = ".matches.db-litestream"  # the folder that Litestream makes next to a database that it copies
OPENED = "opened-by"  # a file with a hash of the device that created the book
SECOND_TAP = 600.0  # seconds in which a second tap on the form counts as the same
NOTICED = 0.5  # seconds after which Litestream has noticed a new folder
DRAFT = ".new-"  # the prefix of the folder of an unfinished new book
REACTIVATION_TIMES: dict[Why, timedelta] = {
    "deleted": timedelta(days=30),
    "removed": timedelta(days=30),
    "unused": timedelta(days=365),
}
"""How long an inactive book can be reactivated at least, by the reason.

The owner has `deleted` it, the operator has `removed` it, or it was `unused`.
"""
UNUSED = timedelta(days=365)  # without a request, after which a book is deactivated


@dataclass(frozen=True, slots=True)
class InactiveBook:
    """A book that was deactivated, the reason, and until when it can be reactivated."""

    id: str
    why: Why
    until: datetime


@dataclass(frozen=True, slots=True)
class InactiveFolder(InactiveBook):
    """An inactive book in a folder of its own."""

    folder: Path


def find_folder(data: Path, book_id: str) -> Path | None:
    """Return the folder of the active book with this id; None if there is none. `data` is the host's folder."""
    folder = make_path(data, "books", book_id) if ID.fullmatch(book_id) else None
    return folder if folder and folder.is_dir() else None


def list_folders(data: Path) -> Iterator[Path]:
    """Yield the folder of each active book, in the order of their ids. `data` is the host's folder."""
    return _list_in(data / "books")


def make_book(data: Path, book_id: str = "", device: str = "") -> str:
    """Create a book with new keys and return its id; it appears as a whole or not at all.

    `data` is the host's folder. An empty `book_id` means a random one. `device` identifies the device that creates the
    book, for `is_opened_by`. Raise FileExistsError if the id is malformed, or if such a book exists or ever existed.
    """
    book_id = book_id or make_id()
    if not is_id(book_id) or find_folder(data, book_id) or find_inactive(data, book_id):
        raise FileExistsError(book_id)
    if make_path(data, "gone", book_id).exists():
        raise FileExistsError(book_id)
    folder = make_path(data, "books", book_id)
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Readable by its owner alone, and outside `books`, so that copying all books does not include it.
    draft = Path(mkdtemp(prefix=DRAFT, dir=data))
    try:
        keys = make_keys(draft)
        if device:
            write_file(draft / OPENED, hash_device(device, keys["OWNER_KEY"]))
        with SqliteStore(draft / FILE) as store:
            save_sidecar_files(store)
        mark_used(draft)
        sync_folder(draft)
        move_folder(draft, folder)
    except BaseException as error:
        shutil.rmtree(draft, ignore_errors=True)
        if isinstance(error, OSError) and folder.is_dir():  # a second tap has been faster
            raise FileExistsError(book_id) from error
        raise
    return book_id


def is_opened_by(folder: Path, device: str) -> bool:
    """Return whether `device` created the book in `folder` just now and its owner's key is still the first one.

    "Just now" means within the last `SECOND_TAP` seconds: the device may have sent its form twice and not seen the
    first answer.
    """
    keys = find_folder_keys(folder)
    with suppress(OSError):
        opened = folder / OPENED
        is_recent = abs(time.time() - opened.stat().st_mtime) < SECOND_TAP
        stored_hash = opened.read_text(encoding="utf-8")
        return bool(device and keys and is_recent and compare_digest(stored_hash, hash_device(device, keys.owner)))
    return False


def hash_device(device: str, key: str) -> str:
    """Return the SHA-256 of `device` and the owner's `key` in hexadecimal; it is stored with the book."""
    return hashlib.sha256(f"{device} {key}".encode()).hexdigest()


def deactivate_book(data: Path, book_id: str, why: Why, now: datetime | None = None) -> None:
    """Move the book from `books` to `away` with a note of the reason `why`; it can be reactivated for a while.

    `now` is the present time by default. Raise NotFoundError if there is no such active book.
    """
    folder = find_folder(data, book_id)
    if folder is None:
        raise NotFoundError(book_id)
    note = {"why": why, "at": (now or datetime.now(UTC)).isoformat()}
    away = make_path(data, "away", book_id)
    away.parent.mkdir(parents=True, exist_ok=True)
    try:
        write_file(folder / NOTE, json.dumps(note))
        move_folder(folder, away)
    except FileNotFoundError as error:  # another request has just done it
        raise NotFoundError(book_id) from error


def find_inactive(data: Path, book_id: str) -> InactiveFolder | None:
    """Return the inactive book with this id; None if there is none."""
    folder = make_path(data, "away", book_id) if ID.fullmatch(book_id) else None
    with suppress(FileNotFoundError):  # it has just been reactivated
        return _describe(folder) if folder and folder.is_dir() else None
    return None


def list_inactive(data: Path) -> Iterator[InactiveFolder]:
    """Yield every inactive book. `data` is the host's folder."""
    return map(_describe, list_inactive_folders(data))


def list_inactive_folders(data: Path) -> Iterator[Path]:
    """Yield the folder of every inactive book. `data` is the host's folder."""
    return _list_in(data / "away")


def reactivate_book(data: Path, book_id: str) -> None:
    """Move the book from `away` back to `books`, unchanged.

    Raise NotFoundError if there is no such inactive book.
    """
    inactive = find_inactive(data, book_id)
    if inactive is None:
        raise NotFoundError(book_id)
    folder = make_path(data, "books", book_id)
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        if (inactive.folder / COPIED).exists():
            _notify_litestream(folder)
        mark_used(inactive.folder)
        (inactive.folder / NOTE).unlink(missing_ok=True)
        move_folder(inactive.folder, folder)
    except FileNotFoundError:  # a second tap has just done it
        if not folder.is_dir():
            raise


def _notify_litestream(folder: Path) -> None:
    """Make Litestream notice that the book was absent from `folder`.

    Otherwise Litestream assumes that it still copies the book, and does not. A folder that appears and disappears makes
    it look again.
    """
    folder.mkdir(exist_ok=True)
    time.sleep(NOTICED)
    with suppress(OSError):  # a second tap has reactivated the book meanwhile
        folder.rmdir()


def deactivate_unused(data: Path, now: datetime) -> tuple[str, ...]:
    """Deactivate every book that nobody has used for a year, and return their ids."""
    last = (now - UNUSED).timestamp()
    ids = []
    for folder in list_folders(data):
        if find_last_use(folder) < last:
            with suppress(NotFoundError):  # the owner has just deleted the book
                deactivate_book(data, folder.name, "unused", now)
                ids.append(folder.name)
    return tuple(ids)


def delete_inactive(data: Path, now: datetime, is_clock_trusted: bool = True) -> tuple[str, ...]:
    """Count tonight for every inactive book, delete those whose time is over, and return the ids of these.

    The time of a book is over when its period has passed by the clock and it was found inactive on as many nights, so
    that a wrong clock deletes nothing early. Each date counts as one night. Delete nothing unless `is_clock_trusted`.
    """
    expired = list[InactiveFolder]()
    for inactive in list_inactive(data):
        nights = _count_night(inactive, now)
        if is_clock_trusted and inactive.until < now and nights >= REACTIVATION_TIMES[inactive.why].days:
            expired.append(inactive)
    for inactive in expired:
        marker = make_path(data, "gone", inactive.id)  # so that no other book gets its address
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()
        shutil.rmtree(inactive.folder, ignore_errors=True)  # the next night deletes what is left
    return tuple(inactive.id for inactive in expired)


def _count_night(inactive: InactiveFolder, now: datetime) -> int:
    """Count tonight in the note of an inactive book and return on how many nights it was found so.

    Return 0 if the note cannot be written.
    """
    try:
        previous = _read_note(inactive.folder)
        nights = int(previous.get("nights", 0))
        if previous.get("night") == now.date().isoformat():
            return nights
        since = inactive.until - REACTIVATION_TIMES[inactive.why]
        note = {"why": inactive.why, "at": since.isoformat(), "nights": nights + 1, "night": now.date().isoformat()}
        write_file(inactive.folder / NOTE, json.dumps(note))
    except (OSError, ValueError, TypeError):  # the disk is full, or the book was reactivated meanwhile
        return 0
    return nights + 1


def _read_note(folder: Path) -> dict[str, Any]:
    """Return the JSON object in the note of an inactive book's `folder`; an empty dict if it cannot be read."""
    with suppress(OSError, ValueError, TypeError):
        return dict(json.loads((folder / NOTE).read_text(encoding="utf-8")))
    return {}


def make_path(data: Path, kind: str, book_id: str) -> Path:
    """Return the path of a book's folder of this `kind`: `books`, `away` or `gone`."""
    return data / kind / book_id[:2] / book_id


def _list_in(folder: Path) -> Iterator[Path]:
    """Yield the books' folders below `folder` in the order of their ids, and skip everything else."""
    for prefix in sorted(folder.glob("??")):
        yield from (each for each in sorted(prefix.iterdir()) if each.is_dir() and ID.fullmatch(each.name))


def _describe(folder: Path) -> InactiveFolder:
    """Return the inactive book in `folder` as its note describes it.

    Without a readable note, assume that the owner deleted it when the folder was last changed.
    """
    why: Why = "deleted"
    since = datetime.fromtimestamp(folder.stat().st_mtime, UTC)
    note = _read_note(folder)
    with suppress(ValueError, TypeError, KeyError):
        why, since = (note["why"] if note["why"] in REACTIVATION_TIMES else why), datetime.fromisoformat(note["at"])
    return InactiveFolder(folder.name, why, since + REACTIVATION_TIMES[why], folder)
