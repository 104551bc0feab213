"""What the pad asks or offers before an entry is written: the last tile, a bonus for passes, the tiles that fit."""

from typing import Any

import pytest

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.layout.trains import Chicken, Train
from scorekeeper.engine.rules.own.menu_games import KNOWN
from scorekeeper.engine.sheet.fold import Sheet, fold
from scorekeeper.engine.sheet.players_out import find_players_out, may_go_out
from scorekeeper.engine.variants import VARIANTS
from tests.engine.matches import FOUR

Item = dict[str, Any]


def sheet_of(key: str, *entries: Item, options: Item | None = None, partners: bool | None = None) -> Sheet:
    variant = VARIANTS[key]
    seating = variant.seat(FOUR, partners, lead="Anna", options=options or {})
    return fold(variant, seating, tuple(parse_entry(entry, variant, seating) for entry in entries))


def lay(player: str, *ends: str, **more: Any) -> Item:
    return {"entry": "ends", "player": player, "ends": list(ends)} | more


# -- whether a tile may be somebody's last one (Fives and Threes) -----------------------------------------------------

AROUND = [  # only the first move scores; this table writes every move
    *(lay("Anna", "6", "3"), lay("Bo", "6", "1"), lay("Carl", "6", "2"), lay("Dora", "5", "2")),
    *(lay("Anna", "5", "3"), lay("Bo", "4", "3"), lay("Carl", "4", "0"), lay("Dora", "4", "1")),
    *(lay("Anna", "2", "1"), lay("Bo", "2", "0"), lay("Carl", "6", "0"), lay("Dora", "6", "1")),
]


def may_lay_last(sheet: Sheet) -> list[str]:
    return [player for player in FOUR if sheet.may_lay_last(player)]


def test_of_a_first_tile_nobody_is_asked_whether_it_is_the_last() -> None:
    assert may_lay_last(sheet_of("fives_threes")) == []


def test_where_only_what_scores_is_written_any_tile_may_be_the_last() -> None:
    assert may_lay_last(sheet_of("fives_threes", lay("Anna", "6", "3"))) == FOUR


def test_where_every_move_is_written_who_has_one_tile_left_may_lay_the_last() -> None:
    """Four players have six tiles each where two have nine."""
    nine_six: Item = {"options": {"tiles_each": "9_6"}, "partners": True}
    assert [len(may_lay_last(sheet_of("fives_threes", *AROUND[:moves], **nine_six))) for moves in (2, 12)] == [0, 0]
    seven_five: Item = {"options": {"tiles_each": "7_5"}, "partners": True}
    assert may_lay_last(sheet_of("fives_threes", *AROUND, **seven_five)) == []
    more = [lay("Anna", "5", "1"), lay("Bo", "5", "2")]
    assert may_lay_last(sheet_of("fives_threes", *AROUND, *more, **seven_five)) == ["Anna", "Bo"]


def test_nobody_goes_out_twice_nor_after_the_round() -> None:
    both: Item = {"options": {"pair_out": "both"}, "partners": True}
    first, last = lay("Anna", "6", "3"), lay("Bo", "6", "0", last=True)
    assert may_lay_last(sheet_of("fives_threes", first, last, **both)) == ["Anna", "Carl", "Dora"]
    assert may_lay_last(sheet_of("fives_threes", first, last, lay("Dora", "6", "4", last=True), **both)) == []


def test_a_pair_is_out_with_the_last_tile_of_the_second_of_them_where_both_play_on() -> None:
    first, last = lay("Anna", "6", "3"), lay("Bo", "6", "0", last=True)
    sheets = {way: sheet_of("fives_threes", first, last, options={"pair_out": way}, partners=True)
              for way in ("both", "first")}  # fmt: skip
    assert [player for player in FOUR if may_go_out(sheets["both"], player)] == ["Dora"]
    assert may_go_out(sheet_of("fives_threes", first, options={"pair_out": "first"}, partners=True), "Carl")
    assert not may_go_out(sheet_of("all_fives", first, partners=True), "Carl")


def test_who_has_laid_all_that_were_dealt_is_out_where_pairs_play_on_and_nobody_draws() -> None:
    laid, both = {"Anna": 5, "Bo": 4, "Carl": 6}, {"pair_out": "both"}
    for key, options, gone in (
        ("fives_threes", {"pair_out": "first"}, {"Dora"}),
        ("fives_threes", both, {"Dora", "Anna", "Carl"}),
        ("own", {**KNOWN["fives_threes"], **both, "draw": "one"}, {"Dora"}),
    ):
        five_each = {"tiles_4": 5} if key == "own" else {"tiles_each": "7_5"}
        game = sheet_of(key, options={**options, **five_each}, partners=True).game
        assert find_players_out(game, ["Dora"], laid) == gone, (key, options)


def test_only_where_going_out_scores_with_the_tile_somebodys_move_says_so() -> None:
    start = {**KNOWN["fives_threes"], "start_tile": 1}
    for key, options, player, refused in (
        ("fives_threes", {}, "Anna", []),
        ("all_fives", {}, "Anna", ["no_last_tile_here"]),
        ("own", start, None, ["no_last_tile_here"]),
    ):
        sheet = sheet_of(key, {"entry": "play", "tile": "6-3", "player": player, "last": True}, options=options)
        assert [problem.key for problem in sheet.problems] == refused


# -- bonuses for passes (Latin games) ---------------------------------------------------------------------------------

PAID = {"pase_salida": 30, "pase_corrido": 25}
DOUBLE, PLAIN = ({"entry": "play", "player": "Anna", "tile": tile} for tile in ("6-6", "6-5"))
SECOND = {"entry": "play", "player": "Bo", "tile": "6-4", "at": "6-6", "pip": 6}


def passes(*players: str) -> list[Item]:
    return [{"entry": "pass", "player": player} for player in players]


@pytest.mark.parametrize(
    ("entries", "options", "offered"),
    [
        ([], PAID, None),
        ([DOUBLE], PAID, None),
        ([DOUBLE, *passes("Bo")], PAID, ("Anna", "pase_salida")),
        ([DOUBLE, *passes("Bo")], PAID | {"pase_salida_single": 50}, ("Anna", "pase_salida")),
        ([PLAIN, *passes("Bo")], PAID, ("Anna", "pase_salida")),
        ([PLAIN, *passes("Bo")], PAID | {"pase_salida_single": 50}, ("Anna", "pase_salida_single")),
        ([PLAIN, *passes("Bo")], {"pase_salida_single": 50}, ("Anna", "pase_salida_single")),
        ([DOUBLE, *passes("Bo")], {"pase_salida_single": 50}, None),
        ([DOUBLE, *passes("Bo")], {"pase_corrido": 25}, None),
        ([DOUBLE, *passes("Bo", "Carl")], PAID, None),
        ([DOUBLE, *passes("Bo", "Carl", "Dora")], PAID, ("Anna", "pase_corrido")),
        ([DOUBLE, *passes("Bo", "Carl", "Dora")], {"pase_salida": 30}, None),
        ([DOUBLE, SECOND, *passes("Carl")], PAID, None),
        ([DOUBLE, SECOND, *passes("Carl", "Dora", "Anna")], PAID, ("Bo", "pase_corrido")),
        ([lay("Anna", "6", "5"), *passes("Bo")], PAID, ("Anna", "pase_salida")),
        ([lay("Bo", "4", "3"), lay("Carl", "3", "2"), *passes("Dora")], PAID, None),
    ],
)
def test_a_bonus_is_offered_for_passes_that_this_table_pays(
    entries: list[Item], options: Item, offered: tuple[str, str] | None
) -> None:
    """The bonus is for passes of all others, or of the next player after the first tile, if these are known."""
    sheet = sheet_of("latin_partner", *entries, options=options)
    assert sheet.problems == ()
    assert sheet.game.bonuses.offer(sheet.layout, sheet.mover, sheet.passed) == offered
    assert not sheet.game.idle_kinds


def test_where_no_passes_are_paid_nobody_is_asked_for_a_bonus() -> None:
    assert sheet_of("latin_partner", options={"capicua": 25}).game.idle_kinds == {"bonus"}
    assert sheet_of("block").game.bonuses.offer(sheet_of("block").layout, "Anna", 3) is None


# -- who locked a round, and who leads then ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ({}, False),
        ({"tranque": 25}, True),
        ({"blocked_by": "duel"}, True),
        ({"next_lead": "winner"}, True),
        ({"blocked_by": "single"}, False),
    ],
)
def test_who_laid_the_last_tile_is_asked_where_points_or_the_lead_hang_on_it(options: Item, asked: bool) -> None:
    game = sheet_of("latin_partner", options=options).game
    assert (game.rounds.last_tile == "always", game.rounds.last_tile != "never") == (asked, asked)
    own = sheet_of("own", options={**KNOWN["latin_partner"], **options}).game
    asked = asked and "next_lead" not in options  # only Latin games give the lead to the player who locked
    assert (own.rounds.last_tile == "always", own.rounds.last_tile != "never") == (asked, asked)


def test_who_laid_the_last_tile_decides_a_tie_and_is_asked_only_then() -> None:
    for key, tied in (("latin_partner", "last_to_play"), ("german_draw", "last_to_play")):
        game = sheet_of(key, options={"tie": tied}).game
        assert (game.rounds.last_tile == "always", game.rounds.last_tile != "never") == (False, True)
    idle = sheet_of("german_draw", options={"tie": "last_to_play", "blocked_score": "none"})
    assert idle.game.rounds.last_tile == "never"


HANDS = {"Anna": ["1-0"], "Bo": ["6-5"], "Carl": ["2-0"], "Dora": ["6-4"]}
TIED = {"Anna": ["1-0"], "Bo": ["2-0"], "Carl": ["4-1"], "Dora": ["3-1"]}


@pytest.mark.parametrize(
    ("ended", "leads", "why"),
    [
        ({"out": "Dora", "hands": HANDS | {"Dora": []}}, "Dora", "Dora leads, having won the round"),
        ({"blocked": True, "hands": TIED, "lead": "Bo"}, "Bo", "Bo leads again: nobody has won the round"),
        (
            {"blocked": True, "hands": HANDS, "locked_by": "Carl"},
            *("Carl", "Carl leads, having locked the round and won it"),
        ),
        (
            {"blocked": True, "hands": HANDS, "locked_by": "Dora"},
            *("Anna", "Anna leads, next after Dora, who locked the round"),
        ),
        (
            {"blocked": True, "hands": HANDS, "lead": "Bo"},
            *("Carl", "Carl leads, the first of the winners from Bo on"),
        ),
        ({"blocked": True, "hands": HANDS}, "Anna", "Anna leads, the first of the winners from Anna on"),
    ],
)
def test_the_winners_lead_where_the_table_has_it_so(ended: Item, leads: str, why: str) -> None:
    sheet = sheet_of("latin_partner", {"entry": "round", **ended}, options={"next_lead": "winner"})
    assert (sheet.problems, sheet.lead.player, str(sheet.lead.why)) == ((), leads, why)


def test_where_nobody_knows_who_led_the_winners_say_themselves_who_leads() -> None:
    game = sheet_of("latin_partner", options={"next_lead": "winner"}).game
    for hands, rule, why in (
        (HANDS, "winner", "Anna & Carl have won the round: one of them leads"),
        (TIED, "again", "who led? The same player leads again"),
    ):
        ended = parse_entry({"entry": "round", "blocked": True, "hands": hands}, game.variant, game.seating)
        assert isinstance(ended, RoundEnd)
        pips = {player: hand.pips or 0 for player, hand in ended.hands}
        lead = game.leading.next(None, ended, game.rounds.score(ended, pips, None).winners)
        assert (lead.player, lead.rule, str(lead.why)) == (None, rule, why)


# -- what fits ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "pip", "wanted"),
    [
        ("german_draw", 5, "a 5"),
        ("german_draw", 0, "a 0"),
        ("dk_syver", 0, "a joker"),
        ("dk_syver", 2, "a 5 or a joker"),
        ("matador", 0, "a matador"),
        ("matador", 2, "a 5 or a matador"),
    ],
)
def test_it_is_said_what_fits_an_open_half(key: str, pip: int, wanted: str) -> None:
    game = VARIANTS[key].at(VARIANTS[key].seat(("Anna", "Bo")))
    assert str(game.laying.wanted(pip)) == wanted


def test_doubles_of_trains_take_two_tiles_and_of_chickens_their_toes() -> None:
    """Each number of tiles at a double gives its room and its open halves: as a later double, and as the first one."""
    train, chicken = Train(), Chicken(6)
    assert [train.room(joined, first) for first in (False, True) for joined in range(3)] == [2, 1, 0] * 2
    assert [train.open_halves(joined, first) for first in (False, True) for joined in range(3)] == [2, 2, 0] * 2
    assert not train.incomplete(0, first=True)
    assert [chicken.room(joined, first=False) for joined in range(5)] == [4, 3, 2, 1, 0]
    assert [chicken.open_halves(joined, first=False) for joined in range(5)] == [2, 2, 2, 2, 0]
    assert [chicken.room(joined, first=True) for joined in (0, 5, 6)] == [6, 1, 0]
    assert [chicken.incomplete(joined, first=True) for joined in (0, 5, 6)] == [True, True, False]
    assert [
        model.open_on_photo(parts, first=False) for model in (train, chicken) for parts in ([], ["middle"] * 4)
    ] == [
        *(2, 0),
        *(2, 0),
    ]
    assert Chicken().room(0, first=True) == 4
