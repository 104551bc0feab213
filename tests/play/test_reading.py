"""A match in the cache equals the match on the disk, whichever process wrote it."""

from pathlib import Path

import pytest

from scorekeeper.engine.sheet import fold as sheets
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.scoring import match as reading
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.taking_back import strike_out
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.entries import EntryRow, write_entry
from scorekeeper.store.match_cache import MatchCache
from scorekeeper.store.matches import find_match
from tests.play.conftest import FOUR, add, ends, open_again, out
from tests.play.match_files import import_matches


class Pages:
    """Counts the entries that are read from the disk, and the folds and steps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.read: list[int] = []
        self.folds = self.steps = 0
        for module, name in ((reading, "list_entries"), (reading, "fold"), (sheets, "step")):
            monkeypatch.setattr(module, name, self.counted(name, getattr(module, name)))

    def counted(self, name: str, call: object) -> object:
        def count(*given: object, **named: object) -> object:
            self.folds += name == "fold"
            self.steps += name == "step"
            answer = call(*given, **named)  # type: ignore[operator]  # one of the counted functions
            if name == "list_entries":
                self.read.append(len(answer))
            return answer

        return count


def test_one_more_entry_reads_nothing_and_scores_one_step_however_long_the_match(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start_match(store, "spansk", FOUR, options={"target": 9999})
    match = add(store, match, *[ends("Anna", "5", "0"), out("Bo", Anna=["1-0"], Carl=["2-0"], Dora=["3-0"])] * 25)
    pages = Pages(monkeypatch)
    add(store, match, ends("Bo", "5-5", "0"))
    load_match(store, match.id)
    assert (pages.read, pages.folds, pages.steps) == ([], 0, 1)


def test_what_another_process_wrote_is_read_and_only_that(
    store: SqliteStore, four: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = add(store, four, *[ends("Anna", "5", "0")] * 5)
    with open_again(store) as other:
        far = add(other, match, ends("Bo", "5-5", "0"), ends("Carl", "5", "0"))
    pages = Pages(monkeypatch)
    assert load_match(store, four.id) == far
    assert (pages.read, pages.folds, pages.steps) == ([3], 0, 2)  # the last known entry is read to compare it


def test_what_another_process_struck_out_is_seen(store: SqliteStore, four: Match) -> None:
    match = add(store, four, ends("Anna", "5", "0"), ends("Bo", "5", "0"))
    with open_again(store) as other:
        far = strike_out(other, four.id, 1, match.seen, "tap")
    assert load_match(store, four.id) == far
    assert far.sheet.totals == {"Anna & Carl": 0, "Bo & Dora": 1}


@pytest.mark.sqlite
@pytest.mark.parametrize("more", [0, 1, 3])
def test_a_match_that_went_on_differently_is_read_anew(
    store: SqliteStore, four: Match, tmp_path: Path, more: int
) -> None:
    """A restored backup has the same match and number of entries, but another history."""
    match = add(store, four, ends("Anna", "5", "0"))
    store.copy(tmp_path / "copy.db")
    add(store, match, ends("Bo", "5-5", "0"))
    with SqliteStore(tmp_path / "copy.db") as other:
        add(other, match, ends("Bo", "1", "0"), *[ends("Anna", "5", "0")] * more)
        elsewhere = load_match(other, four.id)
        cached = store.cache.get(store.id, four.id)
        other.cache.put(other.id, four.id, cached, match.seen)
        assert load_match(other, four.id) == elsewhere


def test_an_entry_that_todays_rules_refuse_is_told_as_a_line_and_the_match_stays(store: Store, four: Match) -> None:
    match = add(store, four, ends("Anna", "5", "0"))
    with store.write() as db:
        row = find_match(db, four.id)
        assert row is not None
        broken = {"entry": "ends", "player": "Bo", "ends": ["5-5", "5-5"]}
        write_entry(db, row.serial, EntryRow(2, "tap", match.written[0], broken, None))
    after = load_match(store, four.id)
    assert [problem.key for problem in after.sheet.problems] == ["duplicate_tile"]
    assert after.sheet.totals == match.sheet.totals
    assert after.seen == 2


def test_only_the_matches_used_last_are_kept(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store.cache = MatchCache(4)
    first, second, third = (add(store, start_match(store, "spansk", FOUR), ends("Anna", "5", "0")) for _ in range(3))
    pages = Pages(monkeypatch)
    for match in (third, second, first, second):
        assert load_match(store, match.id) == match
    assert pages.read == [1]


def test_the_matches_of_hundreds_of_tables_are_kept_and_a_very_long_one_is_kept_alone(
    store: SqliteStore,
) -> None:
    moves = [{"entry": "ends", "player": "Anna", "ends": ["5", "0"]}] * 12
    document = {"format": 1, "variant": "spansk", "players": ["Anna", "Bo"], "options": {"target": 9999}}
    matches = import_matches(store, [{**document, "entries": moves}] * 100)
    for match in matches:
        load_match(store, match.id)
    assert len(store.cache) == len(matches)
    with open_again(store, MatchCache(10)) as small:
        for match in matches[:3]:
            load_match(small, match.id)
        assert [match.id for match in matches if small.cache.get(small.id, match.id)] == [matches[2].id]


def test_stores_that_share_a_cache_share_its_limit_and_a_closed_one_leaves_it(tmp_path: Path) -> None:
    cache = MatchCache(9)  # a match with one entry counts as two
    stores = SqliteStore(tmp_path / "first.db", cache=cache), SqliteStore(tmp_path / "second.db", cache=cache)
    with stores[0] as first, stores[1] as second:
        for store in (first, second, first):
            for _ in range(2):
                add(store, start_match(store, "spansk", FOUR), ends("Anna", "5", "0"))
        assert len(cache) == 4
        first.close()
        assert len(cache) == 2
        load_match(second, list_matches(second)[0].id)
        assert len(cache) == 2
    assert len(cache) == 0
