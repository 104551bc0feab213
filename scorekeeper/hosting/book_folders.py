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
from scorekeeper.store import NotFoundError, Store
from scorekeeper.store.files import move_folder, sync_folder, write_file
from scorekeeper.store.ids import is_id
from scorekeeper.store.ids import make_id as make_id
from scorekeeper.store.keys import make_keys
from scorekeeper.store.sidecar_files import save_sidecar_files

Why = Literal["deleted", "removed", "unused"]

ID = re.compile(r"[0-9A-Za-z]{8,40}")
NOTE = "away.json"
COPIED = ".matches.db-litestream"  # a folder of Litestream beside a book that it copies
OPENED = "opened-by"  # a file with a hash of the device that created the book
SECOND_TAP = 600.0  # seconds in which a second tap on the form counts as the same
NOTICED = 0.5  # seconds in which Litestream notices a folder
DRAFT = ".new-"  # begins the name of the folder of an unfinished new book
KEPT: dict[Why, timedelta] = {
    "deleted": timedelta(days=30),
    "removed": timedelta(days=30),
    "unused": timedelta(days=365),
}
"""For how long at least a book that was put away can be brought back: by its owner, by the operator, by itself."""
UNUSED = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class InactiveBook:
    """A book that was deactivated, why, and until when it can be reactivated."""

    id: str
    folder: Path
    why: Why
    until: datetime


def find_folder(data: Path, book_id: str) -> Path | None:
    """Return the folder of the active book with this id; None if there is none. `data` is the host's folder."""
    folder = _place(data, "books", book_id) if ID.fullmatch(book_id) else None
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
    if _place(data, "gone", book_id).exists():
        raise FileExistsError(book_id)
    folder = _place(data, "books", book_id)
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Readable by its owner alone, and outside `books`, so that copying all books does not include it.
    draft = Path(mkdtemp(prefix=DRAFT, dir=data))
    try:
        keys = make_keys(draft)
        if device:
            write_file(draft / OPENED, _hash_device(device, keys["OWNER_KEY"]))
        with Store(draft / FILE) as store:
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
    """Return whether `device` has just created the book in `folder`, whose owner's key is still the first one.

    "Just" means within the last `SECOND_TAP` seconds. Such a device may have sent its form twice without seeing the
    first answer.
    """
    keys = find_folder_keys(folder)
    with suppress(OSError):
        opened = folder / OPENED
        fresh = abs(time.time() - opened.stat().st_mtime) < SECOND_TAP
        said = opened.read_text(encoding="utf-8")
        return bool(device and keys and fresh and compare_digest(said, _hash_device(device, keys.owner)))
    return False


def _hash_device(device: str, key: str) -> str:
    """Return a hash of `device` and the owner's `key`, which is kept in the book's folder."""
    return hashlib.sha256(f"{device} {key}".encode()).hexdigest()


def deactivate_book(data: Path, book_id: str, why: Why, now: datetime | None = None) -> None:
    """Move the book from `books` to `away`, noting `why`; it can be reactivated for a while.

    `now` is the present time by default. Raise NotFoundError if there is no such active book.
    """
    folder = find_folder(data, book_id)
    if folder is None:
        raise NotFoundError(book_id)
    note = {"why": why, "at": (now or datetime.now(UTC)).isoformat()}
    away = _place(data, "away", book_id)
    away.parent.mkdir(parents=True, exist_ok=True)
    try:
        write_file(folder / NOTE, json.dumps(note))
        move_folder(folder, away)
    except FileNotFoundError as error:  # another request has just done it
        raise NotFoundError(book_id) from error


def find_inactive(data: Path, book_id: str) -> InactiveBook | None:
    """Return the inactive book with this id; None if there is none."""
    folder = _place(data, "away", book_id) if ID.fullmatch(book_id) else None
    with suppress(FileNotFoundError):  # it has just been reactivated
        return _describe(folder) if folder and folder.is_dir() else None
    return None


def list_inactive(data: Path) -> Iterator[InactiveBook]:
    """Yield every inactive book. `data` is the host's folder."""
    return map(_describe, list_inactive_folders(data))


def list_inactive_folders(data: Path) -> Iterator[Path]:
    """Yield the folder of every inactive book. `data` is the host's folder."""
    return _list_in(data / "away")


def reactivate_book(data: Path, book_id: str) -> None:
    """Move the book from `away` back to `books`, unchanged.

    Raise NotFoundError if there is no such inactive book.
    """
    away = find_inactive(data, book_id)
    if away is None:
        raise NotFoundError(book_id)
    folder = _place(data, "books", book_id)
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        if (away.folder / COPIED).exists():
            _have_forgotten(folder)
        mark_used(away.folder)
        (away.folder / NOTE).unlink(missing_ok=True)
        move_folder(away.folder, folder)
    except FileNotFoundError:  # a second tap has just done it
        if not folder.is_dir():
            raise


def _have_forgotten(folder: Path) -> None:
    """Make Litestream notice that the book that lay in `folder` was gone.

    Otherwise Litestream believes that it still copies the book, and does not. A folder that appears and disappears
    makes it look again.
    """
    folder.mkdir(exist_ok=True)
    time.sleep(NOTICED)
    with suppress(OSError):  # a second tap has reactivated the book meanwhile
        folder.rmdir()


def deactivate_unused(data: Path, now: datetime) -> tuple[str, ...]:
    """Deactivate every book that nobody has used for a year, and return their ids."""
    last = (now - UNUSED).timestamp()
    gone = []
    for folder in list_folders(data):
        if find_last_use(folder) < last:
            with suppress(NotFoundError):  # the owner has just deleted the book
                deactivate_book(data, folder.name, "unused", now)
                gone.append(folder.name)
    return tuple(gone)


def delete_inactive(data: Path, now: datetime, believed: bool = True) -> tuple[str, ...]:
    """Delete the inactive books that can no longer be reactivated, and return their ids.

    Besides its period by the clock, a book must have been found inactive on as many nights: then a clock that is wrong
    for long deletes nothing early. Each date counts as one night. Nothing is deleted if the date is not `believed`.
    """
    gone = list[InactiveBook]()
    for away in list_inactive(data):
        nights = _count_night(away, now)
        if believed and away.until < now and nights >= KEPT[away.why].days:
            gone.append(away)
    for away in gone:
        last = _place(data, "gone", away.id)  # so that no other book gets its address
        last.parent.mkdir(parents=True, exist_ok=True)
        last.touch()
        shutil.rmtree(away.folder, ignore_errors=True)  # the next night deletes what is left
    return tuple(away.id for away in gone)


def _count_night(away: InactiveBook, now: datetime) -> int:
    """Count tonight in the note of an inactive book and return on how many nights it was found so.

    Return 0 if the note cannot be written.
    """
    try:
        said = _read_note(away.folder)
        nights = int(said.get("nights", 0))
        if said.get("night") == now.date().isoformat():
            return nights
        at = away.until - KEPT[away.why]
        note = {"why": away.why, "at": at.isoformat(), "nights": nights + 1, "night": now.date().isoformat()}
        write_file(away.folder / NOTE, json.dumps(note))
    except (OSError, ValueError, TypeError):  # the disk is full, or the book was reactivated meanwhile
        return 0
    return nights + 1


def _read_note(folder: Path) -> dict[str, Any]:
    """Return the values of the note in an inactive book's folder; an empty dict if it cannot be read."""
    with suppress(OSError, ValueError, TypeError):
        return dict(json.loads((folder / NOTE).read_text(encoding="utf-8")))
    return {}


def _place(data: Path, kind: str, book_id: str) -> Path:
    """Return the path of a book's folder of this `kind`: `books`, `away` or `gone`."""
    return data / kind / book_id[:2] / book_id


def _list_in(folder: Path) -> Iterator[Path]:
    """Yield the books' folders below `folder` in the order of their ids, and skip everything else."""
    for near in sorted(folder.glob("??")):
        yield from (each for each in sorted(near.iterdir()) if each.is_dir() and ID.fullmatch(each.name))


def _describe(folder: Path) -> InactiveBook:
    """Return the inactive book in `folder` as its note describes it.

    Without a readable note, the owner counts as having deleted it when the folder was last changed.
    """
    why: Why = "deleted"
    at = datetime.fromtimestamp(folder.stat().st_mtime, UTC)
    said = _read_note(folder)
    with suppress(ValueError, TypeError, KeyError):
        why, at = (said["why"] if said["why"] in KEPT else why), datetime.fromisoformat(said["at"])
    return InactiveBook(folder.name, folder, why, at + KEPT[why])
