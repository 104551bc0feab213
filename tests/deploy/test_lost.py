"""A machine is lost with its disk while everybody scores: another one restores its books from their copies."""

import os
import subprocess
from contextlib import ExitStack
from pathlib import Path

from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.store import SqliteStore
from tests.deploy.hosts import SOME, Device, Place, open_books, pips_of, scoring, wait_for_more
from tests.deploy.programs import DEPLOY, find_program, wait_until
from tests.deploy.proxies import proxy

BOOKS = 2


def test_a_lost_machine_comes_back_with_all_that_was_copied(tmp_path: Path) -> None:
    lost = Place("a", tmp_path / "a", tmp_path / "replica")
    with ExitStack() as stack:
        stack.enter_context(lost.serve())
        with proxy("caddy", tmp_path, {"a": lost.port}) as asked:
            devices = open_books(asked, BOOKS)
            with scoring(devices):
                wait_for_more(devices)
                copied = {device.book: wait_for_copy(lost, device, SOME) for device in devices}
                wait_for_more(devices)
                lost.lose()
                wait_until(lambda: all(device.away for device in devices), "its books are away")
        assert [device.refused for device in devices] == [[]] * len(devices)

        back = Place("a", tmp_path / "elsewhere", lost.replica)
        restore_books(lost.replica, back.books)
        for device in devices:
            written = read_rounds(back, device)
            assert copied[device.book] <= len(written) <= device.answered + 1
            assert written == [pips_of(number) for number in range(len(written))]
            device.answered = len(written)  # the number that the phone shows on the sheet
        stack.enter_context(back.serve())
        with proxy("caddy", tmp_path, {"a": back.port}) as asked:
            # No phone has to be let in again.
            for device in devices:
                device.asked = asked.for_another()
                assert device.post_round() == 303
                assert device.ask(f"/b/{device.book}/book").status == 200
            # … and later entries are copied, too.
            wait_for_copy(back, devices[0], devices[0].answered)
        for device in devices:
            assert read_rounds(back, device) == [pips_of(number) for number in range(device.answered)]
            with SqliteStore(back.find_file(device.book)) as store:
                assert check_book(store) == ()


def wait_for_copy(place: Place, device: Device, least: int) -> int:
    """Wait until the copy of the device's book has `least` rounds, and return how many it has."""
    copy = Place("copy", place.data.parent / f"copied-{device.book}-{least}", place.replica)

    def has_enough() -> bool:
        restore = ("restore", "-o", str(copy.find_file(device.book)), f"file://{place.find_copy(device.book)}")
        copy.find_file(device.book).unlink(missing_ok=True)
        tried = subprocess.run([find_program("litestream"), *restore], capture_output=True, check=False)
        return tried.returncode == 0 and len(read_rounds(copy, device)) >= least

    wait_until(has_enough, "what was written is copied")
    return len(read_rounds(copy, device))


def read_rounds(place: Place, device: Device) -> list[int]:
    """Return the pips of each round of the device's match, in order."""
    with SqliteStore(place.find_file(device.book), create=False) as store:
        return [int(line.points["Anna"]) for line in load_match(store, device.match).sheet.lines]


def restore_books(replica: Path, books: Path) -> None:
    """Restore books as docs/running-it.md describes it."""
    listed = "\n".join(str(path) for path in replica.glob("*/*"))
    programs = f"{Path(find_program('litestream')).parent}{os.pathsep}{os.environ['PATH']}"
    told = subprocess.run(
        [DEPLOY / "restore-books", f"file://{replica}", books],
        input=listed,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PATH": programs},
    )
    assert told.returncode == 0, told.stderr
