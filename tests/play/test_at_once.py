"""Two phones at once, a retry at the same moment, and a server that stops while it writes."""

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from scorekeeper.play.history.search import list_matches
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import StaleError, add_entry, play_again, start_match
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.store import SqliteStore, Store
from tests.play.conftest import ends, open_again

PHONES = 6


def at_once(store: Store, match: Match, posts: list[str]) -> list[int | None]:
    """Post entries from several phones at once, and return for each the number of the last entry, None where stale."""
    gate = threading.Barrier(len(posts))
    answers: list[int | None] = [0] * len(posts)

    def phone(number: int) -> None:
        gate.wait()
        try:
            after = add_entry(store, match.id, ends("Anna", "5", "0"), match.seen, posts[number])
            answers[number] = after.seen
        except StaleError as stale:
            answers[number] = None if stale.match.seen > match.seen else -1

    phones = [threading.Thread(target=phone, args=(number,)) for number in range(len(posts))]
    for each in phones:
        each.start()
    for each in phones:
        each.join()
    return answers


def test_of_phones_that_write_at_once_exactly_one_counts(store: Store) -> None:
    match = start_match(store, "spansk", ["Anna", "Bo"])
    for turn in range(5):
        answers = at_once(store, match, [f"phone {number} in turn {turn}" for number in range(PHONES)])
        assert sorted(answers, key=str) == [turn + 1] + [None] * (PHONES - 1)
        match = load_match(store, match.id)
    assert match.sheet.totals == {"Anna": 5, "Bo": 0}


def test_a_tap_that_arrives_twice_at_once_counts_once(store: Store) -> None:
    match = start_match(store, "spansk", ["Anna", "Bo"])
    assert at_once(store, match, ["one tap"] * PHONES) == [1] * PHONES
    assert load_match(store, match.id).sheet.totals == {"Anna": 1, "Bo": 0}


def test_of_two_servers_of_one_book_exactly_one_counts(store: SqliteStore) -> None:
    match = start_match(store, "spansk", ["Anna", "Bo"])
    with open_again(store) as other:
        assert load_match(other, match.id) == match
        add_entry(store, match.id, ends("Anna", "5", "0"), 0, "here")
        with pytest.raises(StaleError) as stale:
            add_entry(other, match.id, ends("Bo", "5", "0"), 0, "there")
        assert stale.value.match == load_match(store, match.id)


def test_matches_are_started_at_once(store: Store) -> None:
    starts = [threading.Thread(target=start_match, args=(store, "spansk", ["Anna", "Bo"])) for _ in range(PHONES)]
    for each in starts:
        each.start()
    for each in starts:
        each.join()
    assert len(list_matches(store)) == PHONES


WRITES_FOR_EVER = """
import sys
from scorekeeper.play.scoring.taking_back import strike_out
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.store import SqliteStore, Store
store = SqliteStore(sys.argv[1])
match = start_match(store, "spansk", ["Anna", "Bo"], options={"target": 5})
seen = 0
while True:
    shown = {"entry": "ends", "player": "Anna", "ends": ["5-5", "5"]}
    match = add_entry(store, match.id, shown, seen, f"tap {seen}")
    seen = match.seen
    print(match.id, seen, flush=True)
    if match.sheet.over:
        match = strike_out(store, match.id, seen, seen, f"tap {seen}")
        seen = match.seen
"""


@pytest.mark.parametrize("after", [1, 7, 20])
def test_what_was_said_to_be_written_is_there_after_the_server_is_killed(tmp_path: Path, after: int) -> None:
    path = tmp_path / "matches.db"
    with subprocess.Popen(
        [sys.executable, "-c", WRITES_FOR_EVER, str(path)], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        for _ in range(after):
            said = server.stdout.readline().split()
        server.send_signal(signal.SIGKILL)
    match_id, number = said
    with SqliteStore(path) as store:
        match = load_match(store, match_id)
        assert match.seen >= int(number)
        assert check_book(store) == ()
        again = play_again(store, match_id)
        assert add_entry(store, again.id, ends("Bo", "5", "0"), 0, "on it goes").sheet.totals == {
            "Anna": 0,
            "Bo": 1,
        }
