"""The stored standing of each match follows from its entries, and can be computed again."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.engine.problems import RuleError
from scorekeeper.play.history.details import move_match
from scorekeeper.play.history.search import Search, list_matches, search_matches
from scorekeeper.play.photos import drop_unused_photos, find_photo, keep_photo
from scorekeeper.play.player_names import rename_player
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.taking_back import strike_out
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.play.upkeep.checking import check_book, rebuild_match_index
from scorekeeper.play.upkeep.health import Health, examine_book
from scorekeeper.store import NotFoundError, SqliteStore, Store
from scorekeeper.store.photos import drop_photos
from scorekeeper.store.search import Query, search_index
from tests.play.conftest import REFUSED, add, ends, open_again, out


def found(store: Store, **wanted: object) -> list[str]:
    return [match.id for match in search_matches(store, Search(**wanted)).matches]  # type: ignore[arg-type]  # as named


def ended(store: Store, winner: str = "Anna", loser: str = "Bo") -> Match:
    match = start_match(store, "spansk", [winner, loser], options={"target": 6})
    return add(store, match, ends(winner, "5-5", "5"), out(winner, **{loser: ["6-6", "5-2"]}))


def test_a_match_is_found_as_running_until_it_ends_and_again_when_it_is_reopened(store: Store) -> None:
    match = ended(store)
    assert (found(store, result="over"), found(store, result="running")) == ([match.id], [])
    strike_out(store, match.id, 2, match.seen, "tap")
    assert (found(store, result="over"), found(store, result="running")) == ([], [match.id])


def test_matches_are_found_by_who_won_and_who_lost_them(store: Store, four: Match) -> None:
    anna, bo = ended(store).id, ended(store, "Bo", "Anna").id
    pair = start_match(store, "spansk", ["Anna", "Bo", "Carl", "Dora"], options={"target": 6})
    add(store, pair, out("Carl", Anna=["1-0"], Bo=["6-6", "6-5"], Dora=["5-5", "3-3"]))
    assert found(store, result="won", player="Anna") == [pair.id, anna]
    assert found(store, result="lost", player="Anna") == [bo]
    assert found(store, result="won", player="Carl") == [pair.id]
    assert found(store, result="lost", player="Dora") == [pair.id]


def test_words_are_parts_of_names_and_of_games_and_all_of_them_must_fit(store: Store, four: Match, two: Match) -> None:
    assert found(store, text="DOR") == [four.id]
    assert found(store, text="bo span") == [two.id, four.id]
    assert found(store, text="dora nobody") == []


def test_players_are_found_by_their_names_in_any_letters_whatever_the_capitals(store: Store) -> None:
    russian = start_match(store, "block", ["Ирина", "Фёдор"])
    turkish = start_match(store, "block", ["İrem", "Işıl"])
    assert found(store, text="ири ФЁД") == [russian.id]
    assert found(store, text="irem IŞIL") == found(store, text="İREM ışıl") == [turkish.id]


def test_those_who_play_often_are_found_alike(store: Store, four: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bo = ended(store).id, ended(store, "Bo", "Eva").id
    asked = [{"player": "Anna"}, {"text": "eva"}, {"player": "Bo", "result": "won"}, {"text": "dora anna"}]
    seldom = [found(store, **each) for each in asked]
    monkeypatch.setattr("scorekeeper.store.search.OFTEN", 1)
    assert [found(store, **each) for each in asked] == seldom == [[anna, four.id], [bo], [bo], [four.id]]


def test_a_page_goes_on_where_the_last_one_ended(store: Store) -> None:
    ids = [start_match(store, "spansk", ["Anna", "Bo"]).id for _ in range(5)][::-1]
    first = search_matches(store, Search(), limit=2)
    second = search_matches(store, Search(), limit=2, before=first.older)
    third = search_matches(store, Search(), limit=2, before=second.older)
    assert [[each.id for each in page.matches] for page in (first, second, third)] == [ids[:2], ids[2:4], ids[4:]]
    assert third.older is None


def test_a_match_that_was_put_away_is_elsewhere_and_comes_back_whole(store: Store, two: Match) -> None:
    match = add(store, two, ends("Anna", "5", "0"))
    move_match(store, two.id, "archived")
    assert (found(store), found(store, location="archived")) == ([], [two.id])
    move_match(store, two.id, "deleted")
    assert (found(store), found(store, location="deleted")) == ([], [two.id])
    move_match(store, two.id, "here")
    assert found(store) == [two.id]
    assert load_match(store, two.id) == match


def test_a_standing_that_goes_astray_is_told_and_made_anew(store: Store) -> None:
    match = ended(store)
    with store.write() as db:
        db.execute("UPDATE standings SET over = 0, totals = NULL, ended = NULL")
    assert [finding.match for finding in check_book(store)] == [match.id]
    rebuild_match_index(store)
    assert check_book(store) == ()
    assert found(store, result="over") == [match.id]


@pytest.mark.sqlite
@pytest.mark.parametrize("result", [None, "running", "over"])
def test_the_first_page_looks_at_no_more_than_it_shows(store: SqliteStore, result: None) -> None:
    asked: list[str] = []
    with store.read() as db, db.tracer(lambda sql, _: asked.append(sql)):
        search_index(db, Query(result=result), 41)
    with store.read() as db:
        for sql in asked:
            plan = " ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", [None] * sql.count("?")))
            assert "TEMP B-TREE" not in plan, (sql, plan)


def test_of_a_match_that_cannot_be_read_it_is_said_what_is_damaged(store: Store, two: Match) -> None:
    with store.write() as db:
        db.execute("UPDATE matches SET started = 'yesterday'")
    store.cache.clear()
    with pytest.raises(RuleError) as refused:
        load_match(store, two.id)
    assert [(problem.key, problem.place) for problem in refused.value.problems] == [("damaged", ("started",))]


def test_a_photo_that_is_torn_is_told(store: Store, two: Match) -> None:
    keep_photo(store, two.id, b"\xff\xd8\xff\xe0 half a pho", {})
    keep_photo(store, two.id, b"\xff\xd8\xff\xe0 a whole one\xff\xd9", {})
    findings = [each for each in check_book(store, lambda jpeg: jpeg.endswith(b"\xff\xd9")) if not each.harmless]
    assert [(each.match, "is damaged" in str(each.text)) for each in findings] == [(two.id, True)]


def test_a_photo_that_is_not_as_it_was_kept_is_told(store: Store, two: Match) -> None:
    photo = keep_photo(store, two.id, b"\xff\xd8\xff\xe0 a whole one\xff\xd9", {})
    assert [each for each in check_book(store) if not each.harmless] == []
    assert examine_book(store, 0).well
    with store.write() as db:
        db.execute("UPDATE photos SET jpeg = ?", [b"\xff\xd8\xff\xe0 b whole one\xff\xd9"])
    assert examine_book(store, 0) == Health(write=True, photo=False, copies=True)
    [finding] = [each for each in check_book(store) if not each.harmless]
    assert photo in str(finding.text)


def test_a_photo_that_no_entry_shows_is_told_and_goes_after_a_month(store: Store, two: Match) -> None:
    used, struck, unused = (keep_photo(store, two.id, b"\xff\xd8\xff a photo \xff\xd9", {}) for _ in range(3))
    match = add_entry(store, two.id, ends("Anna", "5", "0"), 0, "tap", used)
    match = add_entry(store, two.id, ends("Bo", "5", "1"), match.seen, "another tap", struck)
    strike_out(store, two.id, 2, match.seen, "strike")
    told = [str(each.text) for each in check_book(store) if each.harmless]
    assert told == [f"No entry shows the photo {unused}: it goes by itself."]
    assert drop_unused_photos(store) == 0
    assert drop_unused_photos(store, datetime.now(UTC) + timedelta(days=31)) == 1
    assert check_book(store) == ()
    assert {find_photo(store, photo).id for photo in (used, struck)} == {used, struck}
    with pytest.raises(NotFoundError):
        find_photo(store, unused)


def test_a_photo_that_an_entry_shows_cannot_even_be_deleted(store: Store, two: Match) -> None:
    photo = keep_photo(store, two.id, b"\xff\xd8\xff a photo \xff\xd9", {})
    add_entry(store, two.id, ends("Anna", "5", "0"), 0, "tap", photo)
    with pytest.raises(REFUSED), store.write() as db:
        drop_photos(db, photo)


def test_a_pair_is_called_as_its_players_are_today_wherever_its_results_are_read(store: Store) -> None:
    pair = start_match(store, "spansk", ["Anna", "Bo", "Carl", "Dora"], options={"target": 6})
    over = add(store, pair, out("Carl", Anna=["1-0"], Bo=["6-6", "6-5"], Dora=["5-5", "3-3"]))
    rename_player(store, "Carl", "Charlie")
    rename_player(store, "Dora", "Doris")
    totals = {"Anna & Charlie": 8, "Bo & Doris": 0}

    def read() -> list[object]:
        match = load_match(store, pair.id)
        [listed] = list_matches(store)
        assert match.final
        told = [match.final.totals, match.sheet.totals, listed.totals]
        assert told == [totals] * 3
        assert match.final.winners == match.sheet.winners == listed.winners == ("Anna & Charlie",)
        return [*told, found(store, result="won", player="Charlie"), found(store, result="lost", player="Doris")]

    before = read()
    assert before[-2:] == [[pair.id], [pair.id]]
    with store.write() as db:
        db.execute("DELETE FROM tallies")
    rebuild_match_index(store)
    assert read() == before
    again = add(
        store, strike_out(store, pair.id, 1, over.seen, "tap"), out("Charlie", Bo=["6-6"], Doris=["5-5", "4-4"])
    )
    assert again.final
    assert again.final.totals == {"Anna & Charlie": 6, "Bo & Doris": 0}
    with open_again(store) as other:
        assert load_match(other, pair.id).final == again.final
    assert list(check_book(store)) == []
