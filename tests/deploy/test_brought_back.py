"""A book that is deleted and brought back while Litestream copies it is copied as before afterwards."""

import subprocess
from pathlib import Path

from scorekeeper.hosting.book_folders import deactivate_book, make_book, reactivate_book
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.store import SqliteStore
from tests.deploy.hosts import Place
from tests.deploy.programs import DEPLOY, find_program, running, wait_until


def test_a_book_that_comes_back_is_copied_again(tmp_path: Path) -> None:
    place = Place("a", tmp_path / "a", tmp_path / "replica")
    book, log, copied = make_book(place.data), tmp_path / "log", tmp_path / "copied.db"
    litestream = find_program("litestream")

    def play_a_match() -> None:
        with SqliteStore(place.find_file(book), create=False) as store:
            start_match(store, "spansk", ["Anna", "Bo"])

    def is_copied(matches: int) -> bool:
        copied.unlink(missing_ok=True)
        command = [litestream, "restore", "-o", str(copied), f"file://{place.find_copy(book)}"]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return False
        with SqliteStore(copied, create=False) as store:
            return len(list_matches(store)) == matches

    play_a_match()
    copier = ("litestream", "replicate", "-config", str(DEPLOY / "litestream.yml"))
    with running(log, *copier, BOOKS=str(place.books), REPLICA=f"file://{place.replica}"):
        wait_until(lambda: is_copied(1), "the book is copied")
        deactivate_book(place.data, book, "deleted")
        wait_until(lambda: "register" in log.read_text(encoding="utf-8"), "it is seen that the book is away")
        reactivate_book(place.data, book)
        play_a_match()
        wait_until(lambda: is_copied(2), "what was written since it is back is copied")
