"""Dozens of imports and archives, and clients that do not read: one job at a time, and little memory."""

import io
import json
import socket
import sqlite3
import threading
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.cli.server import connections
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.player_names import rename_player
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.play.transfer.importing import import_paths
from scorekeeper.play.transfer.packing import pack_archive
from scorekeeper.play.upkeep.copies import list_copies
from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.ephemeral.queue import MOST_WAITING, WAITING, WORKING, Queue
from scorekeeper.web import create_app
from scorekeeper.web.http import downloads
from scorekeeper.web.uploads import archives, jobs
from scorekeeper.worker import Limits, WorkerError, run_in_worker
from tests.play.conftest import ends
from tests.play.match_files import import_matches
from tests.play.test_standings import ended
from tests.trust.server import running
from tests.web.conftest import KEY
from tests.web.pages import Page, Phone
from tests.web.test_keeping import MATCH, as_json, bring

LARGE = 3_000_000  # bytes of a photo in an archive that no client reads


@pytest.fixture
def store(app: Flask) -> Store:
    found: Store = app.extensions["scorekeeper"]
    return found


@pytest.fixture
def held(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Yield an event; a job of another book runs until it is set, and no request waits long for its own job."""
    monkeypatch.setattr(jobs, "PATIENCE", 0.0)
    with holding_queue(app) as over:
        yield over


@contextmanager
def holding_queue(app: Flask) -> Iterator[threading.Event]:
    """Run the job of another book until the event is set, or the context ends."""
    other = Queue(app.extensions["ephemeral"], jobs.KIND, "another book", jobs.AT_ONCE)
    number = other.join()
    assert other.take_turn(number)
    over = threading.Event()

    def hold() -> None:
        while not over.wait(0.2):
            other.renew(number)
        other.leave(number)

    holding = threading.Thread(target=hold)
    holding.start()
    try:
        yield over
    finally:
        over.set()
        holding.join()


def wait_for_jobs(app: Flask) -> None:
    """Wait until no job of any book waits or runs."""
    while True:
        with app.extensions["ephemeral"].read() as db:
            if not db.execute("SELECT 1 FROM queue WHERE state IN (?, ?)", (WAITING, WORKING)).fetchone():
                return
        threading.Event().wait(0.05)


def wait_until_done(phone: Phone, page: Page) -> Page:
    """Return the page that comes when the job is done."""
    while page.has("waiting"):
        threading.Event().wait(0.05)
        page = phone.open(page.path)
    return page


def test_who_waits_is_told_so_by_a_page_that_refreshes_and_then_what_came_of_it(
    phone: Phone, store: Store, held: threading.Event
) -> None:
    page = bring(phone.client, phone, "/keeping/import", files=[(as_json(MATCH), "a.json")])
    assert page.status == 200
    assert "1 other file comes before this one." in page.text
    assert '<meta http-equiv="refresh" content="2">' in page.html
    assert list_matches(store) == ()
    held.set()
    assert "1 match imported" in wait_until_done(phone, page).text
    assert len(list_matches(store)) == 1


def test_of_twelve_imports_one_is_worked_on_at_a_time_and_all_are_done(
    phone: Phone, store: Store, held: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    working, most = 0, 0
    run = import_paths
    lock = threading.Lock()

    def count(_: Any, *arguments: Any, limits: object) -> Any:
        nonlocal working, most
        with lock:
            working += 1
            most = max(most, working)
        try:
            return run(*arguments)
        finally:
            with lock:
                working -= 1

    monkeypatch.setattr("scorekeeper.web.pages.keeping.run_in_worker", count)
    pages = [bring(phone.client, phone, "/keeping/import", files=[(as_json(MATCH), "a.json")]) for _ in range(12)]
    assert all(page.has("waiting") for page in pages)
    held.set()
    for page in pages:
        assert "1 match imported" in wait_until_done(phone, page).text
    assert (most, len(list_matches(store))) == (1, 12)


def test_a_copy_waits_in_the_queue_too(phone: Phone, store: SqliteStore, held: threading.Event) -> None:
    """An upload may have two gigabytes, and is read to its end."""
    ended(store)
    page = phone.send(phone.open("/keeping"), "/keeping/copy")
    assert page.has("waiting")
    assert list_copies(store) == ()
    held.set()
    assert "A copy is made." in wait_until_done(phone, page).text
    assert len(list_copies(store)) == 1


def test_a_full_queue_is_told_and_what_was_sent_is_gone(app: Flask, phone: Phone, held: threading.Event) -> None:
    mine = Queue(app.extensions["ephemeral"], jobs.KIND, str(app.config["DATABASE"]), jobs.AT_ONCE)
    for _ in range(MOST_WAITING):
        mine.join()
    page = bring(phone.client, phone, "/keeping/import", files=[(as_json(MATCH), "a.json")])
    assert (page.status, f"yours would be number {MOST_WAITING + 2}" in page.text) == (503, True)
    assert list((app.config["DATABASE"].parent / "arriving").iterdir()) == []


@pytest.mark.parametrize(
    ("key", "sentence"),
    [("memory", "takes too much memory"), ("time", "took too long"), ("ended", "was interrupted")],
)
def test_a_worker_that_reaches_its_limit_is_told_and_nothing_is_imported(
    phone: Phone, store: Store, monkeypatch: pytest.MonkeyPatch, key: Any, sentence: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise WorkerError(key, "for the test")

    monkeypatch.setattr("scorekeeper.web.pages.keeping.run_in_worker", fail)
    page = bring(phone.client, phone, "/keeping/import", files=[(as_json(MATCH), "a.json")])
    assert (page.status, sentence in page.text) == (422, True)
    assert list_matches(store) == ()


def test_a_long_match_needs_more_memory_than_a_small_worker_has_and_leaves_nothing(
    phone: Phone, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.pages.keeping.LIMITS", Limits(memory=8_000_000))
    entry = {"entry": "round", "out": "Bo", "hands": {"Anna": {"pips": 1}}}
    page = bring(phone.client, phone, "/keeping/import", files=[(as_json(MATCH | {"entries": [entry] * 5_000}), "a")])
    assert (page.status, "takes too much memory" in page.text) == (422, True)
    assert list_matches(store) == ()


def test_a_job_that_nobody_knows_is_told_so(phone: Phone) -> None:
    page = phone.open("/keeping/jobs/abc")
    assert (page.status, "no longer known" in page.text) == (404, True)


@pytest.mark.parametrize("name", ["ARCHIVE.ZIP", "archive", "match.json"])
def test_an_archive_is_told_by_its_content_and_not_by_its_name(phone: Phone, store: Store, name: str) -> None:
    ended(store)
    data = io.BytesIO()
    pack_archive(store, data)
    page = bring(phone.client, phone, "/keeping/import", files=[(data.getvalue(), name)])
    assert "Nothing new: the match is here already." in page.text


# -- archives ----------------------------------------------------------------------------------------------------------


def fetch(phone: Phone) -> tuple[int, bytes]:
    with phone.client.get("/keeping/archive.zip") as answer:
        return answer.status_code, bytes(answer.data)


def test_an_archive_is_packed_once_and_anew_when_anything_was_written(
    app: Flask, phone: Phone, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed: list[Path] = []

    def count(function: Any, database: Path, target: Path, **more: Any) -> Any:
        packed.append(target)
        return run_in_worker(function, database, target, **more)

    monkeypatch.setattr(archives, "run_in_worker", count)
    ended(store)
    assert {fetch(phone)[0] for _ in range(3)} == {200}
    assert len(packed) == 1
    ended(store)
    status, data = fetch(phone)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert len(json.loads(archive.read("archive.json"))["matches"]) == 2
    assert (status, len(packed)) == (200, 2)
    assert list((app.config["DATABASE"].parent / archives.FOLDER).iterdir()) == [packed[1]]


def test_one_thread_waits_until_archives_are_too_old_however_many_there_were(phone: Phone, store: Store) -> None:
    before = set(threading.enumerate())
    for _ in range(3):
        ended(store)
        assert fetch(phone)[0] == 200
    assert sum(isinstance(thread, threading.Timer) for thread in set(threading.enumerate()) - before) == 1


def test_an_archive_is_deleted_when_it_is_too_old_and_not_before(
    app: Flask, phone: Phone, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = threading.Semaphore(0)
    drop = archives._drop_archives

    def note(*arguments: Any) -> None:
        drop(*arguments)
        looked.release()

    monkeypatch.setattr(archives, "LOOK_EACH", 0.05)
    monkeypatch.setattr(archives, "_drop_archives", note)
    ended(store)
    fetch(phone)
    [archive] = (app.config["DATABASE"].parent / archives.FOLDER).iterdir()
    for _ in range(3):
        looked.acquire()
    assert archive.exists()
    monkeypatch.setattr(archives, "LIFETIME", 0.0)
    while archive.exists():
        threading.Event().wait(0.05)


def test_archives_that_a_killed_server_has_left_are_deleted_when_they_are_too_old(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = app.config["DATABASE"].parent / archives.FOLDER
    folder.mkdir()
    for name in ("whole.zip", ".half.zip.part"):
        (folder / name).touch()
    monkeypatch.setattr(archives, "LOOK_EACH", 0.05)
    monkeypatch.setattr(archives, "LIFETIME", 0.0)
    create_app({"DATA": app.config["DATA"], "OWNER_KEY": KEY})
    while list(folder.iterdir()):
        threading.Event().wait(0.05)
    assert fetch(phone)[0] == 200


def test_nobody_who_writes_waits_for_an_archive_nor_does_the_log_of_the_book_grow(store: SqliteStore) -> None:
    """While it is packed no transaction is open: the log can be written back as a whole."""
    busy: list[int] = []
    for _ in range(3):
        ended(store)

    class Target(io.BytesIO):
        def write(self, data: Any) -> int:
            with closing(sqlite3.connect(store.path)) as other:
                busy.append(other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])
            return super().write(data)

    assert pack_archive(store, Target()) == 3
    assert busy
    assert set(busy) == {0}


def test_where_somebody_is_renamed_meanwhile_all_matches_have_the_new_name(store: Store) -> None:
    for _ in range(2):
        ended(store)
    renamed: list[str] = []

    class Target(io.BytesIO):
        def write(self, data: Any) -> int:
            if not renamed:
                renamed.append("Anne")
                rename_player(store, "Anna", "Anne")
            return super().write(data)

    target = Target()
    pack_archive(store, target)
    with zipfile.ZipFile(target) as archive:
        names = [name for name in archive.namelist() if name.startswith("matches/")]
        assert [json.loads(archive.read(name))["players"][0] for name in names] == ["Anne", "Anne"]


def test_no_more_of_a_book_is_downloaded_at_once_than_may_be(phone: Phone, store: Store) -> None:
    ended(store)
    with ExitStack() as readers:
        for _ in range(downloads.MOST):
            answer = readers.enter_context(phone.client.get("/keeping/archive.zip"))
            assert answer.status_code == 200
        with phone.client.get("/keeping/matches.csv") as refused:
            assert (refused.status_code, refused.headers["Retry-After"]) == (503, str(downloads.AGAIN))
            assert b"being downloaded at once" in refused.data
    assert fetch(phone)[0] == 200


def fill(store: Store) -> None:
    match = start_match(store, "spansk", ["Anna", "Bo"])
    photo = keep_photo(store, match.id, b"\xff\xd8\xff" + bytes(LARGE) + b"\xff\xd9", {})
    add_entry(store, match.id, ends("Anna", "5", "0"), 0, "tap", photo)


def request(path: str, cookie: str, version: str = "1.1") -> bytes:
    return f"GET {path} HTTP/{version}\r\nHost: pad\r\nCookie: {cookie}\r\n\r\n".encode()


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_readers_that_take_nothing_cost_little_memory_each(
    app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    """The memory of a process for files that are being sent is counted at the connections themselves."""
    unsent: dict[int, Any] = {}
    made = connections.Connection.connection_made

    def note(self: Any, transport: Any) -> None:
        made(self, transport)
        unsent[id(transport)] = transport

    monkeypatch.setattr(connections.Connection, "connection_made", note)
    monkeypatch.setattr(downloads, "MOST", 40)
    fill(store)
    with running(app) as server:
        cookie, _ = server.let_in(KEY)
        with socket.create_connection(server.place, timeout=60) as first:
            first.sendall(
                request("/keeping/archive.zip", cookie).replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
            )
            while first.recv(1_000_000):
                pass
        with server.holding(30, request("/keeping/archive.zip", cookie, version)) as readers:
            assert all(server.hear(each).startswith(b"HTTP/1.1 200") for each in readers)
            for _ in range(5):
                assert server.fetch("/keeping", cookie)
            held = [each.get_write_buffer_size() for each in unsent.values() if not each.is_closing()]
            assert max(held) <= connections.MOST_UNSENT + 2 * 32_000


def test_who_takes_nothing_for_a_minute_is_given_up_and_the_download_is_free_again(
    app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "MOST", 1)
    fill(store)
    with running(app) as server:
        cookie, _ = server.let_in(KEY)
        with server.holding(1, request("/keeping/archive.zip", cookie)) as [reader]:
            assert server.hear(reader).startswith(b"HTTP/1.1 200")
            phone = Phone(app.test_client(), KEY)
            assert fetch(phone)[0] == 503
            monkeypatch.setattr(connections, "IDLE", -1)
            while fetch(phone)[0] == 503:
                threading.Event().wait(0.05)
            monkeypatch.undo()


def test_a_long_page_is_put_into_a_file_until_it_is_read(app: Flask, store: Store) -> None:
    entries = [ends("Anna", "5", "0"), *(ends("Anna", "5", "0") | {"replaces": number} for number in range(1, 1_500))]
    [match] = import_matches(store, [MATCH | {"entries": entries}])
    with running(app) as server:
        cookie, _ = server.let_in(KEY)
        whole = server.fetch(f"/m/{match.id}/sheet", cookie)
        assert len(whole) > 128_000
        assert whole.rstrip().endswith("</html>")
