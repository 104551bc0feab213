"""The desk of a club's evening: results on paper, corrections, substitutes, the clock and rehearsals."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.play.events.record import load_event
from scorekeeper.play.events.rehearsal import play_rehearsal
from scorekeeper.play.events.standings import compute_standings
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import add_entry
from tests.web.club_evening import Evening


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
    document = evening.desk.client.get(f"{evening.path}/standings.json").get_json()
    assert [each["corrected"] for each in document["played"][0]["tables"]] == ["read wrongly", None, None, None]
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
    assert evening.desk.open(evening.path).has("draw")  # next come the draw and its publication


def test_the_clock_is_started_once_and_then_runs(evening: Evening) -> None:
    evening.draw()
    desk = evening.desk.open(evening.path)
    evening.desk.send(desk, evening.path, "start-clock", post="one")
    started = evening.record.clock
    assert started is not None
    evening.desk.send(desk, evening.path, "start-clock", post="two")
    assert evening.record.clock == started
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
    assert re.search(r'data-left="2[67]\d"', desk.open(start.path).html)  # 45 minutes pass in four and a half
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
