"""Teams at a club's evening: a match of two teams is a match of each pair, counted by points or by hands."""

from flask import Flask

from scorekeeper.play.events.standings import compute_standings
from tests.web.club_evening import Evening

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
