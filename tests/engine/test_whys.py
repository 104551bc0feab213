"""The why of a line: who won, by which rule, and each number."""

from typing import Any

import pytest

from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.sheet.fold import fold
from scorekeeper.engine.variants import VARIANTS
from tests.engine.sentences import list_unknown

FOUR = ("Anna", "Bo", "Carl", "Dora")
OUT = {"out": "Bo", "hands": {"Anna": ["6-5"], "Carl": ["5-5"], "Dora": ["1-1"]}}
BLOCKED = {
    "blocked": True,
    "hands": {"Anna": ["5-5", "4-4"], "Bo": ["6-6", "2-2"], "Carl": {"pips": 27}, "Dora": ["6-5", "6-4"]},
}
NO_SCORE = "a blocked round scores nothing at this table"
TIED = {"blocked": True, "hands": {"Anna": ["4-2"], "Bo": ["5-1"], "Carl": ["6-3"], "Dora": ["6-6"]}}


@pytest.mark.parametrize(
    ("key", "entry", "more", "why"),
    [
        ("german_draw", OUT, {}, "Bo is out; Anna 11, Carl 10, Dora 2: 11 + 10 + 2 = 23"),
        (
            "german_draw",
            OUT,
            {"partners": True},
            "Bo is out; all hands count: Anna 11, Carl 10, Dora 2: 11 + 10 + 2 = 23",
        ),
        (
            "german_draw",
            OUT,
            {"partners": True, "options": {"pairs_count": "opponents_only"}},
            "Bo is out; Anna 11, Carl 10: 11 + 10 = 21",
        ),
        (
            "german_draw",
            TIED,
            {"lead": "Dora"},
            (
                "Anna and Bo hold equally few pips (6); Anna comes first after Dora, who led; "
                "Bo 6, Carl 9, Dora 12: 6 + 9 + 12 = 27"
            ),
        ),
        (
            "german_draw",
            TIED,
            {"lead": "Bo"},
            "Anna and Bo hold equally few pips (6); Bo led, so Bo wins; Anna 6, Carl 9, Dora 12: 6 + 9 + 12 = 27",
        ),
        (
            "german_draw",
            TIED,
            {"lead": "Carl", "options": {"tie": "seat"}},
            (
                "Anna and Bo hold equally few pips (6); Bo sits nearest to Carl, who led; "
                "Anna 6, Carl 9, Dora 12: 6 + 9 + 12 = 27"
            ),
        ),
        (
            "german_draw",
            TIED,
            {"lead": "Bo", "options": {"tie": "none"}},
            "Anna and Bo hold equally few pips (6): nobody scores",
        ),
        (
            "german_draw",
            TIED,
            {"lead": "Bo", "partners": True},
            (
                "Anna & Carl have the fewest pips, 6 + 9 = 15; "
                "all hands count: Anna 6, Bo 6, Carl 9, Dora 12: 6 + 6 + 9 + 12 = 33"
            ),
        ),
        (
            "dk_almindelig",
            BLOCKED,
            {},
            "Bo has the fewest pips, 16; Carl 27, Dora 21, Anna 18 against 16: 11 + 5 + 2 = 18",
        ),
        (
            "dk_almindelig",
            TIED,
            {"options": {"tie": "each"}},
            (
                "Anna and Bo hold equally few pips (6): each of them scores; "
                "Bo 6, Carl 9, Dora 12 against 6: 0 + 3 + 6 = 9"
            ),
        ),
        (
            "german_draw",
            {**TIED, "locked_by": "Bo"},
            {"options": {"tie": "last_to_play"}},
            (
                "Anna and Bo hold equally few pips (6); Bo laid the last tile, so Bo wins; "
                "Anna 6, Carl 9, Dora 12: 6 + 9 + 12 = 27"
            ),
        ),
        (
            "german_draw",
            {**TIED, "locked_by": "Dora"},
            {"options": {"tie": "last_to_play"}},
            (
                "Anna and Bo hold equally few pips (6); Anna comes first after Dora, who laid last; "
                "Bo 6, Carl 9, Dora 12: 6 + 9 + 12 = 27"
            ),
        ),
        (
            "german_draw",
            BLOCKED,
            {"options": {"blocked_score": "difference"}},
            "Bo has the fewest pips, 16; Anna 18, Carl 27, Dora 21: 66 − 16 = 50",
        ),
        ("pl_ekspresowe", {"blocked": True}, {"options": {"blocked_score": "none"}}, NO_SCORE),
        (
            "dk_femmer",
            BLOCKED,
            {},
            (
                "Bo has the fewest pips, 16; rounded to the nearest five: Carl 27 → 25, Dora 21 → 20, Anna 18 → 20; "
                "25 + 20 + 20 = 65"
            ),
        ),
        (
            "dk_femmer",
            BLOCKED,
            {"options": {"blocked_subtract_own": True}},
            (
                "Bo has the fewest pips, 16; rounded to the nearest five: Carl 27 → 25, Dora 21 → 20, Anna 18 → 20, "
                "each against 15; 10 + 5 + 5 = 20"
            ),
        ),
        ("dk_syver", BLOCKED, {}, "Bo has the fewest pips, 16; Carl 27, Dora 21, Anna 18: 27 + 21 + 18 = 66"),
        (
            "spansk",
            TIED,
            {"lead": "Dora", "partners": True, "options": {"tie": "lead"}},
            "Anna & Carl have the fewest pips, 6 + 9 = 15; Bo 6, Dora 12: 18, rounded to 20, 20 ÷ 5 = 4",
        ),
        ("dk_almindelig", OUT, {"partners": True}, "Bo is out; Carl 10, Anna 11: 10 + 11 = 21"),
        (
            "dk_almindelig",
            BLOCKED,
            {"partners": True},
            "Bo & Dora have the fewest pips, 16 + 21 = 37; Anna 18, Carl 27: 45 − 37 = 8",
        ),
        (
            "dk_femmer",
            BLOCKED,
            {"partners": True, "options": {"blocked_subtract_own": True}},
            (
                "Bo & Dora have the fewest pips, 16 + 21 = 37; rounded to the nearest five: Carl 27 → 25, Anna 18 → 20 "
                "against Bo 16 → 15, Dora 21 → 20; 45 − 35 = 10"
            ),
        ),
        (
            "dk_femmer",
            {
                "blocked": True,
                "hands": {"Anna": ["4-3"], "Bo": ["2-1"], "Carl": ["2-0"], "Dora": ["3-0"]},
            },
            {"partners": True, "options": {"blocked_subtract_own": True}},
            (
                "Bo & Dora have the fewest pips, 3 + 3 = 6; rounded to the nearest five: Carl 2 → 0, Anna 7 → 5 "
                "against Bo 3 → 5, Dora 3 → 5; 10 are more than 5: 0"
            ),
        ),
        ("dk_to_ens", OUT, {}, "Bo is out; tiles in hand score nothing"),
        ("dk_blinde", {"out": "Bo"}, {}, "Bo is out; a game won"),
        ("dk_blinde", {"blocked": True}, {}, "nobody can lay a tile: nobody wins"),
    ],
)
def test_the_end_of_a_round_says_who_won_and_what_was_added(
    key: str, entry: dict[str, Any], more: dict[str, Any], why: str
) -> None:
    variant = VARIANTS[key]
    seating = variant.seat(FOUR, **more)
    sheet = fold(variant, seating, (parse_entry({"entry": "round", **entry}, variant, seating),))
    assert not sheet.problems
    assert str(sheet.lines[0].why) == why


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (
            {"out": "Bo", "hands": {"Anna": ["6-6", "6-5", "4-1"]}},
            "Bo is out; Anna holds 28: 28 + 5 (not out) = 33 penalty points",
        ),
        (
            {"boneyard": True, "hands": {"Anna": ["6-6"], "Bo": ["1-0"]}},
            "nobody is out, each takes their own pips: Anna 12, Bo 1",
        ),
    ],
)
def test_penalties_say_where_they_come_from(entry: dict[str, Any], why: str) -> None:
    variant = VARIANTS["jijbent"]
    seating = variant.seat(("Anna", "Bo"))
    sheet = fold(variant, seating, (parse_entry({"entry": "round", **entry}, variant, seating),))
    assert str(sheet.lines[0].why) == why
    assert str(sheet.lead.why) == "Bo leads, next after Anna"


@pytest.mark.parametrize(
    ("key", "entry", "why"),
    [
        ("dk_femmer", {"ends": ["6-6", "3"]}, "12 + 3 = 15, a multiple of five: 15 points"),
        ("dk_femmer", {"ends": ["6", "3"]}, "6 + 3 = 9, not a multiple of five"),
        ("dk_to_ens", {"ends": ["6-6", "6", "1"], "placed": "6"}, "3 open ends show 6: 3 points"),
        ("dk_to_ens", {"ends": ["6-6", "6", "1"], "placed": "1"}, "only one open end shows 1: no points"),
        ("dk_to_ens", {"ends": ["1-1"]}, "2 open ends show 1: 2 points"),
        ("german_draw", {"ends": ["6", "4"]}, "no points in play"),
        ("dk_syver", {"ends": ["6", "4"]}, "no points in play"),
    ],
)
def test_a_move_says_what_it_scores(key: str, entry: dict[str, Any], why: str) -> None:
    variant = VARIANTS[key]
    seating = variant.seat(FOUR)
    item = {"entry": "ends", "player": "Anna", **entry}
    assert str(fold(variant, seating, (parse_entry(item, variant, seating),)).lines[0].why) == why


@pytest.mark.parametrize(("key", "to_open"), [("spansk", "2"), ("dk_femmer", "10")])
def test_a_move_that_scores_nothing_lacks_nothing_to_get_on_the_board(key: str, to_open: str) -> None:
    variant, entry = VARIANTS[key], {"entry": "ends", "player": "Anna", "ends": ["4", "3"]}
    whys = []
    for options in ({}, {"to_open": to_open}):
        seating = variant.seat(FOUR, lead="Anna", options=options)
        whys += [line.why for line in fold(variant, seating, [parse_entry(entry, variant, seating)]).lines]
    assert whys[0] == whys[1]


@pytest.mark.parametrize(
    ("key", "more", "why"),
    [
        ("german_draw", {}, "the highest double leads; if nobody has one, the heaviest tile"),
        (
            "german_draw",
            {"options": {"first_lead": "heaviest_tile"}},
            "the tile with the most pips leads",
        ),
        ("dk_to_ens", {}, "the lowest double leads; if nobody has one, all deal again"),
        ("dk_blinde", {}, "the youngest leads"),
        ("jijbent", {}, "Anna sits first and leads round 1"),
        ("jijbent", {"lead": "Bo"}, "Bo leads the first round"),
    ],
)
def test_it_is_said_why_somebody_leads(key: str, more: dict[str, Any], why: str) -> None:
    variant = VARIANTS[key]
    assert str(variant.at(variant.seat(("Anna", "Bo"), **more)).leading.first().why) == why


def test_after_a_round_the_winner_leads_where_the_table_has_it_so() -> None:
    variant = VARIANTS["dk_syver"]
    seating = variant.seat(FOUR, options={"next_start": "winner"})
    sheet = fold(variant, seating, (parse_entry({"entry": "round", **OUT}, variant, seating),))
    assert str(sheet.lead.why) == "Bo leads, having won the round"


@pytest.mark.parametrize(
    ("key", "entry", "why"),
    [
        ("spansk", OUT, "Bo leads, having won the round"),
        ("spansk", BLOCKED, "Bo & Dora have won the round: one of them leads"),
        ("german_draw", TIED, "Anna leads, next after Dora"),
    ],
)
def test_it_is_said_who_leads_where_the_winner_does(key: str, entry: dict[str, Any], why: str) -> None:
    """The player of a pair who was out leads, else the pair decides; without a winner the next player leads."""
    variant = VARIANTS[key]
    options = {"next_start": "winner"} | ({"tie": "none"} if key == "german_draw" else {})
    seating = variant.seat(FOUR, lead="Dora", options=options)
    sheet = fold(variant, seating, (parse_entry({"entry": "round", **entry}, variant, seating),))
    assert str(sheet.lead.why) == why


@pytest.mark.parametrize(
    ("key", "more", "totals", "why"),
    [
        ("penalty_pad", {}, {"Anna": 3, "Bo": 5, "Carl": 9}, "Anna won with the fewest points, 3"),
        ("penalty_pad", {"best": "most"}, {"Anna": 3, "Bo": 5, "Carl": 4}, "Bo won with the most points, 5"),
        ("penalty_pad", {}, {"Anna": 3, "Bo": 3, "Carl": 9}, "a draw: Anna and Bo have 3 each"),
        ("jijbent", {}, {"Anna": 3, "Bo": 5}, "Anna won with the fewest penalty points, 3\u00a0:\u00a05"),
        ("jijbent", {}, {"Anna": 5, "Bo": 5}, "a draw: Anna and Bo have 5 each"),
        ("german_draw", {}, {"Anna": 3, "Bo": 105, "Carl": 4}, "Bo won: 105 points"),
        ("german_draw", {}, {"Anna": 3, "Bo": 105}, "Bo won, 105\u00a0:\u00a03"),
        (
            *("german_draw", {"shutout": "counts_two"}, {"Anna": 0, "Bo": 105, "Carl": 0}),
            "Bo won: 105 points; nobody else has a point, so the match counts twice",
        ),
        ("german_draw", {"shutout": "counts_two"}, {"Anna": 0, "Bo": 105, "Carl": 1}, "Bo won: 105 points"),
    ],
)
def test_the_end_of_a_match_says_who_won_and_with_what(
    key: str, more: dict[str, Any], totals: dict[str, int], why: str
) -> None:
    variant = VARIANTS[key]
    game = variant.at(variant.seat(tuple(totals), options=more))
    best = (min if game.goal.lowest_wins else max)(totals.values())
    told = game.goal.explain(totals, tuple(side for side, total in totals.items() if total == best))
    assert list_unknown(told) == []
    assert str(told) == why
