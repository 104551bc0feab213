"""The crown goes to whoever won most matches on the last evening."""

from scorekeeper.play.history.overview import find_champions
from scorekeeper.store import Store
from tests.play.conftest import FOUR
from tests.play.test_evenings import FRIDAY, hours, played


def crowned(store: Store) -> tuple[str, ...]:
    found = find_champions(store)
    return found.players if found else ()


def test_both_partners_wear_it_until_somebody_else_wins_an_evening(store: Store) -> None:
    assert crowned(store) == ()
    first = played(store, FOUR, FRIDAY, ["Bo & Dora"])
    found = find_champions(store)
    assert found is not None
    assert (found.players, found.evening, found.began) == (("Bo", "Dora"), first, FRIDAY)
    played(store, ["Anna", "Eva"], FRIDAY + hours(24), ["Eva"])
    assert crowned(store) == ("Eva",)


def test_it_stays_where_it_is_after_a_tie_a_draw_a_solitaire_and_a_match_that_goes_on(store: Store) -> None:
    played(store, ["Anna", "Bo"], FRIDAY, ["Bo"])
    played(store, ["Anna", "Bo"], FRIDAY + hours(24), ["Anna"])
    played(store, ["Anna", "Bo"], FRIDAY + hours(25), ["Bo"])
    played(store, ["Carl", "Dora"], FRIDAY + hours(26), ["Carl", "Dora"])
    played(store, ["Dora"], FRIDAY + hours(27), ["Dora"], game="dk_bingo")
    played(store, ["Anna", "Bo"], FRIDAY + hours(48))
    assert crowned(store) == ("Bo",)


def test_where_partners_changed_the_one_with_most_wins_wears_it(store: Store) -> None:
    played(store, FOUR, FRIDAY, ["Anna & Carl"])
    played(store, ["Anna", "Bo", "Dora", "Carl"], FRIDAY + hours(1), ["Anna & Dora"])
    assert crowned(store) == ("Anna",)
