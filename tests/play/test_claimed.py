"""Points that do not count, or go to the player who claims them, are marked so before and after they are written."""

from typing import Any

from scorekeeper.engine.entries import rename_in_entry
from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.sheet.fold import fold
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.tiles import parse_end
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.digests import make_digest
from scorekeeper.play.scoring.highlights import find_highlights
from scorekeeper.play.scoring.preview import list_moves, score_shown_ends

MOVE: dict[str, Any] = {"entry": "ends", "player": "Anna", "ends": ["5-5"]}  # worth two points


def sheet_of(*entries: dict[str, Any], **options: Any) -> Sheet:
    variant = VARIANTS["spansk"]
    seating = variant.seat(["Anna", "Bo"], lead="Anna", options=options)
    return fold(variant, seating, [parse_entry(entry, variant, seating) for entry in entries])


def points_of(sheet: Sheet, shown: str, player: str | None = None) -> int:
    ends = tuple(parse_end(end, 6) for end in shown.split())
    score = score_shown_ends(sheet, ends, None, player)
    assert score is not None
    return score.points


def test_a_key_that_would_pass_an_exact_target_promises_no_points() -> None:
    sheet = sheet_of(MOVE, target=3, exact_target=True)
    assert points_of(sheet, "5-5 0") == 2, "Bo has none yet"
    assert points_of(sheet, "5-5 0", "Bo") == 2
    assert points_of(sheet, "5-5 0", "Anna") == 0, "2 and 2 are more than 3"


def test_a_move_promises_what_it_counts_for_whoever_makes_it() -> None:
    sheet = sheet_of(MOVE, target=3, exact_target=True)
    best = {player: max(move.score.points for move in list_moves(sheet, None, player)) for player in ("Anna", "Bo")}
    # 5-5 with a 5-0 joined makes 10; every other tile joined to a lone 5-5 makes less than 15.
    assert best == {"Anna": 0, "Bo": 2}


def test_one_point_does_not_bring_a_side_on_the_board() -> None:
    assert points_of(sheet_of(to_open="2"), "5 0", "Anna") == 0
    assert points_of(sheet_of(MOVE, to_open="2"), "5 0", "Anna") == 1
    assert points_of(sheet_of(MOVE, to_open="2"), "5 0", "Bo") == 0


def test_the_best_move_is_that_of_who_claimed_it() -> None:
    sheet = sheet_of(MOVE | {"claimed": "Bo"}, target=2, muggins=True)
    assert sheet.over
    assert make_digest(sheet)["moves"] == [None, [2, 1]]
    best = find_highlights(sheet).best
    assert best is not None
    assert (best.names, best.points) == (("Bo",), 2)


def test_who_claims_is_called_by_a_new_name_too() -> None:
    renamed = rename_in_entry(MOVE | {"claimed": "Bo"}, {"Bo": "Bertil"})
    assert renamed["claimed"] == "Bertil"
