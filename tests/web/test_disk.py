"""A disk that is full or locked while people score: the page says so, and no entry is lost or counts twice."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask

from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.store import Connection, SqliteStore, StoreError
from scorekeeper.web import create_app
from tests.web.pages import Page, Phone

MOST = 400  # entries of about a hundred bytes each


class Disk:
    """The disk as SQLite sees it: `full`, `locked` against writing, or `well`."""

    def __init__(self) -> None:
        self.state = "well"

    def tell(self, db: Connection) -> None:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages if self.state == 'full' else 4294967294}")
        db.execute(f"PRAGMA query_only = {int(self.state == 'locked')}")


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk, lend = Disk(), SqliteStore._lend

    @contextmanager
    def lent(store: SqliteStore) -> Iterator[Connection]:
        with lend(store) as db:
            disk.tell(db)
            yield db

    monkeypatch.setattr(SqliteStore, "_lend", lent)
    return disk


@pytest.fixture
def pad(phone: Phone) -> Page:
    return phone.new_match("german_draw", "Anna Bo", **{"option-target": "9999"})


def post(phone: Phone, pad: Page, post: str, htmx: bool = True) -> Page:
    """Send a round by a form that has seen every entry, and return the answer."""
    form = phone.open(f"{pad.path}?kind=round")
    send = phone.send_by_htmx if htmx else phone.send
    return send(form, "fill", do="save", ended="out 1", hand_2="5", post=post)


def test_on_a_full_disk_the_reason_is_told_and_the_same_tap_counts_once_when_there_is_room(
    app: Flask, phone: Phone, pad: Page, disk: Disk
) -> None:
    disk.state = "full"
    answers = (post(phone, pad, f"tap {number}") for number in range(MOST))
    written, refused = next((number, page) for number, page in enumerate(answers) if page.status != 200)
    assert (refused.status, refused.html) == (503, "The disk is full: nothing was written. Make room and try again.")
    match_id = pad.path.rpartition("/")[2]
    assert load_match(app.extensions["scorekeeper"], match_id).seen == written
    page = post(phone, pad, f"tap {written}", htmx=False)
    assert (page.status, "The disk is full" in page.text) == (503, True)
    disk.state = "well"
    for _ in range(2):
        assert post(phone, pad, f"tap {written}").status == 200
    assert load_match(app.extensions["scorekeeper"], match_id).seen == written + 1
    assert check_book(app.extensions["scorekeeper"]) == ()


def test_on_a_disk_that_may_not_be_written_every_page_is_read_and_every_post_is_told_why(
    app: Flask, phone: Phone, pad: Page, disk: Disk
) -> None:
    post(phone, pad, "before")
    match_id = pad.path.rpartition("/")[2]
    sheet, keeping = phone.open(f"{pad.path}/sheet"), phone.open("/keeping")
    disk.state = "locked"
    for path in ("/", "/history", "/keeping", "/new", pad.path, f"{pad.path}/sheet"):
        assert phone.open(path).status == 200, path
    assert "may not be written" in post(phone, pad, "tap").html
    assert phone.send(keeping, "/keeping/copy").status == 200  # on another disk there may be room
    assert "may not be written" in phone.send(sheet, "entries", "strike-1").text
    assert load_match(app.extensions["scorekeeper"], match_id).seen == 1
    disk.state = "well"
    assert post(phone, pad, "tap").status == 200


def test_a_file_that_the_disk_has_no_room_for_is_told_so(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "archive.zip")

    monkeypatch.setattr(app.extensions["scorekeeper"], "reserve", 10**18)
    monkeypatch.setattr("scorekeeper.play.transfer.packing.pack_archive", full)
    page = phone.open("/keeping/archive.zip")
    assert (page.status, "The disk is full" in page.text) == (503, True)


def test_the_score_pad_starts_on_a_full_disk_and_shows_what_is_there(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("full")

    match = start_match(app.extensions["scorekeeper"], "spansk", ["Anna", "Bo"])
    monkeypatch.setattr("scorekeeper.web.copy_at_start", full)
    again = create_app({"DATABASE": app.config["DATABASE"], "OWNER_KEY": "key", "SECRET_KEY": "secret"})
    assert "Anna" in Phone(again.test_client(), "key").open(f"/m/{match.id}/sheet").text
    again.extensions["scorekeeper"].close()
