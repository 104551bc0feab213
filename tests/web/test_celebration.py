"""The page of a finished match: the winner, the totals, remarks about the match, the evening, and a picture."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.access import make_link
from scorekeeper.play.history.nights import count_night_scores
from scorekeeper.play.player_names import rename_player
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import add_entry, play_again, start_match
from scorekeeper.web.picture import PicturedCurve, PicturedMark, PicturedSide, ResultPicture
from scorekeeper.web.picture.letters import tidy_words, write_words
from scorekeeper.web.picture.marks import read_colour
from scorekeeper.web.picture.result import HEIGHT, WIDTH, draw_result
from tests.play.match_files import import_matches
from tests.web.pages import Phone

PLAYERS = ("Anna", "Bo", "Carl", "Dora")
# The target to be reached exactly is what the first tile is worth, 10 ÷ 5.
EXACT = {"fives_threes": 2}
DRAWN_HANDS = {"Anna": {"pips": 7}, "Bo": {"pips": 7}}


def finish(app: Flask, game: str, players: Sequence[str] = PLAYERS, out: int = 0) -> Match:
    """Return a match that ends with its first entry, or with the first round that was bid for."""
    variant, store = VARIANTS[game], app.extensions["scorekeeper"]
    players = tuple(players[: variant.most_players])
    played = variant.at(variant.seat(players)).goal  # the seating settles how an own game ends
    goal = {key: EXACT.get(game, 1) for key in ("target", "rounds") if getattr(played, key) is not None}
    if not goal and any(option.key == "limit" for option in variant.options):
        goal = {"limit": 1}
    match = start_match(store, game, players, None, None, goal)
    players = match.seating.players
    entry: dict[str, Any] = {"entry": "result", "won": False, "left": {"tiles": 5 if game == "dk_stop_ved_fem" else 12}}
    if "ends" in variant.takes and variant.moves_score:
        entry = {"entry": "play", "player": players[out], "tile": "5-5"}
    elif "bid" in variant.takes:
        bids = match.sheet.game.required_bids.bidding
        bid = {"entry": "bid", "player": players[out], "points": bids.list_points()[0]}
        match = add_entry(store, match.id, bid, 0, "bid")
        entry = {"entry": "round", **({"taken": {players[out]: {"tricks": 7}}} if bids.each_takes else {"made": True})}
    elif "round" in variant.takes:
        hands = {player: {"pips": 9} for player in players if player != players[out]}
        entry = {"entry": "round", "out": players[out], "hands": hands}
    return add_entry(store, match.id, entry, match.seen, "only")


def start_and_end(app: Flask, *entries: dict[str, Any], game: str = "german_draw", **options: object) -> Match:
    """Store a match with these entries, and return it."""
    document = {"format": 1, "variant": game, "players": ["Anna", "Bo"], "options": options, "entries": [*entries]}
    return import_matches(app.extensions["scorekeeper"], [document])[0]


def out(player: str, pips: int) -> dict[str, Any]:
    other = {"Anna": "Bo", "Bo": "Anna"}[player]
    return {"entry": "round", "out": player, "hands": {other: {"pips": pips}}}


def test_no_picture_is_offered_whose_words_would_be_written_from_the_wrong_side(app: Flask, phone: Phone) -> None:
    match = finish(app, "spansk")
    phone.client.set_cookie("language", "ar")
    for page in ("", "/sheet"):
        shown = phone.open(f"/m/{match.id}{page}")
        assert shown.has("no-picture")
        assert not shown.has("picture")


@pytest.mark.parametrize("game", VARIANTS)
def test_a_match_of_every_game_ends_with_a_celebration(app: Flask, phone: Phone, game: str) -> None:
    match = finish(app, game)
    assert match.sheet.over
    page = phone.open(f"/m/{match.id}")
    assert page.has("over")
    assert page.has("again")
    assert page.has("picture")
    assert page.has("undo-1")
    for side, total in match.sheet.totals.items() if len(match.sheet.totals) > 1 else ():
        assert f"{side} {total}" in page.text


def test_both_partners_who_won_are_celebrated_in_their_colours_and_nobody_after_a_draw(
    app: Flask, phone: Phone
) -> None:
    match = finish(app, "spansk", out=1)
    page = phone.open(f"/m/{match.id}")
    celebration = page.html.partition('class="celebration ')[2].partition('class="over-who"')[0]
    assert re.findall(r'<i class="mark [^"]*" data-initials="(\w+)"', celebration) == ["B", "D"]
    drawn = start_and_end(app, {"entry": "round", "boneyard": True, "hands": DRAWN_HANDS}, game="jijbent", rounds=1)
    assert drawn.sheet.draw
    assert 'class="celebration ' not in phone.open(f"/m/{drawn.id}").html


def test_for_the_next_match_seats_and_partners_are_drawn_by_lot(app: Flask, phone: Phone) -> None:
    match = finish(app, "spansk")
    page = phone.send(phone.open(f"/m/{match.id}"), "seats-anew", player=list(PLAYERS), do="draw")
    fields = page.forms["new"].fields
    assert sorted(value for name, value in fields if name == "player") == sorted(PLAYERS)
    assert {("variant", "spansk"), ("option-target", "1")} <= set(fields)
    started = phone.send(page, "new", "start")
    assert started.path.startswith("/m/")
    assert started.path != f"/m/{match.id}"


def test_for_the_next_match_partners_are_swapped_by_two_taps(app: Flask, phone: Phone) -> None:
    match = finish(app, "spansk")
    page = phone.open(f"/m/{match.id}")
    assert page.has("seats")
    page = phone.send(page, "seats-anew", do="seats")
    assert "Anna & Carl against Bo & Dora" in page.text
    page = phone.send(phone.send(page, "new", "seat-2"), "new", "seat-3")
    assert "Anna & Bo against Carl & Dora" in page.text
    assert phone.send(page, "new", "start").path.startswith("/m/")


def test_what_there_is_to_tell_of_a_match(app: Flask, phone: Phone) -> None:
    match = start_and_end(app, out("Bo", 10), out("Anna", 20), out("Anna", 40), target=50)
    page = phone.open(f"/m/{match.id}")
    assert "Anna won" in page.text
    assert "3 rounds best round: Anna +40 ahead since round 2" in page.text


def test_the_best_move_is_told_where_moves_score(app: Flask, phone: Phone) -> None:
    moves: list[dict[str, Any]] = [
        {"entry": "play", "player": "Anna", "tile": "5-5"},
        {"entry": "ends", "player": "Bo", "ends": ["5-5", "5"]},
    ]
    match = start_and_end(app, *moves, out("Anna", 30), game="spansk", target=8)
    page = phone.open(f"/m/{match.id}")
    assert "best move: Bo +3" in page.text
    assert "1 round " in page.text


def test_the_lead_is_told_as_it_was(app: Flask, phone: Phone) -> None:
    from_the_start = start_and_end(app, out("Anna", 30), out("Bo", 5), out("Anna", 30), target=50)
    for page in ("", "/sheet"):
        assert "ahead from the first round on" in phone.open(f"/m/{from_the_start.id}{page}").text
    at_last = start_and_end(app, out("Bo", 30), out("Anna", 60), target=50)
    assert "ahead only in the last round" in phone.open(f"/m/{at_last.id}").text
    # The first round was corrected later: it is still the first.
    entries = out("Bo", 3), out("Anna", 20), out("Bo", 30) | {"replaces": 1}, out("Anna", 40)
    assert "ahead only in the last round" in phone.open(f"/m/{start_and_end(app, *entries, target=50).id}").text


def test_where_fewest_points_win_the_costliest_round_is_told_and_a_draw_is_one(app: Flask, phone: Phone) -> None:
    won = start_and_end(app, out("Anna", 20), out("Bo", 3), game="jijbent", rounds=2)
    page = phone.open(f"/m/{won.id}")
    assert "Anna won" in page.text
    assert "Anna 8 8 Bo 25 25" in page.text
    assert "costliest round: Bo +25 ahead from the first round on" in page.text
    drawn = start_and_end(app, out("Anna", 7), out("Bo", 7), game="jijbent", rounds=2)
    page = phone.open(f"/m/{drawn.id}")
    assert "A draw" in page.text
    assert "ahead" not in page.text


def again(phone: Phone, app: Flask, match: Match, winner: int) -> Match:
    """Play the evening's next match at the same table; the player in the seat `winner` wins it."""
    store = app.extensions["scorekeeper"]
    following = play_again(store, match.id)
    return add_entry(
        store,
        following.id,
        {
            "entry": "round",
            "out": PLAYERS[winner],
            "hands": {player: {"pips": 9} for player in match.seating.players if player != PLAYERS[winner]},
        },
        0,
        "only",
    )


def test_the_evening_is_told_from_its_second_match_on(app: Flask, phone: Phone) -> None:
    first = finish(app, "german_draw", PLAYERS[:2])
    assert not phone.open(f"/m/{first.id}").has("tally")
    second = again(phone, app, first, 1)
    assert "Tonight Anna 1 – 1 Bo" in phone.open(f"/m/{second.id}").text
    third = again(phone, app, second, 1)
    assert "Tonight Bo 2 – 1 Anna" in phone.open(f"/m/{third.id}").text
    assert "Tonight Bo 2 – 1 Anna" in phone.open(f"/m/{first.id}").text


def test_three_at_a_table_and_different_games_are_told_one_by_one(app: Flask, phone: Phone) -> None:
    finish(app, "german_draw", PLAYERS[:3])
    last = finish(app, "dk_almindelig", PLAYERS[:3], out=2)
    page = phone.open(f"/m/{last.id}")
    assert re.search(r"Tonight (Anna 1 Carl|Carl 1 Anna) 1 Bo 0", page.text)
    assert "Domino (Deutschland): Anna · Almindelig domino: Carl" in page.text


def test_an_evening_alone_is_told_as_won_of_played(app: Flask, phone: Phone) -> None:
    finish(app, "dk_tolveren", ("Eva",))
    last = finish(app, "dk_tolveren", ("Eva",))
    assert "Tonight 0 of 2 won" in phone.open(f"/m/{last.id}").text


def test_on_a_night_of_several_tables_the_tally_is_that_of_the_night(app: Flask, phone: Phone) -> None:
    finish(app, "muggins", ("Anna", "Bo"))
    finish(app, "muggins", ("Anna", "Carl"))
    last = finish(app, "muggins", ("Bo", "Dora"))
    assert "Tonight Bo 1/2 Dora 0/1" in phone.open(f"/m/{last.id}").text
    assert "The whole evening" in phone.open(f"/m/{last.id}/sheet").text
    scores = count_night_scores(app.extensions["scorekeeper"], last.id, None, lambda match_id: False)
    assert scores == (), "a guest whose links open no other match is told of this table alone"


# -- the picture ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", VARIANTS)
def test_the_result_of_every_game_can_be_had_as_a_picture(app: Flask, phone: Phone, game: str) -> None:
    match = finish(app, game)
    answer = phone.client.get(f"/m/{match.id}/result.png")
    assert answer.mimetype == "image/png"
    assert answer.data.startswith(b"\x89PNG\r\n\x1a\n")
    drawn = cv2.imdecode(np.frombuffer(answer.data, np.uint8), cv2.IMREAD_COLOR)
    assert drawn is not None
    assert drawn.shape == (HEIGHT, WIDTH, 3)
    assert len(answer.data) < 400_000


def test_a_picture_is_sent_once_and_anew_when_the_result_changes(app: Flask, phone: Phone) -> None:
    store = app.extensions["scorekeeper"]
    match = finish(app, "german_draw", PLAYERS[:2])
    address = f"/m/{match.id}/result.png"
    tag = phone.client.get(address).headers["ETag"]
    kept = phone.client.get(address, headers={"If-None-Match": tag})
    assert (kept.status_code, kept.data) == (304, b"")
    rename_player(store, "Anna", "Anna Lee")
    assert phone.client.get(address).headers["ETag"] != tag
    assert phone.client.get(address, headers={"Accept-Language": "de"}).headers["ETag"] != tag


def test_there_is_no_picture_before_the_match_is_over(app: Flask, phone: Phone) -> None:
    match = start_match(app.extensions["scorekeeper"], "spansk", PLAYERS)
    assert phone.client.get(f"/m/{match.id}/result.png").status_code == 404


def test_a_watcher_sees_the_picture_and_a_stranger_does_not(app: Flask, phone: Phone) -> None:
    match = finish(app, "spansk")
    link = make_link(app.extensions["scorekeeper"], match.id, "watch")
    stranger = app.test_client()
    assert stranger.get(f"/m/{match.id}/result.png").status_code == 403
    stranger.get(f"/join/{link}")
    assert stranger.get(f"/m/{match.id}/result.png").status_code == 200


@pytest.mark.parametrize(
    "names",
    [
        ("W" * 40, "i" * 40, "Łukasz Żółć", "Ærøskøbing ß"),
        ("🎉🎉", "Zoë 👩‍👩‍👧", "\u202eevil", "a\u0301\u0301\u0301"),
        ("אבגד", "مرحبا", "Жук", "中文"),
        ("Anna\ufeff", "%s %(x)s {}", "<b>Bo</b>", "-1"),
    ],
    ids=["long", "signs", "alphabets", "tricks"],
)
def test_whatever_people_are_called_the_picture_is_drawn(app: Flask, phone: Phone, names: tuple[str, ...]) -> None:
    match = finish(app, "dk_almindelig", names)
    answer = phone.client.get(f"/m/{match.id}/result.png")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")


@pytest.mark.parametrize("sides", [5, 8, 14])
def test_nothing_in_a_picture_runs_out_of_it(sides: int) -> None:
    long = " ".join(["Wolfgang-Amadeus"] * 6)
    mark = PicturedMark(1, 1, "WA")
    shown = tuple(PicturedSide(long, "-1234", not place, (mark,)) for place in range(sides))
    png = draw_result(ResultPicture(long, "21 November 2026", long, shown, (long, long, long), long))
    drawn = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert drawn is not None
    for edge in (drawn[:, :40], drawn[:, -40:], drawn[-40:], drawn[:40]):
        assert edge.max() < 200  # no letter is so near the edge


def test_the_picture_has_the_totals_of_the_match_as_curves_in_the_colours_of_the_sides() -> None:
    marks = PicturedMark(1, 1, "A"), PicturedMark(2, 2, "B")
    sides = tuple(PicturedSide(mark.initials, "60", False, (mark,)) for mark in marks)
    curves = tuple(PicturedCurve(mark, ((0, 1), (1, place * 0.5))) for place, mark in enumerate(marks))

    def count(result: ResultPicture, mark: PicturedMark) -> int:
        """Return how many pixels have the colour of a mark."""
        drawn = cv2.imdecode(np.frombuffer(draw_result(result), np.uint8), cv2.IMREAD_COLOR)
        assert drawn is not None
        return int((drawn == read_colour(mark.colour)[::-1]).all(axis=2).sum())

    without = ResultPicture("Block", "21 November 2026", "A won", sides, ("2 rounds",), "")
    for mark in marks:
        assert count(replace(without, chart=curves), mark) > count(without, mark) + 3_000


def test_a_zero_in_a_picture_has_no_slash() -> None:
    zero, letter = (np.zeros((60, 60, 3), np.uint8) for _ in range(2))
    write_words(zero, "0", (10, 50), 40, (255, 255, 255))
    write_words(letter, "O", (10, 50), 40, (255, 255, 255))
    assert (zero == letter).all()


@pytest.mark.parametrize(
    ("given", "written"),
    [("Zoë 👩‍👩‍👧 ", "Zoë"), ("a\u202eb", "ab"), ("7 + 5 = 12", "7 + 5 = 12"), ("\n\t", ""), ("Łódź ß", "Łódź ß")],
)
def test_what_cannot_be_written_in_a_line_is_left_out(given: str, written: str) -> None:
    assert tidy_words(given) == written


def test_the_board_in_the_middle_of_the_table_says_who_won(app: Flask, phone: Phone) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, "german_draw", ["Anna", "Bo"], options={"target": 10})
    assert "won" not in phone.open(f"/m/{match.id}/board").text
    add_entry(store, match.id, {"entry": "round", "out": "Anna", "hands": {"Bo": {"pips": 12}}}, 0, "only")
    assert "Anna won, 12 : 0" in phone.open(f"/m/{match.id}/board").text
