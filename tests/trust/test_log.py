"""Logs and health checks: whether the server is healthy, and which match was changed, without names and keys."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.play.upkeep.copies import copy_now, find_copy
from scorekeeper.store import SqliteStore, Store
from scorekeeper.web import create_app
from tests.web.conftest import KEY
from tests.web.pages import Phone
from tests.web.test_disk import Disk, disk
from tests.web.test_share import Guest, links

__all__ = ["disk"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "done.log"


@pytest.fixture
def logged(tmp_path: Path, file: Path) -> Iterator[Flask]:
    app = create_app({"DATA": tmp_path / "data", "OWNER_KEY": KEY, "LOG": file, "TESTING": True})
    yield app
    app.extensions["scorekeeper"].close()
    for handler in logging.getLogger("scorekeeper.done").handlers[:]:
        logging.getLogger("scorekeeper.done").removeHandler(handler)
        handler.close()


def read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_what_is_written_is_told_with_its_match_and_nothing_that_lets_anybody_in(logged: Flask, file: Path) -> None:
    phone = Phone(logged.test_client(), KEY)
    pad = phone.new_match(players="Annemarie Bo")
    phone.send_by_htmx(phone.open(pad.path), "fill", do="enter", ends="5 0")  # is only counted
    phone.send(phone.open(f"{pad.path}?kind=ends"), "fill", do="save", ends="5 0", player="Annemarie")
    keys = links(phone, pad)
    guest = Guest(logged, keys["score"])
    guest.send(guest.open(f"{pad.path}?kind=ends"), "fill", do="save", ends="5-5 0", player="Bo")
    logged.test_client().post(f"{pad.path}/share", data={"do": "new watch"})  # so that no client fills the disk
    match = pad.path.rpartition("/")[2]
    events = read(file)
    told = [(each["who"], each["did"].partition(".")[0], each["match"], each["entry"]) for each in events]
    assert told == [
        ("stranger", "join", None, None),
        ("owner", "matches", None, None),
        ("owner", "pad", match, 1),
        ("stranger", "join", None, None),
        ("scorer", "pad", match, 2),
    ]
    assert events[1]["device"] == events[2]["device"] != events[4]["device"]
    secrets = ["Annemarie", KEY, logged.config["SECRET_KEY"], *(link.rpartition("/")[2] for link in keys.values())]
    assert [each for each in secrets if each in file.read_text()] == []
    assert oct(file.stat().st_mode & 0o777) == "0o600"


def test_a_file_that_was_renamed_is_followed_by_a_new_one(logged: Flask, file: Path) -> None:
    phone = Phone(logged.test_client(), KEY)
    file.rename(file.with_suffix(".1"))
    phone.new_match()
    assert [each["did"] for each in read(file.with_suffix(".1"))] == ["join.sign_in"]
    assert [each["did"] for each in read(file)] == ["matches.fill"]
    assert oct(file.stat().st_mode & 0o777) == "0o600"


def health(app: Flask) -> tuple[int, dict[str, bool]]:
    app.extensions.pop("health", None)
    answer = app.test_client().get("/healthz")
    return answer.status_code, {what: bool(goes) for what, goes in (answer.json or {}).items()}


WELL = {"ok": True, "write": True, "photo": True, "copies": True}


def test_a_book_that_is_well_says_so(app: Flask, store: Store) -> None:
    match = start_match(store, "spansk", ["Anna", "Bo"])
    keep_photo(store, match.id, b"jpeg", {})
    assert health(app) == (200, WELL)
    assert check_book(store, lambda jpeg: True)[0].harmless  # the attempts are not logged


def test_a_disk_that_cannot_be_written_is_told(app: Flask, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    disk.state = "locked"
    assert health(app) == (503, WELL | {"ok": False, "write": False})
    disk.state = "well"
    monkeypatch.setattr("scorekeeper.store.database.LEAST_FREE", 10**18)
    assert health(app) == (503, WELL | {"ok": False, "write": False})


def test_a_photo_that_is_not_as_it_was_and_copies_that_are_gone_are_told(app: Flask, store: SqliteStore) -> None:
    match = start_match(store, "spansk", ["Anna", "Bo"])
    keep_photo(store, match.id, b"jpeg", {})
    copy = copy_now(store, 10)
    assert copy is not None
    find_copy(store, copy.name).unlink()
    with store.write() as db:
        db.execute("UPDATE photos SET jpeg = x'00'")
    assert health(app) == (503, {"ok": False, "write": True, "photo": False, "copies": False})


def test_asked_again_and_again_the_book_is_left_in_peace(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert health(app)[0] == 200
    monkeypatch.setattr("scorekeeper.web.pages.join.examine_book", None)
    assert app.test_client().get("/healthz").status_code == 200
