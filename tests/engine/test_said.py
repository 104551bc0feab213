"""How an entry describes itself on the sheet, in a terminal and in a spreadsheet, and what a correction keeps of it."""

from typing import Any

import pytest

from scorekeeper.engine.entries import Entry
from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.variants import VARIANTS

FOUR = ("Anna", "Bo", "Carl", "Dora")
BLOCKED = {"entry": "round", "blocked": True, "hands": {"Anna": ["6-4"], "Bo": {"pips": 7}, "Carl": {"pips": 3}}}
OUT = {"entry": "round", "out": "Bo", "hands": {"Anna": ["6-4", "1-1"], "Carl": {"pips": 9, "tiles": 2}}}


def entry(item: dict[str, Any], key: str = "spansk") -> Entry:
    variant = VARIANTS[key]
    players = FOUR[: max(min(3, variant.most_players), variant.fewest_players)]
    return parse_entry(item, variant, variant.seat(players))


@pytest.mark.parametrize(
    ("key", "item", "head", "briefly", "facts"),
    [
        ("spansk", {"entry": "ends", "player": "Anna", "ends": ["5-5", "0"]}, "Anna", "Anna: 5-5 0", "5-5 0"),
        ("spansk", {"entry": "play", "player": "Bo", "tile": "4-6"}, "Bo", "Bo: 6-4", "6-4"),
        (
            *("spansk", {"entry": "play", "player": "Bo", "tile": "6-4", "at": "6-6", "pip": 6}),
            *("Bo", "Bo: 6-4 at 6-6", "6-4 at 6-6"),
        ),
        ("jijbent", {"entry": "play", "tile": "5-3"}, "Start tile", "start: 5-3", "5-3"),
        ("german_draw", {"entry": "pass", "player": "Carl"}, "Carl passes", "Carl passes", "pass"),
        ("spansk", OUT, "Bo is out", "Bo is out", "out: Anna 12, Bo 0, Carl 9"),
        ("spansk", BLOCKED, "Blocked", "blocked", "blocked: Anna 10, Bo 7, Carl 3"),
        (
            *("jijbent", {"entry": "round", "boneyard": True, "hands": {"Anna": ["6-4"], "Bo": ["1-0"]}}),
            *("Two tiles left in the boneyard", "boneyard", "boneyard: Anna 10, Bo 1"),
        ),
        (
            *("dk_blinde", {"entry": "round", "blocked": True, "hands": {"Anna": {"tiles": 3}, "Bo": {"tiles": 2}}}),
            *("Blocked", "blocked", "blocked: Anna 3, Bo 2, Carl None"),
        ),
        ("dk_kabale", {"entry": "result", "won": True}, "Solitaire won", "won", "won"),
        ("dk_kabale", {"entry": "result", "won": False, "left": {"tiles": 3}}, "Solitaire lost", "not won", "lost"),
        (
            *("forty_two", {"entry": "bid", "player": "Bo", "points": 31, "trump": "5"}),
            *("Bo bids 31", "Bo bids 31 trump 5", "31 trump 5"),
        ),
        (
            *("forty_two", {"entry": "bid", "player": "Bo", "marks": 2, "contract": "nello", "forced": True}),
            *("Bo bids 2 marks, Nello", "Bo bids 2 marks nello", "2 marks nello"),
        ),
        (
            *("forty_two", {"entry": "bid", "player": "Bo", "points": 42, "trump": "doubles"}),
            *("Bo bids 1 mark", "Bo bids 42 trump doubles", "42 trump doubles"),
        ),
        (
            *("latin_partner", {"entry": "bonus", "player": "Carl", "bonus": "pase_salida"}),
            *("Carl: bonus", "Carl: pase_salida", "pase_salida"),
        ),
        (
            *(
                "forty_two",
                {"entry": "round", "taken": {"Anna": {"points": 31}, "Bo": {"tricks": 2, "count": ["5-0"]}}},
            ),
            *("Round played", "tricks", "tricks: Anna {'points': 31}, Bo {'tricks': 2, 'count': ['5-0']}"),
        ),
        ("forty_two", {"entry": "round", "made": True}, "Round played", "tricks", "tricks: made"),
        ("forty_two", {"entry": "round", "made": False}, "Round played", "tricks", "tricks: set"),
        ("spansk", {"entry": "void", "of": 3}, "strikes out entry 3", "void 3", ""),
        ("spansk", {"entry": "restore", "of": 3}, "puts entry 3 back", "restore 3", ""),
    ],
)
def test_an_entry_says_what_it_is(key: str, item: dict[str, Any], head: str, briefly: str, facts: str) -> None:
    said = entry(item, key)
    written = said.to_json()
    as_given = item.keys() - {"tile", "hands"}  # these may be written in another way
    assert {name: written[name] for name in as_given} == {name: item[name] for name in as_given}
    assert entry(written, key) == said
    assert (str(said.describe()), said.describe_briefly(), said.list_facts()) == (head, briefly, facts)


@pytest.mark.parametrize(
    ("item", "mover", "main", "next_kind"),
    [
        ({"entry": "ends", "player": "Anna", "ends": ["5", "0"]}, "Anna", "Anna", "ends"),
        ({"entry": "play", "player": "Bo", "tile": "6-4"}, "Bo", "Bo", None),
        ({"entry": "play", "player": "Bo", "tile": "6-4", "at": "6-6", "pip": 6}, "Bo", "Bo", "play"),
        (OUT, None, "Bo", None),
        (BLOCKED, None, None, None),
        ({"entry": "void", "of": 3}, None, None, None),
    ],
)
def test_an_entry_tells_whose_it_is_and_how_the_next_move_is_likely_written(
    item: dict[str, Any], mover: str | None, main: str | None, next_kind: str | None
) -> None:
    said = entry(item)
    assert (said.mover, said.main_player, said.next_move_kind) == (mover, main, next_kind)


LED = {"entry": "ends", "player": "Anna", "ends": ["5", "0"], "lead": "Bo"}
COUNTED = {**OUT, "boneyard_tiles": 4}


@pytest.mark.parametrize(
    ("was", "given", "kept"),
    [
        (LED, {"entry": "ends", "player": "Anna", "ends": ["5", "1"]}, {"lead": "Bo"}),
        (LED, {"entry": "ends", "player": "Anna", "ends": ["5", "1"], "lead": "Carl"}, {}),
        (LED, {"entry": "ends", "player": "Bo", "ends": ["5", "1"]}, {}),
        (LED, {"entry": "play", "player": "Anna", "tile": "5-1"}, {}),
        ({**LED, "lead": None}, {"entry": "ends", "player": "Anna", "ends": ["5", "1"]}, {}),
        (COUNTED, {**OUT, "out": "Bo"}, {"boneyard_tiles": 4}),
        (COUNTED, {**OUT, "out": "Anna", "hands": {"Bo": ["6-4"]}}, {}),
        (COUNTED, {"entry": "ends", "player": "Anna", "ends": ["5", "1"]}, {}),
        (COUNTED, BLOCKED, {}),
        (
            *(OUT, {"entry": "round", "out": "Bo", "hands": {"Anna": ["6-4"], "Carl": {"pips": 9}}}),
            {"hands": {"Anna": ["6-4"], "Carl": {"pips": 9, "tiles": 2}}},
        ),
        (OUT, {"entry": "round", "out": "Bo", "hands": {"Anna": {"pips": 12}, "Carl": {"pips": 8}}}, {}),
        (OUT, {"entry": "round", "out": "Bo", "hands": {"Anna": ["6-4"], "Carl": ["6-3"]}}, {}),
        (BLOCKED, {**BLOCKED, "hands": {"Anna": ["6-4"], "Bo": {"pips": 7}}}, {}),
    ],
)
def test_a_correction_keeps_what_no_form_asks_for_as_long_as_it_is_still_so(
    was: dict[str, Any], given: dict[str, Any], kept: dict[str, Any]
) -> None:
    assert entry(was).complete_correction(given) == {**given, **kept}
