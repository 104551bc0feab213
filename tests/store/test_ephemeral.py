"""Ephemeral data: shared by all processes, in a file or in PostgreSQL, and separate for each book."""

from collections.abc import Callable

import pytest

from scorekeeper.store.ephemeral import lease, results, tiles
from scorekeeper.store.ephemeral.interface import EphemeralStore
from scorekeeper.store.ephemeral.lease import acquire_lease, complete_lease, renew_lease
from scorekeeper.store.ephemeral.queue import MOST_WAITING, SILENT, Queue, QueueFullError
from scorekeeper.store.ephemeral.rate_limits import count_hit
from scorekeeper.store.ephemeral.results import find_result, write_result
from scorekeeper.store.ephemeral.tiles import LyingTiles, find_lying_tiles, lay_tiles
from tests.store.conftest import Clock


def test_what_one_process_says_the_other_knows(open_ephemeral: Callable[[], EphemeralStore]) -> None:
    one, other = open_ephemeral(), open_ephemeral()
    lay_tiles(one, "book", "match", "table=6-2")
    assert find_lying_tiles(other, "book", "match") == LyingTiles(1, "table=6-2")
    assert [count_hit(each, "link", "192.0.2.1", 600) for each in (one, other, one)] == [1, 2, 3]


# -- tiles lying -------------------------------------------------------------------------------------------------------


def test_the_tiles_of_a_match_lie_in_its_own_book(ephemeral: EphemeralStore) -> None:
    lay_tiles(ephemeral, "book", "match", "table=6-2")
    assert find_lying_tiles(ephemeral, "another", "match") is None


def test_a_tap_that_comes_after_a_later_one_of_its_phone_says_nothing(ephemeral: EphemeralStore) -> None:
    for query, turn in (("table=6-2", "a1-7"), ("table=", "a1-6"), ("table=6-2", "b2-1"), ("table=3-1", "b2-2")):
        lay_tiles(ephemeral, "book", "match", query, turn)
    assert find_lying_tiles(ephemeral, "book", "match") == LyingTiles(2, "table=3-1")


def test_taps_are_told_apart_by_nine_digits(ephemeral: EphemeralStore) -> None:
    for query, turn in (("table=6-2", "a1-100000002"), ("table=", "a1-100000001")):
        lay_tiles(ephemeral, "book", "match", query, turn)
    assert find_lying_tiles(ephemeral, "book", "match") == LyingTiles(1, "table=6-2")


def test_only_the_matches_that_were_looked_at_last_are_remembered(
    ephemeral: EphemeralStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.store.ephemeral.tiles.MOST", 20)
    for number in range(30):
        lay_tiles(ephemeral, "book", "first", f"table={number}")
        lay_tiles(ephemeral, "book", f"match {number}", "table=6-2")
    with ephemeral.read() as db:
        [stored] = db.execute("SELECT count(*) FROM lying").fetchone()
    assert 20 <= stored <= 22
    assert find_lying_tiles(ephemeral, "book", "first") == LyingTiles(30, "table=29")
    assert find_lying_tiles(ephemeral, "book", "match 5") is None


def test_a_query_that_is_too_long_for_an_address_is_not_stored_nor_is_all_of_a_long_id(
    ephemeral: EphemeralStore,
) -> None:
    lay_tiles(ephemeral, "book", "match", "table=6-2", "a" * 1_000 + "-1")
    lay_tiles(ephemeral, "book", "match", "back=" + "6" * tiles.LONGEST, "a1-2")
    assert find_lying_tiles(ephemeral, "book", "match") == LyingTiles(1, "table=6-2")
    with ephemeral.read() as db:
        assert db.execute("SELECT phone FROM lying").fetchone() == ("a" * tiles.LONGEST_ID,)


# -- tries -------------------------------------------------------------------------------------------------------------


def test_tries_are_counted_from_the_first_until_its_time_is_over(ephemeral: EphemeralStore, clock: Clock) -> None:
    counted = []
    for seconds in (0, 300, 299, 2, 599, 1):
        clock.now += seconds
        counted.append(count_hit(ephemeral, "link", "192.0.2.1", 600))
    assert counted == [1, 2, 3, 1, 2, 1]
    assert count_hit(ephemeral, "book", "192.0.2.1", 600) == 1
    assert count_hit(ephemeral, "link", "192.0.2.2", 600) == 1


def test_a_computer_that_was_started_anew_counts_anew(ephemeral: EphemeralStore, clock: Clock) -> None:
    count_hit(ephemeral, "link", "192.0.2.1", 600)
    clock.now = 5.0
    assert count_hit(ephemeral, "link", "192.0.2.1", 600) == 1


# -- the queues of work ------------------------------------------------------------------------------------------------


def test_each_book_has_its_turn(ephemeral: EphemeralStore) -> None:
    club, family, pub = (Queue(ephemeral, "photos", book, 1) for book in ("club", "family", "pub"))
    for number in range(30):
        club.join(f"club {number}")
    family.join("family 0")
    pub.join("pub 0")
    family.join("family 1")
    asked = [(club, "club 0"), (family, "family 0"), (pub, "pub 0"), (club, "club 1"), (family, "family 1")]
    assert [queue.count_before(ticket) for queue, ticket in (*asked, (club, "club 2"), (club, "club 29"))] == [
        *(0, 1, 2, 3, 4, 5, 32)
    ]


def test_a_book_that_comes_again_has_no_turn_before_one_that_waits(ephemeral: EphemeralStore) -> None:
    club, family = Queue(ephemeral, "photos", "club", 1), Queue(ephemeral, "photos", "family", 1)
    for _ in range(5):
        club.join("club")
    done = []
    for _ in range(4):
        mine = family.join("family")
        while not family.take_turn(mine):
            [(number,)] = _list_first(ephemeral)
            assert club.take_turn(number)
            club.leave(number)
            done.append("club")
        done.append("family")
        family.leave(mine)
    assert done == ["club", "family", "club", "family", "club", "family", "club", "family"]


def _list_first(ephemeral: EphemeralStore) -> list[tuple[int]]:
    with ephemeral.read() as db:
        first = "SELECT number FROM queue WHERE book = 'club' AND state = 'waiting' ORDER BY number LIMIT 1"
        return db.execute(first).fetchall()


def test_of_thirty_photos_of_one_book_and_one_of_another_that_one_is_read_second(
    open_ephemeral: Callable[[], EphemeralStore],
) -> None:
    club, family = Queue(open_ephemeral(), "photos", "club", 1), Queue(open_ephemeral(), "photos", "family", 1)
    thirty = [club.join(f"club {number}") for number in range(30)]
    assert club.take_turn(thirty[0])
    mine = family.join("mine")
    assert (family.count_before("mine"), club.count_before("club 1"), club.count_before("club 29")) == (1, 2, 30)
    assert not club.take_turn(thirty[1])
    club.leave(thirty[0])
    assert not club.take_turn(thirty[1])
    assert family.take_turn(mine)
    family.leave(mine)
    assert club.take_turn(thirty[1])


def test_what_never_waits_joins_only_where_nobody_else_is(open_ephemeral: Callable[[], EphemeralStore]) -> None:
    club, family = Queue(open_ephemeral(), "photos", "club", 2), Queue(open_ephemeral(), "photos", "family", 2)
    frame = club.join(waits=False)
    assert club.take_turn(frame)
    with pytest.raises(QueueFullError):
        family.join(waits=False)
    photo = family.join()
    assert family.take_turn(photo)
    club.leave(frame)
    with pytest.raises(QueueFullError):
        club.join(waits=False)
    family.leave(photo)
    assert club.take_turn(club.join(waits=False))


def test_no_more_are_read_at_once_than_may_be_whichever_process_they_came_to(
    open_ephemeral: Callable[[], EphemeralStore],
) -> None:
    lines = [Queue(open_ephemeral(), "photos", book, 2) for book in ("club", "family", "pub")]
    numbers = [line.join() for line in lines]
    assert [line.take_turn(number) for line, number in zip(lines, numbers, strict=True)] == [True, True, False]
    lines[0].leave(numbers[0])
    assert lines[2].take_turn(numbers[2])


def test_a_photo_of_which_nothing_is_heard_any_more_has_left(
    open_ephemeral: Callable[[], EphemeralStore], clock: Clock
) -> None:
    """Its process was killed, while it was read or while it waited."""
    killed, mine = Queue(open_ephemeral(), "photos", "club", 1), Queue(open_ephemeral(), "photos", "family", 1)
    assert killed.take_turn(killed.join())
    killed.join()
    number = mine.join("mine")
    for _ in range(3):
        clock.now += SILENT / 2
        mine.renew(number)
    assert mine.count_before("mine") == 0
    assert mine.take_turn(number)


def test_a_photo_that_is_read_stays_as_long_as_it_is_waited_for(ephemeral: EphemeralStore, clock: Clock) -> None:
    line = Queue(ephemeral, "photos", "club", 1)
    read, waits = line.join(), line.join()
    assert line.take_turn(read)
    for _ in range(5):
        clock.now += 0.8 * SILENT
        line.renew(read)
        assert not line.take_turn(waits)


def test_after_a_power_cut_nobody_is_in_the_line(open_ephemeral: Callable[[], EphemeralStore], clock: Clock) -> None:
    before = Queue(open_ephemeral(), "photos", "club", 1)
    assert before.take_turn(before.join())
    clock.now = 3.0
    line = Queue(open_ephemeral(), "photos", "club", 1)
    assert line.take_turn(line.join())


def test_a_full_line_tells_the_place_that_one_more_would_have(ephemeral: EphemeralStore) -> None:
    line = Queue(ephemeral, "photos", "club", 1)
    assert line.take_turn(line.join())
    for _ in range(MOST_WAITING):
        line.join()
    with pytest.raises(QueueFullError) as full:
        line.join()
    assert full.value.place == MOST_WAITING + 2


def test_in_a_full_line_the_book_with_most_photos_gives_way_to_one_with_few(ephemeral: EphemeralStore) -> None:
    club, family = Queue(ephemeral, "photos", "club", 1), Queue(ephemeral, "photos", "family", 1)
    numbers = [club.join() for _ in range(MOST_WAITING)]
    mine = [family.join() for _ in range(MOST_WAITING // 2)]
    with pytest.raises(QueueFullError):
        family.join()
    for lost in (numbers[-1], numbers[MOST_WAITING // 2]):
        with pytest.raises(QueueFullError):
            club.take_turn(lost)
    assert club.take_turn(numbers[0])
    club.leave(numbers[0])
    assert family.take_turn(mine[0])


def test_two_kinds_of_work_do_not_wait_for_each_other(open_ephemeral: Callable[[], EphemeralStore]) -> None:
    photos, imports = Queue(open_ephemeral(), "photos", "club", 1), Queue(open_ephemeral(), "imports", "club", 1)
    for _ in range(MOST_WAITING):
        photos.join("photo")
    number = imports.join("file")
    assert (imports.count_before("file"), imports.has("file"), imports.has("photo")) == (0, True, False)
    assert imports.take_turn(number)
    assert (imports.count_before("file"), imports.has("file")) == (0, True)
    imports.leave(number)
    assert not imports.has("file")


def test_of_two_items_with_one_ticket_only_the_first_joins(open_ephemeral: Callable[[], EphemeralStore]) -> None:
    club, family = Queue(open_ephemeral(), "jobs", "club", 1), Queue(open_ephemeral(), "jobs", "family", 1)
    number = club.join_once("archive")
    assert number is not None
    assert club.join_once("archive") is None
    assert family.join_once("archive") is not None
    club.leave(number)
    assert club.join_once("archive") is not None


def test_an_item_that_lost_its_place_is_there_until_it_has_heard_so(ephemeral: EphemeralStore) -> None:
    club, family = Queue(ephemeral, "jobs", "club", 1), Queue(ephemeral, "jobs", "family", 1)
    numbers = [club.join(f"club {number}") for number in range(MOST_WAITING)]
    family.join()
    assert club.has(f"club {MOST_WAITING - 1}")
    with pytest.raises(QueueFullError):
        club.take_turn(numbers[-1])
    club.leave(numbers[-1])
    assert not club.has(f"club {MOST_WAITING - 1}")


def test_what_came_of_work_is_known_to_all_processes_and_to_its_own_book_alone(
    open_ephemeral: Callable[[], EphemeralStore],
) -> None:
    write_result(open_ephemeral(), "club", "ticket", {"new": 2})
    assert find_result(open_ephemeral(), "club", "ticket") == {"new": 2}
    assert find_result(open_ephemeral(), "family", "ticket") is None
    assert find_result(open_ephemeral(), "club", "another") is None


# -- who looks after the books tonight ---------------------------------------------------------------------------------


def test_the_work_of_a_night_falls_to_one_process_and_that_of_the_next_to_one_again(
    open_ephemeral: Callable[[], EphemeralStore], clock: Clock
) -> None:
    one, other = open_ephemeral(), open_ephemeral()
    assert [acquire_lease(each, "2026-11-22") for each in (one, other, one)] == [True, False, False]
    complete_lease(one, "2026-11-22")
    clock.now += lease.SILENT + 1
    assert not acquire_lease(other, "2026-11-22")
    assert [acquire_lease(each, "2026-11-23") for each in (other, one)] == [True, False]


def test_a_night_whose_process_is_heard_of_stays_with_it_and_goes_to_another_when_it_is_not(
    open_ephemeral: Callable[[], EphemeralStore], clock: Clock
) -> None:
    one, other = open_ephemeral(), open_ephemeral()
    assert acquire_lease(one, "2026-11-22")
    for _ in range(3):
        clock.now += 0.8 * lease.SILENT
        renew_lease(one, "2026-11-22")
        assert not acquire_lease(other, "2026-11-22")
    clock.now += lease.SILENT
    assert acquire_lease(other, "2026-11-22")


def test_a_night_that_was_begun_before_a_power_cut_is_begun_anew(ephemeral: EphemeralStore, clock: Clock) -> None:
    assert acquire_lease(ephemeral, "2026-11-22")
    clock.now = 3.0
    assert acquire_lease(ephemeral, "2026-11-22")


def test_a_night_that_ends_whoever_tries_it_is_left_after_three_tries(ephemeral: EphemeralStore, clock: Clock) -> None:
    tried = 0
    for _ in range(9):
        tried += acquire_lease(ephemeral, "2026-11-22")
        clock.now += lease.SILENT
    assert tried == lease.MOST_ATTEMPTS
    assert acquire_lease(ephemeral, "2026-11-23")


def test_of_large_results_only_the_last_few_of_all_books_stay(ephemeral: EphemeralStore) -> None:
    write_result(ephemeral, "book", "small", {"new": 1})
    for number in range(results.MOST_LARGE + 5):
        write_result(ephemeral, f"book {number}", f"large {number}", {"reasons": "x" * results.LARGE})
    stayed = [
        number
        for number in range(results.MOST_LARGE + 5)
        if find_result(ephemeral, f"book {number}", f"large {number}")
    ]
    assert stayed == list(range(5, results.MOST_LARGE + 5))
    assert find_result(ephemeral, "book", "small") == {"new": 1}
