"""Pages as JSON for other programs: what they contain, who may read them, and answers with status 304."""

import pytest
from flask import Flask
from jsonschema_rs import Draft202012Validator

from scorekeeper.engine.file.schema import make_schema
from scorekeeper.play.access import make_link
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.store.links import Right
from tests.web.pages import Phone
from tests.web.test_celebration import finish

OF_A_MATCH = ("sheet.json", "evening.json")
OF_THE_BOOK = ("/history.json", "/players.json")


@pytest.fixture
def match(app: Flask) -> str:
    """Return the id of a running match with an entry, on the evening of a match that is over."""
    store = app.extensions["scorekeeper"]
    finish(app, "muggins", ("Anna", "Bo"))
    match = start_match(store, "muggins", ["Anna", "Bo"])
    add_entry(store, match.id, {"entry": "ends", "player": "Anna", "ends": ["5", "0"]}, 0, "first")
    add_entry(store, match.id, {"entry": "void", "of": 1}, 1, "second")
    return match.id


def test_the_sheet_says_who_plays_what_and_each_entry_with_its_points(phone: Phone, match: str) -> None:
    answer = phone.client.get(f"/m/{match}/sheet.json")
    assert answer.mimetype == "application/json"
    sheet = answer.get_json()
    assert (sheet["id"], sheet["variant"], sheet["players"]) == (match, "muggins", ["Anna", "Bo"])
    assert (sheet["totals"], sheet["over"], sheet["winners"]) == ({"Anna": 0, "Bo": 0}, False, [])
    first, second = sheet["entries"]
    assert (first["number"], first["struck"], first["points"]) == (1, True, {})
    assert first["entry"] == {"entry": "ends", "player": "Anna", "ends": ["5", "0"]}
    assert second["entry"] == {"entry": "void", "of": 1}
    assert first["written"].endswith("+00:00")


def test_the_evening_says_who_has_won_how_many_matches(phone: Phone, match: str) -> None:
    evening = phone.client.get(f"/m/{match}/evening.json").get_json()
    assert evening["wins"] == {"Anna": 1, "Bo": 0}
    assert [each["over"] for each in evening["matches"]] == [True, False]
    assert evening["matches"][1]["id"] == match
    night = evening.pop("night")
    assert evening["day"] == night["day"]
    scores = [(each["player"], each["won"], each["matches"]) for each in night["scores"]]
    assert (scores, night["best"], night["matches"]) == ([("Anna", 1, 1), ("Bo", 0, 1)], ["Anna"], evening["matches"])
    assert phone.client.get("/history.json").get_json() == {"evenings": [evening]}
    assert phone.client.get("/history.json?player=Carl").get_json() == {"evenings": []}


def test_the_standings_say_what_each_player_has_won(phone: Phone, match: str) -> None:
    standings = phone.client.get("/players.json").get_json()["players"]
    found = {each["player"]: (each["matches"], each["won"]) for each in standings}
    assert found == {"Anna": (1, 1), "Bo": (1, 0)}
    assert standings[0]["games"][0]["matches"] == 1


def test_the_schema_is_for_everybody_and_accepts_an_export(app: Flask, phone: Phone, match: str) -> None:
    schema = app.test_client().get("/match-file.schema.json").get_json()
    assert schema == make_schema()
    Draft202012Validator(schema).validate(phone.client.get(f"/m/{match}/match.json").get_json())


@pytest.mark.parametrize("right", ["watch", "score"])
def test_a_guest_reads_of_one_match_what_the_link_opens_and_nothing_of_the_book(
    app: Flask, match: str, right: Right
) -> None:
    guest = app.test_client()
    addresses = [*(f"/m/{match}/{name}" for name in OF_A_MATCH), *OF_THE_BOOK, "/players.csv"]
    assert [guest.get(address).status_code for address in addresses] == [403] * 5
    guest.get(f"/join/{make_link(app.extensions['scorekeeper'], match, right)}")
    assert [guest.get(address).status_code for address in addresses] == [200, 200, 403, 403, 403]
    evening = guest.get(f"/m/{match}/evening.json").get_json()
    for shown in (evening["matches"], evening["night"]["matches"]):
        assert [each["id"] for each in shown] == [match], "no other match of the evening"


@pytest.mark.parametrize("address", ["/m/{}/sheet.json", "/m/{}/evening.json", *OF_THE_BOOK, "/match-file.schema.json"])
@pytest.mark.parametrize("accepted", ["gzip", "identity"])
def test_what_a_program_has_already_is_not_sent_again(
    app: Flask, phone: Phone, match: str, address: str, accepted: str
) -> None:
    asked = {"Accept-Encoding": accepted}
    first = phone.client.get(address.format(match), headers=asked)
    again = phone.client.get(address.format(match), headers={**asked, "If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")


def test_what_was_written_since_is_sent(app: Flask, phone: Phone, match: str) -> None:
    tag = phone.client.get(f"/m/{match}/sheet.json").headers["ETag"]
    add_entry(app.extensions["scorekeeper"], match, {"entry": "ends", "player": "Bo", "ends": ["5", "5"]}, 2, "third")
    answer = phone.client.get(f"/m/{match}/sheet.json", headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert len(answer.get_json()["entries"]) == 3


@pytest.mark.parametrize("address", ["/m/{}/sheet.json", "/m/{}/evening.json", *OF_THE_BOOK, "/match-file.schema.json"])
def test_nothing_can_be_written_there(app: Flask, phone: Phone, match: str, address: str) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    assert phone.client.post(address.format(match)).status_code == 405
