"""Links to score and to watch: what they allow, until they are closed or renewed."""

from collections.abc import Collection
from typing import Literal

import pytest

from scorekeeper.play.access import (
    Device,
    Links,
    Permission,
    close_link,
    decide_permission,
    find_last_entry_number,
    find_news_version,
    find_next_match,
    list_joined,
    list_match_links,
    make_link,
    open_link,
)
from scorekeeper.play.history.details import move_match
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import play_again
from scorekeeper.store import NotFoundError, Store
from tests.play.conftest import FOUR, REFUSED, add, ends


def find_right(store: Store, match_id: str, keys: Collection[str]) -> str | None:
    """Return what a guest with these keys may do."""
    return decide_permission(store, Device(keys=tuple(keys)), match_id).right


def keys(store: Store, match: Match) -> tuple[str, str]:
    """Return the keys to watch and to score."""
    links = list_match_links(store, match.id)
    assert links.watch is not None
    assert links.score is not None
    return links.watch, links.score


def test_a_match_has_one_link_to_watch_and_one_to_score_and_keeps_them(store: Store, four: Match) -> None:
    watch, score = keys(store, four)
    assert watch != score
    assert keys(store, four) == (watch, score)
    assert find_right(store, four.id, [watch]) == "watch"
    assert find_right(store, four.id, [watch, score]) == "score"
    assert open_link(store, score) == (four.id, "score")


def test_a_link_opens_its_own_match_alone(store: Store, four: Match, two: Match) -> None:
    assert find_right(store, two.id, keys(store, four)) is None
    assert find_right(store, "nosuchmatch", keys(store, four)) is None
    assert find_right(store, four.id, []) is None
    with pytest.raises(NotFoundError):
        open_link(store, "nosuchlink")


def test_a_closed_link_opens_nothing_any_more(store: Store, four: Match) -> None:
    watch, score = keys(store, four)
    close_link(store, four.id, "score")
    assert find_right(store, four.id, [score]) is None
    assert find_right(store, four.id, [watch]) == "watch"
    assert list_match_links(store, four.id) == Links(watch, None)
    with pytest.raises(NotFoundError):
        open_link(store, score)


def test_a_new_link_shuts_out_who_came_in_by_the_old_one(store: Store, four: Match) -> None:
    watch, _ = keys(store, four)
    new = make_link(store, four.id, "watch")
    assert find_right(store, four.id, [watch]) is None
    assert find_right(store, four.id, [new]) == "watch"


def test_a_closed_link_can_be_made_anew(store: Store, four: Match) -> None:
    close_link(store, four.id, "watch")
    new = make_link(store, four.id, "watch")
    assert open_link(store, new) == (four.id, "watch")


def test_a_table_that_plays_again_keeps_its_links(store: Store, four: Match) -> None:
    watch, score = keys(store, four)
    after = play_again(store, four.id)
    assert keys(store, after) == (watch, score)
    assert open_link(store, watch) == (after.id, "watch")
    assert find_right(store, four.id, [watch]) == "watch"
    assert (find_next_match(store, four.id), find_next_match(store, after.id)) == (after.id, None)


def test_what_is_closed_in_one_match_is_closed_in_all_of_the_table(store: Store, four: Match) -> None:
    watch, score = keys(store, four)
    after = play_again(store, four.id)
    close_link(store, after.id, "watch")
    assert find_right(store, four.id, [watch]) is None
    assert find_right(store, four.id, [score]) == "score"


def test_the_same_table_again_tapped_twice_is_one_match(store: Store, four: Match) -> None:
    keys(store, four)
    assert play_again(store, four.id, "tap").id == play_again(store, four.id, "tap").id


def test_a_device_is_told_the_matches_that_it_was_let_in_to(store: Store, four: Match, two: Match) -> None:
    mine = [keys(store, four)[0], keys(store, two)[1]]
    told = list_joined(store, mine)
    assert [(match.id, match.players, match.right) for match in told] == [
        (two.id, ("Anna", "Bo"), "score"),
        (four.id, FOUR, "watch"),
    ]
    assert list_joined(store, []) == ()


def test_news_is_the_number_of_the_last_entry(store: Store, four: Match) -> None:
    assert find_last_entry_number(store, four.id) == 0
    add(store, four, ends("Anna", "5", "0"))
    assert find_last_entry_number(store, four.id) == 1
    assert find_last_entry_number(store, "nosuchmatch") is None


def test_the_version_of_the_news_changes_with_an_entry_and_with_what_the_links_open(store: Store, four: Match) -> None:
    begun = find_news_version(store, four.id)
    assert find_news_version(store, four.id) == begun
    add(store, four, ends("Anna", "5", "0"))
    scored = find_news_version(store, four.id)
    assert scored.tag != begun.tag
    assert scored.access == begun.access
    close_link(store, four.id, "score")
    assert find_news_version(store, four.id).access != scored.access
    with pytest.raises(NotFoundError):
        find_news_version(store, "nosuchmatch")


@pytest.mark.parametrize("change", ["UPDATE links SET key = 'mine'", "DELETE FROM links"])
def test_no_link_is_ever_rewritten(store: Store, four: Match, change: str) -> None:
    keys(store, four)
    with pytest.raises(REFUSED, match="never"), store.write() as db:
        db.execute(change)


def test_an_owner_may_do_everything_and_nothing_is_looked_up_for_that(store: Store, four: Match) -> None:
    for match_id in (four.id, "", "nosuchmatch"):
        assert decide_permission(store, Device(owner=True), match_id) == Permission("own")


def test_each_right_allows_what_the_lesser_ones_do() -> None:
    doings: tuple[Literal["watch", "score", "own"], ...] = ("watch", "score", "own")
    allowed = {right: [doing for doing in doings if Permission(right).allows(doing)] for right in (*doings, None)}
    assert allowed == {"watch": ["watch"], "score": ["watch", "score"], "own": list(doings), None: []}


def test_a_guest_is_told_that_a_match_is_in_the_bin_and_a_stranger_is_not(store: Store, four: Match) -> None:
    watch, _ = keys(store, four)
    move_match(store, four.id, "deleted")
    assert decide_permission(store, Device(keys=(watch,)), four.id) == Permission("watch", in_bin=True)
    assert decide_permission(store, Device(keys=("another",)), four.id) == Permission()
