"""The file of matches and the connections to it: many may read at once, one writes at a time, nothing is half-written.

Write-ahead logging lets readers go on while somebody writes; `synchronous=FULL` means that what was said to be written
survives a power cut. The file and everything beside it is for its owner's eyes alone: the keys of links lie in it.
"""

import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from sqlite_utils import Database

from scorekeeper.store.connections import JOB, REQUEST, connect, limit_time
from scorekeeper.store.copies import list_copy_files, name_copy
from scorekeeper.store.errors import StoreError, explain_error
from scorekeeper.store.files import make_draft, sync_folder
from scorekeeper.store.free_space import require_space
from scorekeeper.store.match_cache import MatchCache
from scorekeeper.store.schema import STEPS, is_empty_file, refuse_changed_files, refuse_other_files
from scorekeeper.store.writer_lock import WriterLock

Found = TypeVar("Found")
Connection = Database  # what `read` and `write` lend, for those who only pass it on

PATIENCE = 10.0  # seconds a writer waits for another one
MOST_IDLE = 24  # connections that stay open; each needs some files and memory
SMALLEST = 512  # bytes of a file that SQLite wrote anything into
SMALL_LOG = 100_000  # bytes
LOG_LIMIT = 4_000_000  # bytes to which a log is cut that was larger, once its content is in the file
PRIVATE = 0o600


class Store:
    """One file of matches, safe to share between threads; older files are brought up to date when opened.

    `create` makes a missing file, else it is a StoreError; where copies of a missing or empty one are kept, it always
    is. `patience` is in seconds. `cache` is where matches of this file are cached, by `path`; without one the store
    has its own. `most_idle` connections stay open when nobody uses them. `reserve` is how many bytes of the disk
    `require_space` leaves free.

    Each statement may take `seconds`; StoreError `slow` says that it took longer. With `strict` a file is only opened
    if its schema is what our steps make; otherwise it is a StoreError `changed`.

    With `rescue` a file that is gone or damaged is a store in `trouble`: nothing can be read from it or written until
    it has taken over another one, or another process has put one in its place.
    """

    def __init__(
        self,
        path: str | Path,
        create: bool = True,
        patience: float = PATIENCE,
        rescue: bool = False,
        cache: MatchCache | None = None,
        most_idle: int = MOST_IDLE,
        reserve: int | None = None,
        seconds: float = REQUEST,
        strict: bool = False,
    ) -> None:
        self.path = Path(path)
        self.strict = strict
        self.trouble: StoreError | None = None
        self._troubled: tuple[int, int, int] | None = None
        self._patience, self._seconds = patience, seconds
        self.reserve = reserve
        self._idle: list[Database] = []
        self._most_idle = most_idle
        self._closed = False
        self._writing = WriterLock(patience)
        self._mine = threading.local()
        self.cache = MatchCache() if cache is None else cache
        weakref.finalize(self, _close_all, self._idle)  # closes a store that its user forgot to close
        try:
            self._open(create)
        except StoreError as error:
            if not rescue or error.key not in ("gone", "not_a_database", "changed"):
                raise
            self._note_trouble(error)

    @contextmanager
    def read(self) -> Iterator[Database]:
        """A connection that sees one moment of the file, whatever is written meanwhile."""
        with self._lend() as db:
            db.execute("BEGIN")
            yield db

    def look(self, find: Callable[[Database], Found]) -> Found:
        """What `find` finds with one statement; for more than one, `read` sees to it that all of them see the same."""
        with self._lend() as db:
            return find(db)

    @contextmanager
    def write(self) -> Iterator[Database]:
        """A connection that alone may write. All that was written counts, or on any error none of it."""
        with self._writing.hold():
            with self._lend() as db:
                db.execute("BEGIN IMMEDIATE")
                yield db
                db.commit()
            self._mine.writes = self.writes + 1

    @property
    def writes(self) -> int:
        """How many times this thread has written something."""
        return int(getattr(self._mine, "writes", 0))

    def copy(self, target: Path) -> None:
        """Write a whole copy to `target`, a new file, while others read and write; StoreError `exists`."""
        if target.exists():
            raise StoreError("exists", path=str(target))
        self._copy_into(target, parents=True)

    def _copy_into(self, target: Path, parents: bool) -> None:
        """Write the copy, in a folder that is made where it is missing, with those above it or without."""
        draft: Path | None = None
        try:
            target.parent.mkdir(parents=parents, exist_ok=True)
            draft = make_draft(target)
            with closing(connect(draft)) as copy, self._lend() as db:
                db.conn.backup(copy)
                # One file to carry away, without a write-ahead log.
                copy.execute("PRAGMA journal_mode = DELETE")
            draft.rename(target)
            sync_folder(target.parent)
        except OSError as error:
            raise StoreError("folder", path=str(target.parent), reason=error.strerror or str(error)) from error
        except sqlite3.Error as error:
            raise explain_error(error, target) or error from error
        finally:
            if draft is not None:
                with suppress(OSError):
                    draft.unlink(missing_ok=True)

    def require_space(self, wanted: int) -> None:
        """Raise StoreError `reserve` where `wanted` bytes more would leave too little of the disk for entries."""
        require_space(self.path.parent, wanted, self.reserve)

    def measure_files(self) -> int:
        """How many bytes the file and its log take on the disk."""
        return sum(each.stat().st_size for each in self._list_files())

    def truncate_log(self) -> bool:
        """Write what the log holds to the file and empty the log, which SQLite lets grow to some 4 MB.

        False where it is small, or where somebody reads or writes just now.
        """
        log = self.path.with_name(f"{self.path.name}-wal")
        try:
            if log.stat().st_size < SMALL_LOG:
                return False
            with closing(
                connect(f"{self.path.absolute().as_uri()}?mode=rw", self._seconds, timeout=0, uri=True)
            ) as connection:
                busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except (OSError, sqlite3.Error):
            return False
        return not busy

    def keep_copy(self, why: str) -> Path:
        """Back up the whole book to its folder of copies and return the path of the copy."""
        target = name_copy(self.path, why)
        self._copy_into(target, parents=False)  # where the book was carried away nothing is left in its place
        return target

    def take_over(self, other: "Store") -> None:
        """Put everything that is in `other` in the place of everything here, at once; readers go on."""
        if self.trouble:
            self._put_aside()
            other.copy(self.path)
            self.trouble = None
            self._open(create=False)
            return
        with self._writing.hold(), self._lend() as db, other.read() as source:
            source.conn.backup(db.conn)

    def close(self) -> None:
        """Close every connection, those in use as soon as they come back, and drop this file's cached matches."""
        self._closed = True
        self.cache.clear(self.path)
        _close_all(self._idle)

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self, create: bool) -> None:
        """Find a file of matches here, or make one, and bring it up to date."""
        if self._is_gone():
            newest, *_ = list_copy_files(self.path)
            raise StoreError("gone", path=str(self.path), copy=str(newest.path))
        if not create and not self.path.is_file():
            raise StoreError("missing", path=str(self.path))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError("folder", path=str(self.path.parent), reason=error.strerror or str(error)) from error
        if not self.path.exists():
            with suppress(OSError):  # SQLite says what is in the way
                self.path.touch(PRIVATE)
        if self.path.is_file() and (0 if create else -1) < self.path.stat().st_size < SMALLEST:
            raise StoreError("not_a_database", path=str(self.path))
        for each in self._list_files():
            with suppress(OSError):  # somebody else's file is as they want it
                each.chmod(PRIVATE)
        try:
            with self._lend() as db:
                if not is_empty_file(db):
                    if self.strict:
                        refuse_changed_files(db, self.path)
                    refuse_other_files(db, self.path)
                elif not create:
                    raise StoreError("not_ours", path=str(self.path))
                db.enable_wal()
        except sqlite3.DatabaseError as error:  # a name in the schema that means nothing any more, say
            raise StoreError("not_a_database", path=str(self.path)) from error
        with self._lend() as db:
            self._bring_up_to_date(db)

    def _is_gone(self) -> bool:
        """Whether there is no file of matches here, or nothing in it, and there once was one."""
        here = self.path.is_file() and self.path.stat().st_size >= SMALLEST
        return not here and not self.path.is_dir() and bool(list_copy_files(self.path))

    def _note_trouble(self, error: StoreError) -> None:
        self.trouble, self._troubled = error, self._find_file()
        _close_all(self._idle)

    def _is_well_again(self) -> bool:
        """Whether somebody else has put a sound file in the place of what was gone or damaged."""
        if self._find_file() == self._troubled:
            return False
        self.trouble = None
        try:
            self._open(create=False)
        except StoreError as error:
            self._note_trouble(error)
        return self.trouble is None

    def _find_file(self) -> tuple[int, int, int] | None:
        """Which file lies here, and how it was left."""
        try:
            told = self.path.stat()
        except OSError:
            return None
        return told.st_ino, told.st_size, told.st_mtime_ns

    def _put_aside(self) -> None:
        """Keep what lies here and cannot be read, in case somebody can."""
        kept = name_copy(self.path, "damaged", "")
        for each in self._list_files():
            if each.stat().st_size:
                each.rename(kept.with_name(kept.name + each.name.removeprefix(self.path.name)))
            else:
                each.unlink()

    def _list_files(self) -> list[Path]:
        """Return those that exist of the database file, its write-ahead log and its shared memory file."""
        files = (self.path.with_name(self.path.name + ending) for ending in ("", "-wal", "-shm"))
        return [each for each in files if each.is_file()]

    @contextmanager
    def _lend(self) -> Iterator[Database]:
        """A connection for one user at a time; one that failed is not used again."""
        if self.trouble and not self._is_well_again():
            raise self.trouble.with_traceback(None)
        try:
            db = self._idle.pop()
        except IndexError:
            db = self._connect()
        try:
            yield db
            db.rollback()
        except (sqlite3.Error, MemoryError) as error:
            with suppress(sqlite3.Error, MemoryError):
                db.rollback()
            db.close()
            raise explain_error(error, self.path) or error from error
        except BaseException:
            db.rollback()
            self._take_back(db)
            raise
        self._take_back(db)

    def _take_back(self, db: Database) -> None:
        if len(self._idle) >= self._most_idle:
            db.close()
            return
        self._idle.append(db)
        if self._closed:
            self.close()

    def _connect(self) -> Database:
        connection = None
        try:
            connection = connect(
                self.path, self._seconds, timeout=self._patience, isolation_level=None, check_same_thread=False
            )
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute(f"PRAGMA journal_size_limit = {LOG_LIMIT}")
            connection.text_factory = decode_text
            return Database(connection)
        except (sqlite3.Error, MemoryError) as error:
            if connection is not None:
                connection.close()
            raise explain_error(error, self.path) or error from error

    def _bring_up_to_date(self, db: Database) -> None:
        """Apply the steps that are missing, all or none, after a copy of what was there."""
        if not STEPS.pending(db):
            return
        limit_time(db.conn, max(self._seconds, JOB))
        db.execute("BEGIN IMMEDIATE")
        pending = STEPS.pending(db)  # another process may just have done it
        if pending and not is_empty_file(db):
            self.keep_copy(f"before-{pending[0].name.partition(' ')[0]}")
        STEPS.apply(db)
        db.commit()
        limit_time(db.conn, self._seconds)


def _close_all(idle: list[Database]) -> None:
    with suppress(IndexError):
        while True:
            idle.pop().close()


def decode_text(text: bytes) -> str:
    """A damaged byte is one wrong sign, and not the end of a whole list."""
    return text.decode(errors="replace")
