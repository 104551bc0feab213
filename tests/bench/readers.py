"""Measure the memory of a server while 300 slow readers download a large file, and the taps of another book.

The server is `scorekeeper host` with one process. First all readers request the archive of one book; then forty books
each get as many requests as may download at once.
"""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.writing import add_entry
from scorekeeper.store import SqliteStore
from tests.bench.host import make_table
from tests.bench.imports import Taps, tell
from tests.bench.rows import Note, Row
from tests.bench.wire.folders import lend_folder, list_folders
from tests.bench.wire.load import PlayedTable
from tests.bench.wire.phones import write_get
from tests.bench.wire.serving import Served, has_proc, let_in_owner, serving_pad

READERS = 300
BOOKS = 40
PHOTOS, BYTES = 7, 1_000_000  # photos of each book, which make an archive of seven megabytes
HOLDING = 15.0  # seconds
ALONE = 5.0


def rows(readers: int = READERS, books: int = BOOKS, holding: float = HOLDING) -> Iterator[Row | Note]:
    """Yield the memory before the requests and during them, and the taps of another book."""
    if not has_proc():
        yield Note("slow readers", "not measured: this system does not tell what a process takes")
        return
    with lend_folder(list_folders()["disk"]) as folder:
        tables = [fill(folder, make_table(folder)) for _ in range(books)]
        for what, asked in (("one book", tables[:1]), (f"{books} books", tables)):
            family = make_table(folder)
            with serving_pad(folder, "host") as served, ExitStack() as wires:
                cookies = [let_in_owner(served, table.below, table.key)[0] for table in asked]
                taps = Taps(served, family)
                for table, cookie in zip(asked, cookies, strict=True):  # packs the archive
                    read_all(served, table, cookie)
                before, alone = served.memory, taps.measure(ALONE)
                for number in range(readers):
                    table, cookie = asked[number % len(asked)], cookies[number % len(asked)]
                    wire = wires.enter_context(slow_socket(served))
                    wire.sendall(write_get(f"{table.below}/keeping/archive.zip", {"Cookie": cookie}))
                meanwhile, most, end = list[float](), 0, time.monotonic() + holding
                while time.monotonic() < end:
                    meanwhile += taps.measure(0.5)
                    most = max(most, served.memory)
                taps.close()
            yield Note(f"taps before / beside {readers} readers of {what}", f"{tell(alone)} / {tell(meanwhile)}")
            yield Row(f"memory that {readers} readers of the archive of {what} cost", (most - before) / 1e6, 100, "MB")


def fill(folder: Path, table: PlayedTable) -> PlayedTable:
    """Add photos to the book of a table, so that its archive is large."""
    [path] = folder.glob(f"books/*/{table.below.rpartition('/')[2]}")
    with SqliteStore(path / "matches.db") as store:
        for number in range(PHOTOS):
            jpeg = b"\xff\xd8\xff" + os.urandom(BYTES) + b"\xff\xd9"
            photo = keep_photo(store, table.match, jpeg, {})
            entry = {"entry": "ends", "player": "Anna", "ends": ["5", "0"]}
            add_entry(store, table.match, entry, table.entries + number, f"photo {number}", photo)
    return PlayedTable(table.match, table.link, table.entries + PHOTOS, below=table.below, key=table.key)


def read_all(served: Served, table: PlayedTable, cookie: str) -> None:
    """Download the archive, however long the server takes to pack it."""
    request = write_get(f"{table.below}/keeping/archive.zip", {"Cookie": cookie, "Connection": "close"})
    for _ in range(60):
        with socket.create_connection(served.place, timeout=60) as wire:
            wire.sendall(request)
            came = wire.recv(65_536)
            while wire.recv(1_000_000):
                pass
        if came.startswith(b"HTTP/1.1 200"):
            return
        time.sleep(1)
    raise RuntimeError(f"no archive: {came[:200]!r}")


def slow_socket(served: Served) -> socket.socket:
    """Return a connection with the smallest receive buffer."""
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    wire.settimeout(60)
    wire.connect(served.place)
    return wire
