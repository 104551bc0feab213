"""A host whose process may open few files serves all its books, with fewer of them open at once."""

import http.client
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorekeeper.hosting.book_folders import make_book
from scorekeeper.play.upkeep import open_files
from scorekeeper.play.upkeep.book import find_folder_keys
from tests.trust.server import Running

FEW = 256  # files
BOOKS, PHONES = 80, 6
HALF_SENT = 60  # connections

pytestmark = pytest.mark.skipif(os.name != "posix", reason="files are limited otherwise elsewhere")


@contextmanager
def hosting(data: Path, files: int) -> Iterator[Running]:
    """Run `scorekeeper host` in a process that may open only this number of files."""
    command = 'ulimit -n "$0"; exec "$@"'
    host = [sys.executable, "-m", "scorekeeper", "host", "--data", str(data), "--port", "0"]
    with subprocess.Popen(["sh", "-c", command, str(files), *host], stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None
            port = int(child.stdout.readline().rpartition(":")[2])
            yield Running(("127.0.0.1", port), 0)
        finally:
            child.send_signal(signal.SIGTERM)


def test_with_few_files_more_books_are_served_than_are_open_at_once(tmp_path: Path) -> None:
    ids = [make_book(tmp_path) for _ in range(BOOKS)]
    found = {book_id: find_folder_keys(tmp_path / "books" / book_id[:2] / book_id) for book_id in ids}
    owners = {book_id: keys.owner for book_id, keys in found.items() if keys}

    def come_in(book_id: str) -> int:
        client = http.client.HTTPConnection(host.place[0], host.place[1], timeout=60)
        client.request("GET", f"/b/{book_id}/in/{owners[book_id]}")
        status = client.getresponse().status
        client.close()
        return status

    with hosting(tmp_path, FEW) as host, ThreadPoolExecutor(PHONES) as phones:
        assert set(phones.map(come_in, ids * 2)) == {303}
        with host.holding(HALF_SENT, b"GET / HTTP/1.1\r\nHost: x\r\n"):
            assert set(phones.map(come_in, ids)) == {303}


@pytest.mark.parametrize("limit", [64, FEW, 1_024, 4_096, 20_000])
def test_connections_and_books_leave_files_for_all_else(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    import resource

    raised = list[tuple[int, int]]()
    monkeypatch.setattr(resource, "getrlimit", lambda _: (limit // 2, limit))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: raised.append(limits))
    shares = open_files.share_files()
    wanted = min(limit, 4_000 + 6 * 512 + 500)
    assert raised == ([(wanted, limit)] if limit // 2 < wanted else [])
    assert shares.connections > 0
    assert shares.books > 0
    assert shares.connections + 6 * shares.books <= wanted - min(500, wanted // 4)
    if limit == 20_000:
        assert shares == open_files.FileShares(4_000, 512)
