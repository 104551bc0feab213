"""Regressions: names, spreadsheets, keys, long corrections, and pages on a full disk."""

import csv
import io
import json
import logging
import os
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.engine.file.remark import Remark
from scorekeeper.play.history.details import note_match
from scorekeeper.play.history.search import Search, list_known_players
from scorekeeper.play.history.tallies import count_tallies
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.transfer.spreadsheets import write_entries_csv, write_matches_csv
from scorekeeper.store import Store
from scorekeeper.web import create_app
from scorekeeper.web.http.settings import read_settings
from tests.play.conftest import add, ends
from tests.play.match_files import import_matches
from tests.play.test_standings import ended
from tests.web.pages import Phone
from tests.web.test_disk import Disk, disk

__all__ = ["disk"]

NAMES = [
    "A/B",
    "..",
    ".",
    "/",
    "a//b",
    "../..",
    "~",
    "a~-b",
    "~.",
    "A\\B",
    "?x#y%2F",
    "%2e%2e",
    "Anna",
    "rename",
    "Ö/Å ½",
]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_has_a_page_and_can_be_changed(phone: Phone, store: Store, name: str) -> None:
    start_match(store, "spansk", [name, "Zoe"])
    page = phone.open("/players")
    addresses = [at["href"] for tag, at in page.elements if tag == "a" and at.get("href", "").startswith("/players/")]
    pages = [phone.open(address) for address in addresses]
    assert [each.status for each in pages] == [200, 200]
    [mine] = [each for each in pages if each.path != "/players/Zoe"]
    [form] = [id_ for id_, each in mine.forms.items() if each.action.endswith("/rename") and each.action != mine.path]
    renamed = phone.send(mine, form, name="Bo")
    assert (renamed.status, renamed.path) == (200, "/players/Bo")
    assert set(list_known_players(store)) == {"Bo", "Zoe"}


SIGNS = "=+-@＝＋－＠"


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
def test_no_cell_is_a_formula_whatever_separates_cells_where_it_is_opened(store: Store, separator: str) -> None:
    for number, sign in enumerate(SIGNS):
        match = start_match(store, "spansk", [f"{sign}{number}", f"a;{sign}{number}", f"b, {sign}c", f'd;"{sign}'])
        note_match(store, match.id, Remark(f"x;{sign}1+1\n{sign}2", f"{sign}1"))
    for text in ("".join(write_matches_csv(store, Search())), write_entries_csv(store, match.id)):
        cells = [cell for row in csv.reader(io.StringIO(text), delimiter=separator) for cell in row]
        assert [cell for cell in cells if cell.strip(' "\r\n')[:1] in tuple(SIGNS)] == []


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", "no JSON", "null", '{"SECRET_KEY": 7}', '{"OWNER_KEY": ""}', "[" * 5000]
)
def test_broken_keys_are_made_anew_told_and_kept(
    tmp_path: Path, content: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "keys.json").write_text(content)
    with caplog.at_level(logging.WARNING):
        found = read_settings({"DATA": tmp_path}, {})
    assert "every device has to be let in anew" in caplog.text
    assert len(found["SECRET_KEY"]) > 30
    assert len(found["OWNER_KEY"]) > 20
    assert read_settings({"DATA": tmp_path}, {}) == found
    assert (tmp_path / "keys.json.damaged").read_text() == content
    if os.name == "posix":
        assert {oct(path.stat().st_mode & 0o777) for path in tmp_path.iterdir()} == {"0o600"}


def test_a_key_that_can_be_read_stays(tmp_path: Path) -> None:
    (tmp_path / "keys.json").write_text(json.dumps({"OWNER_KEY": "as-it-always-was", "SECRET_KEY": None}))
    assert read_settings({"DATA": tmp_path}, {})["OWNER_KEY"] == "as-it-always-was"


def test_an_entry_that_was_corrected_again_and_again_is_shown(phone: Phone, store: Store) -> None:
    many = 3000
    entries = [ends("Anna", "5", "0"), *(ends("Anna", "5", "0") | {"replaces": number} for number in range(1, many))]
    document = {"format": 1, "variant": "spansk", "players": ["Anna", "Bo"], "entries": entries}
    [match] = import_matches(store, [document])
    for path in ("", "/sheet", "/board"):
        assert phone.open(f"/m/{match.id}{path}").status == 200, path


def test_pages_that_only_read_are_there_on_a_full_disk(phone: Phone, store: Store, disk: Disk) -> None:
    before = ended(store)
    running = add(store, start_match(store, "spansk", ["Anna", "Bo"]), ends("Anna", "5", "0"))
    disk.state = "locked"
    page = phone.open("/players/Anna")
    assert (page.status, "Spansk" in page.text) == (200, True)
    for path in ("/players", f"/m/{running.id}/share", f"/m/{before.id}/share", "/keeping/archive.zip"):
        with phone.client.get(path) as answer:
            assert answer.status_code == 200, path
    disk.state = "well"
    assert count_tallies(store)["Anna"].matches == 1


def test_an_archive_goes_out_of_a_disk_without_room(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.TemporaryFile", None)
    again = create_app({"DATA": app.config["DATABASE"].parent, "OWNER_KEY": "key-of-this-table"})
    monkeypatch.setattr(again.extensions["scorekeeper"], "reserve", 10**18)
    with Phone(again.test_client()).client.get("/keeping/archive.zip") as answer:
        assert answer.status_code == 200
        assert "private" in answer.headers["Cache-Control"]
    again.extensions["scorekeeper"].close()
