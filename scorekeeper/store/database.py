"""The file of a book's matches and the connections to it: many threads read at once, and one writes at a time.

Write-ahead logging lets readers continue during a write; `synchronous=FULL` keeps a committed transaction even after a
power cut. The file and its log are readable only by their owner, because they contain the keys of links.
"""

import math
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar, cast

from sqlite_utils import Database

from scorekeeper.store.connection import Database as Connection
from scorekeeper.store.connection_pool import ConnectionPool
from scorekeeper.store.connections import JOB, REQUEST, connect, enable_wal, limit_time
from scorekeeper.store.copies import list_copy_files, name_copy
from scorekeeper.store.damage import find_damage
from scorekeeper.store.errors import StoreError, explain_error
from scorekeeper.store.files import make_draft, sync_folder, write_file
from scorekeeper.store.free_space import measure_folder, require_space
from scorekeeper.store.match_cache import MatchCache
from scorekeeper.store.schema import STEPS, find_changed_tables, is_empty_file, refuse_changed_files, refuse_other_files
from scorekeeper.store.writer_lock import WriterLock

Found = TypeVar("Found")

PATIENCE = 10.0  # seconds that a writer waits for another one
MOST_IDLE = 24  # connections that stay open; each needs some files and memory
SMALLEST = 512  # bytes of the smallest file that SQLite writes
SMALL_LOG = 100_000  # bytes
LEAST_FREE = 10_000_000  # bytes of free disk space, enough for the entries of some evenings
PRIVATE = 0o600


class SqliteStore:
    """One file of matches, safe to share between threads; an older file is migrated when it is opened.

    With `create` a missing file is made; otherwise it is a StoreError `missing`. A missing or empty file of which
    copies exist is always a StoreError `gone`. `patience` is how many seconds a writer waits for another one. `cache`
    holds loaded matches by `id` and may be shared with other stores; by default the store has its own. At most
    `most_idle` unused connections stay open. `reserve` is how many bytes of the disk `require_space` leaves free.

    Each statement may take `seconds`; after that StoreError `slow` is raised. With `strict` a file whose schema is not
    what the migrations make is a StoreError `changed`.

    With `rescue` a file that is gone or damaged opens as a store in `trouble`: it cannot be read or written until
    `take_over`, or another process, replaces the file.
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
        self.id = str(self.path)
        self._log = self.path.with_name(f"{self.path.name}-wal")
        self.strict = strict
        self.trouble: StoreError | None = None
        self._troubled: tuple[int, int, int] | None = None
        self._patience, self._seconds = patience, seconds
        self.reserve = reserve
        self._pool = ConnectionPool(self.path, patience, seconds, most_idle)
        self._closed = False
        self._writing = WriterLock(patience)
        self._mine = threading.local()
        self.cache = MatchCache() if cache is None else cache
        try:
            self._open(create)
        except StoreError as error:
            if not rescue or error.key not in ("gone", "not_a_database", "changed"):
                raise
            self._note_trouble(error)

    @contextmanager
    def read(self) -> Iterator[Database]:
        """Lend a connection for reading; all its queries see one snapshot of the file, whatever others write.

        Raises StoreError.
        """
        with self._lend() as db:
            db.execute("BEGIN")
            yield db

    def look(self, find: Callable[[Database], Found]) -> Found:
        """Return `find(db)` for a `find` that executes a single statement.

        Several statements need the snapshot of `read`. Raises StoreError.
        """
        with self._lend() as db:
            return find(db)

    @contextmanager
    def write(self) -> Iterator[Database]:
        """Lend the only connection that may write; the block is one transaction, which is rolled back if it raises.

        Raises StoreError, `busy` if another writer takes longer than `patience`.
        """
        with self._writing.hold():
            with self._lend() as db:
                db.execute("BEGIN IMMEDIATE")
                yield db
                db.commit()
            self._mine.writes = self.writes + 1

    def find_damage(self, db: Connection) -> tuple[str, ...]:
        """Return what SQLite finds wrong with the file, in SQLite's words; empty if the file is sound."""
        return find_damage(db)

    def find_changed_tables(self, db: Connection) -> tuple[str, ...]:
        """Return the names of tables, views, indexes and triggers that are missing, changed or unknown in the file."""
        return find_changed_tables(cast(Database, db))

    @property
    def writes(self) -> int:
        """The number of transactions that the current thread has committed in this store."""
        return int(getattr(self._mine, "writes", 0))

    def find_last_write(self) -> tuple[int, int, int] | None:
        """Return a value that changes with every write by any process; None while no log exists.

        Only the attributes of the log are read, so that this may be called many times a second. Two writes within a few
        milliseconds may give the same value.
        """
        try:
            log = self._log.stat()
        except OSError:
            return None
        return log.st_ino, log.st_size, log.st_mtime_ns

    def find_version(self) -> str:
        """Return a text that changes with every write by any process: the attributes of the file and its log."""
        facts = []
        for path in (self.path, self._log):
            with suppress(OSError):
                status = path.stat()
                facts.append(f"{status.st_mtime_ns} {status.st_size} {status.st_ino}")
        return ";".join(facts)

    def exists(self) -> bool:
        """Return whether the folder of the file still exists; on a host, the owner may have deleted the book."""
        return self.path.parent.is_dir()

    def measure(self) -> int:
        """Return how many bytes the files in the folder of the book take, including copies and unfinished uploads."""
        return measure_folder(self.path.parent)

    def has_room(self) -> bool:
        """Return whether the disk has room for the entries of some evenings."""
        return shutil.disk_usage(self.path.parent).free >= LEAST_FREE

    def read_sidecar(self, name: str) -> str | None:
        """Return the text of the file `name` next to the book's file; None if it is missing or cannot be read."""
        try:
            return self.path.with_name(name).read_text(encoding="utf-8")
        except (OSError, ValueError):
            return None

    def write_sidecar(self, name: str, content: str) -> None:
        """Replace the file `name` next to the book's file, and its copy in the book. Raises StoreError or OSError."""
        write_file(self.path.with_name(name), content)
        with self.write() as db:
            db.execute("INSERT OR REPLACE INTO beside (name, content) VALUES (?, ?)", (name, content))

    def find_opener(self) -> "partial[SqliteStore]":
        """Return a function that opens the file in another process, without a limit of time; pickle can send it."""
        return partial(SqliteStore, self.path, create=False, seconds=math.inf)

    def copy(self, target: Path) -> None:
        """Write a copy of the whole file to the new file `target` while others read and write.

        Raises StoreError, with the key `exists` if `target` exists.
        """
        if target.exists():
            raise StoreError("exists", path=str(target))
        self._copy_into(target, parents=True)

    def _copy_into(self, target: Path, parents: bool) -> None:
        """Write a copy to `target`, in a folder that is made if it is missing.

        With `parents` the parents of the folder are made, too.
        """
        draft: Path | None = None
        try:
            target.parent.mkdir(parents=parents, exist_ok=True)
            draft = make_draft(target)
            with closing(connect(draft)) as copy, self._lend() as db:
                db.conn.backup(copy)
                # The copy is a single file without a log.
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
                    draft.unlink()

    def require_space(self, wanted: int) -> None:
        """Raise StoreError `reserve` if `wanted` more bytes would leave less free disk space than the reserve."""
        require_space(self.path.parent, wanted, self.reserve)

    def measure_files(self) -> int:
        """Return how many bytes the file, its log and its index of the log take on the disk."""
        return sum(each.stat().st_size for each in self._list_files())

    def truncate_log(self) -> None:
        """Write the content of the write-ahead log into the file and empty the log.

        Nothing is done if the log is small, or if somebody reads or writes at the moment.
        """
        with suppress(OSError, sqlite3.Error):
            if self._log.stat().st_size < SMALL_LOG:
                return
            with closing(
                connect(f"{self.path.absolute().as_uri()}?mode=rw", self._seconds, timeout=0, uri=True)
            ) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    def keep_copy(self, why: str) -> Path:
        """Write a copy to the folder `backups` next to the file, named with the reason `why`, and return its path.

        Raises StoreError.
        """
        target = name_copy(self.path, why)
        self._copy_into(target, parents=False)  # no folder is made in the place of a book that was moved away
        return target

    def take_over(self, other: "SqliteStore") -> None:
        """Replace everything in this store by the content of `other` in one transaction; readers continue.

        A store in `trouble` has its damaged files moved to the folder of copies first.
        """
        if self.trouble:
            self._put_aside()
            other.copy(self.path)
            self.trouble = None
            self._open(create=False)
            return
        with self._writing.hold(), self._lend() as db, other.read() as source:
            source.conn.backup(db.conn)

    def close(self) -> None:
        """Close all connections and remove the file's matches from the cache.

        A connection that is in use is closed as soon as it is returned.
        """
        self._closed = True
        self.cache.clear(self.id)
        self._pool.close_idle()

    def __enter__(self) -> "SqliteStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self, create: bool) -> None:
        """Check the file, create it with `create` if it is missing, and migrate it. Raises StoreError."""
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
            with suppress(OSError):  # SQLite reports the reason
                self.path.touch(PRIVATE)
        size = self.path.stat().st_size if self.path.is_file() else SMALLEST
        if size < SMALLEST and not (create and size == 0):
            raise StoreError("not_a_database", path=str(self.path))
        for each in self._list_files():
            with suppress(OSError):  # the file may belong to another user
                each.chmod(PRIVATE)
        try:
            with self._lend() as db:
                if not is_empty_file(db):
                    if self.strict:
                        refuse_changed_files(db, self.path)
                    refuse_other_files(db, self.path)
                elif not create:
                    raise StoreError("not_ours", path=str(self.path))
                enable_wal(db.conn, self._patience)
        except sqlite3.DatabaseError as error:  # for example, a broken name in the schema
            raise StoreError("not_a_database", path=str(self.path)) from error
        with self._lend() as db:
            self._bring_up_to_date(db)

    def _is_gone(self) -> bool:
        """Return whether the file is missing or empty although copies of it exist."""
        here = self.path.is_file() and self.path.stat().st_size >= SMALLEST
        return not here and not self.path.is_dir() and bool(list_copy_files(self.path))

    def _note_trouble(self, error: StoreError) -> None:
        """Put the store in `trouble` because of `error`, and close its unused connections."""
        self.trouble, self._troubled = error, self._find_file()
        self._pool.close_idle()

    def _is_well_again(self) -> bool:
        """Return whether the file in trouble was replaced by a sound one meanwhile; then the store is usable again."""
        if self._find_file() == self._troubled:
            return False
        self.trouble = None
        try:
            self._open(create=False)
        except StoreError as error:
            self._note_trouble(error)
        return self.trouble is None

    def _find_file(self) -> tuple[int, int, int] | None:
        """Return inode, size and time of change of the file, to notice its replacement; None if it is missing."""
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_ino, status.st_size, status.st_mtime_ns

    def _put_aside(self) -> None:
        """Move the unreadable file and its log to the folder of copies, so that somebody may still recover them."""
        target = name_copy(self.path, "damaged", "")
        for each in self._list_files():
            if each.stat().st_size:
                each.rename(target.with_name(target.name + each.name.removeprefix(self.path.name)))
            else:
                each.unlink()

    def _list_files(self) -> list[Path]:
        """Return the paths of the file, its log and the index of its log, as far as they exist."""
        files = (self.path.with_name(self.path.name + ending) for ending in ("", "-wal", "-shm"))
        return [each for each in files if each.is_file()]

    @contextmanager
    def _lend(self) -> Iterator[Database]:
        """Lend a connection to one user at a time."""
        if self.trouble and not self._is_well_again():
            raise self.trouble.with_traceback(None)
        try:
            with self._pool.lend() as db:
                yield db
        finally:
            if self._closed:
                self.close()

    def _bring_up_to_date(self, db: Database) -> None:
        """Apply the missing migrations in one transaction, after a copy of a file that is not empty."""
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
