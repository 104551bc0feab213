"""Plays of BG Stats, BoardGameGeek and spreadsheets are imported as matches with their totals, and exported again."""

import io
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from scorekeeper.engine.file.schema import make_schema
from scorekeeper.engine.problems import RuleError
from scorekeeper.play.history.details import move_match
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.search import Search, list_matches, list_own_games_played, search_matches
from scorekeeper.play.history.tallies import count_tallies
from scorekeeper.play.player_names import rename_player
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.transfer import plays
from scorekeeper.play.transfer.bg_stats import write_bg_stats_file
from scorekeeper.play.transfer.csv_plays import Table, guess_roles
from scorekeeper.play.transfer.formats import Content, find_format
from scorekeeper.play.transfer.importing import ImportRefusedError, check_files, look_at_plays
from scorekeeper.play.transfer.play_import import PlayChoice, find_import, record_plays, take_back_import
from scorekeeper.play.transfer.plays import REASONS, Plays, is_domino_game
from scorekeeper.play.transfer.spreadsheets import write_matches_csv
from scorekeeper.store import Store
from tests.play.test_standings import ended

ANNA, BO, CARL, DORA = (
    {"id": number, "name": name} for number, name in enumerate(("Anna", "Bo", "Carl", "Dora"), start=1)
)


def score(player: int, points: str, won: bool = False, **more: Any) -> dict[str, Any]:
    return {"playerRefId": player, "score": points, "winner": won, **more}


def bg_stats_play(number: int, *scores: dict[str, Any], game: int = 1, **more: Any) -> dict[str, Any]:
    moment = f"2024-05-{number:02} 19:30:00"
    return {"uuid": f"P{number}", "gameRefId": game, "playDate": moment, "playerScores": list(scores), **more}


def bg_stats(*plays: dict[str, Any]) -> bytes:
    games = [
        {"id": 1, "name": "Mexican Train", "highestWins": False, "noPoints": False},
        {"id": 2, "name": "Dominoes", "highestWins": True, "noPoints": False},
        {"id": 3, "name": "Catan", "highestWins": True, "noPoints": False},
    ]
    document = {"games": games, "players": [ANNA, BO, CARL, DORA], "locations": [{"id": 1, "name": "Malmö"}]}
    return json.dumps(document | {"plays": plays}).encode()


def read(data: bytes) -> Content:
    file = io.BytesIO(data)
    return find_format(file).read(file)


def plays_in(data: bytes) -> Plays | Table:
    content = read(data)
    assert isinstance(content, Plays | Table)
    return content


def reason_of(data: bytes) -> str:
    with pytest.raises(RuleError) as refused:
        read(data)
    return str(refused.value)


TRAIN = bg_stats_play(1, score(1, "61"), score(2, "10+30+5", True), locationRefId=1, comments="long", durationMin=90)


# -- BG Stats ----------------------------------------------------------------------------------------------------------


def test_a_play_of_bg_stats_becomes_a_match_with_its_totals_its_day_and_its_place(store: Store) -> None:
    assert record_plays(store, plays_in(bg_stats(TRAIN)), PlayChoice())[:2] == (1, 0)
    [match] = list_matches(store)
    assert (match.totals, match.winners, match.over) == ({"Anna": 61, "Bo": 45}, ("Bo",), True)
    assert match.started == datetime(2024, 5, 1, 19, 30, tzinfo=UTC)
    assert match.written == datetime(2024, 5, 1, 21, 0, tzinfo=UTC)
    assert (match.remark.place, match.remark.note, match.own_name) == ("Malmö", "long", "Mexican Train")
    assert load_match(store, match.id).variant.name == "Mexican Train"


def test_the_most_points_win_where_the_winner_has_them_and_a_score_may_be_below_nothing(store: Store) -> None:
    play = bg_stats_play(2, score(1, "-5"), score(2, "120", True), game=2)
    record_plays(store, plays_in(bg_stats(play)), PlayChoice())
    assert list_matches(store)[0].winners == ("Bo",)
    assert list_matches(store)[0].totals == {"Anna": -5, "Bo": 120}


def test_two_pairs_have_the_points_of_both(store: Store) -> None:
    pairs = [score(n, points, won, team=team) for n, points, won, team in ((1, "7", True, "A"), (2, "3", False, "B"))]
    pairs += [score(n, points, won, team=team) for n, points, won, team in ((3, "3", False, "B"), (4, "7", True, "A"))]
    record_plays(store, plays_in(bg_stats(bg_stats_play(3, *pairs, game=2))), PlayChoice())
    [match] = list_matches(store)
    assert (match.totals, match.winners) == ({"Anna & Dora": 7, "Bo & Carl": 3}, ("Anna & Dora",))


def test_players_who_each_have_a_team_of_their_own_play_alone(store: Store) -> None:
    alone = [score(1, "7", True, team="red"), score(2, "3", team="blue"), score(3, "1", team="green")]
    record_plays(store, plays_in(bg_stats(bg_stats_play(3, *alone, game=2))), PlayChoice())
    [match] = list_matches(store)
    assert match.totals == {"Anna": 7, "Bo": 3, "Carl": 1}


def test_other_games_are_named_and_left_out_unless_they_are_wanted(store: Store) -> None:
    catan = bg_stats_play(4, score(1, "10", True), score(2, "7"), game=3)
    content = plays_in(bg_stats(TRAIN, catan))
    preview = look_at_plays(store, content, PlayChoice())
    assert (preview["matches"], preview["new_players"], preview["known_players"]) == (1, ["Anna", "Bo"], [])
    assert {each["name"]: each["wanted"] for each in preview["games"]} == {"Mexican Train": True, "Catan": False}
    assert look_at_plays(store, content, PlayChoice(frozenset({"Catan"})))["matches"] == 1
    assert list_matches(store) == ()


@pytest.mark.parametrize("name", ["Dominoes", "Dominó", "Muggins", "MEXICAN TRAIN", "Spansk domino", ""])
def test_a_domino_game_is_known_by_its_name(name: str) -> None:
    assert is_domino_game(name)
    assert not is_domino_game("Carcassonne")


LEFT_OUT = {
    "soon": ("no_date", bg_stats_play(1, score(1, "1"), score(2, "2", True), playDate="soon")),
    "in the future": ("no_date", bg_stats_play(1, score(1, "1"), score(2, "2", True), playDate="2999-01-01 10:00:00")),
    "alone": ("player_count", bg_stats_play(1, score(1, "1"))),
    "nine": ("player_count", bg_stats_play(1, *(score(1, "1") for _ in range(9)))),
    "nobody": ("bad_name", bg_stats_play(1, score(1, "1"), score(9, "2"))),
    "twice": ("same_player", bg_stats_play(1, score(1, "1"), score(1, "2", True))),
    "two against one": (
        "teams",
        bg_stats_play(1, *(score(n, "1", team=team) for n, team in ((1, "A"), (2, "A"), (3, "B")))),
    ),
    "a half": ("bad_points", bg_stats_play(1, score(1, "1.5"), score(2, "2", True))),
    "of one alone": ("bad_points", bg_stats_play(1, score(1, ""), score(2, "2", True))),
    "nothing": ("no_result", bg_stats_play(1, score(1, ""), score(2, ""))),
    "the second": ("other_winner", bg_stats_play(1, score(1, "1"), score(2, "2", True), score(3, "3"))),
}


def test_a_file_with_too_many_plays_says_how_many_can_come_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plays, "MOST_PLAYS", 2)
    plays_in(bg_stats(*[bg_stats_play(1, score(1, "1"), score(2, "2"))] * 2))
    with pytest.raises(RuleError, match="There are 3 matches in this file: at most 2 can come in at once"):
        plays_in(bg_stats(*[bg_stats_play(1, score(1, "1"), score(2, "2"))] * 3))


def test_as_many_play_as_a_table_has_seats(store: Store) -> None:
    header = ",".join(f"Player {number}" for number in range(1, 9))
    table = plays_in(f"date,{header}\n2024-05-01,1,2,3,4,5,6,7,8\n".encode())
    record_plays(store, table, PlayChoice(roles=("date", *("player",) * 8), lowest_wins=False))
    [match] = list_matches(store)
    assert len(match.players) == 8


@pytest.mark.parametrize("case", LEFT_OUT)
def test_what_cannot_become_a_match_is_left_out_with_the_reason(store: Store, case: str) -> None:
    reason, play = LEFT_OUT[case]
    content = plays_in(bg_stats(play, bg_stats_play(9, score(1, "1"), score(2, "2", True), game=2)))
    preview = look_at_plays(store, content, PlayChoice())
    assert (preview["left_out"], preview["matches"]) == ([{"reason": reason, "count": 1}], 1)
    assert reason in REASONS


def test_without_points_the_winner_gets_one(store: Store) -> None:
    content = plays_in(bg_stats(bg_stats_play(1, score(1, ""), score(2, "", True), game=2)))
    assert look_at_plays(store, content, PlayChoice())["without_points"] == 1
    record_plays(store, content, PlayChoice())
    assert list_matches(store)[0].totals == {"Anna": 0, "Bo": 1}


def test_the_file_that_we_write_comes_in_elsewhere_with_every_score_and_not_twice_here(store: Store) -> None:
    match = ended(store)
    written = "".join(write_bg_stats_file(store, Search()))
    assert [each["seatOrder"] for each in json.loads(written)["plays"][0]["playerScores"]] == [1, 2]
    content = plays_in(written.encode())
    assert record_plays(store, content, PlayChoice())[:2] == (0, 1)
    preview = look_at_plays(store, content, PlayChoice())
    assert (preview["matches"], preview["known"]) == (0, 1)
    move_match(store, match.id, "deleted")
    record_plays(store, content, PlayChoice())
    assert [each.location for each in list_matches(store)] == ["here"]


def test_the_time_of_a_row_is_kept(store: Store) -> None:
    table = plays_in(b"date,Anna,Bo\n2024-05-01 21:45,1,2\n")
    record_plays(store, table, PlayChoice(roles=("date", "player", "player"), lowest_wins=False))
    [match] = list_matches(store)
    assert match.started == match.touched == datetime(2024, 5, 1, 21, 45, tzinfo=UTC)


# -- BoardGameGeek -----------------------------------------------------------------------------------------------------

BGG = """<?xml version="1.0" encoding="utf-8"?>
<plays username="anna" total="3" page="1">
 <play id="13" date="2024-06-02" quantity="1" length="0" incomplete="1"><item name="Dominoes"/></play>
 <play id="12" date="2024-06-01" quantity="2" length="0" incomplete="0"><item name="Dominoes"/></play>
 <play id="11" date="2024-05-31" quantity="1" length="50" incomplete="0" location="Malmö"><item name="Dominoes"/>
  <comments>rain</comments><players><player name="Anna" score="100" win="1"/><player username="bo" name="" score="64"
   win="0"/></players></play>
</plays>"""


def test_plays_of_boardgamegeek_come_in(store: Store) -> None:
    content = plays_in(BGG.encode())
    preview = look_at_plays(store, content, PlayChoice())
    assert {each["reason"]: each["count"] for each in preview["left_out"]} == {"unfinished": 1, "several": 1}
    record_plays(store, content, PlayChoice())
    [match] = list_matches(store)
    assert (match.totals, match.winners) == ({"Anna": 100, "bo": 64}, ("Anna",))
    assert (match.started.date().isoformat(), match.remark.place, match.remark.note) == ("2024-05-31", "Malmö", "rain")


@pytest.mark.parametrize(("length", "minutes"), [("50", 50), ("0", 0), ("1440", 0), ("50 min", 0), ("", 0)], ids=str)
def test_a_play_of_boardgamegeek_took_the_minutes_of_its_length_if_they_are_those_of_one_day(
    length: str, minutes: int
) -> None:
    content = plays_in(BGG.replace('length="50"', f'length="{length}"').encode())
    assert isinstance(content, Plays)
    assert [play.minutes for play in content.plays] == [minutes, 0, 0]


BOMB = b'<!DOCTYPE plays [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><plays><play id="&b;"/></plays>'


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (BOMB, "definitions of its own"),
        (b"<!DOCTYPE plays><plays><play/></plays>", "definitions of its own"),
        (BGG.encode()[:300], "not whole"),
        (b"<html><p>Sign in</p></html>", "no plays in it"),
        (BGG.replace("utf-8", "utf-99").encode(), "not whole"),
        (bg_stats(TRAIN)[:-20], "not readable as JSON"),
        (b'{"plays": {}}', "no plays in it"),
        (b"", "it is empty"),
        ("date,Anna,Bo\n2024-05-31,1,ä".encode("latin-1"), "byte 27 is not UTF-8 text"),
        (b"date,Anna,Bo\n", "no rows below"),
        (b'date,Anna,Bo\n2024-05-31,"1,2', "a quotation mark is missing"),
        (b",".join([b"x"] * 99) + b"\n" + b",".join([b"1"] * 99), "more than 60 columns"),
    ],
    ids=[
        "bomb",
        "doctype",
        "half",
        "html",
        "encoding",
        "half JSON",
        "no plays",
        "empty",
        "latin",
        "headings",
        "quote",
        "wide",
    ],
)
def test_a_file_that_cannot_be_read_says_why(data: bytes, said: str) -> None:
    assert said in reason_of(data)


def test_plays_come_in_alone() -> None:
    with pytest.raises(ImportRefusedError) as refused:
        check_files([("a.json", io.BytesIO(bg_stats(TRAIN))), ("b.csv", io.BytesIO(b"date,Anna,Bo\n2024-05-31,1,2"))])
    assert [(name, [each.key for each in problems]) for name, problems in refused.value.reasons] == [
        ("", ["plays_not_alone"])
    ]


# -- spreadsheets ------------------------------------------------------------------------------------------------------


def test_a_spreadsheet_with_a_column_for_each_player_comes_in(store: Store) -> None:
    table = plays_in("Datum;Ort;Anna;Bo;Carl\n31.5.2024;Malmö;61;45;\n1.6.2024;;10;20;30\n".encode())
    assert isinstance(table, Table)
    roles = guess_roles(table)
    assert roles == ("day_first", "place", "player", "player", "player")
    assert look_at_plays(store, table, PlayChoice())["left_out"] == [{"reason": "no_result", "count": 2}]
    record_plays(store, table, PlayChoice(roles=roles, lowest_wins=True))
    later, earlier = list_matches(store)
    assert (earlier.totals, earlier.winners, earlier.remark.place) == ({"Anna": 61, "Bo": 45}, ("Bo",), "Malmö")
    assert (later.totals, later.winners) == ({"Anna": 10, "Bo": 20, "Carl": 30}, ("Anna",))


def test_a_row_with_half_a_point_is_left_out(store: Store) -> None:
    table = plays_in(b"date,Anna,Bo\n2024-05-31,1.5,2\n2024-06-01,1,2")
    preview = look_at_plays(store, table, PlayChoice(roles=("date", "player", "player"), lowest_wins=False))
    assert preview["left_out"] == [{"reason": "bad_points", "count": 1}]


def test_rows_with_the_same_number_are_one_match(store: Store) -> None:
    table = plays_in(
        b"match\tdate\tplayer\tscore\twinner\n7\t05/31/2024\tAnna\t61\tAnna\n7\t05/31/2024\tBo\t45\tAnna\n"
    )
    assert isinstance(table, Table)
    assert guess_roles(table) == ("number", "month_first", "names", "points", "winners")
    record_plays(store, table, PlayChoice())
    assert [(each.totals, each.winners) for each in list_matches(store)] == [({"Anna": 61, "Bo": 45}, ("Anna",))]


def test_the_spreadsheet_that_we_write_comes_in_with_formulas_as_names(store: Store) -> None:
    ended(store)
    rename_player(store, "Anna", "=1+2")
    text = "".join(write_matches_csv(store, Search()))
    assert "'=1+2" in text
    table = plays_in(text.encode())
    record_plays(store, table, PlayChoice(frozenset({"spansk"})))
    first, second = list_matches(store)
    assert (second.totals, second.winners) == (first.totals, first.winners)
    assert "=1+2" in second.players


@pytest.mark.parametrize(
    "headings",
    [
        ("started", "game", "players", "points", "winners", "place", "note"),
        ("datum", "spel", "spelare", "poäng", "vinnare", "plats", "comments"),
        ("Datum", "Spiel", "Spieler", "Punkte", "Sieger", "Ort", "comment"),
        ("fecha", "juego", "jugadores", "puntos", "ganador", "lugar", "notes"),
    ],
)
def test_columns_are_known_by_their_headings(headings: tuple[str, ...]) -> None:
    row = ("2024-05-31", "Domino", "Anna; Bo", "61; 45", "Anna", "Malmö", "long")
    roles = ("date", "game", "names", "points", "winners", "place", "note")
    assert guess_roles(Table(headings, (row,))) == roles


ONCE = ("game", "points", "winners", "number", "place", "note")
"""The roles that only one column may have, without those of players and days."""


@pytest.mark.parametrize(
    ("roles", "key"),
    [
        (("", "player", "player"), "date_column"),
        (("date", "player", ""), "player_columns"),
        (("date", "note", "note"), "player_columns"),
        (("date",), "date_column"),
        *((("date", "names", role, role), "role_twice") for role in ONCE),
    ],
    ids=["no date", "one player", "no players", "other file", *ONCE],
)
def test_columns_that_make_no_match_are_refused(store: Store, roles: Any, key: str) -> None:
    table = plays_in(b"date,Anna,Bo,Carl\n2024-05-31,1,2,3" if len(roles) == 4 else b"date,Anna,Bo\n2024-05-31,1,2")
    preview = look_at_plays(store, table, PlayChoice(roles=roles))
    assert [problem["key"] for problem in preview["problems"]] == [key]
    with pytest.raises(RuleError):
        record_plays(store, table, PlayChoice(roles=roles))
    assert list_matches(store) == ()


# -- what comes of them ------------------------------------------------------------------------------------------------


def test_an_import_is_taken_back_as_one_and_put_back_and_comes_in_once(store: Store) -> None:
    before = ended(store)
    content = plays_in(bg_stats(TRAIN, bg_stats_play(2, score(1, "1"), score(2, "0", True))))
    assert find_import(store) is None
    new, known, import_id = record_plays(store, content, PlayChoice())
    assert (new, known) == (2, 0)
    assert record_plays(store, content, PlayChoice())[:2] == (0, 2)
    assert take_back_import(store, import_id) == 2
    assert [each.id for each in search_matches(store, Search()).matches] == [before.id]
    found = find_import(store)
    assert found is not None
    assert (found.id, found.here, found.deleted) == (import_id, 0, 2)
    assert take_back_import(store, import_id, back=True) == 2
    assert len(search_matches(store, Search()).matches) == 3
    take_back_import(store, import_id)
    assert record_plays(store, content, PlayChoice())[:2] == (0, 2)
    assert len(search_matches(store, Search()).matches) == 3


def test_imported_games_count_under_their_own_names(store: Store) -> None:
    record_plays(store, plays_in(bg_stats(TRAIN)), PlayChoice())
    anna = count_tallies(store)["Anna"]
    assert set(anna.games) == {PlayedGame("penalty_pad", "Mexican Train")}
    assert list_own_games_played(store) == (PlayedGame("penalty_pad", "Mexican Train"),)
    named = Search(variant="penalty_pad", own_name="Mexican Train")
    assert len(search_matches(store, named).matches) == len(search_matches(store, Search("mexican")).matches) == 1
    assert not search_matches(store, Search(variant="penalty_pad", own_name="Dominoes")).matches


def test_players_have_the_names_that_they_have_in_the_book(store: Store) -> None:
    ended(store)
    rename_player(store, "Bo", "Bosse")
    record_plays(store, plays_in(bg_stats(TRAIN).replace(b"Anna", b"anna")), PlayChoice())
    assert set(list_matches(store)[1].players) == {"Anna", "Bosse"}


def test_the_schema_lets_a_pad_have_a_name(store: Store) -> None:
    assert '"name": {"type": "string", "maxLength": 40}' in json.dumps(make_schema())
