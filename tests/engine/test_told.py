"""The tile that typed ends imply: it lies in the layout, is not offered again, and is doubted if it comes twice."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.layout.laid_tiles import FirstTile
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.models import ENDWISE, LINE
from scorekeeper.engine.options import Pick
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.sheet.doubts import find_other_player_doubts
from scorekeeper.engine.sheet.fold import Sheet, append_entries, fold, start_sheet
from scorekeeper.engine.sheet.line import FirstMove
from scorekeeper.engine.sheet.moves import list_next_moves
from scorekeeper.engine.text import Text
from scorekeeper.engine.tiles import Tile
from scorekeeper.engine.variants import VARIANTS
from tests.engine.dealt import Turn, play_round
from tests.engine.matches import may_agree_on

WITH_MOVES = tuple(key for key, variant in VARIANTS.items() if "pass" in variant.takes)
NAMES = ("Anna", "Bo", "Carl", "Dora")
WAYS = ("ends", "ends and passes", "tiles", "what scores", "rounds")


def sheet_of(key: str, *entries: dict[str, Any], players: int = 4, **seating: Any) -> Sheet:
    variant = VARIANTS[key]
    seated = variant.seat(NAMES[:players], **({"lead": "Anna"} | seating))
    return fold(variant, seated, [parse_entry(entry, variant, seated) for entry in entries])


def ends(player: str, *shown: str, **more: Any) -> dict[str, Any]:
    return {"entry": "ends", "player": player, "ends": list(shown), **more}


def laid(player: str, tile: str, **where: Any) -> dict[str, Any]:
    return {"entry": "play", "player": player, "tile": tile, **where}


def lying(sheet: Sheet) -> set[str]:
    assert not sheet.problems
    return set(map(str, sheet.layout.seen))


def doubts(sheet: Sheet) -> list[tuple[str, str]]:
    """Return the doubts of the last entry, each with its tile."""
    assert not sheet.problems
    return [(doubt.key, str(dict(doubt.values).get("tile", ""))) for doubt in sheet.lines[-1].doubts]


def offered(sheet: Sheet) -> set[str]:
    return {str(move.tile) for move in list_next_moves(sheet.game, sheet.layout)}


# -- one tile explains it ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "shown", "tiles"),
    [
        ("german_draw", ["3 2"], {"3-2"}),
        ("german_draw", ["3 2", "4 2"], {"3-2", "4-3"}),
        ("german_draw", ["4 2", "4-4 2"], {"4-2", "4-4"}),
        ("german_draw", ["4 2", "4-4 2", "1 2"], {"4-2", "4-4", "4-1"}),
        ("german_draw", ["6-6", "6-6 3", "5 3", "5-5 3"], {"6-6", "6-3", "6-5", "5-5"}),
        ("dk_almindelig", ["6-6", "6 3", "6 3-3", "6 3 1", "6 3 1-1"], {"6-6", "6-3", "3-3", "3-1", "1-1"}),
        ("dk_almindelig", ["6-6", "6 3", "4 3"], {"6-6", "6-3", "6-4"}),
        ("spansk", ["6-6", "6-6 3", "6-6 3-3", "5 3-3", "5 3-3 1"], {"6-6", "6-3", "3-3", "6-5", "6-1"}),
        ("spansk", ["6-6", "6-6 3", "5 3", "5 3 4", "5 3 4 0"], {"6-6", "6-3", "6-5", "6-4", "6-0"}),
        ("dk_syver", ["6-6", "6 3"], {"6-6"}),  # the 3-1 with its 1, or the 4-3 either way round
        ("dk_syver", ["6-6", "6 6"], {"6-6", "6-1"}),
    ],
)
def test_a_change_that_one_tile_explains_is_that_tile(key: str, shown: list[str], tiles: set[str]) -> None:
    moves = [ends(NAMES[turn % 4], *each.split()) for turn, each in enumerate(shown)]
    options = {"next_start": "rotate"} if key.startswith("dk") else {}
    assert lying(sheet_of(key, *moves, options=options)) == tiles


def test_a_tile_that_the_ends_told_is_followed_like_any_other() -> None:
    sheet = sheet_of("spansk", ends("Anna", "3", "2"), ends("Bo", "4", "2"))
    assert [(str(each), laid.joined) for each, laid in sheet.layout.laid.items()] == [("3-2", (1, 0)), ("4-3", (0, 1))]
    assert {"3-2", "4-3"}.isdisjoint(offered(sheet))
    joined = laid("Carl", "4-4", at="4-3", pip=4)
    assert lying(sheet_of("spansk", ends("Anna", "3", "2"), ends("Bo", "4", "2"), joined)) == {"3-2", "4-3", "4-4"}


def test_one_tile_at_one_of_two_places_lies_and_nobody_says_where() -> None:
    twice = [ends("Anna", "3", "2"), ends("Bo", "3", "1"), ends("Carl", "3", "3"), ends("Dora", "3", "4")]
    sheet = sheet_of("german_draw", *twice)
    assert lying(sheet) == {"3-2", "2-1", "3-1", "4-3"}
    assert not sheet.layout.laid


def test_where_a_turn_lies_between_two_entries_nothing_is_supposed() -> None:
    assert lying(sheet_of("spansk", ends("Anna", "3", "2"), ends("Carl", "4", "2"))) == {"3-2"}
    assert lying(sheet_of("spansk", ends("Carl", "3", "2"))) == set()
    assert lying(sheet_of("jijbent", ends("Anna", "3", "2"), players=2)) == set()


def test_a_spinner_that_nobody_saw_may_have_taken_the_tile() -> None:
    built_in = [ends("Anna", "2", "3"), ends("Carl", "4", "3"), ends("Dora", "4", "3", "5")]
    assert lying(sheet_of("spansk", *built_in)) == {"3-2"}


def test_a_double_that_gets_four_tiles_first_is_known_by_its_ends_after_a_turn_that_nobody_wrote() -> None:
    """Where any double may lead, no end but its own takes a tile before four ends are open."""
    crossed = {"Anna": "6-6", "Carl": "6-6 2", "Dora": "6-6 2 3"}
    moves = [ends(player, *shown.split(), placed=shown.split()[-1]) for player, shown in crossed.items()]
    sheet = sheet_of("double_bergen", *moves)
    assert doubts(sheet) == []
    assert lying(sheet) == {"6-6", "6-3"}
    elsewhere = ends("Dora", "6-6", "3", placed="3")
    assert doubts(sheet_of("double_bergen", *moves[:2], elsewhere)) == [("ends_jump", "")]


def test_who_is_told_to_have_passed_leaves_the_turn_to_the_next() -> None:
    passed = {"entry": "pass", "player": "Bo"}
    assert lying(sheet_of("spansk", ends("Anna", "3", "2"), passed, ends("Carl", "4", "2"))) == {"3-2", "4-3"}


# -- a tile that lies already ------------------------------------------------------------------------------------------

LIE = (ends("Anna", "3", "2"), ends("Bo", "4", "2"))


@pytest.mark.parametrize(
    "again",
    [
        ends("Carl", "3", "2"),
        laid("Carl", "4-3", at="4-3", pip=4),
        {"entry": "round", "out": "Bo", "hands": {"Anna": ["4-3"], "Carl": ["6-6"], "Dora": ["5-5"]}},
    ],
    ids=["typed", "laid", "in a hand"],
)
def test_a_tile_that_lies_by_the_ends_is_doubted_when_it_comes_again(again: dict[str, Any]) -> None:
    """It is not refused: the ends before may have been misread."""
    assert doubts(sheet_of("spansk", *LIE, again)) == [("lies_already", "4-3")]


def test_a_tile_laid_where_another_was_supposed_is_believed() -> None:
    """The player sees the table: the 4 may be that of a 4-1, and the moves between were not written."""
    sheet = sheet_of("spansk", *LIE, laid("Carl", "5-4", at="4-1", pip=4))
    assert lying(sheet) == {"5-4", "4-1"}
    assert sorted(map(str, sheet.layout.ends)) == ["2", "5"]


def test_a_tile_that_lies_for_certain_is_refused_as_ever() -> None:
    sheet = sheet_of("spansk", laid("Anna", "3-2"), laid("Bo", "3-2", at="3-2", pip=3))
    assert [problem.key for problem in sheet.problems] == ["duplicate_tile"]


def test_an_arm_added_by_mistake_is_doubted_where_every_tile_is_known() -> None:
    moves = [ends("Anna", "6-6"), ends("Bo", "6-6", "3"), ends("Carl", "6-6", "3-3")]
    assert doubts(sheet_of("spansk", *moves, ends("Dora", "3-3", "6-6", "2"))) == [("ends_jump", "")]
    assert doubts(sheet_of("spansk", *moves, ends("Dora", "3-3", "2"))) == []


def test_a_table_that_writes_only_what_scores_is_not_doubted() -> None:
    """Between two of its entries the turn may have gone round once more than it seems."""
    assert doubts(sheet_of("spansk", ends("Anna", "5", "0"), ends("Bo", "4", "6"))) == []
    assert doubts(sheet_of("spansk", ends("Anna", "5", "0"), ends("Bo", "5", "1"), ends("Carl", "4", "6"))) != []


# -- who leads, whose turn ---------------------------------------------------------------------------------------------


def test_two_first_halves_alike_are_a_double_in_line_but_not_for_certain() -> None:
    """They may be those of two tiles of which the first was not written; a double is typed as one end."""
    typed, named = sheet_of("matador", ends("Anna", "1", "1")), sheet_of("matador", ends("Anna", "1-1"))
    for sheet in (typed, named):
        assert [str(end) for end in sheet.layout.ends] == ["1-1"]
        assert lying(sheet) == {"1-1"}
    assert not typed.layout.certain
    assert set(map(str, named.layout.certain)) == {"1-1"}


def test_no_double_lies_alone_after_a_start_tile_or_other_turns() -> None:
    upturned = {"doubles": "endwise", "joins": "sum", "start_tile": 1, "tiles_4": 5}
    assert [str(end) for end in sheet_of("own", ends("Anna", "1", "1"), options=upturned).layout.ends] == ["1", "1"]
    assert [str(end) for end in sheet_of("matador", ends("Bo", "1", "1")).layout.ends] == ["1", "1"]


def test_who_enters_the_first_ends_leads_the_round() -> None:
    sheet = sheet_of("spansk", ends("Carl", "3", "2"), lead=None)
    assert (sheet.lead.player, str(sheet.lead.why)) == ("Carl", "Carl made the first move")
    assert sheet.to_move == "Dora"


def test_the_rule_knows_better_who_leads_than_a_first_entry_of_somebody_else() -> None:
    """If this table writes every move, nobody laid a tile before."""
    assert sheet_of("spansk", ends("Carl", "3", "2")).lead.player == "Anna"
    out = {"entry": "round", "out": "Anna", "hands": {"Bo": ["6-5"], "Carl": ["6-6"], "Dora": ["5-5"]}}
    sheet = sheet_of("spansk", ends("Anna", "3", "2"), ends("Bo", "4", "2"), out, ends("Carl", "3", "2"))
    assert sheet.lead.player == "Carl"
    assert sheet_of("spansk", ends("Anna", "3", "2"), ends("Bo", "4", "2"), out).lead.player == "Bo"


def test_ends_that_no_first_tile_shows_do_not_tell_who_led() -> None:
    assert sheet_of("spansk", ends("Carl", "3", "2", "1"), lead=None).lead.player is None


def test_somebody_else_can_be_said_to_have_led() -> None:
    sheet = sheet_of("spansk", ends("Carl", "3", "2", lead="Bo"), lead=None)
    assert (sheet.lead.player, str(sheet.lead.why), sheet.to_move) == ("Bo", "Bo led this round", "Dora")
    out = {"entry": "round", "out": "Anna", "hands": {"Bo": ["6-5"], "Carl": ["6-6"], "Dora": ["5-5"]}}
    assert sheet_of("spansk", ends("Carl", "3", "2", lead="Bo"), out, lead=None).lead.player == "Carl"


def test_a_pass_scores_nothing_and_the_turn_goes_on() -> None:
    sheet = sheet_of("spansk", ends("Anna", "3", "2"), {"entry": "pass", "player": "Bo"})
    assert sheet.to_move == "Carl"
    assert sheet.lines[-1].points == {"Anna & Carl": 0, "Bo & Dora": 0}
    assert sheet.totals == {"Anna & Carl": 1, "Bo & Dora": 0}


def test_when_all_have_passed_it_is_asked_whether_the_round_is_blocked() -> None:
    passes = [{"entry": "pass", "player": name} for name in ("Bo", "Carl", "Dora", "Anna")]
    assert doubts(sheet_of("spansk", ends("Anna", "3", "2"), *passes[:3])) == []
    assert doubts(sheet_of("spansk", ends("Anna", "3", "2"), *passes)) == [("all_passed", "")]
    again = [*passes[:3], ends("Anna", "4", "2"), passes[0]]
    assert doubts(sheet_of("spansk", ends("Anna", "3", "2"), *again)) == []


def test_two_play_again_after_a_score_or_a_double_where_the_table_has_it_so() -> None:
    again = {"two_player_turns": "again_after_score_or_double"}
    for entry, one, more in (
        (ends("Anna", "5", "0"), "Bo", "Anna"),
        (ends("Anna", "6-6"), "Bo", "Anna"),
        (ends("Anna", "4", "0"), "Bo", "Bo"),
        (laid("Anna", "6-6"), "Bo", "Anna"),
    ):
        assert sheet_of("spansk", entry, players=2).to_move == one
        assert sheet_of("spansk", entry, players=2, options=again).to_move == more
    assert sheet_of("spansk", ends("Anna", "5", "0"), players=3, options=again).to_move == "Bo"
    called = sheet_of(
        "spansk", ends("Anna", "5", "0") | {"claimed": "Bo"}, players=2, options={**again, "muggins": True}
    )
    assert (called.to_move, called.totals) == ("Bo", {"Anna": 0, "Bo": 1}), "nothing was scored by who laid it"
    assert lying(sheet_of("spansk", ends("Anna", "5", "0"), ends("Anna", "5", "4"), players=2, options=again)) == {
        "5-0", "4-0"}  # fmt: skip


# -- ends keep their places --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "row"),
    [
        ([ends("Anna", "0", "3"), laid("Bo", "2-0", at="3-0", pip=0)], "2 3"),
        ([ends("Anna", "4", "2"), laid("Bo", "4-4", at="4-2", pip=4)], "4-4 2"),
        ([ends("Anna", "5-5"), laid("Bo", "5-3", at="5-5", pip=5), laid("Carl", "5-4", at="5-5", pip=5)], "4 3"),
        ([ends("Anna", "5-5"), ends("Bo", "3", "5-5"), laid("Carl", "5-4", at="5-5", pip=5),
          laid("Dora", "5-1", at="5-5", pip=5), laid("Anna", "4-2", at="5-4", pip=4)], "3 2 1"),
        ([ends("Anna", "5", "1", "3"), laid("Carl", "1-0", at="1-4", pip=1)], "5 0 3"),
        ([ends("Anna", "5", "1", "3", "2"), laid("Carl", "5-0", at="5-4", pip=5)], "0 1 3 2"),
        ([ends("Anna", "5", "1", "3", "2"), laid("Carl", "2-0", at="2-4", pip=2)], "5 1 3 0"),
        ([ends("Anna", "5", "1", "3"), ends("Bo", "1", "3", "4"), laid("Carl", "3-0", at="6-3", pip=3)], "1 0 4"),
    ],
)  # fmt: skip
def test_an_end_that_changes_stays_in_its_place(entries: list[dict[str, Any]], row: str) -> None:
    sheet = sheet_of("spansk", *entries)
    assert " ".join(map(str, sheet.layout.ends)) == row
    assert " ".join(map(str, sheet.lines[-1].ends)) == row


def test_a_danish_double_that_is_built_on_keeps_its_place() -> None:
    moves = [ends("Anna", "6-6"), ends("Bo", "3", "6"), ends("Carl", "3-3", "6")]
    assert " ".join(map(str, sheet_of("dk_femmer", *moves).layout.ends)) == "3-3 6"
    more = laid("Dora", "3-1", at="3-3", pip=3)
    assert " ".join(map(str, sheet_of("dk_femmer", *moves, more).layout.ends)) == "3 6 1"


# -- rounds as they are really played ----------------------------------------------------------------------------------


def write_turn(turn: Turn, way: str, asks_placed: bool) -> dict[str, Any] | None:
    """Return the entry of a turn at a table that writes in this `way`; None where it writes no entry."""
    if way == "rounds" or (way == "what scores" and not turn.points):
        return None
    if turn.move is None:
        return turn.as_pass() if way == "ends and passes" else None
    return turn.as_tile() if way == "tiles" or turn.player is None else turn.as_ends(asks_placed)


def list_open_pips(shown: Sheet | Turn) -> list[int | str]:
    """Return the open ends, in which two equal ends of tiles in line are those of a double, too."""
    layout = shown.layout
    if layout.model is ENDWISE:
        return sorted(end.pip for end in layout.ends for _ in range(end.halves))
    return sorted(map(str, layout.ends))


def play_and_write(random: Random, key: str, way: str, rounds: int = 2) -> int:
    """Play random rounds, write them, and return how many tiles the pad has worked out from typed ends.

    Check that no entry is refused or doubted, and that the pad's layout is the one that was laid. Passes that block a
    round are not written: its end says them.
    """
    variant = VARIANTS[key]
    players = NAMES[: random.randint(variant.fewest_players, variant.most_players)]
    options = {pick.key: random.choice(pick.offers) for pick in variant.options if isinstance(pick, Pick)}
    options = options if may_agree_on(variant, players, options) else {}
    options |= {"pair_out": "first"} if "pair_out" in options else {}  # the simulator plays the other rule
    options |= {"target": 9999} if "target" in variant.settle() else {}
    lead = random.choice([None, *players])
    pairs = len(players) == 4 and variant.fill_in(variant, options).partners != "never"
    seating = variant.seat(players, pairs, lead, options)
    sheet, told = start_sheet(variant, seating), 0
    for _ in range(rounds):
        if sheet.over:
            break
        dealt, blocked = play_round(sheet.game, sheet.lead, random, sheet.layout.begins), len(players)
        for turn in dealt.turns[: -blocked if "blocked" in dealt.end else None]:
            entry = write_turn(turn, way, sheet.game.variant.asks_placed)
            if entry is None:
                continue
            sheet = append_entries(sheet, parse_entry(entry, variant, seating))
            line = sheet.lines[-1]
            assert not line.problems
            assert not line.doubts, (entry, line.doubts)
            if turn.move is None:
                continue
            assert list_open_pips(sheet) == list_open_pips(turn)
            if way != "what scores":
                assert sheet.layout.seen <= turn.layout.seen
                told += len(sheet.layout.supposed)
        told_end = dict(dealt.end)
        if "blocked" in told_end and sheet.laid_last is None and sheet.game.rounds.last_tile != "never":
            told_end["locked_by"] = next(turn.player for turn in reversed(dealt.turns) if turn.move is not None)
        end = parse_entry(told_end, variant, seating)
        sheet = append_entries(sheet, end)
        assert not sheet.lines[-1].problems
        assert not sheet.lines[-1].doubts, (dealt.end, sheet.lines[-1].doubts)
    return told


@given(st.randoms(use_true_random=False), st.sampled_from(WITH_MOVES), st.sampled_from(WAYS))
def test_rounds_that_were_played_by_the_rules_are_never_doubted(random: Random, key: str, way: str) -> None:
    play_and_write(random, key, way)


@pytest.mark.parametrize("key", WITH_MOVES)
def test_where_every_move_is_written_most_tiles_are_told_by_the_ends(key: str) -> None:
    assert play_and_write(Random(11), key, "ends and passes") > 20


@pytest.mark.parametrize(
    ("begins", "leader", "doubted"),
    [
        ("any", None, True),
        ("double", None, False),
        ("no_double", None, False),
        (Tile(6, 6), None, True),
        (Tile(6, 6), "Bo", False),
    ],
)
def test_another_player_than_the_leader_lays_the_first_tile_only_where_the_leader_may_pass(
    begins: FirstTile, leader: str | None, doubted: bool
) -> None:
    opening = FirstMove("Anna", Lead(Text(""), player=leader))
    found = find_other_player_doubts(
        RoundEnd(how="blocked", hands=(), lead="Bo"), None, opening, Layout(LINE, begins=begins)
    )
    assert [doubt.key for doubt in found] == ["led_by_other"] * doubted
