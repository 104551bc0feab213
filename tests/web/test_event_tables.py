"""Phones at the tables of a club's evening write results and confirm them, also from the pad of a match."""

from concurrent.futures import ThreadPoolExecutor
from typing import NoReturn

import pytest
from flask import Flask

from scorekeeper.play import StoreError
from scorekeeper.play.access import list_match_links
from scorekeeper.play.events.links import find_watch_key
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.results import dispute_result
from scorekeeper.play.events.rounds import TableResult
from scorekeeper.play.scoring.writing import add_entry
from tests.web.club_evening import PAIRS, Evening
from tests.web.pages import Page, Phone


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


def test_a_confirmed_result_is_disputed_by_nobody(evening: Evening) -> None:
    evening.draw()
    evening.write_at_desk(1, "200", "100")
    store, seen = evening.app.extensions["scorekeeper"], evening.table(1).seen
    with pytest.raises(EventError, match=r"^confirmed$"):
        dispute_result(store, evening.id, 1, 1, 0, seen, "late")


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
    assert evening.record.here == {name}
    number = evening.record.last
    phone.send(page, "presence", post="again")
    assert evening.record.last == number, "what is confirmed already is not written again"
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
    """Raise StoreError, as a store does while another process writes for too long."""
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
