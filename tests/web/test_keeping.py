"""Export, import and restore of matches by plain forms."""

import csv
import io
import json
import re
import zipfile
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.engine.file.remark import Remark
from scorekeeper.play.history.details import find_location, note_match
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.transfer.bg_stats import make_bg_stats_link
from scorekeeper.play.transfer.formats import FORMATS
from scorekeeper.play.upkeep.copies import list_copies
from scorekeeper.store import SqliteStore
from scorekeeper.web import create_app
from tests.play.conftest import add, ends
from tests.play.test_evenings import FRIDAY, played
from tests.play.test_standings import ended
from tests.web.pages import Page, Phone

MATCH = {"format": 1, "variant": "spansk", "players": ["Anna", "Bo"], "entries": [ends("Anna", "5", "0")]}


def store_of(app: Flask) -> SqliteStore:
    found: SqliteStore = app.extensions["scorekeeper"]
    return found


def bring(client: FlaskClient, phone: Phone, path: str, **files: list[tuple[bytes, str]]) -> Page:
    fields = dict(phone.open("/keeping").forms["bring-in"].fields)
    sent = {name: [(io.BytesIO(data), called) for data, called in each] for name, each in files.items()}
    data = {"csrf_token": fields["csrf_token"], **sent}
    return Page(client.post(path, data=data, content_type="multipart/form-data", follow_redirects=True))


def fetched(phone: Phone, path: str) -> bytes:
    with phone.client.get(path) as answer:
        return bytes(answer.data)


def as_json(document: object) -> bytes:
    return json.dumps(document).encode()


def test_match_files_come_in_and_the_same_sheet_goes_out(app: Flask, phone: Phone) -> None:
    page = bring(phone.client, phone, "/keeping/import", files=[(as_json(MATCH), "a.json"), (as_json(MATCH), "b.json")])
    assert "2 matches imported" in page.text
    assert re.findall(r'id="came-in" href="([^"]+)"', page.html) == ["/history"]
    [first, second] = list_matches(store_of(app))
    out = phone.client.get(f"/m/{first.id}/match.json").get_json()
    page = bring(phone.client, phone, "/keeping/import", files=[(as_json(out), "again.json")])
    again = list_matches(store_of(app))[0]
    assert re.findall(r'id="came-in" href="([^"]+)"', page.html) == [f"/m/{again.id}/sheet"]
    assert load_match(store_of(app), again.id).sheet == load_match(store_of(app), second.id).sheet


def test_every_reason_is_told_and_nothing_comes_in(app: Flask, phone: Phone) -> None:
    wrong = MATCH | {"entries": [ends("Anna", "9", "0"), ends("Zoe", "5", "0")]}
    given = [(as_json(MATCH), "good.json"), (as_json(wrong), "wrong.json"), (b"no json", "text.json")]
    page = bring(phone.client, phone, "/keeping/import", files=given)
    assert page.status == 422
    for reason in ("wrong.json: entry 1, ends", "wrong.json: entry 2, player", "text.json"):
        assert reason in page.text, reason
    assert "good.json" not in page.text
    assert list_matches(store_of(app)) == ()


def test_of_a_file_with_very_many_mistakes_the_first_are_told_and_the_rest_are_counted(phone: Phone) -> None:
    wrong = MATCH | {"entries": [ends("Zoe", "5", "0")] * 203}
    page = bring(phone.client, phone, "/keeping/import", files=[(as_json(wrong), "wrong.json")])
    assert page.text.count("wrong.json: entry") == 200
    assert "and 3 more" in page.text


def test_a_match_in_the_line_notation_comes_in_and_what_is_wrong_in_one_is_told_with_its_line(
    app: Flask, phone: Phone
) -> None:
    text = b"Domino notation: 1\nGame: all_fives\nPlayers: Anna Bo\n\n1. Anna 5-0 5 | Bo 5-5 10\n"
    wrong = bring(phone.client, phone, "/keeping/import", files=[(text + b"3. Bo 9-9", "night.txt")])
    assert "night.txt: line 6, entry 3, tile" in wrong.text
    assert "1 match imported" in bring(phone.client, phone, "/keeping/import", files=[(text, "night.txt")]).text
    [match] = list_matches(store_of(app))
    assert match.totals == {"Anna": 5, "Bo": 10}


def test_no_file_at_all_is_told(phone: Phone) -> None:
    page = bring(phone.client, phone, "/keeping/import")
    assert (page.status, "Choose a file first." in page.text) == (422, True)


def test_an_archive_goes_out_and_comes_in_elsewhere(app: Flask, phone: Phone) -> None:
    match = ended(store_of(app))
    data = fetched(phone, "/keeping/archive.zip")
    assert zipfile.ZipFile(io.BytesIO(data)).testzip() is None
    page = bring(phone.client, phone, "/keeping/import", files=[(data, "archive.zip")])
    assert "Nothing new: the match is here already." in page.text
    page = bring(phone.client, phone, "/keeping/import", files=[(data[: len(data) // 2], "archive.zip")])
    assert (page.status, "no zip file" in page.text) == (422, True)
    assert [each.id for each in list_matches(store_of(app))] == [match.id]


@pytest.mark.parametrize("name", ["archive.zip", "ARCHIVE.ZIP", "archive.json", "archive"])
def test_an_archive_comes_in_whatever_it_is_called(app: Flask, phone: Phone, name: str) -> None:
    ended(store_of(app))
    page = bring(phone.client, phone, "/keeping/import", files=[(fetched(phone, "/keeping/archive.zip"), name)])
    assert "Nothing new: the match is here already." in page.text


def test_the_page_offers_the_files_of_every_format(phone: Phone) -> None:
    page = phone.open("/keeping").html
    assert FORMATS
    for kind in FORMATS:
        assert {kind.suffix, kind.media_type} <= set(page.partition('accept="')[2].partition('"')[0].split(","))


def test_spreadsheets_have_a_row_for_each_match_and_for_each_entry(app: Flask, phone: Phone) -> None:
    match = ended(store_of(app))
    rows = phone.client.get("/keeping/matches.csv?player=Anna").text.splitlines()
    assert len(rows) == 2
    rows = phone.client.get(f"/m/{match.id}/entries.csv").text.splitlines()
    assert [row.split(",")[0] for row in rows] == ["number", "1", "2"]
    assert rows[0].split(",")[:6] == ["number", "written", "round", "entry", "player", "what"]
    assert rows[0].split(",")[6:10] == ["struck out", "replaces", "strikes out", "puts back"]


def test_a_copy_is_made_and_everything_is_put_back_as_it_was(app: Flask, phone: Phone) -> None:
    match = ended(store_of(app))
    page = phone.send(phone.open("/keeping"), "/keeping/copy")
    assert "A copy is made." in page.text
    [copy] = list_copies(store_of(app))
    assert copy.name.endswith("-asked.db")
    gone = start_match(store_of(app), "spansk", ["Eva", "Finn"])
    page = phone.send(phone.open(f"/keeping/copies/{copy.name}/restore"), "/keeping/restore")
    assert "Everything is as it was" in page.text
    assert [each.id for each in list_matches(store_of(app))] == [match.id]
    assert len(list_copies(store_of(app))) == 2
    back = max(list_copies(store_of(app)), key=lambda each: each.made)
    data = fetched(phone, f"/keeping/copies/{back.name}")
    page = bring(phone.client, phone, "/keeping/restore", file=[(data, "mine.db")])
    assert [each.id for each in list_matches(store_of(app))] == [gone.id, match.id]


def test_what_is_no_copy_is_not_put_back(app: Flask, phone: Phone) -> None:
    match = ended(store_of(app))
    page = bring(phone.client, phone, "/keeping/restore", file=[(b"holiday photos", "mine.db")])
    assert (page.status, "mine.db is not a file of matches" in page.text) == (422, True)
    assert [each.id for each in list_matches(store_of(app))] == [match.id]
    assert phone.client.get("/keeping/copies/nothing.db").status_code == 404


def test_strangers_get_nothing_out_and_bring_nothing_in(app: Flask) -> None:
    match = ended(store_of(app))
    stranger = app.test_client()
    for path in ("/keeping", "/keeping/archive.zip", "/keeping/matches.csv", f"/m/{match.id}/entries.csv", "/history"):
        assert stranger.get(path).status_code == 403, path
    for path in ("/keeping/import", "/keeping/restore", "/keeping/copy", f"/history/{match.id}/put"):
        assert stranger.post(path).status_code in (400, 403), path
    assert find_location(store_of(app), match.id) == "here"


def test_a_copy_is_made_when_the_score_pad_starts_anew(app: Flask) -> None:
    ended(store_of(app))
    store_of(app).close()
    again = create_app({"DATA": app.config["DATABASE"].parent, "OWNER_KEY": "k", "BACKUPS": 3})
    assert len(list_copies(store_of(again))) == 1
    store_of(again).close()


def test_a_finished_match_is_handed_to_bg_stats_with_its_result(app: Flask, phone: Phone) -> None:
    match = ended(store_of(app))
    page = phone.open(f"/m/{match.id}/sheet")
    [link] = [at["href"] for tag, at in page.elements if tag == "a" and at.get("id") == "bg-stats"]
    data = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    assert data["game"]["name"] == "Spansk domino"
    assert [(each["name"], each["score"], each["winner"]) for each in data["players"]] == [
        ("Anna", 7, True),
        ("Bo", 0, False),
    ]
    running = add(store_of(app), start_match(store_of(app), "spansk", ["Anna", "Bo"]), ends("Anna", "5", "0"))
    assert not phone.open(f"/m/{running.id}/sheet").has("bg-stats")


def fetch_plays(phone: Phone, query: str = "") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(fetched(phone, f"/keeping/matches.bgsplay{query}"))
    return found


def test_all_finished_matches_go_to_bg_stats_in_one_file_as_each_does_by_its_link(app: Flask, phone: Phone) -> None:
    store = store_of(app)
    first, second = ended(store), ended(store)
    note_match(store, second.id, Remark("Grandma's birthday", "Skagen"))
    add(store, start_match(store, "spansk", ["Anna", "Carl"]), ends("Anna", "5", "0"))  # goes on
    file = fetch_plays(phone)
    names, games, places = (
        {each["id"]: each["name"] for each in file[key]} for key in ("players", "games", "locations")
    )
    assert sorted(names.values()) == ["Anna", "Bo"], "each player stands there once, and only those of the plays"
    assert file["games"][0]["highestWins"] is True
    for play, match, remark in zip(
        file["plays"], (second, first), (Remark("Grandma's birthday", "Skagen"), Remark()), strict=True
    ):
        link = str(make_bg_stats_link(load_match(store, match.id), remark))
        linked = json.loads(parse_qs(urlsplit(link).query)["data"][0])
        assert (play["playDate"], play["durationMin"]) == (linked["playDate"], linked["durationMin"])
        assert games[play["gameRefId"]] == linked["game"]["name"]
        assert (play.get("comments"), places.get(play.get("locationRefId"))) == (
            linked.get("comments"),
            linked.get("location"),
        )
        assert [
            (names[each["playerRefId"]], int(each["score"]), each["winner"], each["startPlayer"])
            for each in play["playerScores"]
        ] == [(each["name"], each["score"], each["winner"], each["startPlayer"]) for each in linked["players"]]
    assert len({each["uuid"] for each in (*file["plays"], *file["players"], *file["games"], *file["locations"])}) == 6
    again = fetch_plays(phone)
    assert again["plays"] == file["plays"], "imported again it is the same plays"


def test_the_matches_of_a_period_go_to_bg_stats_from_the_history(app: Flask, phone: Phone) -> None:
    ended(store_of(app))
    assert not phone.open("/history").has("found-bg-stats")
    assert fetch_plays(phone, "?until=2000-01-01")["plays"] == []
    page = phone.open("/history?since=2000-01-01")
    [link] = [at["href"] for tag, at in page.elements if tag == "a" and at.get("id") == "found-bg-stats"]
    assert link.endswith("/keeping/matches.bgsplay?since=2000-01-01")
    assert len(fetch_plays(phone, "?since=2000-01-01")["plays"]) == 1


@pytest.mark.parametrize("period", ["night", "month", "season", "year"])
def test_the_history_and_its_files_take_the_names_of_periods(app: Flask, phone: Phone, period: str) -> None:
    old = played(store_of(app), ["Carl", "Dora"], FRIDAY, ["Dora"])
    new = ended(store_of(app))
    rows = csv.DictReader(io.StringIO(phone.client.get(f"/keeping/matches.csv?period={period}").text))
    assert [row["match"] for row in rows] == [new.id]
    assert len(fetch_plays(phone, f"?period={period}")["plays"]) == 1
    page = phone.open(f"/history?period={period}").html
    assert [f"/m/{each}/" in page for each in (new.id, old)] == [True, False]
