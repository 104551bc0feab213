"""A league's season on its pages: fixtures, match cards that both captains confirm, the table and the averages."""

import csv
import io
import re

import pytest
from flask import Flask

from scorekeeper.play.events.club_event import TableReport
from scorekeeper.play.events.links import find_watch_key, list_links_of_event
from scorekeeper.play.events.record import load_event
from scorekeeper.play.events.season import list_fixtures
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import add_entry
from tests.web.conftest import KEY
from tests.web.pages import Page, Phone

TEAMS = "Crown: Anna, Bo\nBell: Carl, Dora\nAnchor: Eva, Finn; The Anchor Inn\nDray"


class Season:
    """A season of four teams, with the owner's phone and a phone for each captain."""

    def __init__(self, app: Flask, **changes: str) -> None:
        self.app, self.desk = app, Phone(app.test_client(), KEY)
        made = self.desk.send(self.desk.open("/leagues/new"), "new-league", **({"names": TEAMS} | changes))
        self.id = made.path.split("/")[2]
        self.path = f"/event/{self.id}"

    def captain(self, team: str) -> Phone:
        links = list_links_of_event(self.app.extensions["scorekeeper"], self.id)
        phone = Phone(self.app.test_client(), "no key")
        phone.open(f"/join/{next(link.key for link in links if (link.doing, link.what) == ('play', team))}")
        return phone

    def report(self, round_: int = 1, number: int = 1) -> TableReport:
        return load_event(self.app.extensions["scorekeeper"], self.id).reports[round_, number]

    def card(self, phone: Phone, round_: int = 1, number: int = 1) -> Page:
        return phone.open(f"{self.path}/card/{round_}/{number}")

    def send(self, phone: Phone, fields: dict[str, str], round_: int = 1, number: int = 1) -> Page:
        return phone.send(self.card(phone, round_, number), "entry", "report", **fields)


def fill_in(home: str, away: str, won: str, targets: tuple[int, ...] = (61,) * 6 + (121,) * 3) -> dict[str, str]:
    """Return the fields of a card; `won` has an h or an a for each game, and a c for one that the home team claims."""
    fields = {}
    for number, (side, target) in enumerate(zip(won, targets, strict=True), 1):
        points = {"h": (target, 40), "a": (40, target), "c": (1, 0)}[side]
        for each, name in enumerate((home, away)):
            fields[f"points-{each}-{number}"] = str(points[each])
            fields[f"players-{each}-{number}"] = "" if side == "c" else name
    return fields


@pytest.fixture
def season(app: Flask) -> Season:
    return Season(app)


def test_a_season_has_every_team_at_home_and_away(season: Season) -> None:
    page = season.desk.open(season.path)
    assert page.text.count("Round ") == 6
    record = load_event(season.app.extensions["scorekeeper"], season.id)
    meetings = [report.names for report in record.reports.values()]
    assert len(set(meetings)) == len(meetings) == 12
    assert season.captain("Crown").open(f"{season.path}/fixtures?team=Crown").html.count("/card/") == 6
    fixtures = [report.names for _, reports in list_fixtures(record, "Crown") for report in reports]
    assert (len(fixtures), all("Crown" in names for names in fixtures)) == (6, True)


def test_a_form_that_is_sent_twice_makes_one_season(phone: Phone) -> None:
    form = phone.open("/leagues/new")
    one, other = (phone.send(form, "new-league", names=TEAMS) for _ in range(2))
    assert one.path == other.path
    assert other.text.count("Round ") == 6


def test_a_card_counts_when_the_other_captain_has_confirmed_it(season: Season) -> None:
    home, away = season.report().names
    one, other = season.captain(home), season.captain(away)
    season.send(one, fill_in("Hanna", "Ali", "hhhhhaaaa"))
    assert season.report().progress == "pending"
    assert not season.card(one).has("confirm")
    other.send(season.card(other), "entry", "confirm")
    report = season.report()
    assert report.result is not None
    assert (report.progress, report.result.total) == ("done", (5, 4))
    document = season.desk.client.get(f"{season.path}/season.json").get_json()
    match = document["matches"][0]
    assert (match["home"], match["away"], len(match["result"]["games"])) == (*report.names, 9)
    assert {(each["name"], each["team"], each["won"]) for each in document["players"]} == {
        ("Hanna", "", 5),
        ("Ali", "", 4),
    }
    assert "To be confirmed" not in season.desk.open(season.path).text


def test_a_captain_who_does_not_agree_leaves_it_to_the_organiser_who_corrects_it_with_a_reason(season: Season) -> None:
    home, away = season.report().names
    season.send(season.captain(home), fill_in("Hanna", "Ali", "hhhhhhhhh"))
    other = season.captain(away)
    other.send(season.card(other), "entry", "dispute")
    assert season.report().progress == "disputed"
    season.send(season.desk, fill_in("Hanna", "Ali", "hhhhhhhha"))
    assert season.report().progress == "done"
    changed = fill_in("Hanna", "Ali", "hhhhhhhaa")
    assert season.send(season.desk, changed).status == 422
    season.send(season.desk, changed | {"reason": "a game was read wrongly"})
    result = season.report().result
    assert result is not None
    assert (result.total, season.report().reason) == ((7, 2), "a game was read wrongly")


def test_nobody_but_the_two_captains_writes_on_a_card(season: Season) -> None:
    names = season.report().names
    stranger = season.captain(next(team for team in ("Crown", "Bell", "Anchor", "Dray") if team not in names))
    watcher = Phone(season.app.test_client(), "no key")
    watcher.open(f"/join/{find_watch_key(season.app.extensions['scorekeeper'], season.id)}")
    form = season.card(season.captain(names[0])).forms["entry"].fields
    for phone in (stranger, watcher):
        page = season.card(phone)
        assert not page.has("report")
        token = dict(page.forms["languages"].fields)["csrf_token"]
        sent = dict(form) | fill_in("Hanna", "Ali", "hhhhhhhhh") | {"do": "report", "csrf_token": token}
        assert phone.client.post(f"{season.path}/card/1/1", data=sent).status_code == 403
    assert season.report().result is None


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"points-0-3": "61"}, "Game 3 has no winner yet"),
        ({"points-0-7": ""}, "Game 7 has no winner yet"),
        ({"points-0-2": "-1"}, "Game 2 has no winner yet"),
        ({"points-0-1": "75"}, "at most 61"),
    ],
)
def test_a_card_that_cannot_be_right_is_refused_and_stays_as_typed(
    season: Season, changes: dict[str, str], told: str
) -> None:
    captain = season.captain(season.report().names[0])
    page = season.send(captain, fill_in("Hanna", "Ali", "haaaaaaah") | changes)
    assert page.status == 422
    assert told in page.text
    assert ("players-1-9", "Ali") in page.forms["entry"].fields
    assert season.report().result is None


def test_the_score_alone_is_enough_if_it_has_all_games(season: Season) -> None:
    captain = season.captain(season.report().names[0])
    assert season.send(captain, {"score-0": "5", "score-1": "5"}).status == 422
    season.send(captain, {"score-0": "5", "score-1": "4"})
    result = season.report().result
    assert result is not None
    assert result.points == (5, 4)


@pytest.mark.parametrize(
    ("rules", "cards", "points"),
    [
        # Two matches of a team against another, with the points of both, worked out by hand.
        ("solihull", ("hhhhhaaaa", "hhhhhhaaa"), (3 + 3, 1 + 0)),  # 5–4 is 3 and 1, 6–3 is 3 and 0
        ("leek", ("hhhhhaaaa", "hhhhhhaaa"), (7 + 8, 4 + 3)),  # 5–4 is 2+5 and 4, 6–3 is 2+6=8 and 3
        ("northallerton", ("hhhhhaaaa", "hhhhhhaaa"), (5 + 6, 4 + 3)),
    ],
)
def test_the_table_goes_by_the_rules_of_the_league(
    app: Flask, rules: str, cards: tuple[str, str], points: tuple[int, int]
) -> None:
    season = Season(app, names="Crown\nBell", rules=rules)
    for round_, won in enumerate(cards, 1):
        at_home = season.report(round_).names[0] == "Crown"
        swapped = won if at_home else won.translate(str.maketrans("ha", "ah"))
        season.send(season.desk, fill_in("Anna" if at_home else "Dora", "Dora" if at_home else "Anna", swapped), round_)
    rows = csv.DictReader(io.StringIO(season.desk.client.get(f"{season.path}/season.csv").text))
    assert [(row["team"], int(row["points"])) for row in rows] == [("Crown", points[0]), ("Bell", points[1])]
    document = season.desk.client.get(f"{season.path}/season.json").get_json()
    assert [(row["name"], row["played"], row["won"]) for row in document["players"]] == [
        ("Anna", 18, 11),
        ("Dora", 18, 7),
    ]
    page = season.desk.open(f"{season.path}/standings")
    assert (page.path, "61" in page.text) == (f"{season.path}/season", True)  # 11 of 18 games


def test_a_team_that_stays_away_and_a_game_that_is_claimed_count_as_the_rules_say(app: Flask) -> None:
    season = Season(app, names="Crown\nBell", rules="leek")
    home = season.report(1).names[0]
    season.send(season.desk, fill_in("Anna & Bo", "Dora", "caaaaaaaa"), 1)
    season.send(season.desk, {"absent": home}, 2)
    document = season.desk.client.get(f"{season.path}/season.json").get_json()
    by_team = {row["name"]: (row["games"], row["points"]) for row in document["table"]}
    other = next(team for team in by_team if team != home)
    assert by_team == {home: (1 + 4, 1), other: (8 + 5, 2 + 8 + 7)}
    played = {row["name"]: row["played"] for row in document["players"]}
    assert played == {"Anna": 8, "Bo": 8, "Dora": 8}


def test_a_league_may_have_points_of_its_own(app: Flask) -> None:
    season = Season(
        app, names="Crown\nBell", rules="own", win="4", draw="2", loss="1", game="0", singles="2", doubles="0"
    )
    season.send(season.desk, fill_in("Anna", "Dora", "ha", (61, 61)))
    table = season.desk.client.get(f"{season.path}/season.json").get_json()["table"]
    assert [(row["drawn"], row["points"]) for row in table] == [(1, 2), (1, 2)]


@pytest.mark.parametrize(("singles", "doubles"), [("2", "0"), ("0", "2")])
def test_a_season_may_have_games_of_one_kind_alone(app: Flask, singles: str, doubles: str) -> None:
    season = Season(app, names="Crown\nBell", singles=singles, doubles=doubles)
    league = load_event(app.extensions["scorekeeper"], season.id).event.league
    assert league is not None
    assert (league.singles, league.doubles) == (int(singles), int(doubles))


@pytest.mark.parametrize("changes", [{"names": "Crown"}, {"singles": "0", "doubles": "0"}, {"single_target": "x"}])
def test_a_form_that_makes_no_season_is_refused(phone: Phone, changes: dict[str, str]) -> None:
    page = phone.send(phone.open("/leagues/new"), "new-league", **({"names": TEAMS} | changes))
    assert page.status == 422


@pytest.mark.parametrize("page", ["", "/seats", "/standings", "/wall", "/table/9", "/entrant/Crown"])
def test_every_page_of_an_evening_leads_to_one_of_the_league(season: Season, page: str) -> None:
    answer = season.desk.client.get(season.path + page)
    assert answer.status_code == 303
    assert answer.location.partition("?")[0] in (f"{season.path}/fixtures", f"{season.path}/season")


def test_an_evening_has_no_fixtures(phone: Phone) -> None:
    made = phone.send(phone.open("/events/new"), "new-event", names="Anna & Bo\nCarl & Dora")
    for page in ("fixtures", "season", "card/1/1"):
        assert phone.open(f"{made.path}/{page}").status == 404


def test_a_game_of_the_card_is_played_on_the_pad_and_its_result_goes_into_the_card(season: Season) -> None:
    store, (home, away) = season.app.extensions["scorekeeper"], season.report().names
    captain = season.captain(home)
    assert "Write who plays game 2" in captain.send(season.card(captain), "entry", "pad-2").text
    pad = captain.send(
        season.card(captain), "entry", "pad-7", **{"players-0-7": "Hans & Ida", "players-1-7": "Jo & Kai"}
    )
    match = load_match(store, season.report().matches[7])
    assert pad.path == f"/m/{match.id}"
    assert (match.variant.key, match.seating.players) == ("fives_threes", ("Hans", "Jo", "Ida", "Kai"))
    assert (match.seating.options["target"], match.seating.partners) == (121, True)
    finish_on_pad(season, match.id)
    assert captain.open(f"/m/{match.id}").has("to-event")
    card = season.card(captain)
    assert not card.has("pad-7")
    assert re.search(r'name="players-0-7"[^>]*value="Hans &amp; Ida"', card.html)
    assert re.search(r'name="points-0-7"[^>]*value="121"', card.html)
    assert away in card.text


def finish_on_pad(season: Season, match_id: str) -> None:
    """Write rounds that the first side wins until its match is over."""
    store = season.app.extensions["scorekeeper"]
    first, number = load_match(store, match_id).seating.players[0], 0
    ends, last = {"entry": "ends", "player": first, "ends": ["5", "5-5"]}, {"entry": "round", "out": first}
    while not (match := load_match(store, match_id)).sheet.over:
        number += 1
        add_entry(store, match_id, ends if number % 6 else last, match.seen, f"tap {number}")


def test_the_code_of_a_table_opens_the_card_that_is_played_there_and_its_pads(season: Season) -> None:
    links = list_links_of_event(season.app.extensions["scorekeeper"], season.id)
    tables = {link.what: link.key for link in links if link.doing == "table"}
    assert tables.keys() == {"1", "2"}
    phone = Phone(season.app.test_client(), "no key")
    card = phone.open(f"/join/{tables['2']}")
    assert card.path == f"{season.path}/card/1/2"
    assert not card.has("report"), "the captains write the result"
    players = {"players-0-1": "Hans", "players-1-1": "Jo"}
    assert phone.send(card, "entry", "pad-1", **players).path == f"/m/{season.report(1, 2).matches[1]}"
    assert not season.card(phone, 1, 1).has("pad-1")
    assert phone.send(card, "entry", "pad-1", post="other", **players).path == f"/m/{season.report(1, 2).matches[1]}"
    season.send(season.desk, fill_in("Hans", "Jo", "hhhhhaaaa"), 1, 2)
    assert phone.open(f"{season.path}/table/2").path == f"{season.path}/card/2/2"


def test_rounds_of_a_season_have_days_and_a_match_may_be_moved(app: Flask) -> None:
    season = Season(app, first_day="2027-01-07", days="14")
    fixtures = season.desk.open(f"{season.path}/fixtures")
    for day in ("7 January 2027", "21 January 2027", "18 March 2027"):
        assert day in fixtures.text
    card = season.card(season.desk, 1, 2)
    assert 'value="2027-01-07"' in card.html
    moved = season.desk.send(card, "date", "save-date", date="2027-01-09")
    assert "9 January 2027" in moved.text
    assert "9 January 2027" in season.desk.open(f"{season.path}/fixtures").text
    assert "Choose the day" in season.desk.send(moved, "date", "save-date", date="soon").text
    record = load_event(app.extensions["scorekeeper"], season.id)
    assert (str(record.find_date(1)), str(record.find_date(1, 2)), record.find_date(9)) == (
        "2027-01-07",
        "2027-01-09",
        None,
    )
    document = season.desk.client.get(f"{season.path}/season.json").get_json()
    assert document["matches"][1]["date"] == "2027-01-09"


def test_a_rehearsal_of_a_league_plays_a_round_with_each_tap(season: Season) -> None:
    rehearsal = season.desk.send(season.desk.open(f"{season.path}/fixtures"), season.path, "rehearse")
    assert "rehearsal" in rehearsal.text
    path = rehearsal.path.removesuffix("/fixtures")
    for number in (1, 2):
        season.desk.send(season.desk.open(f"{path}/fixtures"), "rehearsal", "play")
        record = load_event(season.app.extensions["scorekeeper"], path.rpartition("/")[2])
        assert {each.round for each in record.reports.values() if each.progress in ("done", "disputed")} == {
            *range(1, number + 1)
        }
        assert {each.by for each in record.reports.values() if each.round <= number} == {0}, "a captain wrote it"
        assert all(each.progress == "missing" for each in record.reports.values() if each.round > number)
    assert season.desk.open(f"{path}/season").html.count('scope="row"') > 8
    season.desk.send(season.desk.open(f"{path}/fixtures"), "rehearsal", "delete")
    assert season.desk.client.get(f"{path}/fixtures").status_code == 404
