"""A machine is lost with its disk while everybody scores: its books come back from their copies, on the other one."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread

from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.store import SqliteStore
from tests.deploy.hosts import Device, Place, find_token, pips_of
from tests.deploy.programs import DEPLOY, find_program, wait_until
from tests.deploy.proxies import Proxy, proxy

EACH = 2  # books that each machine has at least
SOME = 5  # rounds


def test_a_lost_machine_comes_back_on_the_other_one_with_all_that_was_copied(tmp_path: Path) -> None:
    a, b = (Place(name, tmp_path / name, tmp_path / "replica" / name) for name in "ab")
    with ExitStack() as stack:
        for place in (a, b):
            stack.enter_context(place.serve())
        with proxy("caddy", tmp_path, {"a": a.port, "b": b.port}) as asked:
            lost, others = open_books(asked, a), open_books(asked, b)
            with scoring([*lost, *others]):
                wait_for_more([*lost, *others])
                copied = {device.book: wait_for_copy(a, device, SOME) for device in lost}
                wait_for_more([*lost, *others])
                a.lose()
                wait_until(lambda: all(device.away for device in lost), "its books are away")
                wait_for_more(others)
        assert [device.refused for device in (*lost, *others)] == [[]] * (len(lost) + len(others))
        assert [device.away for device in others] == [0] * len(others)

        back = Place("a", tmp_path / "elsewhere", a.replica)
        restore_books(a.replica, back.books)
        for device in lost:
            written = read_rounds(back, device)
            assert copied[device.book] <= len(written) <= device.answered + 1
            assert written == [pips_of(number) for number in range(len(written))]
            device.answered = len(written)  # as its phone sees on the sheet
        stack.enter_context(back.serve())
        with proxy("caddy", tmp_path, {"a": back.port, "b": b.port}) as asked:
            # Nobody has to be let in anew.
            for device in (*lost, *others):
                device.asked = asked.for_another()
                assert device.post_round() == 303
                assert device.ask(f"/b/{device.book}/book").status == 200
            # … and what is written from now on is copied, too.
            wait_for_copy(back, lost[0], lost[0].answered)
        for place, device in [*((back, device) for device in lost), *((b, device) for device in others)]:
            assert read_rounds(place, device) == [pips_of(number) for number in range(device.answered)]
            with SqliteStore(place.find_file(device.book)) as store:
                assert check_book(store) == ()


def open_books(asked: Proxy, place: Place) -> list[Device]:
    """Phones open books until some are on this machine; a match is begun in each."""
    found: list[Device] = []
    for _ in range(40):
        device = Device(asked.for_another())
        device.open_book()
        if not place.find_file(device.book).exists():
            continue
        with SqliteStore(place.find_file(device.book)) as store:
            device.match = start_match(store, "german_draw", ["Anna", "Bo"], options={"target": 9999}).id
        device.token = find_token(device.ask(f"/b/{device.book}/m/{device.match}").body.decode())
        found.append(device)
        if len(found) == EACH:
            return found
    raise AssertionError("all are on the other one")


@contextmanager
def scoring(devices: list[Device]) -> Iterator[None]:
    """Everybody posts one round after the other."""
    over = Event()
    threads = [Thread(target=device.post_until, args=(over,), daemon=True) for device in devices]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def wait_for_more(devices: list[Device]) -> None:
    """Until each of them has had some more rounds taken."""
    enough = [device.answered + SOME for device in devices]
    wait_until(lambda: all(now.answered >= then for now, then in zip(devices, enough, strict=True)), "everybody scores")


def wait_for_copy(place: Place, device: Device, least: int) -> int:
    """How many rounds are in the copy of its book, as soon as so many are."""
    copy = Place("copy", place.data.parent / f"copied-{device.book}-{least}", place.replica)

    def has_enough() -> bool:
        restore = ("restore", "-o", str(copy.find_file(device.book)), f"file://{place.find_copy(device.book)}")
        copy.find_file(device.book).unlink(missing_ok=True)
        tried = subprocess.run([find_program("litestream"), *restore], capture_output=True, check=False)
        return tried.returncode == 0 and len(read_rounds(copy, device)) >= least

    wait_until(has_enough, "what was written is copied")
    return len(read_rounds(copy, device))


def read_rounds(place: Place, device: Device) -> list[int]:
    """The pips of each round of its match, in order."""
    with SqliteStore(place.find_file(device.book), create=False) as store:
        return [int(line.points["Anna"]) for line in load_match(store, device.match).sheet.lines]


def restore_books(replica: Path, books: Path) -> None:
    """As docs/running-it.md says."""
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
