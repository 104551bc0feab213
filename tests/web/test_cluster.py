"""A host whose books are in PostgreSQL: two web machines store nothing themselves, and answer requests in turn."""

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path
from threading import Event
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from flask import Flask

from scorekeeper.hosting.app import create_host, make_scratch
from scorekeeper.hosting.database_books import DatabaseBooks, maintain_database
from scorekeeper.hosting.maintenance import SEVERAL
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.play.transfer.importing import check_files, import_files
from scorekeeper.play.upkeep.book import Book
from scorekeeper.play.upkeep.copies import copy_now, find_copy, list_copies
from scorekeeper.play.upkeep.size import BookSize
from scorekeeper.store import SqliteStore, StoreError
from scorekeeper.store.photos import list_all_photos
from scorekeeper.store.postgresql.books import BookTable
from scorekeeper.store.postgresql.pool import Pool
from scorekeeper.web.uploads import archives
from tests.play.test_plays import BGG
from tests.web.pages import Page
from tests.web.photographed import HANDS
from tests.web.test_hosting import HostPhone, find_address, start
from tests.web.test_keeping import fetched
from tests.web.test_photos import jpeg

pytestmark = pytest.mark.slow


@pytest.fixture
def machines(pool: Pool) -> Iterator[tuple[Flask, Flask]]:
    """Yield two web machines; requests to the first are answered by both in turn."""
    config = {"CLUSTER": str(pool.conninfo), "TESTING": True}
    one, other = create_host(config), create_host(config)
    with one.extensions["ephemeral"].write() as db:
        db.execute("DELETE FROM hits")  # the requests of other tests
    turns = cycle([one.wsgi_app, other.wsgi_app])

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        return next(turns)(environ, start)

    one.wsgi_app = answer  # type: ignore[method-assign, assignment]  # Flask's documented way
    yield one, other
    for each in (one, other):
        each.extensions["books"].close()


@pytest.fixture
def phone(machines: tuple[Flask, Flask]) -> HostPhone:
    return HostPhone(machines[0].test_client())


def find_book(app: Flask, address: str) -> Book:
    books: DatabaseBooks = app.extensions["books"]
    book = books.find_book(address.rpartition("/")[2])
    assert book is not None
    return book


@pytest.fixture
def book(phone: HostPhone) -> str:
    """Return the address of a new book that the phone owns."""
    return find_address(phone.open_new())


def save_round(phone: HostPhone, pad: Page) -> Page:
    """Save a round in which Anna is out and Bo has 13 pips left, and return the answer."""
    return phone.send(pad, "fill", "save", kind="round", ended="out 1", hand_2="13")


def test_what_is_scored_at_one_machine_is_taken_back_at_the_other(
    phone: HostPhone, book: str, machines: tuple[Flask, Flask]
) -> None:
    pad = save_round(phone, start(phone, book))
    assert pad.status == 200
    phone.send(pad, "last", "undo-1")
    [match] = list_matches(find_book(machines[1], book).store)
    assert (match.totals["Anna"], match.entries) == (0, 2)
    for path in ("/", "/history", "/players", "/book", f"/m/{match.id}/sheet", f"/m/{match.id}/share"):
        assert phone.open(f"{book}{path}").status == 200, path


def test_a_form_that_is_sent_to_both_machines_counts_once(
    phone: HostPhone, book: str, machines: tuple[Flask, Flask]
) -> None:
    pad = start(phone, book)
    for _ in range(2):
        save_round(phone, pad)
    [match] = list_matches(find_book(machines[1], book).store)
    assert (match.totals["Anna"], match.entries) == (3, 1)


def test_a_post_while_no_machine_of_the_database_leads_is_refused_for_now_and_can_be_sent_again(
    phone: HostPhone, book: str, machines: tuple[Flask, Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in machines:
        each.config["WTF_CSRF_ENABLED"] = True
    pad = start(phone, book)

    def fail(*_: object) -> str:
        raise StoreError("unreachable", path="")

    with monkeypatch.context() as away:
        away.setattr(BookTable, "find_keys", fail)
        for each in machines:
            each.extensions["books"]._members.clear()
        refused = [save_round(phone, pad).answer for _ in machines]
        # The header tells a phone to keep the entry and send it again.
        assert [(each.status_code, each.headers["Retry-After"]) for each in refused] == [(503, "10")] * 2
    assert save_round(phone, pad).status == 200


def test_what_opens_one_book_opens_neither_another_one_nor_one_that_is_none(
    phone: HostPhone, book: str, machines: tuple[Flask, Flask]
) -> None:
    stranger = HostPhone(machines[0].test_client())
    other = find_address(stranger.open_new())
    pad = start(stranger, other)
    none = book[:-4] + "none"
    for _ in machines:
        assert phone.client.get(f"{book}/history").status_code == 200
        assert phone.client.get(f"{other}/history").status_code == 403
        assert phone.client.get(pad.path).status_code == 403
        assert phone.client.get(pad.path.replace(other, book)).status_code == 404
        assert phone.client.get(f"{none}/history").status_code == 404


def test_a_photo_is_kept_in_the_database(phone: HostPhone, book: str, machines: tuple[Flask, Flask]) -> None:
    for each in machines:
        each.config["READER"] = lambda photo, largest: HANDS
    where = start(phone, book).path + "/photo?for=hands"
    form = phone.open(where).forms["photo-upload"]
    sent = phone.client.post(
        where, data={**dict(form.fields), "picture": (io.BytesIO(jpeg()), "table.jpg")}, follow_redirects=True
    )
    assert sent.status_code == 200
    [photo] = find_book(machines[1], book).store.look(list_all_photos)
    assert photo in sent.text


def test_an_archive_is_packed_at_one_machine_and_brought_in_at_the_other(
    phone: HostPhone, book: str, machines: tuple[Flask, Flask]
) -> None:
    save_round(phone, start(phone, book))
    archive, again = (fetched(phone, f"{book}/keeping/archive.zip") for _ in machines)
    assert archive[:2] == b"PK"
    assert archive == again
    new = find_address(phone.open_new())
    half = len(archive) // 2
    for at, part in ((0, archive[:half]), (half, archive[half:])):
        fields = {**token(phone, new), "sent": "a" * 32, "at": str(at), "part": (io.BytesIO(part), "part")}
        assert phone.client.post(f"{new}/keeping/part", data=fields).json == {"size": at + len(part)}
    fields = {**token(phone, new), "sent": "a" * 32, "called": "archive.zip"}
    answer = phone.client.post(f"{new}/keeping/import", data=fields, follow_redirects=True)
    assert "1 match imported" in answer.text
    [match] = list_matches(find_book(machines[0], new).store)
    assert match.totals["Anna"] == 3


def test_a_copy_of_a_book_in_a_file_is_brought_in_and_an_archive_takes_it_back(
    phone: HostPhone, book: str, tmp_path: Path
) -> None:
    with SqliteStore(tmp_path / "matches.db") as house:
        match = start_match(house, "spansk", ["Christina", "Alejandro"], lead="Christina")
        add_entry(house, match.id, {"entry": "ends", "player": "Christina", "ends": ["5", "0"]}, 0, "tap")
        copy_now(house, 1)
        [copy] = list_copies(house)
        content = find_copy(house, copy.name).read_bytes()
    for said in ("1 match imported", "Nothing new: the match is here already."):
        fields = {**token(phone, book), "files": (io.BytesIO(content), "matches-of-june.db")}
        answer = phone.client.post(f"{book}/keeping/import", data=fields, follow_redirects=True)
        assert said in answer.text
    archive = fetched(phone, f"{book}/keeping/archive.zip")
    with SqliteStore(tmp_path / "other.db") as other:
        import_files(other, check_files([("archive.zip", io.BytesIO(archive))]), lambda jpeg: jpeg, lambda _: True)
        assert load_match(other, match.id).sheet.totals == {"Christina": 1, "Alejandro": 0}


def test_a_file_that_is_no_copy_is_refused_with_its_reason(phone: HostPhone, book: str) -> None:
    fields = {**token(phone, book), "files": (io.BytesIO(b"SQLite format 3\0" + b"x" * 9000), "matches.db")}
    answer = phone.client.post(f"{book}/keeping/import", data=fields, follow_redirects=True)
    assert answer.status_code == 422
    assert "no copy of the matches of a score pad" in answer.text


def token(phone: HostPhone, book: str) -> dict[str, str]:
    return {"csrf_token": dict(phone.open(f"{book}/keeping").forms["bring-in"].fields)["csrf_token"]}


def list_machine_files(machines: tuple[Flask, Flask], folder: str) -> list[Path]:
    return [each for app in machines for each in sorted((app.config["SCRATCH"] / folder).glob("*"))]


def test_an_archive_is_deleted_at_every_machine_that_has_sent_it(
    phone: HostPhone, book: str, machines: tuple[Flask, Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "LOOK_EACH", 0.05)
    start(phone, book)
    for _ in machines:
        assert fetched(phone, f"{book}/keeping/archive.zip")[:2] == b"PK"
    assert len(list_machine_files(machines, archives.FOLDER)) == 2
    monkeypatch.setattr(archives, "LIFETIME", 0.0)
    while list_machine_files(machines, archives.FOLDER):
        Event().wait(0.05)


def test_of_a_book_that_is_written_between_downloads_the_database_has_one_archive(
    phone: HostPhone, book: str, machines: tuple[Flask, Flask]
) -> None:
    for _ in range(3):
        start(phone, book)
        assert fetched(phone, f"{book}/keeping/archive.zip")[:2] == b"PK"
    with machines[0].extensions["ephemeral"].read() as db:
        sql = "SELECT count(DISTINCT name) FROM files WHERE book = ?"
        assert db.execute(sql, (book.rpartition("/")[2],)).fetchone() == (1,)


def test_files_that_are_being_sent_are_part_of_what_a_book_holds(
    phone: HostPhone, book: str, machines: tuple[Flask, Flask]
) -> None:
    for each in machines:
        each.config["LIMITS"] = replace(each.config["LIMITS"], book=BookSize(20, 20, 1.0))
    statuses = []
    for name in "abc":
        part = io.BytesIO(bytes(400_000))
        fields = {**token(phone, book), "sent": name * 32, "at": "0", "part": (part, "part")}
        statuses.append(phone.client.post(f"{book}/keeping/part", data=fields).status_code)
    assert statuses == [200, 200, 507]


def test_a_file_of_plays_that_nobody_imports_is_deleted_after_a_day(
    phone: HostPhone, book: str, machines: tuple[Flask, Flask]
) -> None:
    def look() -> None:
        for name in "ab":  # one at each machine
            part = io.BytesIO(BGG.encode())
            fields = {**token(phone, book), "sent": name * 32, "at": "0", "part": (part, "part")}
            phone.client.post(f"{book}/keeping/part", data=fields)
            fields = {**token(phone, book), "sent": name * 32, "called": "plays.xml"}
            assert (
                "not finished" in phone.client.post(f"{book}/keeping/import", data=fields, follow_redirects=True).text
            )

    look()
    before = list_machine_files(machines, "arriving")
    assert before
    for path in before:
        os.utime(path, (0, 0))
    look()
    look()
    assert not any(path.exists() for path in before)


def test_temporary_files_of_a_machine_that_was_killed_are_deleted_by_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr("scorekeeper.hosting.app.YOUNG", 0.0)
    running = make_scratch()
    killed = f"from {make_scratch.__module__} import make_scratch; (make_scratch() / 'archive.zip').touch()"
    subprocess.run([sys.executable, "-c", killed], env={**os.environ, "TMPDIR": str(tmp_path)}, check=True)
    assert len(list(tmp_path.iterdir())) == 2
    mine = make_scratch()
    assert {*tmp_path.iterdir()} == {running, mine}


def test_no_copies_are_offered(phone: HostPhone, book: str) -> None:
    page = phone.open(f"{book}/keeping")
    assert page.status == 200
    assert not page.has("copy")
    assert not page.has("restore")
    assert phone.client.post(f"{book}/keeping/copy", data=token(phone, book)).status_code == 404


def test_an_owner_key_that_is_renewed_opens_nothing_any_more(
    phone: HostPhone, book: str, machines: tuple[Flask, Flask]
) -> None:
    old = find_book(machines[0], book).find_keys()
    assert old is not None
    phone.send(phone.open(f"{book}/book"), "renewing")
    stranger = HostPhone(machines[0].test_client())
    for _ in machines:
        assert stranger.client.get(f"{book}/in/{old.owner}").status_code == 403
    assert phone.open(f"{book}/").status == 200


def test_the_name_of_a_book_is_known_at_both_machines(phone: HostPhone, book: str) -> None:
    page = phone.send(phone.open(f"{book}/book"), "naming", name="Sunday club")
    assert "Sunday club" in page.html
    assert "Sunday club" in phone.open(f"{book}/book").html


def test_a_book_that_is_deleted_is_brought_back_by_its_owner_alone(
    phone: HostPhone, book: str, machines: tuple[Flask, Flask]
) -> None:
    keys = find_book(machines[0], book).find_keys()
    assert keys is not None
    phone.send(phone.open(f"{book}/book/delete"), "deleting")
    for _ in machines:
        assert phone.client.get(f"{book}/").status_code == 410
    page = phone.open(f"{book}/in/{keys.owner}")
    phone.send(page, "bringing")
    for _ in machines:
        assert phone.open(f"{book}/").status == 200


def test_a_night_deletes_a_book_for_good_and_its_address_stays_taken(
    phone: HostPhone, book: str, machines: tuple[Flask, Flask]
) -> None:
    save_round(phone, start(phone, book))
    books, id_ = machines[0].extensions["books"], book.rpartition("/")[2]
    books.deactivate(id_, "deleted")
    gone: tuple[str, ...] = ()
    for night in range(SEVERAL + 32):
        gone += maintain_database(books.pool.conninfo, datetime.now(UTC) + timedelta(days=night)).deleted
    assert id_ in gone
    assert phone.client.get(f"{book}/").status_code == 404
    with pytest.raises(FileExistsError):
        books.make_book(id_)


def test_a_book_that_is_opened_at_any_machine_counts_as_used_then(
    phone: HostPhone, book: str, machines: tuple[Flask, Flask]
) -> None:
    table, id_ = BookTable(machines[0].extensions["books"].pool), book.rpartition("/")[2]
    before = dict(table.list_active())[id_]
    phone.open(f"{book}/")
    for each in machines:
        each.extensions["books"].tidy()
    assert dict(table.list_active())[id_] > before


def test_a_write_at_one_machine_is_noticed_by_the_other(book: str, machines: tuple[Flask, Flask]) -> None:
    here, there = (find_book(each, book).store for each in machines)
    before = there.find_last_write()
    with here.write():
        pass
    for _ in range(1000):
        if there.find_last_write() != before:
            return
        Event().wait(0.01)
    raise AssertionError("nothing was noticed in ten seconds")


def test_health_is_that_of_the_database(phone: HostPhone, book: str) -> None:
    for path in ("/healthz", f"{book}/healthz"):
        assert phone.client.get(path).json == {"ok": True, "write": True, "photo": True, "copies": True}
