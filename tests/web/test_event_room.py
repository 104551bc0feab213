"""The pages of a club's evening for its room: standings, brackets, groups, the wall and what is printed."""

import csv
import io
import re

import pytest
from flask import Flask

from scorekeeper.play.events.standings import compute_standings
from tests.web.club_evening import PAIRS, Evening
from tests.web.pages import Phone


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
    event = evening.record.event
    settings = [event.mode, event.target, event.final_target, event.rounds]
    assert [document[each] for each in ("mode", "target", "final target", "rounds")] == settings


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
