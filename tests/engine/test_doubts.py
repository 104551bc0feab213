"""Unlikely entries: they are doubted and count all the same; a doubt that the players have confirmed is not asked."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.models import LINE
from scorekeeper.engine.problems.sentences import SENTENCES
from scorekeeper.engine.sheet.doubts import find_parity_misfits
from scorekeeper.engine.sheet.fold import Line, fold
from scorekeeper.engine.sheet.turns import PassedTurns, find_possibly_out, find_untrue_pass
from scorekeeper.engine.tiles import Tile, make_set, make_tile
from scorekeeper.engine.variants import VARIANTS

FOUR = ["Anna", "Bo", "Carl", "Dora"]
PROVED = {"Anna": ["1-1"], "Bo": ["6-6", "4-1"], "Carl": ["5-1", "5-5"], "Dora": ["5-4"]}  # from a game that was played


def lines(key: str, *entries: dict[str, Any], players: list[str] = FOUR, **seating: Any) -> tuple[Line, ...]:
    variant = VARIANTS[key]
    seated = variant.seat(players, **seating)
    return fold(variant, seated, [parse_entry(entry, variant, seated) for entry in entries]).lines


def doubts(key: str, *entries: dict[str, Any], players: list[str] = FOUR, **seating: Any) -> list[str]:
    last = lines(key, *entries, players=players, **seating)[-1]
    assert not last.problems
    for doubt in last.doubts:
        assert doubt.key in SENTENCES
        assert "%(" not in doubt.say()
    return [doubt.key for doubt in last.doubts]


def ends(player: str, *shown: str) -> dict[str, Any]:
    return {"entry": "ends", "player": player, "ends": list(shown)}


def blocked(hands: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"entry": "round", "blocked": True, "hands": hands, **more}


def test_hands_of_a_blocked_game_that_was_played_raise_no_doubt() -> None:
    assert doubts("german_draw", blocked(PROVED), lead="Carl") == []


def test_one_misread_half_is_noticed_in_the_hands() -> None:
    misread = PROVED | {"Dora": ["5-3"]}
    assert doubts("german_draw", blocked(misread), lead="Carl") == ["blocked_ends_differ"]
    assert doubts("german_draw", ends("Anna", "0", "0"), blocked(misread), lead="Carl") == ["parity"]


def test_what_is_doubtful_is_scored_all_the_same() -> None:
    line = lines("german_draw", blocked(PROVED | {"Dora": ["5-3"]}), lead="Carl")[0]
    assert line.points == {"Anna": 41, "Bo": 0, "Carl": 0, "Dora": 0}
    assert [doubt.key for doubt in line.open_doubts] == ["blocked_ends_differ"]


def test_a_doubt_that_the_players_overruled_is_remembered_and_silent() -> None:
    line = lines("german_draw", blocked(PROVED | {"Dora": ["5-3"]}, accepted=["blocked_ends_differ"]), lead="Carl")[0]
    assert [doubt.key for doubt in line.doubts] == ["blocked_ends_differ"]
    assert line.open_doubts == ()


def test_in_a_blocked_game_no_hand_holds_a_tile_that_fits() -> None:
    hands = {"Anna": ["1-1"], "Bo": ["2-2"], "Carl": ["3-3"], "Dora": ["0-0"]}
    assert doubts("pl_ekspresowe", ends("Anna", "0", "0"), blocked(hands), lead="Carl") == ["blocked_but_fits"]


@pytest.mark.parametrize(
    ("key", "moves", "held"),
    [
        ("spansk", ["5 0", "5 1", "5 3"], "5-1"),  # laid at the 5, where the pad has supposed another tile
        ("spansk", ["5 0", "5 1", "5 3"], "6-3"),
        ("dk_femmer", ["6-6", "6 5", "5 4"], "4-1"),
        ("dk_syver", ["6-6", "6 3", "3 3"], "4-0"),
        ("dk_syver", ["6-6", "6 3", "3 3"], "6-1"),
        ("dk_to_ens", ["0-0", "0 5", "5 4"], "5-2"),
    ],
)
def test_nobody_holds_a_tile_that_fits_in_a_blocked_round_of_any_game(key: str, moves: list[str], held: str) -> None:
    hands = {"Anna": [held], "Bo": ["2-2"], "Carl": ["2-1" if held != "2-1" else "1-1"]}
    shown = [ends(FOUR[turn % 3], *each.split()) for turn, each in enumerate(moves)]
    if key == "dk_to_ens":
        shown = [move | {"placed": move["ends"][-1]} for move in shown]
    found = lines(key, *shown, blocked(hands), players=FOUR[:3], lead="Anna")[-1]
    assert not found.problems
    assert {("blocked_but_fits", ("hands", "Anna"))} == {(doubt.key, doubt.place) for doubt in found.doubts}


def test_a_tile_that_fits_a_spinner_fits() -> None:
    laid: list[dict[str, Any]] = [
        {"entry": "play", "player": "Anna", "tile": "6-6"},
        {"entry": "play", "player": "Bo", "tile": "6-5", "at": "6-6", "pip": 6},
        {"entry": "play", "player": "Anna", "tile": "6-4", "at": "6-6", "pip": 6},
    ]
    hands = {"Anna": ["1-1", "1-0", "0-0"], "Bo": ["6-2", "2-1", "2-0", "3-3"]}
    assert doubts("spansk", *laid, blocked(hands), players=FOUR[:2], lead="Anna") == ["blocked_but_fits"]
    fewer = hands | {"Bo": ["2-2", "2-1", "2-0", "3-3"]}
    assert "blocked_but_fits" not in doubts("spansk", *laid, blocked(fewer), players=FOUR[:2], lead="Anna")


def test_a_table_that_writes_only_what_scores_may_have_gone_on_before_the_round_was_blocked() -> None:
    hands = {"Anna": ["5-1"], "Bo": ["2-2"], "Carl": ["3-3"]}
    assert doubts("spansk", ends("Anna", "5", "0"), blocked(hands), players=FOUR[:3], lead="Anna") == []


def test_where_two_stay_in_the_boneyard_only_the_player_to_move_is_stuck() -> None:
    moves = [ends("Anna", "5", "0"), ends("Bo", "5", "3")]
    end = {"entry": "round", "boneyard": True}
    stuck, other = {"Anna": ["6-6"], "Bo": ["5-1"]}, {"Anna": ["5-1"], "Bo": ["6-6"]}
    assert doubts("jijbent", *moves, end | {"hands": stuck}, players=FOUR[:2]) == []
    assert doubts("jijbent", *moves, end | {"hands": other}, players=FOUR[:2]) == ["blocked_but_fits"]


def test_in_a_blocked_game_all_tiles_of_one_number_lie_on_the_table() -> None:
    hands = {"Anna": ["1-1", "4-4"], "Bo": ["2-2", "5-5"], "Carl": ["3-3", "6-6"], "Dora": ["0-0"]}
    assert doubts("pl_ekspresowe", blocked(hands), lead="Carl") == ["blocked_number_left"]


def test_three_odd_numbers_cannot_be_where_only_two_ends_are() -> None:
    hands = {"Anna": [], "Bo": ["6-5"], "Carl": ["4-3"], "Dora": ["1-1"]}
    assert doubts("german_draw", {"entry": "round", "out": "Anna", "hands": hands}, lead="Carl") == ["parity"]


def test_with_undealt_tiles_any_hands_can_be() -> None:
    hands = {"Anna": ["6-5"], "Bo": ["4-3"], "Carl": ["1-0"]}
    assert doubts("pl_ekspresowe", blocked(hands), players=FOUR[:3], lead="Bo") == []


@pytest.mark.parametrize("key", ["german_draw", "dk_almindelig"])
def test_where_all_may_be_drawn_a_blocked_round_has_every_tile_in_play(key: str) -> None:
    options = {"doubles": "line"} if key.startswith("dk") else {}
    hands = {"Anna": ["6-5"], "Bo": ["4-3"], "Carl": ["1-0"]}
    seated: dict[str, Any] = {"players": FOUR[:3], "lead": "Bo", "options": options}
    assert doubts(key, blocked(hands), **seated) == ["parity"]
    out = {"entry": "round", "out": "Carl", "hands": {**hands, "Carl": []}}
    assert doubts(key, out, **seated) == []
    assert doubts(key, out | {"boneyard_tiles": 0}, **seated) == ["parity"]


def test_typed_totals_and_games_without_lines_cannot_be_checked() -> None:
    assert doubts("german_draw", blocked(PROVED | {"Anna": {"pips": 2}}), lead="Carl") == []
    assert doubts("dk_femmer", blocked(PROVED, boneyard_tiles=0), lead="Carl") == []
    assert doubts("dk_syver", blocked(PROVED, boneyard_tiles=0), lead="Carl", options={"doubles": "line"}) == []


def test_one_tile_changes_one_end() -> None:
    assert doubts("spansk", ends("Anna", "5", "0"), ends("Bo", "5", "3"), lead="Anna") == []
    assert doubts("spansk", ends("Anna", "5", "0"), ends("Bo", "2", "4"), lead="Anna") == ["ends_jump"]


def test_turns_that_nobody_wrote_down_are_allowed_for() -> None:
    assert doubts("spansk", ends("Anna", "5", "0"), ends("Carl", "2", "3"), lead="Anna") == []


def test_a_table_that_writes_every_move_has_left_one_out_where_no_single_tile_explains_the_ends() -> None:
    """A player who is skipped has passed: then one tile has changed the ends."""
    moves = [ends("Anna", "5", "0"), ends("Bo", "5", "1")]
    assert doubts("spansk", *moves, ends("Dora", "5", "4"), lead="Anna") == []
    assert doubts("spansk", *moves, ends("Dora", "6", "4"), lead="Anna") == ["ends_jump"]
    two = {"players": FOUR[:2], "lead": "Anna"}
    assert doubts("german_draw", *moves, ends("Bo", "6", "4"), **two) == ["ends_jump"]  # type: ignore[arg-type]


def test_where_every_move_is_written_a_round_begins_with_one_tile() -> None:
    out: dict[str, Any] = {"entry": "round", "out": "Bo", "hands": {"Anna": ["1-1"], "Carl": ["2-2"], "Dora": ["3-3"]}}
    moves = [ends("Anna", "5", "0"), ends("Bo", "5", "1"), out]
    assert doubts("spansk", *moves, ends("Dora", "5", "3"), lead="Anna") == []
    assert doubts("spansk", *moves, ends("Dora", "5", "3", "1"), lead="Anna") == ["first_ends"]
    assert doubts("spansk", *moves, {**ends("Dora", "5", "3", "1"), "lead": "Bo"}, lead="Anna") == []


def test_who_is_out_has_made_the_last_move() -> None:
    """The table writes every tile, the tile can score, and no other tile of the player is missing."""
    moves = [ends(("Anna", "Bo")[turn % 2], open_end, "0") for turn, open_end in enumerate("51234652")]
    out = {"entry": "round", "out": "Anna", "hands": {"Bo": ["2-2"]}}
    two = {"players": FOUR[:2], "lead": "Anna"}
    assert doubts("spansk", *moves, out, **two) == ["last_tile_missing"]  # type: ignore[arg-type]
    assert doubts("spansk", *moves[:-2], out, **two) == []  # type: ignore[arg-type]
    last = ends("Anna", "6", "0")
    assert doubts("spansk", *moves, last, out, **two) == []  # type: ignore[arg-type]
    passed = {"entry": "pass", "player": "Bo"}
    assert doubts("spansk", *moves, last, passed, out, **two) == []  # type: ignore[arg-type]
    assert doubts("spansk", *moves[:-1], {"entry": "round", "out": "Anna", "hands": {"Bo": ["2-2"]}}, **two) == []  # type: ignore[arg-type]
    assert doubts("german_draw", *moves, out, **two) == []  # type: ignore[arg-type]


def test_a_last_tile_is_told_where_nothing_else_is_that_scores_nothing() -> None:
    """In Fives and Threes every table has to mark it, so it is no sign that this table writes every move."""
    pairs: dict[str, Any] = {"lead": "Anna", "partners": True, "options": {"pair_out": "both"}}
    scored = [ends("Anna", "4", "1"), ends("Bo", "4", "5")]
    last = {**ends("Carl", "0", "2"), "last": True}
    assert doubts("fives_threes", *scored, ends("Carl", "0", "2"), **pairs) == ["ends_jump"]
    assert doubts("fives_threes", *scored, last, **pairs) == []
    later = ends("Dora", "3", "6")
    assert doubts("fives_threes", *scored, last, later, **pairs) == []
    named = {"entry": "play", "player": "Carl", "tile": "5-0", "at": "5-1", "pip": 5}
    assert doubts("fives_threes", *scored, {**named, "last": True}, later, **pairs) == []
    assert doubts("fives_threes", *scored, named, later, **pairs) == ["ends_jump"]


def test_the_same_ends_twice_are_doubtful() -> None:
    assert doubts("spansk", ends("Anna", "5", "1"), ends("Bo", "5", "1"), lead="Anna") == ["ends_jump"]


def test_a_tile_that_lies_already_does_not_explain_an_end() -> None:
    first = {"entry": "play", "player": "Anna", "tile": "5-3"}
    assert doubts("german_draw", first, ends("Bo", "5", "5"), lead="Anna") == ["lies_already"]
    assert doubts("german_draw", first, ends("Bo", "5", "1"), lead="Anna") == []


def test_a_lone_double_is_built_on_as_the_game_has_it() -> None:
    assert doubts("spansk", ends("Anna", "5-5"), ends("Bo", "5-5", "0"), lead="Anna") == []
    assert doubts("dk_femmer", ends("Anna", "5-5"), ends("Bo", "5", "0"), lead="Anna") == []
    assert doubts("dk_femmer", ends("Anna", "5-5"), ends("Bo", "5-5", "1"), lead="Anna") == ["ends_jump"]


def test_a_spinner_that_is_built_in_may_get_a_third_tile() -> None:
    built_in = [ends("Anna", "5-5"), ends("Bo", "5-5", "0"), ends("Carl", "0", "3")]
    assert doubts("spansk", *built_in, ends("Dora", "0", "3", "4"), lead="Anna") == []
    assert doubts("spansk", *built_in, ends("Dora", "0", "3", "4", "6"), lead="Anna") == ["ends_jump"]


def test_what_the_leader_lays_is_one_tile() -> None:
    assert doubts("spansk", ends("Anna", "5", "3"), lead="Anna") == []
    assert doubts("spansk", ends("Anna", "5", "3", "1"), lead="Anna") == ["first_ends"]
    assert doubts("spansk", ends("Carl", "5", "3", "1"), lead="Anna") == []
    assert doubts("spansk", ends("Bo", "5", "3", "1", "2"), lead="Anna") == ["first_ends"]


def test_a_danish_leader_lays_a_double() -> None:
    assert doubts("dk_femmer", ends("Anna", "5-5"), lead="Anna") == []
    assert doubts("dk_femmer", ends("Anna", "5", "3"), lead="Anna") == ["first_ends"]


def test_before_the_lead_is_known_nothing_is_doubted() -> None:
    assert doubts("spansk", ends("Anna", "5", "3", "1")) == []


def test_a_new_round_begins_afresh() -> None:
    out = {"entry": "round", "out": "Bo", "hands": {"Anna": ["1-1"], "Carl": ["2-2"], "Dora": ["3-3"]}}
    assert doubts("spansk", ends("Anna", "5", "0"), out, ends("Bo", "6", "2"), lead="Anna") == []


@given(st.data())
def test_a_line_with_every_tile_in_play_never_breaks_the_parity(data: st.DataObject) -> None:
    """The layout is any line, and the rest of the set is in four hands."""
    layout = Layout(LINE).lay(data.draw(st.sampled_from(make_set(6))))
    for _ in range(data.draw(st.integers(0, 24))):
        moves = [
            (tile, at, pip)
            for at, laid in layout.laid.items()
            for pip in set(at.halves)
            if (laid.joined[0] < 2 if at.double else not laid.joined[at.halves.index(pip)])
            for tile in make_set(6)
            if tile not in layout.seen and pip in tile.halves
        ]
        if not moves:
            break
        layout = layout.lay(*data.draw(st.sampled_from(moves)))
    rest = [tile for tile in make_set(6) if tile not in layout.seen]
    hands: dict[str, tuple[Tile, ...]] = {name: tuple(rest[seat::4]) for seat, name in enumerate(FOUR)}
    assert find_parity_misfits(layout.ends, hands) == ()
    assert find_parity_misfits((), hands) == ()


@pytest.mark.parametrize("misread", ["6-4", "6-3", "5-4"])
def test_a_misread_tile_breaks_the_parity(misread: str) -> None:
    high, low = map(int, misread.split("-"))
    hands = {"Anna": (Tile(1, 1),), "Bo": (Tile(high, low),), "Carl": (Tile(2, 2),)}
    layout = Layout(LINE).lay(Tile(6, 5))
    assert find_parity_misfits(layout.ends, hands)


def test_it_is_asked_whether_the_round_is_blocked_when_everybody_has_passed_one_after_the_other() -> None:
    passes = [{"entry": "pass", "player": name} for name in FOUR]
    assert doubts("german_draw", *passes[:3], lead="Anna") == []
    assert doubts("german_draw", *passes, lead="Anna") == ["all_passed"]
    laid = {"entry": "play", "player": "Dora", "tile": "5-3"}
    assert doubts("german_draw", *passes[:3], laid, passes[0], lead="Anna") == []


def test_in_a_game_that_scores_nothing_in_play_the_last_move_of_another_is_doubted_too() -> None:
    moves = [ends(("Anna", "Bo")[turn % 2], open_end, "0") for turn, open_end in enumerate("5123465246")]
    two: dict[str, Any] = {"players": FOUR[:2], "lead": "Anna", "options": {"tiles_each": "5"}}
    out = {"entry": "round", "out": "Anna", "hands": {"Bo": ["2-2"]}}
    assert doubts("german_draw", *moves, out, **two) == ["last_move_of_other"]
    assert doubts("german_draw", *moves[:-1], out, **two) == []
    assert doubts("german_draw", *moves[:6], out, **two) == [], "more moves than one were not written"


def test_a_pass_in_the_first_turn_of_a_layout_that_nobody_knows_rules_nothing_out() -> None:
    passed = {"entry": "pass", "player": "Bo"}
    laid = {"entry": "play", "player": "Bo", "tile": "6-0", "at": "6-6", "pip": 6}
    first = {"entry": "play", "player": "Anna", "tile": "6-6"}
    two: dict[str, Any] = {"players": FOUR[:2], "lead": "Anna"}
    assert doubts("block", first, passed, ends("Anna", "6", "5"), laid, **two) == ["pass_not_true"]
    assert doubts("blind_hughie", first, passed, **two) == [], "the turn of Anna ended, and that need not be written"
    assert doubts("blind_hughie", first, passed, laid, **two) == ["pass_missing"]
    once: dict[str, Any] = two | {"options": {"draw": "one"}}
    assert doubts("matador", first, passed, {"entry": "pass", "player": "Anna"}, **once) == []


@pytest.mark.parametrize(("lacks", "pip"), [({5, 6}, 5), ({6}, 6), ({4}, None)])
def test_the_lowest_pip_that_a_pass_has_denied_is_told(lacks: set[int], pip: int | None) -> None:
    variant = VARIANTS["block"]
    game, turns = fold(variant, variant.seat(FOUR), []).game, PassedTurns(lacks={"Bo": frozenset(lacks)})
    found = find_untrue_pass(game, turns, "Bo", make_tile(6, 5))
    assert [dict(problem.values)["pip"] for problem in found] == [pip] * (pip is not None)


def test_passes_of_all_others_that_are_written_earn_one_bonus() -> None:
    moves: list[dict[str, Any]] = [
        {"entry": "play", "player": "Anna", "tile": "6-6"},
        *({"entry": "pass", "player": player} for player in FOUR[1:]),
        {"entry": "play", "player": "Anna", "tile": "6-5", "at": "6-6", "pip": 6},
    ]
    bonus = {"entry": "bonus", "player": "Anna", "bonus": "pase_corrido"}
    table: dict[str, Any] = {"lead": "Anna", "options": {"pase_corrido": 25}}
    assert doubts("latin_partner", *moves, bonus, **table) == []
    assert doubts("latin_partner", *moves, bonus, bonus, **table) == ["bonus_without_pass"]


def test_where_pairs_play_on_who_has_laid_as_many_tiles_as_were_dealt_may_be_out() -> None:
    variant = VARIANTS["fives_threes"]
    game = variant.at(variant.seat(FOUR, True))
    laid = {"Anna": game.deal.each, "Bo": game.deal.each - 1}
    assert find_possibly_out(game, laid, frozenset({"Carl"})) == {"Anna", "Carl"}
