"""An evening of a club is set up and drawn: its form, its house rules, and the draw of a round."""

import re
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.events.event import EventOptions
from scorekeeper.play.events.record import load_event
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.own_games import save_own_game
from scorekeeper.web.forms.events import CRITERIA_ASKED, CRITERION_NAMES, EventForm
from scorekeeper.web.views.events import read_clock
from tests.web.club_evening import PAIRS, Evening
from tests.web.conftest import KEY
from tests.web.pages import Phone


def test_the_first_draw_takes_six_taps_with_pasted_names(app: Flask) -> None:
    desk = Phone(app.test_client(), KEY)
    first = desk.open("/")
    assert first.has("club")
    form = desk.open("/events")  # the first tap; the second and third paste the names
    made = desk.send(form, "new-event", names=PAIRS)  # the fourth
    assert made.has("draw")
    preview = desk.open(f"{made.path}/draw")  # the fifth
    published = desk.send(preview, "draw", "publish")  # the sixth
    assert published.path == made.path
    assert len(load_event(app.extensions["scorekeeper"], made.path.rpartition("/")[2]).now) == 4


def test_the_event_has_what_was_typed(app: Flask) -> None:
    record = Evening(app, name="Thursday", target="150", clock="0", rounds="", clubs="yes", excess="cut").record
    assert (record.name, record.event.target, record.event.clock, record.event.rounds) == ("Thursday", 150, None, None)
    assert (record.event.excess, record.event.options.avoid_clubs) == ("cut", 2)
    assert record.event.entrants[0].club == "Club 1"
    assert record.options == {"target": 150}


def test_an_event_has_the_house_rules_of_its_game_or_a_game_of_the_book(app: Flask) -> None:
    saved = save_own_game(app.extensions["scorekeeper"], {"name": "Sunday dominoes", "partners": "always_with_four"})
    form = Phone(app.test_client(), KEY).open("/events/new")
    assert "Sunday dominoes" in form.text
    mexican = next(n for n, each in enumerate(VARIANTS["latin_partner"].presets) if each.label == "Mexico")
    house, own = Evening(app, game=f"latin_partner {mexican}", target="100"), Evening(app, game=f"own-{saved.id}")
    assert (house.record.game, house.record.options) == ("latin_partner", {"next_lead": "winner", "target": 100})
    assert (own.record.game, own.record.options["name"]) == ("own", "Sunday dominoes")
    for evening in (house, own):
        evening.draw()
        phone = evening.side(1, 0)
        assert phone.send(evening.at_table(phone, 1), "entry", "pad").path == f"/m/{evening.table(1).match}"


def test_an_event_has_the_rules_that_were_chosen(app: Flask) -> None:
    chosen = {"third": "yes", "consolation": "yes", "warning": "5", "grace": "10", "final_target": "300"}
    rules = {"first": "seed", "late": "bye", "equal": "play_on", "last_hand": "one_more", "finals": "one"}
    event = Evening(app, mode="single", ranking="own", **chosen, **rules).record.event
    assert (event.final_target, event.warning, event.grace, event.ranking) == (300, 5, 10, ("won",))
    options = event.options
    assert (options.third, options.consolation, options.reset) == (True, True, False)
    assert (options.first, options.late, options.equal, options.last_hand) == ("seed", "bye", "play_on", "one_more")
    swiss = Evening(app, entrants="individuals", hits="pair", **chosen, **rules).record.event
    assert (swiss.final_target, swiss.options.third, swiss.options.hits) == (None, False, "pair")


def test_the_form_settles_free_rounds_late_entries_cards_and_who_leaves(app: Flask) -> None:
    usual = Evening(app).record.event.options
    assert usual == EventOptions()
    rules = {"withdrawn": "last", "free_round": "nothing", "escalate": "no", "sanction_to": "both"}
    options = Evening(app, max_byes="1", late_until="3", **rules).record.event.options
    assert options == EventOptions(
        max_byes=1, late_until=3, withdrawn="last", free_round="nothing", escalate=False, sanction_to="both"
    )
    desk = Phone(app.test_client(), KEY)
    assert desk.send(desk.open("/events/new"), "new-event", names=PAIRS, max_byes="none").status == 422


def test_individuals_are_chosen_from_the_players_of_the_book(app: Flask) -> None:
    desk = Phone(app.test_client(), KEY)
    desk.new_match()
    form = desk.open("/events/new")
    assert all(f'name="known" value="{name}"' in form.html for name in ("Anna", "Bo", "Carl", "Dora"))
    made = desk.send(form, "new-event", entrants="individuals", names="Eva", known=["Carl", "Anna"])
    event = load_event(app.extensions["scorekeeper"], made.path.rpartition("/")[2]).event
    assert list(event.names()) == ["Eva", "Carl", "Anna"]
    twice = desk.send(desk.open("/events/new"), "new-event", entrants="singles", names="anna", known="Anna")
    assert (twice.status, 'value="Anna" checked' in twice.html) == (422, True)


def test_the_standings_go_by_any_order_of_the_criteria(app: Flask) -> None:
    form = MultiDict(
        [*{"names": PAIRS, "ranking": "own"}.items(), *(("order", each) for each in ("best", "won", "best"))]
    )
    assert EventForm.read(form).make_event().ranking == ("best", "won")
    page = Phone(app.test_client(), KEY).open("/events/new")
    assert page.html.count('name="order"') == CRITERIA_ASKED
    for label in CRITERION_NAMES.values():
        assert label in page.text


def test_from_the_semi_final_on_the_tables_play_to_another_target(app: Flask) -> None:
    evening = Evening(app, mode="single", target="50", final_target="75", third="yes", consolation="yes")
    assert [each.target for each in (evening.draw(), evening.record)[1].now] == [50] * 4
    for each in evening.record.now:
        evening.write_at_desk(each.number, "50", "20")
    evening.draw()
    assert Counter(each.target for each in evening.record.now) == {75: 2, 50: 2}, "the consolation stays as it was"
    refused = evening.write_at_desk(1, "60", "20")
    assert refused.status == 422
    assert "Nobody has reached 75 points yet" in refused.text
    phone = evening.side(1, 0)
    assert "To 75 points" in evening.at_table(phone, 1).text
    phone.send(evening.at_table(phone, 1), "entry", "pad")
    match = load_match(app.extensions["scorekeeper"], evening.table(1).match)
    assert match.seating.options["target"] == 75


def test_players_are_warned_before_the_end_and_wait_for_who_is_late(app: Flask) -> None:
    evening = Evening(app, clock="45", warning="5", grace="10", last_hand="one_more")
    evening.draw()
    evening.desk.send(evening.desk.open(evening.path), evening.path, "start-clock")
    desk, started = evening.desk.open(evening.path), evening.record
    assert re.search(r'data-left="(59\d|600)" data-over="over – who is not here has lost"', desk.html)
    assert 'data-warning="300"' in desk.html
    assert started.clock is not None
    later = replace(started, clock=started.clock - timedelta(minutes=41))
    clock = read_clock(later)
    assert clock is not None
    assert (clock.warns, clock.over, clock.wait) == (True, False, None)
    assert clock.call.message.startswith("Time! One more hand")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"game": "own-gone"}, "not there any more"),
        ({"names": "Anna & Bo\nanna & bo"}, "is there twice"),
        ({"target": "much"}, "whole number"),
        ({"rounds": "0"}, "whole number"),
        ({"names": "x" * 99}, "too long"),
    ],
)
def test_a_form_that_makes_no_event_says_why_and_keeps_what_was_typed(
    phone: Phone, changes: dict[str, str], told: str
) -> None:
    page = phone.send(phone.open("/events/new"), "new-event", **({"names": PAIRS} | changes))
    assert page.status == 422
    assert told in page.text
    assert changes.get("names", PAIRS) in page.html.replace("&amp;", "&")


def test_a_form_that_is_sent_twice_makes_one_event(phone: Phone) -> None:
    form = phone.open("/events/new")
    one, other = (phone.send(form, "new-event", names=PAIRS) for _ in range(2))
    assert one.path == other.path
    assert len(re.findall(r'href="/event/\w+"', phone.open("/events").html)) == 1


def test_two_seats_are_swapped_by_two_taps_before_the_draw_is_published(evening: Evening) -> None:
    preview = evening.desk.open(f"{evening.path}/draw")
    seats = re.findall(r'value="pick ([^"]+)"', preview.html.replace("&amp;", "&"))
    first = dict(preview.forms["draw"].fields)
    picked = evening.desk.send(preview, "draw", do=f"pick {seats[0]}")
    assert dict(picked.forms["draw"].fields)["seed"] == first["seed"]
    swapped = evening.desk.send(picked, "draw", do=f"pick {seats[3]}")
    evening.desk.send(swapped, "draw", "publish")
    now = [name for report in evening.record.now for side in report.sides for name in side]
    assert now == [seats[3], *seats[1:3], seats[0], *seats[4:]]


def test_a_draw_that_is_published_twice_is_one_round(evening: Evening) -> None:
    preview = evening.desk.open(f"{evening.path}/draw")
    for _ in range(2):
        evening.desk.send(preview, "draw", "publish")
    assert evening.record.round == 1
    late = evening.desk.send(preview, "draw", "publish", post="another-tap")
    assert evening.record.round == 1 or "drawn" in late.text


def test_the_last_round_is_drawn_again_until_it_has_a_result(evening: Evening) -> None:
    evening.draw()
    again = evening.desk.open(f"{evening.path}/draw?again=yes")
    evening.desk.send(again, "draw", "publish")
    assert evening.record.round == 1
    evening.write_at_desk(1, "200", "120")
    refused = evening.desk.send(again, "draw", "publish", post="later")
    assert refused.status == 422
    assert "stays as it was drawn" in refused.text
