"""A club's evening on its pages: made, drawn, played at the tables, settled at the desk, and shown to the room."""

import csv
import io
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NoReturn

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play import StoreError
from scorekeeper.play.access import list_match_links
from scorekeeper.play.events.event import EventOptions
from scorekeeper.play.events.links import find_watch_key, list_links_of_event
from scorekeeper.play.events.record import ClubEvent, TableReport, load_event
from scorekeeper.play.events.rehearsal import play_rehearsal
from scorekeeper.play.events.rounds import TableResult
from scorekeeper.play.events.standings import compute_standings
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.own_games import save_own_game
from scorekeeper.play.scoring.writing import add_entry
from scorekeeper.web.forms.events import CRITERIA_ASKED, CRITERION_NAMES, EventForm
from scorekeeper.web.views.events import read_clock
from tests.web.conftest import KEY
from tests.web.pages import Page, Phone

PAIRS = "\n".join(f"Anna {n} & Bo {n}; Club {n % 3}" for n in range(1, 9))


class Evening:
    """An evening of eight pairs, with the owner's phone at the desk and a phone for anybody else."""

    def __init__(self, app: Flask, **changes: str) -> None:
        self.app, self.desk = app, Phone(app.test_client(), KEY)
        made = self.desk.send(self.desk.open("/events/new"), "new-event", **({"names": PAIRS} | changes))
        self.path = made.path
        self.id = made.path.rpartition("/")[2]

    @property
    def record(self) -> ClubEvent:
        return load_event(self.app.extensions["scorekeeper"], self.id)

    def table(self, number: int) -> TableReport:
        return self.record.reports[self.record.round, number]

    def draw(self) -> Page:
        return self.desk.send(self.desk.open(f"{self.path}/draw"), "draw", "publish")

    def phone(self, doing: str, what: str) -> Phone:
        """A phone that has scanned the code of a table, or that of an entrant."""
        links = list_links_of_event(self.app.extensions["scorekeeper"], self.id)
        phone = Phone(self.app.test_client(), "no key")
        phone.open(f"/join/{next(link.key for link in links if (link.doing, link.what) == (doing, what))}")
        return phone

    def side(self, table: int, side: int) -> Phone:
        return self.phone("play", self.table(table).sides[side][0])

    def at_table(self, phone: Phone, table: int) -> Page:
        return phone.open(f"{self.path}/table/{table}")

    def report(self, phone: Phone, table: int, first: int, second: int, **more: str) -> Page:
        points = {"points-0": str(first), "points-1": str(second)}
        return phone.send(self.at_table(phone, table), "entry", "report", **points, **more)

    def write_at_desk(self, table: int, first: str, second: str, **more: str) -> Page:
        points = {"table": str(table), "points-0": first, "points-1": second}
        return self.desk.send(self.desk.open(self.path), "on-paper", "write", **points, **more)

    def play_round(self) -> None:
        self.draw()
        for report in self.record.now:
            self.write_at_desk(report.number, "200", str(10 * report.number))


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


# -- the first draw ----------------------------------------------------------------------------------------------------


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


# -- at the table ------------------------------------------------------------------------------------------------------


def test_a_result_counts_when_the_other_side_has_confirmed_it(evening: Evening) -> None:
    evening.draw()
    one, other = evening.side(2, 0), evening.side(2, 1)
    evening.report(one, 2, 200, 145)
    assert evening.table(2).progress == "pending"
    page = evening.at_table(other, 2)
    assert "Is it right?" in page.text
    assert not evening.at_table(one, 2).has("confirm")
    other.send(page, "entry", "confirm")
    report = evening.table(2)
    assert report.progress == "done"
    assert report.result is not None
    assert report.result.points == (200, 145)
    assert not evening.at_table(one, 2).has("report")


def test_two_sides_that_write_the_same_have_confirmed_it(evening: Evening) -> None:
    evening.draw()
    one, other = evening.side(1, 0), evening.side(1, 1)
    empty = evening.at_table(other, 1)
    evening.report(one, 1, 200, 145)
    stale = other.send(empty, "entry", "report", **{"points-0": "200", "points-1": "145"})
    assert "Somebody has just written" in stale.text
    other.send(stale, "entry", "confirm")
    assert evening.table(1).progress == "done"


def test_a_result_on_which_the_sides_do_not_agree_goes_to_the_desk(evening: Evening) -> None:
    evening.draw()
    one, other = evening.side(3, 0), evening.side(3, 1)
    evening.report(one, 3, 200, 145)
    disputed = other.send(evening.at_table(other, 3), "entry", "dispute")
    assert "the desk decides" in disputed.text
    desk = evening.desk.open(evening.path)
    assert desk.text.index("Disputed") < desk.text.index("Still playing")
    form = evening.desk.open(f"{evening.path}/round/1/table/3")
    evening.desk.send(form, "entry", "save", **{"points-0": "145", "points-1": "200"})
    assert evening.table(3).progress == "done"
    assert evening.record.sheet.corrections == ()


def test_a_phone_that_does_not_sit_at_the_table_writes_and_confirms_nothing(evening: Evening) -> None:
    """A phone that scanned the table's code, one of another table, one of the room, and one that has no link at all."""
    evening.draw()
    right = evening.side(1, 0)
    evening.report(right, 1, 200, 145)
    form = dict(evening.at_table(right, 1).forms["entry"].fields)
    watcher = Phone(evening.app.test_client(), "no key")
    watcher.open(f"/join/{find_watch_key(evening.app.extensions['scorekeeper'], evening.id)}")
    strangers = [evening.phone("table", "1"), evening.side(2, 0), watcher, Phone(evening.app.test_client(), "no key")]
    for stranger in strangers:
        token = dict(stranger.open(f"{evening.path}/table/1").forms["languages"].fields)["csrf_token"]
        for do in ("confirm", "dispute", "report", "pad"):
            sent = form | {"do": do, "points-0": "1", "points-1": "200", "post": f"forged {do}", "csrf_token": token}
            assert stranger.client.post(f"{evening.path}/table/1", data=sent).status_code == 403
        for path in ("", "/draw", "/entrants", "/links", "/round/1/table/1", "/paper/slips"):
            assert stranger.client.get(evening.path + path).status_code == 403
            assert stranger.client.post(evening.path + path, data=sent).status_code in (403, 405)
    assert evening.table(1).progress == "pending"
    assert [stranger.open(f"{evening.path}/table/1").status for stranger in strangers] == [200, 200, 200, 403]


def test_the_code_of_a_table_shows_what_is_played_there_now(evening: Evening) -> None:
    evening.play_round()
    phone = evening.phone("table", "1")
    first = evening.at_table(phone, 1)
    evening.draw()
    second = evening.at_table(phone, 1)
    assert evening.table(1).names[0] in second.text
    assert "Round 2" in second.text
    assert "Round 1" in first.text


def test_a_phone_enters_by_the_code_of_the_event_and_writes_for_its_pair(app: Flask) -> None:
    evening = Evening(app, names="Anna & Bo\nCarl & Dora\nEva & Finn")
    phones = [Phone(app.test_client(), "no key") for _ in range(2)]
    seats = [phone.open(f"/join/{find_watch_key(app.extensions['scorekeeper'], evening.id)}") for phone in phones]
    assert "is there twice" in phones[0].send(seats[0], "enter", name="anna & bo").text
    assert phones[0].send(seats[0], "enter", name=" ").status == 422
    entered = phones[0].send(seats[0], "enter", name="Gus &  Hilda")
    assert entered.path == f"{evening.path}/entrant/Gus & Hilda"
    assert [each.name for each in evening.record.event.entrants][-1] == "Gus & Hilda"
    assert not phones[0].open(f"{evening.path}/seats").has("take-part"), "one entrant for each phone"
    evening.draw()
    table = next(each for each in evening.record.now if each.find_side("Gus & Hilda") is not None)
    assert evening.at_table(phones[0], table.number).has("report")
    late = phones[1].send(seats[1], "enter", name="Ida & Jo")
    assert (late.status, len(evening.record.event.entrants)) == (422, 4)


def test_a_phone_confirms_that_its_pair_is_here_and_the_desk_sees_it(evening: Evening) -> None:
    name = evening.record.event.entrants[0].name
    phone, other = evening.phone("play", name), evening.phone("play", evening.record.event.entrants[1].name)
    page = phone.open(f"{evening.path}/entrant/{name}")
    assert not other.open(page.path).has("here")
    token = dict(other.open(evening.path + "/seats").forms["languages"].fields)["csrf_token"]
    assert other.client.post(page.path, data={"post": "forged", "csrf_token": token}).status_code == 403
    assert phone.send(page, "presence").has("here") is False
    phone.send(page, "presence")
    assert evening.record.here == {name}
    assert "Confirmed to be here: 1 of 8" in evening.desk.open(evening.path).text
    assert evening.desk.open(f"{evening.path}/entrants").text.count("has confirmed") == 1
    evening.draw()
    assert not other.open(f"{evening.path}/entrant/{evening.record.event.entrants[1].name}").has("here")


def test_who_comes_late_or_has_left_reads_so_on_their_own_page(evening: Evening) -> None:
    evening.play_round()
    form = evening.desk.open(f"{evening.path}/entrants")
    name = evening.record.event.entrants[0].name
    evening.desk.send(form, "presence", do=f"withdraw {name}", post="leaves")
    evening.desk.send(form, "late", "add", names="Eva & Finn")
    gone = evening.phone("play", name).open(f"{evening.path}/entrant/{name}")
    assert "no longer in this event" in gone.text
    assert not gone.has("to-table")
    assert (
        "The next draw gives you a table."
        in evening.phone("play", "Eva & Finn").open(f"{evening.path}/entrant/Eva & Finn").text
    )


def test_the_wall_shows_the_code_of_the_event_until_the_first_draw_and_long_names_whole(app: Flask) -> None:
    long = Evening(app, names=PAIRS.replace("Anna 1 &", "Wolfgang-Amadé & Margareta &"))
    before = long.desk.open(f"{long.path}/wall")
    assert "Scan this to take part" in before.text
    long.draw()
    assert "Scan this" not in long.desk.open(f"{long.path}/wall").text
    assert "may take part until the first draw" not in long.desk.open(f"{long.path}/links").text


def test_a_result_that_could_not_be_written_while_others_wrote_is_sent_again_by_one_tap(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.draw()
    phone = evening.side(1, 0)
    store = evening.app.extensions["scorekeeper"]
    with monkeypatch.context() as busy:
        busy.setattr(store, "write", _refuse)
        page = evening.report(phone, 1, 200, 90)
    assert (page.status, evening.table(1).progress) == (503, "missing")
    phone.send(page, "resent")
    assert (evening.table(1).progress, evening.table(1).result) == ("pending", TableResult((200, 90)))


def _refuse() -> NoReturn:
    """Answer as a store does while somebody else writes for too long."""
    raise StoreError("busy")


def test_a_new_link_for_the_room_shuts_the_old_one(evening: Evening) -> None:
    store = evening.app.extensions["scorekeeper"]
    watcher = Phone(evening.app.test_client(), "no key")
    watcher.open(f"/join/{find_watch_key(store, evening.id)}")
    assert watcher.open(f"{evening.path}/standings").status == 200
    evening.desk.send(evening.desk.open(f"{evening.path}/links"), f"{evening.path}/links")
    assert watcher.open(f"{evening.path}/standings").status == 403


def test_both_sides_and_the_desk_at_once_write_one_result(evening: Evening) -> None:
    evening.draw()
    phones = [evening.side(1, 0), evening.side(1, 1), evening.desk]
    forms = [evening.at_table(phone, 1) for phone in phones]

    def send(number: int) -> int:
        points = {"points-0": "200", "points-1": str(100 + number)}
        return phones[number].send(forms[number], "entry", "report", **points).status

    with ThreadPoolExecutor(3) as threads:
        statuses = sorted(threads.map(send, range(3)))
    assert statuses == [200, 422, 422]
    assert evening.table(1).result is not None
    assert evening.table(1).progress in ("pending", "done")


def test_a_match_on_the_pad_has_the_events_game_and_fills_in_its_result(evening: Evening) -> None:
    evening.draw()
    phone = evening.side(1, 0)
    pad = phone.send(evening.at_table(phone, 1), "entry", "pad")
    assert pad.path == f"/m/{evening.table(1).match}"
    names = evening.table(1).names
    assert all(name in pad.text for side in names for name in side.split(" & "))
    assert "200" in pad.text
    again = phone.send(evening.at_table(phone, 1), "entry", "pad")
    assert again.path == pad.path


def finish_on_pad(evening: Evening, phone: Phone) -> Page:
    """Play the match of table 1 on the pad to its end, and return its last page."""
    pad = phone.send(evening.at_table(phone, 1), "entry", "pad")
    assert not pad.has("to-event")
    (winner, _), losers = (names.split(" & ") for names in evening.table(1).names)
    hands = {losers[0]: {"pips": 60}, losers[1]: {"pips": 50}}
    store = evening.app.extensions["scorekeeper"]
    add_entry(store, evening.table(1).match, {"entry": "round", "out": winner, "hands": hands}, 0, "round")
    return phone.open(pad.path)


def test_a_finished_match_on_the_pad_leads_back_to_its_table_with_the_result_to_send(app: Flask) -> None:
    evening = Evening(app, target="100")
    evening.draw()
    phone = evening.side(1, 0)
    over = finish_on_pad(evening, phone)
    assert f'id="to-event" href="{evening.path}/table/1">Send the result<' in over.html
    table = evening.at_table(phone, 1)
    phone.send(table, "entry", "report")
    assert evening.table(1).result == TableResult((110, 0))
    assert f'id="to-event" href="{evening.path}/table/1">To the table<' in phone.open(over.path).html


def test_a_phone_that_only_scores_a_match_of_an_event_is_not_led_to_the_event(app: Flask) -> None:
    evening = Evening(app, target="100")
    evening.draw()
    over = finish_on_pad(evening, evening.side(1, 0))
    other = Phone(app.test_client(), "no key")
    seen = other.open(f"/join/{list_match_links(app.extensions['scorekeeper'], evening.table(1).match).score}")
    assert (seen.path, seen.has("over"), seen.has("to-event")) == (over.path, True, False)


# -- teams -------------------------------------------------------------------------------------------------------------

TEAMS = "North: Anna & Bo, Carl & Dora; Club 1\nSouth: Eva & Finn, Gerda & Hugo\nEast\nWest: Ida & Jan"


def test_a_match_of_teams_is_a_match_of_each_pair_and_the_line_is_their_sum(app: Flask) -> None:
    evening = Evening(app, names=TEAMS, entrants="teams", mode="round_robin")
    assert (evening.record.event.boards, evening.record.event.entrants[0].members[1]) == (2, "Carl & Dora")
    evening.draw()
    number, names = next((each.number, each.names) for each in evening.record.now if "North" in each.names)
    phone, other = evening.side(number, 0), evening.side(number, 1)
    table = evening.at_table(phone, number)
    assert "Pair 2" in table.text
    assert "Carl & Dora" in table.text
    points = {"points-0-1": "200", "points-1-1": "100", "points-0-2": "150", "points-1-2": "200"}
    missing = phone.send(table, "entry", "report", **(points | {"points-1-2": ""}))
    assert missing.status == 422
    assert ("points-0-2", "150") in missing.forms["entry"].fields
    phone.send(table, "entry", "report", **points)
    other.send(evening.at_table(other, number), "entry", "confirm")
    result = evening.table(number).result
    assert result is not None
    assert [board.points for board in result.boards] == [(200, 100), (150, 200)]
    row = next(row for row in compute_standings(evening.record.sheet, 1) if row.name == names[0])
    assert (row.played, row.won, row.points, row.against) == (2, 1, 350, 300)
    seats = evening.desk.open(f"{evening.path}/seats").text
    assert "Carl & Dora North" in seats
    assert "350" in evening.desk.open(f"{evening.path}/wall").text


def test_teams_that_count_hands_tap_who_won_each_and_a_tied_block_makes_the_next_count_two(app: Flask) -> None:
    evening = Evening(app, names="North\nSouth", entrants="teams", counted="across", target="3", mode="pure_swiss")
    evening.draw()
    one, other = evening.side(1, 0), evening.side(1, 1)
    old = evening.at_table(other, 1)
    for button in ("hand-0", "tied", "hand-1", "hand-1", "undo"):
        one.send(evening.at_table(one, 1), "entry", button)
    assert evening.table(1).hands == (0, None, 1)
    assert other.send(old, "entry", "hand-1").status == 422
    early = one.send(evening.at_table(one, 1), "entry", "report")
    assert early.status == 422
    one.send(early, "entry", "hand-1")
    one.send(evening.at_table(one, 1), "entry", "report")
    result = evening.table(1).result
    assert result is not None
    assert (result.hands, result.total) == ((0, None, 1, 1), (1, 3))
    assert not evening.at_table(one, 1).has("hand-0")


def test_the_total_of_a_match_by_hands_can_be_written_at_the_desk(app: Flask) -> None:
    evening = Evening(app, names="North\nSouth", entrants="teams", counted="across", target="50")
    evening.draw()
    assert "50 : 41" in evening.write_at_desk(1, "50", "41").text
    result = evening.table(1).result
    assert result is not None
    assert result.points == (50, 41)


# -- the desk ----------------------------------------------------------------------------------------------------------


def test_a_table_on_paper_is_two_fields_at_the_desk(evening: Evening) -> None:
    evening.draw()
    written = evening.write_at_desk(2, "200", "120")
    assert written.status == 200
    assert "Table 2" in written.text
    assert evening.table(2).progress == "done"
    assert "1 of 4 tables are done" in written.text


@pytest.mark.parametrize(
    ("table", "points", "told"),
    [
        (9, ("200", "120"), "no table 9"),
        (1, ("200", ""), "whole number"),
        (1, ("-5", "200"), "never below 0"),
        (1, ("150", "120"), "Nobody has reached 200"),
        (1, ("900", "120"), "too many"),
    ],
)
def test_what_cannot_be_a_result_is_refused_and_stays_in_the_fields(
    evening: Evening, table: int, points: tuple[str, str], told: str
) -> None:
    evening.draw()
    page = evening.write_at_desk(table, *points)
    assert page.status == 422
    assert told in page.text
    assert ("points-1", points[1]) in page.forms["on-paper"].fields
    assert all(report.progress == "missing" for report in evening.record.now)


def test_a_confirmed_result_is_corrected_at_the_desk_with_a_reason_and_no_round_changes(evening: Evening) -> None:
    evening.play_round()
    evening.play_round()
    drawn = [report.sides for report in evening.record.list_reports(2)]
    form = evening.desk.open(f"{evening.path}/round/1/table/1")
    without = evening.desk.send(form, "entry", "save", **{"points-0": "10", "points-1": "200"})
    assert without.status == 422
    assert "Say why" in without.text
    evening.desk.send(form, "entry", "save", reason="read wrongly", **{"points-0": "10", "points-1": "200"})
    record = evening.record
    report = record.reports[1, 1]
    assert report.result is not None
    assert (report.result.points, report.reason) == ((10, 200), "read wrongly")
    assert record.sheet.marks() == ((1, 1),)
    assert [report.sides for report in record.list_reports(2)] == drawn


def test_cards_sanctions_and_forfeits_are_written_at_the_desk(evening: Evening) -> None:
    evening.draw()
    name = evening.table(1).sides[1][0]
    form = evening.desk.open(f"{evening.path}/round/1/table/1")
    sent = {"points-0": "200", "points-1": "120", f"card-{name}": "yellow", f"sanction-{name}": "40"}
    evening.desk.send(form, "entry", "save", **sent)
    result = evening.table(1).result
    assert result is not None
    assert [(card.name, card.colour) for card in result.cards] == [(name, "yellow")]
    assert [(each.name, each.points) for each in result.sanctions] == [(name, 40)]
    absent = evening.table(2).sides[0][0]
    evening.desk.send(evening.desk.open(f"{evening.path}/round/1/table/2"), "entry", "save", absent=absent)
    forfeit = evening.table(2).result
    assert forfeit is not None
    assert (forfeit.absent, forfeit.points) == ((absent,), None)


def test_who_is_not_here_is_not_drawn_and_who_leaves_neither(evening: Evening) -> None:
    form = evening.desk.open(f"{evening.path}/entrants")
    present = [f"Anna {n} & Bo {n}" for n in range(1, 7)]
    evening.desk.send(form, "presence", "save", present=present)
    evening.play_round()
    assert len(evening.record.now) == 3
    form = evening.desk.open(f"{evening.path}/entrants")
    for name in present[:2]:
        evening.desk.send(form, "presence", do=f"withdraw {name}", post=name)
    evening.draw()
    seated = {name for report in evening.record.now for name in (*report.sides[0], *report.sides[1])}
    assert seated == set(present[2:])


def test_a_substitute_is_written_at_the_desk_and_told_wherever_the_pair_is(evening: Evening) -> None:
    evening.play_round()
    page = evening.desk.open(f"{evening.path}/entrants")
    name = evening.record.event.entrants[0].name
    taken = evening.desk.send(page, "substitution", "replace", player=f"{name}\tBo 1", substitute="Anna 2")
    assert taken.status == 422
    assert "is there twice" in taken.text
    assert evening.desk.send(page, "substitution", "replace", player=f"{name}\tZoe", substitute="Carl").status == 422
    evening.desk.send(page, "substitution", "replace", player=f"{name}\tBo 1", substitute="Carl")
    told = "From round 2: Carl for Bo 1"
    for address in ("standings", "entrants", f"entrant/{name}", "paper/standings"):
        assert told in evening.desk.open(f"{evening.path}/{address}").text
    evening.draw()
    report = evening.record.find_table(name, 2)
    assert report is not None
    assert told in evening.desk.open(f"{evening.path}/paper/sheets").text
    assert told in evening.at_table(evening.desk, report.number).text
    phone = evening.phone("play", name)
    phone.send(evening.at_table(phone, report.number), "entry", "pad")
    match = load_match(evening.app.extensions["scorekeeper"], evening.table(report.number).match)
    assert {"Anna 1", "Carl"} < {*match.seating.players}
    document = evening.desk.client.get(f"{evening.path}/standings.json").get_json()
    assert document["substitutions"] == [{"name": name, "player": "Bo 1", "substitute": "Carl", "round": 2}]
    assert compute_standings(evening.record.sheet, 1)[0].place == 1, "the pair keeps its results"


def test_where_each_hand_counts_a_substitute_comes_in_after_six_hands(app: Flask) -> None:
    evening = Evening(
        app, names="North: Anna & Bo\nSouth: Carl & Dora", entrants="teams", counted="across", target="50"
    )
    evening.draw()
    page = evening.desk.open(f"{evening.path}/entrants")
    change = {"player": "North\tBo", "substitute": "Eva"}
    assert "after 6 hands" in evening.desk.send(page, "substitution", "replace", **change).text
    for _ in range(6):
        evening.desk.send(evening.at_table(evening.desk, 1), "entry", "hand-0")
    evening.desk.send(evening.desk.open(f"{evening.path}/entrants"), "substitution", "replace", **change)
    assert evening.record.list_pairs("North") == (("Anna", "Eva"),)
    assert evening.record.substitutions[0].round == 1


def test_the_pairs_of_two_teams_play_on_pads_of_their_own(app: Flask) -> None:
    teams = "North: Anna & Bo, Carl & Dora\nSouth: Eva & Finn, Gus & Hilda"
    evening = Evening(app, names=teams, entrants="teams", rounds="1", target="100")
    evening.draw()
    phone = evening.side(1, 0)
    phone.send(evening.at_table(phone, 1), "entry", "pad-2")
    report = evening.table(1)
    match = load_match(app.extensions["scorekeeper"], report.matches[2])
    assert {*match.seating.players} == {"Carl", "Dora", "Gus", "Hilda"}
    hands = {"Gus": {"pips": 60}, "Hilda": {"pips": 50}}
    add_entry(app.extensions["scorekeeper"], match.id, {"entry": "round", "out": "Carl", "hands": hands}, 0, "round")
    table = evening.at_table(phone, 1)
    assert re.search(r'name="points-[01]-2"[^>]*value="110"', table.html)
    assert (table.has("pad-1"), table.has("pad-2")) == (True, False)


def test_who_comes_late_plays_from_the_next_round_on(evening: Evening) -> None:
    evening.play_round()
    form = evening.desk.open(f"{evening.path}/entrants")
    evening.desk.send(form, "late", "add", names="Eva & Finn\nGerda & Hugo")
    assert [each.first_round for each in evening.record.event.entrants][-2:] == [2, 2]
    evening.draw()
    assert len(evening.record.now) == 5
    twice = evening.desk.send(form, "late", "add", names="Eva & Finn", post="once more")
    assert twice.status == 422


def test_the_desk_needs_three_taps_a_round_when_nothing_is_wrong(evening: Evening) -> None:
    evening.draw()
    desk = evening.desk.open(evening.path)
    assert desk.has("start-clock")
    evening.desk.send(desk, evening.path, "start-clock")
    for report in evening.record.now:
        one, other = evening.side(report.number, 0), evening.side(report.number, 1)
        evening.report(one, report.number, 200, 150)
        other.send(evening.at_table(other, report.number), "entry", "confirm")
    assert evening.desk.open(evening.path).has("draw")  # then the draw and its publication


def test_the_clock_is_started_once_and_then_runs(evening: Evening) -> None:
    evening.draw()
    desk = evening.desk.open(evening.path)
    for post in ("one", "two"):
        evening.desk.send(desk, evening.path, "start-clock", post=post)
    started = evening.record.clock
    assert started is not None
    assert re.search(r'data-left="2[67]\d\d"', evening.desk.open(evening.path).html)


def test_an_event_is_closed_and_opened_again(app: Flask) -> None:
    evening = Evening(app, rounds="1")
    evening.play_round()
    desk = evening.desk.open(evening.path)
    assert not desk.has("draw")
    closed = evening.desk.send(desk, evening.path, "close")
    assert "This evening is closed." in closed.text
    assert "closed" in evening.desk.open("/events").text
    evening.desk.send(closed, evening.path, "open")
    assert not evening.record.closed


def test_a_rehearsal_has_invented_players_who_finish_ten_times_as_fast(app: Flask) -> None:
    evening = Evening(app, name="Thursday", mode="single")
    desk = evening.desk
    start = desk.send(desk.open(evening.path), evening.path, "rehearse")
    rehearsal = load_event(app.extensions["scorekeeper"], start.path.rpartition("/")[2])
    assert "This is a rehearsal" in start.text
    assert all("Rehearsal: Thursday" in desk.open(start.path + page).text for page in ("", "/wall", "/seats"))
    assert len(rehearsal.event.entrants) == 8
    assert set(rehearsal.event.names()).isdisjoint(evening.record.event.names())
    desk.send(desk.open(f"{start.path}/draw"), "draw", "publish")
    desk.send(desk.open(start.path), start.path, "start-clock")
    assert re.search(r'data-left="2[67]\d"', desk.open(start.path).html)  # 45 minutes take four and a half
    store, event_id = app.extensions["scorekeeper"], rehearsal.id
    now = datetime.now(UTC)
    play_rehearsal(store, event_id, now)
    assert {each.progress for each in load_event(store, event_id).now} == {"missing"}
    for later in (timedelta(minutes=4.6), timedelta(minutes=5), timedelta(minutes=6)):
        play_rehearsal(store, event_id, now + later)
    assert {each.progress for each in load_event(store, event_id).now} <= {"done", "disputed"}
    assert {each.progress for each in evening.record.now} == set()


def test_a_rehearsal_is_deleted_and_an_event_is_not(app: Flask) -> None:
    evening = Evening(app, name="Thursday")
    start = evening.desk.send(evening.desk.open(evening.path), evening.path, "rehearse")
    played = evening.desk.send(start, "rehearsal", "play")
    assert played.path == start.path
    form = dict(start.forms["rehearsal"].fields)
    assert evening.desk.client.post(evening.path, data=form | {"do": "delete", "post": "one"}).status_code == 404
    gone = evening.desk.send(start, "rehearsal", "delete", post="two")
    assert "Rehearsal" not in gone.text
    assert evening.desk.open(start.path).status == 404
    assert evening.record.name == "Thursday"


# -- what the room sees ------------------------------------------------------------------------------------------------


def test_the_standings_of_an_elimination_show_the_bracket_with_who_goes_on(app: Flask) -> None:
    evening = Evening(app, mode="single", names="Anna & Bo\nCarl & Dora\nEva & Finn", rounds="")
    assert "Bracket" not in evening.desk.open(f"{evening.path}/standings").text
    evening.play_round()
    bracket = evening.desk.open(f"{evening.path}/standings").html.partition('class="bracket"')[2].partition("</div>")[0]
    first, final = re.findall(r"<ol>(.*?)</ol>", bracket)
    assert re.findall(r'class="winner">([^<]+)', first) == ["Carl &amp; Dora "]
    assert (first.count("free"), final.count("<li>")) == (1, 1)
    assert "Anna &amp; Bo" in final
    assert "Carl &amp; Dora" in final


def test_groups_play_each_other_and_the_first_two_of_each_go_on_to_a_bracket(app: Flask) -> None:
    evening = Evening(app, mode="groups_single")
    assert (evening.record.event.groups, evening.record.event.rounds) == (2, None)
    for _ in range(3):
        evening.play_round()
    standings = evening.desk.open(f"{evening.path}/standings")
    assert re.findall(r"<h2>(Group \w)</h2>", standings.html) == ["Group A", "Group B"]
    rows = csv.DictReader(io.StringIO(evening.desk.client.get(f"{evening.path}/standings.csv").text))
    assert [row["group"] for row in rows] == [*"AAAABBBB"]
    for tables in (2, 1):
        assert evening.desk.open(evening.path).has("draw")
        evening.play_round()
        assert len(evening.record.now) == tables
    assert not evening.desk.open(evening.path).has("draw")
    assert evening.desk.open(f"{evening.path}/standings").html.count('class="winner"') == 3
    assert all(f"Group {each}" in evening.desk.open(f"{evening.path}/wall").text for each in "AB")


@pytest.mark.parametrize(("groups", "names"), [("9", PAIRS), ("0", PAIRS), ("many", PAIRS), ("3", "A\nB\nC\nD")])
def test_a_group_has_at_least_two(phone: Phone, groups: str, names: str) -> None:
    form = phone.open("/events/new")
    page = phone.send(form, "new-event", names=names, mode="groups_single", groups=groups)
    assert page.status == 422


def test_who_meets_whom_in_a_round_robin_is_settled_when_it_begins(app: Flask) -> None:
    evening = Evening(app, mode="round_robin", names="Anna\nBo\nCarl\nDora", entrants="singles")
    before = evening.desk.open(f"{evening.path}/entrants")
    evening.play_round()
    assert not {"late", "save"} & set(evening.desk.open(f"{evening.path}/entrants").forms)
    for form, button, changes in (("late", "add", {"names": "Eva"}), ("presence", "save", {"present": "Anna"})):
        assert evening.desk.send(before, form, button, **changes).status == 422
    for _ in range(2):
        evening.play_round()
    assert not evening.desk.open(evening.path).has("draw")


def test_an_elimination_refuses_a_result_without_a_winner(app: Flask) -> None:
    evening = Evening(app, mode="single")
    evening.draw()
    refused = evening.write_at_desk(1, "120", "120", time="yes")
    assert refused.status == 422
    assert "one more hand" in refused.text
    evening.write_at_desk(1, "200", "120")
    form = evening.desk.open(f"{evening.path}/round/1/table/1")
    points = {"points-0": "120", "points-1": "120"}
    assert evening.desk.send(form, "entry", "save", time="yes", reason="read wrongly", **points).status == 422


def test_the_wall_shows_the_bracket_from_the_last_complete_round_on(app: Flask) -> None:
    evening = Evening(app, mode="single", rounds="", names="\n".join(f"Player {n}" for n in range(1, 17)))
    assert "wall-bracket" not in evening.desk.open(f"{evening.path}/wall").html
    for rounds in ([4, 2, 1], [4, 2, 1], [4, 2, 1], [4, 2, 1]):
        evening.play_round()
        bracket = evening.desk.open(f"{evening.path}/wall").html.partition("wall-bracket")[2].partition("</div>")[0]
        assert [each.count("<li>") for each in bracket.split("</ol>")[:-1]] == rounds
    assert bracket.count('class="winner"') == 7


def test_the_bracket_is_a_spreadsheet_and_in_the_document(app: Flask) -> None:
    evening = Evening(app, mode="single", names="Anna & Bo\nCarl & Dora\nEva & Finn", rounds="")
    evening.play_round()
    page = evening.desk.open(f"{evening.path}/standings")
    assert page.has("bracket-as-csv")
    rows = list(csv.reader(io.StringIO(evening.desk.client.get(f"{evening.path}/bracket.csv").text)))
    bracket = evening.desk.client.get(f"{evening.path}/standings.json").get_json()["bracket"]
    assert rows[1:] == [
        ["winners", "1", "Anna & Bo", "", "", "", ""],
        ["winners", "1", "Carl & Dora", "Eva & Finn", "200", "10", "Carl & Dora"],
        ["winners", "2", "Anna & Bo", "Carl & Dora", "", "", ""],
    ]
    assert [list(each) for each in bracket] == [rows[0]] * 3
    assert [each["winner"] for each in bracket] == [None, "Carl & Dora", None]


def test_an_event_without_elimination_has_no_bracket(evening: Evening) -> None:
    evening.play_round()
    assert evening.desk.client.get(f"{evening.path}/standings.json").get_json()["bracket"] == []
    assert 'class="bracket"' not in evening.desk.open(f"{evening.path}/standings").html


def test_standings_are_a_page_a_spreadsheet_and_a_document(evening: Evening) -> None:
    evening.play_round()
    page = evening.desk.open(f"{evening.path}/standings")
    rows = list(csv.DictReader(io.StringIO(evening.desk.client.get(f"{evening.path}/standings.csv").text)))
    document = evening.desk.client.get(f"{evening.path}/standings.json").get_json()
    assert [row["name"] for row in rows] == [row["name"] for row in document["standings"]]
    assert [int(row["won"]) for row in rows] == [1, 1, 1, 1, 0, 0, 0, 0]
    assert (rows[0]["place"], rows[0]["effectiveness"]) == ("1", "190")
    assert rows[0]["name"] in page.text
    assert len(document["played"][0]["tables"]) == 4


def test_those_who_share_a_place_draw_a_tile_and_the_highest_comes_first(evening: Evening) -> None:
    evening.draw()
    for report in evening.record.now:
        evening.write_at_desk(report.number, "200", "100")
    page = evening.desk.open(f"{evening.path}/standings")
    assert len({row.place for row in compute_standings(evening.record.sheet, 1)}) == 2
    after = evening.desk.send(page, "draw-lots")
    assert not after.has("draw-lots")
    rows = compute_standings(evening.record.sheet, 1)
    assert [row.place for row in rows] == [*range(1, 9)]
    winners = evening.record.lots[0]
    assert winners.names == tuple(row.name for row in rows[:4])
    pips = [sum(map(int, tile.split("-"))) for tile in winners.tiles]
    assert pips == sorted(pips, reverse=True)
    assert f"{winners.names[0]} {winners.tiles[0]}" in after.text
    evening.desk.send(page, "draw-lots", post="later")
    assert len(evening.record.lots) == 2
    evening.play_round()
    assert evening.record.event.ranking[-1] == "lot"


def test_an_entrant_sees_table_seat_and_opponents(evening: Evening) -> None:
    evening.draw()
    phone = evening.side(2, 1)
    page = phone.open(f"{evening.path}/entrant/{evening.table(2).sides[1][0].replace(' ', '%20').replace('&', '%26')}")
    assert "Table 2" in page.text
    assert "B + D" in page.text
    assert evening.table(2).names[0] in page.text


def test_individuals_sit_beside_each_other_at_four_seats(app: Flask) -> None:
    evening = Evening(app, names="\n".join(f"Player {n}" for n in range(8)), entrants="individuals")
    evening.draw()
    report = evening.table(1)
    assert [len(side) for side in report.sides] == [2, 2]
    page = evening.desk.open(f"{evening.path}/seats")
    assert {"A", "B", "C", "D"} <= set(page.text.split())


def test_the_wall_is_told_when_something_was_written(evening: Evening) -> None:
    evening.draw()
    wall = evening.desk.open(f"{evening.path}/wall")
    seen = re.search(r'data-seen="(\d+)"', wall.html)
    assert seen is not None
    assert evening.desk.client.get(f"{evening.path}/news?seen={seen[1]}").status_code == 204
    evening.write_at_desk(1, "200", "120")
    news = evening.desk.client.get(f"{evening.path}/news?seen={seen[1]}")
    assert (news.status_code, int(news.text) > int(seen[1])) == (200, True)
    assert "200 : 120" in evening.desk.open(f"{evening.path}/wall").text


@pytest.mark.parametrize("what", ["seats", "sheets", "standings", "slips", "codes"])
def test_everything_is_there_on_paper(evening: Evening, what: str) -> None:
    evening.play_round()
    page = evening.desk.open(f"{evening.path}/paper/{what}")
    assert page.status == 200
    codes = {"sheets": 4, "slips": 8, "codes": 4}.get(what, 0)
    assert sum(at.get("class") == "code" for _, at in page.elements) == codes
    assert what == "codes" or evening.table(1).names[0] in page.text


def test_what_was_written_is_there_after_the_server_was_started_again(evening: Evening) -> None:
    evening.play_round()
    before = evening.record
    store = evening.app.extensions["scorekeeper"]
    store.close()
    with store.read() as db:
        assert store.find_damage(db) == ()
    assert evening.record == before


@pytest.mark.parametrize("path", ["", "/standings", "/draw", "/table/1", "/wall", "/paper/seats", "/entrants", "/news"])
def test_an_event_that_is_not_there_is_a_404(phone: Phone, path: str) -> None:
    assert phone.open(f"/event/nosuchevent{path}").status == 404
