"""A disk that fails: a VFS for the SQLite library of this process, made with ctypes.

It passes every call on to SQLite's own VFS. It can record each change of a file, so that a test can build the files
that a power cut would have left, and it can answer the n-th call with an error. See https://sqlite.org/vfs.html and
https://sqlite.org/c3ref/io_methods.html for the structures.
"""

import _sqlite3
import ctypes
import os
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass, field
from pathlib import Path

LIBRARY = ctypes.CDLL(_sqlite3.__file__)
LIBRARY.sqlite3_vfs_find.restype = c_void_p
LIBRARY.sqlite3_hard_heap_limit64.argtypes = [c_int64]
LIBRARY.sqlite3_hard_heap_limit64.restype = c_int64
LIBRARY.sqlite3_memory_used.restype = c_int64

OK, FULL = 0, 13
IO_READ, IO_WRITE, IO_SYNC, IO_TRUNCATE, CANNOT_OPEN = 10 | 1 << 8, 10 | 3 << 8, 10 | 4 << 8, 10 | 6 << 8, 14
SECTOR = 512  # bytes that a disk writes completely or not at all

READ_OR_WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)
OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, POINTER(c_int))  # SQLite keeps the pointer to the name
DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)


class Methods(Structure):
    """The structure sqlite3_io_methods; `rest` has the members that this VFS does not change."""

    _fields_ = (
        ("version", c_int),
        ("close", CFUNCTYPE(c_int, c_void_p)),
        ("read", READ_OR_WRITE),
        ("write", READ_OR_WRITE),
        ("truncate", TRUNCATE),
        ("sync", SYNC),
        ("rest", c_void_p * 13),
    )


class Vfs(Structure):
    """The structure sqlite3_vfs; `rest` has the members that this VFS does not change."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", OPEN),
        ("delete", DELETE),
        ("rest", c_void_p * 14),
    )


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a file: `write` of `content` at `offset`, `truncate` to `offset`, `sync` or `delete`.

    An `answer` is no change: it records that `offset` pieces of work were confirmed before the next changes.
    """

    what: str
    path: str = ""
    offset: int = 0
    content: bytes = b""


@dataclass
class Disk:
    """The changes so far, and the number of the call that fails with `error`; with `for_good` later calls fail, too."""

    changes: list[Change] = field(default_factory=list)
    calls: int = 0
    fails_at: int = 0
    error: int | None = None
    for_good: bool = False
    failed: int = 0

    def fail(self, at: int, error: int | None = None, for_good: bool = False) -> None:
        """Let the call with the number `at` fail; without `error` each kind of call fails with its own error."""
        self.calls, self.fails_at, self.error, self.for_good, self.failed = 0, at, error, for_good, 0

    def heal(self) -> None:
        self.fails_at = 0

    def answer(self, number: int) -> None:
        """Record that `number` pieces of work were confirmed."""
        self.changes.append(Change("answer", offset=number))

    def call(self, error: int) -> int:
        """Count a call, and return the error with which it fails, or OK."""
        self.calls += 1
        if self.fails_at and (self.calls == self.fails_at or (self.for_good and self.calls > self.fails_at)):
            self.failed += 1
            return error if self.error is None else self.error
        return OK


@contextmanager
def faulty_disk() -> Iterator[Disk]:
    """Let every database that this process opens in the context lie on such a disk, and yield the disk."""
    disk = Disk()
    original = Vfs.from_address(LIBRARY.sqlite3_vfs_find(None))
    vfs = Vfs.from_buffer_copy(original)
    paths: dict[int, str] = {}  # the paths of open files, by the address of their structure
    tables: dict[int, Methods] = {}  # by the address of the table that each replaces

    def replace_methods(file: int) -> None:
        pointer = c_void_p.from_address(file)
        if not pointer.value:
            return
        if pointer.value not in tables:
            tables[pointer.value] = _wrap(Methods.from_address(pointer.value), disk, paths)
        pointer.value = ctypes.addressof(tables[pointer.value])

    def open_file(itself: int, name: int | None, file: int, flags: int, out: object) -> int:
        error = disk.call(CANNOT_OPEN) or int(original.open(itself, name, file, flags, out))
        if error:
            c_void_p.from_address(file).value = None
        else:
            paths[file] = os.fsdecode(ctypes.string_at(name)) if name else ""
            replace_methods(file)
        return error

    def delete_file(itself: int, name: bytes, durable: int) -> int:
        error = disk.call(IO_WRITE) or int(original.delete(itself, name, durable))
        if not error:
            disk.changes.append(Change("delete", os.fsdecode(name)))
        return error

    vfs.name, vfs.open, vfs.delete = b"faulty", OPEN(open_file), DELETE(delete_file)
    KEPT.append((vfs, tables))
    LIBRARY.sqlite3_vfs_register(ctypes.byref(vfs), 1)
    try:
        yield disk
    finally:
        disk.heal()
        LIBRARY.sqlite3_vfs_unregister(ctypes.byref(vfs))


KEPT: list[object] = []
"""Structures that SQLite may still point to."""


def _wrap(original: Methods, disk: Disk, paths: dict[int, str]) -> Methods:
    """Return the methods of an open file, with replacements for those that read or change it."""
    methods = Methods.from_buffer_copy(original)

    def read(file: int, buffer: int, amount: int, offset: int) -> int:
        return disk.call(IO_READ) or int(original.read(file, buffer, amount, offset))

    def write(file: int, buffer: int, amount: int, offset: int) -> int:
        error = disk.call(IO_WRITE) or int(original.write(file, buffer, amount, offset))
        if not error:
            disk.changes.append(Change("write", paths[file], offset, ctypes.string_at(buffer, amount)))
        return error

    def truncate(file: int, size: int) -> int:
        error = disk.call(IO_TRUNCATE) or int(original.truncate(file, size))
        if not error:
            disk.changes.append(Change("truncate", paths[file], size))
        return error

    def sync(file: int, flags: int) -> int:
        error = disk.call(IO_SYNC) or int(original.sync(file, flags))
        if not error:
            disk.changes.append(Change("sync", paths[file]))
        return error

    methods.read, methods.write = READ_OR_WRITE(read), READ_OR_WRITE(write)
    methods.truncate, methods.sync = TRUNCATE(truncate), SYNC(sync)
    return methods


@contextmanager
def little_memory(more: float) -> Iterator[None]:
    """Limit SQLite to this number of bytes more than it uses now; with -inf it gets no memory at all."""
    most = max(LIBRARY.sqlite3_memory_used() + more, 1)  # 0 means no limit
    before = LIBRARY.sqlite3_hard_heap_limit64(int(most))
    try:
        yield
    finally:
        LIBRARY.sqlite3_hard_heap_limit64(before)


def cut_power(changes: Sequence[Change], chance: random.Random) -> tuple[dict[str, bytes], int]:
    """Return files as a power cut after these changes may leave them, and how much had been confirmed before.

    What was written to a file since its last sync may be lost, in any order, and the last sector of each write may be
    torn; a file that was never synced may be missing.
    """
    durable: dict[str, bytes] = {}
    pending: dict[str, list[Change]] = {}
    answered = 0
    for change in changes:
        if change.what == "answer":
            answered = change.offset
        elif change.what == "sync":
            if change.path not in durable:  # SQLite also syncs the folder of a new log, and with it deletions
                for path in [path for path, waiting in pending.items() if waiting and waiting[-1].what == "delete"]:
                    del pending[path]
                    durable.pop(path, None)
            durable[change.path] = _apply(durable.get(change.path, b""), pending.pop(change.path, []))
        else:
            waiting = pending.setdefault(change.path, [])
            if waiting and waiting[-1].what == "delete":  # a new file of the same name, after the deletion
                durable.pop(change.path, None)
                waiting.clear()
            waiting.append(change)
    lasting = chance.choice((0.0, 0.2, 0.5, 0.9, 1.0))  # the share of pending changes that reach the disk
    for path, waiting in pending.items():
        done = [torn for change in waiting if chance.random() < lasting for torn in _tear(change, chance)]
        if done and done[-1].what == "delete":
            durable.pop(path, None)
        elif path in durable or done:
            durable[path] = _apply(durable.get(path, b""), done)
    return durable, answered


def _tear(change: Change, chance: random.Random) -> Iterator[Change]:
    """Yield the change, or only some sectors of it if it is a write."""
    if change.what != "write" or chance.random() < 0.5:
        yield change
        return
    for begin in range(0, len(change.content), SECTOR):
        if chance.random() < 0.7:
            yield Change("write", change.path, change.offset + begin, change.content[begin : begin + SECTOR])


def _apply(content: bytes, changes: Sequence[Change]) -> bytes:
    found = bytearray(content)
    for change in changes:
        if change.what == "truncate":
            del found[change.offset :]
            found.extend(bytes(change.offset - len(found)))
        elif change.what == "write":
            found.extend(bytes(max(0, change.offset - len(found))))
            found[change.offset : change.offset + len(change.content)] = change.content
    return bytes(found)


def write_files(files: dict[str, bytes], source: Path, target: Path) -> None:
    """Write the `files` of the folder `source` into the folder `target`."""
    for path, content in files.items():
        if Path(path).is_relative_to(source):
            place = target / Path(path).relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
