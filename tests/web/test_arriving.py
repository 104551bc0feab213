"""A file that is too large for one request is sent in parts, and is read when it is whole."""

import errno
import io
import os
import time
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse

from scorekeeper.play.history.search import list_matches
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.play.transfer.packing import pack_archive
from scorekeeper.play.transfer.unpacking import unpack_archive
from scorekeeper.play.upkeep.copies import copy_now, find_copy
from scorekeeper.store import SqliteStore
from tests.play.conftest import AS_IT_IS
from tests.play.test_standings import ended
from tests.web.pages import Phone
from tests.web.test_keeping import bring, fetched, store_of

SENT = "0123456789abcdef0123456789abcdef"


def token(phone: Phone) -> str:
    return dict(phone.open("/keeping").forms["bring-in"].fields)["csrf_token"]


def send(phone: Phone, data: bytes, at: int = 0, sent: str = SENT) -> TestResponse:
    fields = {"csrf_token": token(phone), "sent": sent, "at": str(at), "part": (io.BytesIO(data), "part")}
    return phone.client.post("/keeping/part", data=fields)


def folder(app: Flask) -> Path:
    return Path(app.config["DATABASE"]).parent / "arriving"


def finish(phone: Phone, path: str, called: str) -> str:
    fields = {"csrf_token": token(phone), "sent": SENT, "called": called}
    return phone.client.post(path, data=fields, follow_redirects=True).text


def test_an_archive_comes_in_parts_and_leaves_nothing_behind(app: Flask, phone: Phone) -> None:
    match = ended(store_of(app))
    data = fetched(phone, "/keeping/archive.zip")
    third = len(data) // 3
    for at in (0, third, third, 2 * third):  # one part is sent twice
        answer = send(phone, data[at : at + third + (3 if at == 2 * third else 0)], at)
        assert answer.status_code == 200
    assert answer.json == {"size": len(data)}
    assert "Nothing new: the match is here already." in finish(phone, "/keeping/import", "archive.zip")
    assert list(folder(app).iterdir()) == []
    assert [each.id for each in list_matches(store_of(app))] == [match.id]


def test_a_file_for_which_the_disk_has_no_room_leaves_nothing(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, save = list[Path](), FileStorage.save

    def fill(file: FileStorage, target: Path) -> None:
        save(file, target)
        kept.append(target)
        if len(kept) == 2:
            raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(FileStorage, "save", fill)
    page = bring(phone.client, phone, "/keeping/import", files=[(b"{}", "a.json"), (b"{}", "b.json")])
    assert (page.status, len(kept)) == (503, 2)
    assert list(folder(app).iterdir()) == []


def test_a_part_that_belongs_further_on_is_told_where_to_begin(phone: Phone) -> None:
    send(phone, b"begins", 0)
    answer = send(phone, b"ends", 100)
    assert (answer.status_code, answer.json) == (409, {"size": 6})
    assert send(phone, b"!", 6).json == {"size": 7}
    assert send(phone, b"again", 0).json == {"size": 5}


def test_a_copy_of_everything_comes_in_parts_and_is_put_back(app: Flask, phone: Phone) -> None:
    match = ended(store_of(app))
    copy = copy_now(store_of(app), 5)
    assert copy is not None
    data = find_copy(store_of(app), copy.name).read_bytes()
    start_match(store_of(app), "spansk", ["Eva", "Finn"])
    half = len(data) // 2
    for at in (0, half):
        send(phone, data[at : at + half] if at == 0 else data[at:], at)
    assert "Everything is as it was" in finish(phone, "/keeping/restore", "mine.db")
    assert [each.id for each in list_matches(store_of(app))] == [match.id]


def test_what_came_in_parts_and_is_no_archive_is_told_by_its_name(app: Flask, phone: Phone) -> None:
    send(phone, b"PK\x03\x04 but no archive")
    assert "holidays.zip: This is no archive" in finish(phone, "/keeping/import", "holidays.zip")
    send(phone, b"no copy")
    assert "mine.db is not a file of matches" in finish(phone, "/keeping/restore", "mine.db")
    assert list(folder(app).iterdir()) == []


@pytest.mark.parametrize("sent", ["", "../matches.db", "0123", "0" * 31 + "/"])
def test_no_part_is_written_elsewhere(phone: Phone, sent: str) -> None:
    assert send(phone, b"part", 0, sent).status_code == 400
    fields = {"csrf_token": token(phone), "sent": sent or "none", "called": "x"}
    assert phone.client.post("/keeping/import", data=fields).status_code == 400


def test_a_file_that_leaves_no_room_for_scoring_is_refused(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(phone, b"first")
    monkeypatch.setattr(store_of(app), "reserve", 10**18)
    answer = send(phone, b"second", 5)
    assert answer.status_code == 507
    assert "too little room" in answer.get_json()["reason"]
    assert list(folder(app).iterdir()) == []


def test_what_nobody_asked_for_within_a_day_is_gone(app: Flask, phone: Phone) -> None:
    send(phone, b"forgotten")
    yesterday = time.time() - 25 * 3600
    os.utime(folder(app) / SENT, (yesterday, yesterday))
    send(phone, b"another", 0, "f" * 32)
    assert [path.name for path in folder(app).iterdir()] == ["f" * 32]


def test_a_stranger_sends_no_part(app: Flask) -> None:
    assert app.test_client().post("/keeping/part", data={"sent": SENT}).status_code in (400, 403)
    assert not folder(app).exists()


def test_without_scripts_too_large_a_file_is_told_how_it_comes_in(app: Flask, phone: Phone) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 100_000
    page = bring(phone.client, phone, "/keeping/import", files=[(bytes(200_000), "archive.zip")])
    assert (page.status, "come in only with scripts" in page.text) == (413, True)


def test_a_large_archive_is_no_larger_in_memory_than_a_match(tmp_path: Path) -> None:
    """Looking through it and storing it hold one match at a time."""
    import tracemalloc

    with SqliteStore(tmp_path / "matches.db") as store, SqliteStore(tmp_path / "other.db") as other:
        peaks = list[int]()
        for more in (5, 60):
            for _ in range(more):
                match = start_match(store, "spansk", ["Anna", "Bo"])
                photo = keep_photo(store, match.id, b"\xff\xd8\xff" + os.urandom(100_000) + b"\xff\xd9", {})
                add_entry(store, match.id, {"entry": "ends", "player": "Anna", "ends": ["5", "0"]}, 0, "tap", photo)
            with (tmp_path / f"{more}.zip").open("w+b") as file:
                pack_archive(store, file)
                tracemalloc.start()
                unpack_archive(other, file, *AS_IT_IS)
                peaks.append(tracemalloc.get_traced_memory()[1])
                tracemalloc.stop()
        assert peaks[1] < 1_000_000  # bytes; its photos are more than six times that
        assert len(list_matches(other, limit=-1)) == 65
