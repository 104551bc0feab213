"""`scorekeeper host`: commands for the operator who lists, checks, copies and puts away the books of many people."""

import os
import signal
import urllib.error
import urllib.parse
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.cli import host
from scorekeeper.hosting import book_folders
from scorekeeper.hosting.book_folders import deactivate_book, find_folder, find_inactive, list_folders
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.store import SqliteStore
from tests.cli.conftest import Run
from tests.cli.test_serve import local, serving

TOKEN, TICKET = 'name="csrf_token" value="', 'name="ticket" value="'


def make_book(data: Path, *players: str) -> str:
    """Make a book, with a match if there are players, and return its id."""
    book = book_folders.make_book(data)
    if players:
        with SqliteStore(find(data, book) / "matches.db") as store:
            start_match(store, "spansk", players)
    return book


def find(data: Path, book: str) -> Path:
    folder = find_folder(data, book)
    assert folder is not None
    return folder


def test_the_list_tells_how_much_is_in_each_book_and_no_name(run: Run, data: Path) -> None:
    played, empty = make_book(data, "Annemarie", "Bo"), make_book(data)
    away = make_book(data)
    deactivate_book(data, away, "deleted")
    ran = run("host", "--list")
    told = {line.partition(" ")[0]: line for line in ran.out.splitlines()}
    assert ran.status == 0
    assert "Matches: 1. Photos: 0." in told[played]
    assert "Matches: 0." in told[empty]
    assert "put away (deleted), can be brought back until" in told[away]
    assert "used within 30 days: 2. Matches: 1." in told["Books:"]
    assert "Annemarie" not in ran.out


def test_a_broken_book_is_told_and_the_others_are_looked_after(run: Run, data: Path) -> None:
    broken, whole = make_book(data, "Anna", "Bo"), make_book(data, "Anna", "Bo")
    (find(data, broken) / "matches.db").write_bytes(b"nothing that anybody wrote " * 400)
    for do, status, done in (
        ("--list", 0, f"{broken}  cannot be opened"),
        ("--check", 1, ""),
        ("--backup", 1, "Copied: 1."),
    ):
        ran = run("host", do)
        assert (ran.status, broken in ran.out, done in ran.out) == (status, True, True), do
    assert len(list((find(data, whole) / "backups").glob("*.db"))) == 1
    assert run("host", "--backup").out.splitlines()[-1] == "Copied: 0. Put away: 0. Gone for good: 0."


def test_books_that_are_whole_are_told_to_be_so(run: Run, data: Path) -> None:
    make_book(data, "Anna", "Bo")
    assert (run("host", "--check").status, "All is well" in run("host", "--check").out) == (0, True)


def test_a_book_is_copied_when_it_has_changed_and_the_last_copies_are_kept(run: Run, data: Path) -> None:
    book = make_book(data, "Anna", "Bo")
    for change, copies in ((False, 1), (False, 1), (True, 2), (True, 3), (True, 3)):
        if change:
            with SqliteStore(find(data, book) / "matches.db") as store:
                start_match(store, "spansk", ["Anna", "Bo"])
        assert run("host", "--backup").status == 0
        assert len(list((find(data, book) / "backups").glob("*.db"))) == copies


def test_a_host_keeps_as_many_copies_of_each_book_as_its_setting_says(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_BACKUPS", "1")
    book = make_book(data, "Anna", "Bo")
    for players in (["Anna", "Bo"], ["Bo", "Anna"]):
        with SqliteStore(find(data, book) / "matches.db") as store:
            start_match(store, "spansk", players)
        assert run("host", "--backup").status == 0
    assert len(list((find(data, book) / "backups").glob("*.db"))) == 1


def test_what_nobody_uses_for_a_year_is_put_away_by_the_backup_and_a_year_later_it_is_gone(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = make_book(data, "Anna", "Bo")
    start = datetime.now(UTC)
    said = dict[str, list[int]]()
    for days in range(356, 735):
        host.TASKS["backup"](data, start + timedelta(days=days))
        said.setdefault(capsys.readouterr().out.splitlines()[-1].partition(". ")[2], []).append(days)
    assert said.pop("Put away: 1. Gone for good: 0.") == [365]
    assert said.pop("Put away: 0. Gone for good: 1.") == [731]
    assert list(said) == ["Put away: 0. Gone for good: 0."]
    assert find_inactive(data, book) is None


def test_the_operator_puts_a_book_away(run: Run, data: Path) -> None:
    book = make_book(data)
    assert run("host", "--remove", book).status == 0
    assert find_folder(data, book) is None
    away = find_inactive(data, book)
    assert away is not None
    assert away.why == "removed"
    ran = run("host", "--remove", book)
    assert (ran.status, ran.complaints) == (2, [f"There is no book “{book}”."])


def test_it_serves_books_to_whoever_opens_one(data: Path) -> None:
    with serving(data, "--port", "0", command="host") as server:
        assert "Books until now: 0." in server.said
        assert "/in/" not in server.said
        cookies = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor())
        with cookies.open(local(server)) as page:
            first = page.read().decode()
        marks = (TOKEN, TICKET, 'id="opening" action="')
        token, ticket, opening = (first.partition(mark)[2].partition('"')[0] for mark in marks)
        fields = urllib.parse.urlencode({"csrf_token": token, "ticket": ticket}).encode()
        with cookies.open(local(server, opening), fields) as page:
            [folder] = list_folders(data)
            assert page.url == local(server, f"/b/{folder.name}/book")
        status, _, err = server.end(signal.SIGTERM)
    assert (status, err) == (0, "")
    if os.name == "posix":
        assert (folder / "matches.db").stat().st_mode & 0o077 == 0


def test_limits_of_all_books_are_told_on_the_command_line(data: Path) -> None:
    make_book(data, "Anna", "Bo")
    with serving(data, "--port", "0", "--most-books", "1", "--all-megabytes", "500", command="host") as server:
        cookies = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor())
        with cookies.open(local(server)) as page:
            first = page.read().decode()
        marks = (TOKEN, TICKET, 'id="opening" action="')
        token, ticket, opening = (first.partition(mark)[2].partition('"')[0] for mark in marks)
        fields = urllib.parse.urlencode({"csrf_token": token, "ticket": ticket}).encode()
        with pytest.raises(urllib.error.HTTPError, match="507"):
            cookies.open(local(server, opening), fields)
    assert len(list(list_folders(data))) == 1
