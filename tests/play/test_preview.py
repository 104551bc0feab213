"""What an entry would score before it is written, the moves that may come next, and remarks about a finished match."""

from dataclasses import dataclass
from typing import Any

import pytest

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.tiles import End, parse_end, parse_tile
from scorekeeper.play.scoring.counting import choose_game, count_ends
from scorekeeper.play.scoring.highlights import BestEntry, Highlights, find_highlights
from scorekeeper.play.scoring.preview import (
    find_fitting_tiles,
    list_moves,
    preview_entry,
    preview_first_entry,
    score_shown_ends,
)
from tests.match_file import score_document
from tests.play.conftest import ends, out


def sheet(*entries: dict[str, Any], variant: str = "spansk", **fields: Any) -> Sheet:
    players = ["Anna", "Bo"]
    return score_document({"format": 1, "variant": variant, "players": players, "entries": list(entries), **fields})


def shown(*written: str) -> tuple[End, ...]:
    return tuple(parse_end(each, 6) for each in written)


def test_an_entry_is_reckoned_and_not_written() -> None:
    before = sheet(ends("Anna", "5", "0"))
    reckoned = preview_entry(before, ends("Bo", "5-5", "0"))
    assert reckoned.line and reckoned.sheet  # noqa: PT018
    assert (reckoned.line.number, reckoned.line.points["Bo"], reckoned.sheet.totals["Bo"]) == (2, 2, 2)
    assert (len(before.lines), reckoned.problems) == (1, ())


def test_a_correction_is_reckoned_as_the_next_entry() -> None:
    reckoned = preview_entry(sheet(), {**ends("Anna", "5", "0"), "replaces": 7})
    assert reckoned.line
    assert (reckoned.line.entry.replaces, reckoned.line.points["Anna"]) == (None, 1)


def test_what_cannot_be_written_is_reckoned_with_its_reasons() -> None:
    reckoned = preview_entry(sheet(), ends("Zoe", "5", "0"))
    assert [problem.key for problem in reckoned.problems] == ["unknown_player"]
    assert (reckoned.line, reckoned.sheet) == (None, None)


def test_an_entry_is_reckoned_as_the_first_of_a_match() -> None:
    line = preview_first_entry(sheet().game, ends("Bo", "5-5")).line
    assert line
    assert (line.number, line.points["Bo"]) == (1, 2)


@pytest.mark.parametrize(
    ("variant", "open_ends", "placed", "points"),
    [
        ("spansk", ("5", "0"), None, 1),
        ("spansk", ("5-5",), None, 2),
        ("spansk", ("5", "1"), None, 0),
        ("spansk", ("5",), None, None),
        ("dk_to_ens", ("4", "4"), "4", 2),
        ("dk_to_ens", ("4", "3"), "4", 0),
        ("dk_to_ens", ("4-4",), None, 2),
        ("dk_blinde", ("5", "0"), None, None),
        ("dk_kabale", ("5", "0"), None, None),
    ],
)
def test_open_ends_are_worth_what_they_would_be_as_an_entry(
    variant: str, open_ends: tuple[str, ...], placed: str | None, points: int | None
) -> None:
    players = ["Anna"] if variant == "dk_kabale" else ["Anna", "Bo"]
    score = score_shown_ends(
        sheet(variant=variant, players=players), shown(*open_ends), parse_end(placed, 6) if placed else None
    )
    assert (score and score.points) == points


def test_after_the_end_of_a_match_open_ends_are_worth_nothing_any_more() -> None:
    won = sheet(ends("Anna", "5-5"), options={"target": 2})
    assert won.over
    assert score_shown_ends(won, shown("5", "0"), None) is None


def test_who_names_tiles_may_know_better_what_lies() -> None:
    laid = sheet({"entry": "play", "player": "Anna", "tile": "5-0"})
    assert {str(move.tile) for move in list_moves(laid)} == {str(tile) for tile in find_fitting_tiles(laid)}
    assert len(find_fitting_tiles(laid)) == 12
    assert {str(move.tile) for move in list_moves(laid, [parse_tile("5-5", 6), parse_tile("4-3", 6)])} == {"5-5"}
    told = sheet(ends("Anna", "5", "0"), ends("Bo", "0", "3"))  # implies the 5-3
    assert parse_tile("5-3", 6) not in {move.tile for move in list_moves(told)}
    assert {str(move.tile) for move in list_moves(told, [parse_tile("5-3", 6)])} == {"5-3"}


def test_a_possible_move_counts_as_the_last_tile_only_where_that_is_said() -> None:
    begun, tiles = sheet(variant="fives_threes"), [parse_tile("6-4", 6)]
    assert [move.score.points for move in list_moves(begun, tiles, "Anna")] == [2]
    assert [move.score.points for move in list_moves(begun, tiles, "Anna", last=True)] == [3]


def test_a_game_is_counted_at_no_table_in_particular() -> None:
    game = choose_game("jijbent", {"out_bonus": 10})
    assert (len(game.seating.players), game.seating.options["out_bonus"]) == (2, 10)
    assert len(choose_game("dk_kabale", {}).seating.players) == 2
    assert len(choose_game("spansk", {}).seating.players) == 2


# -- what there is to tell ---------------------------------------------------------------------------------------------


def told(*entries: dict[str, Any], **fields: Any) -> Highlights:
    return find_highlights(sheet(*entries, **fields))


def test_of_a_match_its_rounds_its_best_move_and_how_long_the_winner_was_ahead_are_told() -> None:
    entries = [
        *(ends("Bo", "5-5", "5"), out("Bo", Anna=["1-0"])),
        *(ends("Anna", "5-5", "5"), ends("Bo", "5", "0"), out("Anna", Bo=["6-6", "6-5", "4-4"])),
    ]
    assert told(*entries, options={"target": 6}) == Highlights(2, BestEntry(("Bo", "Anna"), 3, True), 2)


def test_a_winner_who_never_was_behind_led_since_the_first_round() -> None:
    assert told(ends("Anna", "5-5", "5"), options={"target": 3}) == Highlights(1, BestEntry(("Anna",), 3, True), 1)


def test_a_struck_out_entry_is_not_told() -> None:
    entries = [ends("Anna", "5-5", "5-5"), ends("Bo", "5", "0"), {"entry": "void", "of": 1}]
    assert told(*entries, ends("Bo", "5-5"), options={"target": 3}).best == BestEntry(("Bo",), 2, True)


def test_where_only_rounds_score_the_best_of_them_is_told() -> None:
    entries = [out("Anna", Bo=["1-1"]), out("Bo", Anna=["6-6", "5-5"])]
    highlights = told(*entries, variant="german_draw", options={"target": 20})
    assert highlights == Highlights(2, BestEntry(("Bo",), 22, False), 2)


def test_nothing_is_best_where_nothing_is_worth_more_than_one_point() -> None:
    assert told(ends("Anna", "5", "0"), options={"target": 1}).best is None
    assert told(ends("Anna", "5-5"), options={"target": 1}).best == BestEntry(("Anna",), 2, True)
    assert told() == Highlights(0, None, None)


def test_in_a_draw_nobody_led_to_the_end() -> None:
    same = {"entry": "round", "boneyard": True, "hands": {"Anna": ["1-1"], "Bo": ["2-0"]}}
    draw = sheet(same, variant="jijbent", options={"rounds": 1})
    assert (draw.draw, draw.winners) == (True, ("Anna", "Bo"))
    assert str(draw.why_over) == "a draw: Anna and Bo have 2 each"
    assert find_highlights(draw).led_since is None


def test_with_fewest_points_winning_ahead_is_who_has_fewer() -> None:
    entries = [out("Anna", Bo=["1-1"]), out("Anna", Bo=["2-2"])]
    highlights = told(*entries, variant="jijbent", options={"rounds": 2})
    assert highlights == Highlights(2, BestEntry(("Bo",), 9, False), 1)
    equal = {"entry": "round", "boneyard": True, "hands": {"Anna": ["1-1"], "Bo": ["2-0"]}}
    assert told(equal, out("Anna", Bo=["2-2"]), variant="jijbent", options={"rounds": 2}).led_since == 2


def test_alone_one_is_always_ahead() -> None:
    result = {"entry": "result", "won": True}
    assert told(result, variant="dk_kabale", players=["Anna"]).led_since == 1


@dataclass(frozen=True)
class Lying:
    pips: tuple[int, int]


@dataclass(frozen=True)
class Touching:
    a: int
    a_part: str
    b: int
    b_part: str
    kind: str = "joint"


@pytest.mark.parametrize(
    ("key", "second", "misfits"),
    [
        ("spansk", (5, 3), ()),
        ("spansk", (2, 3), (0, 1)),
        ("dk_syver", (2, 3), ()),  # 5 and 2 make seven
        ("dk_syver", (5, 3), (0, 1)),
        ("dk_syver", (5, 2), ()),  # a tile of seven pips can be laid anywhere
        ("dk_femmer", (2, 3), (0, 1)),
    ],
)
def test_open_ends_on_a_photo_are_counted_as_the_game_joins_tiles(
    key: str, second: tuple[int, int], misfits: tuple[int, ...]
) -> None:
    tiles = [Lying((6, 5)), Lying(second)]
    counted = count_ends(choose_game(key, {}), tiles, [Touching(0, "half1", 1, "half0")])
    assert [end.pip for end in counted.ends] == [6, second[1]]
    assert (counted.pips, counted.misfits) == (6 + second[1], misfits)


def test_by_a_house_rule_of_femmer_halves_that_differ_may_touch_where_the_ends_then_score() -> None:
    game = choose_game("dk_femmer", {"nonmatching_allowed": True})
    tiles, joins = [Lying((6, 5)), Lying((2, 4))], [Touching(0, "half1", 1, "half0")]
    counted = count_ends(game, tiles, joins)
    assert (counted.pips, counted.score.points, counted.misfits) == (10, 10, ())


@pytest.mark.parametrize(
    ("key", "options", "worth"),
    [
        ("fives_threes", {"pair_out": "first"}, {"Bo": (2, 3), "Dora": (2, 3), None: (2, 3)}),
        ("fives_threes", {"pair_out": "both"}, {"Bo": (2, 2), "Dora": (2, 3), None: (2, 2)}),
        ("all_fives", {}, {"Bo": (0, 0)}),
    ],
)
def test_ends_that_are_shown_with_a_last_tile_are_worth_the_point_for_going_out(
    key: str, options: dict[str, Any], worth: dict[str | None, tuple[int, int]]
) -> None:
    """6 and 0 make two threes. Where both of a pair must be out, Bo has laid his last tile and Dora has not."""
    entries: list[dict[str, Any]] = [{"entry": "ends", "player": "Anna", "ends": ["6", "3"]}]
    if options.get("pair_out") == "both":
        entries.append({"entry": "ends", "player": "Bo", "ends": ["3", "0"], "last": True})
    document = {"format": 1, "variant": key, "players": ["Anna", "Bo", "Carl", "Dora"], "partners": True}
    sheet = score_document({**document, "options": options, "entries": entries})
    ends = (End(6), End(0))
    for player, points in worth.items():
        told = [score_shown_ends(sheet, ends, None, player, last=last) for last in (False, True)]
        assert tuple(score.points for score in told if score) == points, player
