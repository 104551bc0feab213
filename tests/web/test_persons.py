"""A colour and a mark for everybody, the same on every page."""

import pytest
from flask import Flask

from scorekeeper.play.history.tallies import has_uncounted
from scorekeeper.play.player_names import rename_player
from scorekeeper.web.views.persons import LOOKS, give_marks
from tests.play.test_standings import ended
from tests.web.pages import Page, Phone

CAME = {name: number for number, name in enumerate("abcdefghijkl", 1)}


@pytest.mark.parametrize(
    ("players", "looks"),
    [
        ("abcd", [1, 2, 3, 4]),
        ("dca", [4, 3, 1]),
        ("hi", [8, 1]),
        ("ia", [2, 1]),  # both would be the first: who came later has the next
        ("aijb", [1, 3, 4, 2]),
        ("xya", [5, 6, 1]),  # new ones come after the twelfth
    ],
)
def test_everybody_at_a_table_has_a_look_of_their_own(players: str, looks: list[int]) -> None:
    assert [give_marks(players, CAME)[name] for name in players] == looks


def test_no_table_is_too_large_for_the_looks() -> None:
    assert set(give_marks("abcdefgh", {}).values()) == set(range(1, LOOKS + 1))


def test_the_mark_goes_along_to_every_page_and_stays_after_a_renaming(phone: Phone) -> None:
    page = phone.new_match("dk_almindelig", "Anna Bo Carl")
    match = page.path.split("?")[0]
    for path in ("/", "/players", "/players/Bo", match, f"{match}/sheet", f"{match}/board"):
        assert '<i class="mark m2"></i>Bo' in phone.open(path).html, path
    renaming = phone.open("/players/Bo")
    phone.send(renaming, "rename", name="Bosse")
    assert '<i class="mark m2"></i>Bosse' in phone.open("/").html
    assert '<i class="mark m2"></i>Bosse' in phone.open(match).html


def test_two_names_that_turn_out_to_be_one_person_have_one_look_on_a_page_that_was_open_before(
    app: Flask, phone: Phone
) -> None:
    phone.new_match("dk_almindelig", "Anna Bo Carl")
    pad = phone.new_match("dk_almindelig", "Anna Robert")
    assert '<i class="mark m4"></i>Robert' in phone.open(pad.path).html
    rename_player(app.extensions["scorekeeper"], "Robert", "Bo", merge=True)
    assert '<i class="mark m2"></i>Bo' in phone.open(pad.path).html


def test_the_page_of_players_counts_by_itself_and_has_a_form_store_what_it_counted(phone: Phone) -> None:
    store = phone.client.application.extensions["scorekeeper"]
    ended(store)
    for _ in range(2):
        page = phone.open("/players")
        assert "1 of 1 won" in page.text
        assert page.has("count"), "what was only looked at is not stored"
    assert has_uncounted(store)
    assert Page(phone.client.post("/players/count", data=dict(page.forms["count"].fields))).status == 303
    again = phone.open("/players")
    assert ("1 of 1 won" in again.text, again.has("count"), has_uncounted(store)) == (True, False, False)
    assert not phone.open("/players/Anna").has("count")
