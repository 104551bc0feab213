"""One damaged byte anywhere: the page of its match says so, everything else works, and `check` names the match."""

import random
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.cli import main
from scorekeeper.play.history.tallies import count_tallies
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.store import SqliteStore, Store, StoreError
from scorekeeper.web import create_app
from tests.play.conftest import add, ends, out
from tests.web.conftest import KEY
from tests.web.pages import Phone

PAGES = (
    "/",
    "/history",
    "/players",
    "/players/Eva",
    "/new",
    "/keeping",
    "/keeping/archive.zip",
    "/keeping/matches.csv",
    "/keeping/matches.bgsplay",
)
OF_A_MATCH = (
    "",
    "/sheet",
    "/board",
    "/replay",
    "/replay/open-hands",
    "/unsent",
    "/photo",
    "/match.json",
    "/match.txt",
    "/entries.csv",
    "/note",
    "/result.png",
    "/replay.webp",
)
# The new value of each column of one row, and whether the match can then still be scored.
TORN = [
    ("entries", "entry", '\'{"entry": "ends", "pla\'', True),
    ("entries", "entry", "'[]'", True),
    ("entries", "entry", "'7'", True),
    ("entries", "entry", "CAST(x'7b22656e747279ff223a2022656e6473227d' AS TEXT)", True),
    ("entries", "entry", "x'00ff'", True),
    ("entries", "written", "'2026-11-3'", True),
    ("entries", "written", "x'ff'", True),
    ("finals", "totals", "'{torn'", True),
    ("finals", "winners", "'[\"An'", True),
    ("matches", "options", "'{torn'", True),
    ("matches", "options", "'[]'", True),
    ("matches", "started", "'yesterday'", True),
    ("matches", "started", "x'ff'", True),
    ("matches", "variant", "'spanqk'", True),
    ("matches", "variant", "x'ff'", True),
    ("seats", "player", "CAST(x'416eff61' AS TEXT)", True),
    ("seats", "player", "x'ff'", True),
    ("standings", "totals", "'{torn'", False),
    ("standings", "winners", "'[\"An'", False),
    ("standings", "touched", "'long ago'", False),
    ("standings", "written", "'long ago'", False),
    ("standings", "digest", "'{torn'", False),
    ("tallies", "tally", "'{torn'", False),
]


@pytest.fixture
def sound(store: Store) -> Match:
    """Store a match without any damage."""
    match = start_match(store, "spansk", ["Eva", "Finn"], options={"target": 5})
    return add(store, match, ends("Eva", "5-5", "5"), out("Eva", Finn=["6-6", "5-2"]))


@pytest.fixture
def hit(store: Store, sound: Match) -> Match:
    """Store a match that is over, which the test damages."""
    match = start_match(store, "spansk", ["Anna", "Bo"], options={"target": 5})
    match = add(store, match, ends("Anna", "5-5", "5"), out("Anna", Bo=["6-6", "5-2"]))
    count_tallies(store)
    return match


def tear(store: Store, table: str, column: str, value: str, match: Match) -> None:
    """Change one row without the checks of the score pad."""
    key = {"matches": "serial", "tallies": "'Anna' = person OR 0", "seats": "seat = 1 AND match"}.get(table, "match")
    with store.write() as db:
        [(serial,)] = db.execute("SELECT serial FROM matches WHERE id = ?", (match.id,)).fetchall()
        guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute(f"UPDATE {table} SET {column} = {value} WHERE {key} = ?", (serial,))
        db.execute("PRAGMA ignore_check_constraints = OFF")
        for _, sql in guards:
            db.execute(sql)
    store.cache.clear()  # as after a restart


def status_of(phone: Phone, path: str) -> int:
    with phone.client.get(path) as answer:
        return answer.status_code


@pytest.mark.parametrize(
    ("table", "column", "value", "gone"), TORN, ids=[f"{row[0]}.{row[1]} {row[2]}" for row in TORN]
)
def test_a_damaged_row_is_told_where_it_is_and_all_else_goes_on(
    phone: Phone, store: SqliteStore, sound: Match, hit: Match, table: str, column: str, value: str, gone: bool,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    tear(store, table, column, value, hit)
    for path in PAGES:
        assert status_of(phone, path) == 200, path
    for query in ("result=won&player=Anna", "result=drawn", "result=lost", "text=anna", "place=archived"):
        assert status_of(phone, f"/history?{query}") == 200, query
    for path in OF_A_MATCH:
        assert status_of(phone, f"/m/{sound.id}{path}") < 500, path
    for path in OF_A_MATCH[:4]:
        page = phone.open(f"/m/{hit.id}{path}")
        assert (page.status == 503) == gone, path
        assert ("This match cannot be read" in page.text) == gone
    part = phone.client.get(f"/m/{hit.id}/sheet", headers={"HX-Request": "true"})
    assert ("This match cannot be read" in part.text) == gone
    again = phone.new_match(players="Anna Bo")
    assert again.status == 200
    assert main(["check", "--data", str(store.path.parent)]) == (0 if table == "tallies" or column == "digest" else 1)
    told = capsys.readouterr().out
    assert hit.id in told or table == "tallies" or column == "digest", told
    assert f"match {sound.id}" not in told


@pytest.mark.parametrize("seed", range(8))
def test_flipped_bytes_anywhere_are_said_in_words(
    app: Flask, store: SqliteStore, sound: Match, hit: Match, seed: int, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    store.close()
    chance, book = random.Random(seed), tmp_path / "hit" / "matches.db"
    book.parent.mkdir()
    content = bytearray(store.path.read_bytes())
    for _ in range(20):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    book.write_bytes(content)
    assert main(["check", "--data", str(book.parent)]) in (0, 1)
    printed = capsys.readouterr()
    assert "Traceback" not in printed.out + printed.err
    try:
        again = create_app({"DATA": book.parent, "OWNER_KEY": KEY, "TESTING": False})
    except StoreError:
        return
    phone = Phone(again.test_client(), KEY)
    for path in (*PAGES, *(f"/m/{match.id}{path}" for match in (sound, hit) for path in OF_A_MATCH)):
        assert status_of(phone, path) != 500, path
    again.extensions["scorekeeper"].close()
