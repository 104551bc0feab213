"""The archive of a book: a job packs it into a file, which is sent to every client that requests it.

The file is in a folder for temporary files. It is packed again after each change of the book, and deleted some ten
minutes later, also if the server was started again meanwhile. On a disk without room for it, one archive at a time is
packed in memory, so that the owner can get the book even then.
"""

import hashlib
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from threading import Lock, Timer
from typing import IO, cast

from scorekeeper.play import Store, StoreError
from scorekeeper.play.transfer import packing
from scorekeeper.play.transfer.packing import pack_into_file
from scorekeeper.play.upkeep.ephemeral import drop_file_rows, read_file_rows, write_file_rows
from scorekeeper.web.http.book_middleware import get_ephemeral, get_scratch, get_store, get_store_id, keeps_no_files
from scorekeeper.web.uploads.jobs import LIMITS, Job, Result, start_job
from scorekeeper.worker import run_in_worker

FOLDER = "outgoing"
ARCHIVES = "%.zip"  # the names of archives in the database of a cluster, as a pattern of LIKE
LIFETIME = 600.0  # seconds for which an archive is kept
LOOK_EACH = 60.0  # seconds between two searches for archives that are too old
IN_MEMORY = 32_000_000  # bytes of an archive packed in memory; more goes to the disk
NO_ROOM = ("full", "read_only", "disk", "busy", "folder", "cannot_open")  # reasons why no file can be packed

_packing = Lock()
_timers: dict[Path, Timer] = {}  # by folder with archives, what deletes them in time
_timing = Lock()


class AlreadyPackingError(Exception):
    """The one archive that may be packed in memory is still being sent to another client."""


def watch_archives(scratch: Path) -> None:
    """Delete the archives that an earlier server has left in the folder `scratch`, when they are too old."""
    if (scratch / FOLDER).is_dir():
        _drop_in_time(scratch / FOLDER)


def name_archive() -> Path:
    """Return the path of the archive of the request's book, which may not be packed yet.

    The file name contains a hash of the version of the book, so each change of the book changes the path.
    """
    book, version = (
        hashlib.sha256(text.encode()).hexdigest()[:16] for text in (get_store_id(), get_store().find_version())
    )
    return get_scratch() / FOLDER / f"{book}-{version}.zip"


def find_archive(target: Path) -> bool:
    """Return whether the archive is in the file `target`.

    If another machine of a cluster has packed it, it is first copied into that file from the database.
    """
    if target.is_file() or not keeps_no_files():
        return target.is_file()
    target.parent.mkdir(mode=0o700, exist_ok=True)
    part = target.with_name(f".{target.stem}-{token_hex(8)}.part")
    try:
        if exists := read_file_rows(get_ephemeral(), get_store_id(), target.name, part):
            part.rename(target)
        return exists
    finally:
        part.unlink(missing_ok=True)
        _drop_in_time(target.parent)


def pack_archive(target: Path) -> Job | None:
    """Start a job that packs the archive into the file `target`, and return the job; None if the disk has no room.

    Requests for the same `target` share one job. Raise QueueFullError if too many jobs wait, or StoreError.
    """
    store, ephemeral, shared = get_store(), get_ephemeral(), keeps_no_files()

    def work() -> Result:
        """Pack the archive unless the file exists; return `{"packed": True}`, or `trouble` if that fails."""
        if target.is_file():
            return {"packed": True}
        if not _make_room(target, store):
            return {"trouble": StoreError("full").to_json()}
        _drop_archives(target.parent, target.name.partition("-")[0], 0.0)
        try:
            result: Result = run_in_worker(pack_into_file, store.find_opener(), target, limits=LIMITS)
        finally:
            _drop_in_time(target.parent)
        if shared and "packed" in result:
            drop_file_rows(ephemeral, store.id, ARCHIVES)
            write_file_rows(ephemeral, store.id, target.name, target)
        return result

    try:
        job = start_job(work, ticket=f"archive-{target.stem}")
    except StoreError as error:
        if error.key in NO_ROOM:
            return None
        raise
    trouble = (job.result or {}).get("trouble")
    return None if trouble and trouble["key"] in NO_ROOM else job


def pack_archive_here() -> tuple[IO[bytes], Lock]:
    """Pack the archive in this request; return it as an open file, and the lock to release when it is sent.

    Raise AlreadyPackingError while another such archive is being sent, or StoreError.
    """
    if not _packing.acquire(blocking=False):
        raise AlreadyPackingError
    file = tempfile.SpooledTemporaryFile(IN_MEMORY, dir=str(get_scratch()))  # noqa: SIM115  # sent after this ends
    try:
        packing.pack_archive(get_store(), cast(IO[bytes], file))
    except BaseException:
        file.close()
        _packing.release()
        raise
    file.seek(0)
    return cast(IO[bytes], file), _packing


def _make_room(target: Path, store: Store) -> bool:
    """Return whether there is room for the archive at `target`, deleting the oldest archives as needed.

    An archive is no larger than its book.
    """
    try:
        target.parent.mkdir(mode=0o700, exist_ok=True)
        size = store.measure()
        for oldest in [*sorted(target.parent.glob("*.zip"), key=lambda path: path.stat().st_mtime), None]:
            with suppress(StoreError):
                store.require_space(size)
                return True
            if oldest is not None:
                oldest.unlink(missing_ok=True)
    except OSError:
        return False
    return False


def _drop_in_time(folder: Path) -> None:
    """Delete each archive in `folder` when it is too old. However many there are, one timer waits for all of them."""
    with _timing:
        if folder in _timers:
            return
        timer = Timer(LOOK_EACH, _drop_old, (folder,))
        timer.daemon = True
        timer.start()
        _timers[folder] = timer


def _drop_old(folder: Path) -> None:
    """Delete the archives in `folder` that are too old, and wait for the others."""
    try:
        _drop_archives(folder, "", LIFETIME)
        left = any(folder.iterdir())
    except OSError:  # for example, too many files are open
        left = folder.is_dir()
    with _timing:
        del _timers[folder]
    if left:
        _drop_in_time(folder)


def _drop_archives(folder: Path, book: str, older: float) -> None:
    """Delete the archives of `book`, or of all books if it is empty, that are at least `older` seconds old.

    A client to which one is being sent still gets all of it.
    """
    for path in [*folder.glob(f"{book}*.zip"), *folder.glob(f".{book}*.part")]:
        with suppress(OSError):
            if time.time() - path.stat().st_mtime >= older:
                path.unlink()
