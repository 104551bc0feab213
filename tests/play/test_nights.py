"""The nightly maintenance of a host's books: it can be interrupted anywhere without loss."""

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.hosting import book_folders
from scorekeeper.hosting.book_folders import deactivate_book, find_folder, find_inactive, list_folders, reactivate_book
from scorekeeper.hosting.books import HostedBooks
from scorekeeper.hosting.maintenance import SEVERAL, maintain_books
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.play.upkeep.copies import copy_at_start, list_copies
from scorekeeper.store import SqliteStore
from tests.play.conftest import add, ends

NOW = datetime.now(UTC)
DAY = 24 * 3600
# Kills itself, as a power cut would, before or after the n-th rename of a file or folder.
CUT_OFF = """
import os, pathlib, signal, sys
from datetime import UTC, datetime
from scorekeeper.hosting.maintenance import maintain_books

data, when, left = sys.argv[1], sys.argv[2], int(sys.argv[3])
rename = pathlib.Path.rename

def cut(path, target):
    global left
    left -= 1
    if left or when == "after":
        rename(path, target)
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)

pathlib.Path.rename = cut
maintain_books(pathlib.Path(data), datetime.now(UTC))
"""


def make_book(data: Path) -> Path:
    """Make a book with a match of one entry, and return its folder."""
    folder = find_folder(data, book_folders.make_book(data))
    assert folder is not None
    with SqliteStore(folder / "matches.db") as store:
        add(store, start_match(store, "spansk", ["Anna", "Bo"]), ends("Anna", "5", "0"))
    return folder


def spend_nights(data: Path, count: int = SEVERAL, before: datetime = NOW) -> None:
    """Run the maintenance of `count` nights up to the day before `before`; after those it trusts the clock."""
    for days in range(count, 0, -1):
        maintain_books(data, before - timedelta(days=days))


def make_old(*paths: Path, days: float) -> None:
    then = NOW.timestamp() - days * DAY
    for path in paths:
        os.utime(path, (then, then))


@pytest.mark.skipif(os.name != "posix", reason="nobody is killed so elsewhere")
@pytest.mark.parametrize(("when", "times"), [("before", 1), ("after", 2), ("before", 3), ("after", 3)])
def test_a_night_that_is_cut_off_is_done_once_more_and_nothing_is_lost(tmp_path: Path, when: str, times: int) -> None:
    used = [make_book(tmp_path) for _ in range(2)]
    unused = make_book(tmp_path)
    spend_nights(tmp_path)
    for folder in used:
        with SqliteStore(folder / "matches.db") as store:
            start_match(store, "spansk", ["Anna", "Bo"])
    make_old(unused / "used", days=366)
    command = [sys.executable, "-c", CUT_OFF, str(tmp_path), when, str(times)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    for now in (NOW, NOW + timedelta(days=1)):
        maintain_books(tmp_path, now)
    for folder in used:
        with SqliteStore(folder / "matches.db") as store:
            assert len(list_copies(store)) == 2
            assert [match.entries for match in list_matches(store)] == [0, 1]
    away = find_inactive(tmp_path, unused.name)
    assert away is not None
    assert away.why == "unused"
    reactivate_book(tmp_path, unused.name)
    with SqliteStore(unused / "matches.db") as store:
        assert [match.entries for match in list_matches(store)] == [1]
        assert check_book(store) == ()


def test_what_copies_a_book_as_it_is_written_keeps_no_book_that_nobody_uses(tmp_path: Path) -> None:
    """A copier touches the file of the book, as the night's own work may."""
    book = make_book(tmp_path)
    make_old(book / "used", days=366)
    (book / "matches.db").touch()
    spend_nights(tmp_path)
    assert maintain_books(tmp_path, NOW).deactivated == (book.name,)


def test_a_book_that_is_open_all_year_is_in_use(tmp_path: Path) -> None:
    book = make_book(tmp_path)
    books = HostedBooks(tmp_path)
    assert books.find_book(book.name)
    make_old(book / "used", days=366)
    books.tidy()
    spend_nights(tmp_path)
    assert maintain_books(tmp_path, NOW).deactivated == ()
    books.close()


def test_what_was_left_half_done_goes_after_a_day_and_not_before(tmp_path: Path) -> None:
    book = make_book(tmp_path)
    left = [tmp_path / ".new-a1b2", book / "arriving" / ("a" * 32), book / "backups" / ".matches-000001.db.part"]
    left[0].mkdir()
    (left[0] / "keys.json").write_text("{}")
    for path in left[1:]:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"half")
    maintain_books(tmp_path, NOW)
    assert [path for path in left if path.exists()] == left
    make_old(*left, days=1.1)
    maintain_books(tmp_path, NOW)
    assert [path for path in left if path.exists()] == []
    assert (book / "matches.db").exists()


def test_a_book_that_is_deleted_while_it_is_copied_is_away_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, other = sorted(make_book(tmp_path) for _ in range(2))

    def delete_first(store: SqliteStore, keep: int, most_bytes: int | None) -> object:
        if store.path.parent == book:
            deactivate_book(tmp_path, book.name, "deleted")
        return copy_at_start(store, keep, most_bytes)

    monkeypatch.setattr("scorekeeper.hosting.maintenance.copy_at_start", delete_first)
    done = maintain_books(tmp_path, NOW + timedelta(hours=1))
    assert (done.copied, done.failed) == (1, ())
    assert not book.exists()
    reactivate_book(tmp_path, book.name)
    with SqliteStore(book / "matches.db") as store:
        assert [match.entries for match in list_matches(store)] == [1]
    assert list((other / "backups").glob("*.db"))


@pytest.mark.parametrize("years", [73, -40])
def test_a_clock_that_jumps_ends_no_book(tmp_path: Path, years: int) -> None:
    used, deleted = make_book(tmp_path), make_book(tmp_path)
    deactivate_book(tmp_path, deleted.name, "deleted", NOW)
    spend_nights(tmp_path)
    for now in (NOW, NOW + timedelta(days=365 * years), NOW + timedelta(days=1)):
        done = maintain_books(tmp_path, now)
        assert (done.deactivated, done.deleted) == ((), ())
    assert used.is_dir()
    assert find_inactive(tmp_path, deleted.name)


@pytest.mark.parametrize("wrong", [2, SEVERAL])
def test_nights_by_a_wrong_clock_put_nothing_away_even_where_they_agree_for_a_while(tmp_path: Path, wrong: int) -> None:
    book = make_book(tmp_path)
    spend_nights(tmp_path)
    ahead = NOW + timedelta(days=400)
    for night in range(wrong):
        assert maintain_books(tmp_path, ahead + timedelta(days=night)).deactivated == ()
    for night in range(SEVERAL + 1):
        assert maintain_books(tmp_path, NOW + timedelta(days=night)).deactivated == ()
    assert book.is_dir()


def test_a_night_that_is_spent_again_and_again_on_one_day_counts_once(tmp_path: Path) -> None:
    book = make_book(tmp_path)
    make_old(book / "used", days=400)
    for minutes in range(3 * SEVERAL):
        assert maintain_books(tmp_path, NOW + timedelta(minutes=minutes)).deactivated == ()


def test_a_clock_that_is_wrong_for_long_deletes_nothing_early(tmp_path: Path) -> None:
    deleted, unused = make_book(tmp_path), make_book(tmp_path)
    deactivate_book(tmp_path, deleted.name, "deleted", NOW)
    gone = list[str]()
    ahead = NOW + timedelta(days=2_000)
    for night in range(29):
        gone += maintain_books(tmp_path, ahead + timedelta(days=night)).deleted
    assert gone == []
    assert find_inactive(tmp_path, deleted.name)
    away = find_inactive(tmp_path, unused.name)  # the clock has shown this date for several nights
    assert away is not None
    reactivate_book(tmp_path, unused.name)
    reactivate_book(tmp_path, deleted.name)
    assert len(list(list_folders(tmp_path))) == 2


def test_a_book_that_nobody_used_for_400_days_is_put_away_once_several_nights_agree(tmp_path: Path) -> None:
    used, unused = make_book(tmp_path), make_book(tmp_path)
    make_old(unused / "used", days=400)
    spend_nights(tmp_path)
    assert used.is_dir()
    assert unused.is_dir()
    assert maintain_books(tmp_path, NOW).deactivated == (unused.name,)
