"""A bonus never hurts the side that earned it, and winning never costs points, with every pair of settings."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import pytest

from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.options import Setting
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.rules.own.fitting import NO_BONUS
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.fold import Sheet, fold
from scorekeeper.engine.variants import VARIANTS
from tests.engine.pairwise import can_stand, cover_pairs, list_pairs, list_tables

OWN = VARIANTS["own"]

Entry = dict[str, Any]
FOUR_IN_PAIRS: Mapping[str, Setting] = {"players_from": 2, "players_to": 4, "partners": "optional"}
# One side holds less than the other, whichever hands decide; no hand has a blank half, which may be worth more.
LIGHT, HEAVY = ("1-1", "2-1"), ("6-5", "6-4", "6-3", "5-4", "6-2", "5-3", "5-2")
PLAYED: Mapping[str, Setting] = {
    **dict.fromkeys(("capicua", "chuchazo", "tranque", "pase_salida", "pase_salida_single", "pase_corrido"), 25),
    "early_rounds": "100_75_50_25",
    "shutout": "counts_two",
    "penalty_bonus": 5,
}
NOT_PLAYED: Mapping[str, Setting] = {**NO_BONUS, "penalty_bonus": 0}


def end_round(seating: Seating, game: Any, out: str | None, lightest: str) -> Entry:
    """Return a round that `out` ended (None: `lightest`, who leads, locked it); the side of `lightest` holds least."""
    light = seating.members(seating.side_of(lightest))
    gone = light if out and game.rounds.pairs_play_on else (out,)
    tiles = iter(LIGHT), iter(HEAVY)
    held = {player: [next(tiles[player not in light])] for player in seating.players}
    entry: Entry = {"entry": "round", "lead": lightest}
    entry |= {"out": out} if out else {"blocked": True, "locked_by": lightest}
    return entry | {"hands": {player: held[player] for player in seating.players if player not in gone}}


def score(variant: Variant, seating: Seating, *entries: Entry) -> Sheet:
    return fold(variant, seating, [parse_entry(each, variant, seating) for each in entries])


def lead_over_others(sheet: Sheet, side: str) -> int:
    """Return by how many points a side is ahead of the best of the others."""
    others = [total for other, total in sheet.totals.items() if other != side]
    return min(others) - sheet.totals[side] if sheet.game.goal.lowest_wins else sheet.totals[side] - max(others)


def passes_target(sheet: Sheet) -> bool:
    """Return whether points did not count because they pass a target that must be hit exactly."""
    return any("so it does not count" in str(line.why) for line in sheet.lines)


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Setting]]:
    return list(cover_pairs(FOUR_IN_PAIRS))


def list_seated(rows: list[dict[str, Setting]]) -> Iterator[tuple[Variant, Seating, dict[str, Setting]]]:
    for settings in rows:
        players, pairs = next(list_tables(settings))
        seating = OWN.seat(players, pairs, None, settings)
        yield OWN.settle_at(seating), seating, settings


def test_every_pair_of_settings_is_tried_or_refused(rows: list[dict[str, Setting]]) -> None:
    in_pairs = [row for row in rows if any(pairs for _, pairs in list_tables(row))]
    tried, tried_in_pairs = (
        {frozenset(pair) for row in found for pair in combinations(row.items(), 2)} for found in (rows, in_pairs)
    )
    for one, other in list_pairs():
        if frozenset((one, other)) not in tried:
            assert not can_stand(dict([one, other]))
            with pytest.raises(RuleError):
                OWN.settle(dict([one, other]))
        elif can_stand({**dict([one, other]), **FOUR_IN_PAIRS}) and not {one[0], other[0]} & FOUR_IN_PAIRS.keys():
            assert frozenset((one, other)) in tried_in_pairs, (one, other)


def test_a_bonus_never_hurts_who_earned_it(rows: list[dict[str, Setting]]) -> None:
    earned = 0
    for _, seating, settings in list_seated(rows):
        for bonus in PLAYED:
            with_it, without = (
                play_bonus(bonus, seating, {**settings, bonus: each[bonus]}) for each in (PLAYED, NOT_PLAYED)
            )
            if with_it is None or without is None or passes_target(with_it):
                continue
            side = seating.sides[0]
            assert lead_over_others(with_it, side) >= lead_over_others(without, side), (bonus, settings)
            assert count_matches(with_it, side) >= count_matches(without, side), (bonus, settings)
            earned += with_it.totals != without.totals
    assert earned > len(rows)


def play_bonus(bonus: str, seating: Seating, settings: Mapping[str, Setting]) -> Sheet | None:
    """Return a match in which Anna has earned this bonus; None where these settings do not allow it."""
    try:
        seating = OWN.seat(seating.players, seating.partners, None, settings)
    except RuleError:
        return None
    variant = OWN.settle_at(seating)
    game = variant.at(seating)
    out = end_round(seating, game, "Anna", "Anna")
    if bonus in ("capicua", "chuchazo"):
        entries = [out | ({"bonus": [bonus]} if bonus in game.bonuses.calls else {})]
    elif bonus == "tranque":
        entries = [end_round(seating, game, None, "Anna")]
    elif bonus.startswith("pase"):
        entries = [{"entry": "bonus", "player": "Anna", "bonus": bonus}, out]
        entries = entries if bonus in game.bonuses.paid and "bonus" in variant.takes else [out]
    else:
        entries = [out]
    sheet = score(variant, seating, *entries)
    assert not sheet.problems, (sheet.problems, settings)
    return sheet


def count_matches(sheet: Sheet, side: str) -> int:
    """Return how many matches of the evening this one would count for, if `side` won it now."""
    return sheet.game.goal.counts_for(sheet.totals, (side,)) if lead_over_others(sheet, side) > 0 else 1


def test_winning_a_round_is_never_worse_than_losing_it(rows: list[dict[str, Setting]]) -> None:
    better = 0
    for variant, seating, settings in list_seated(rows):
        game = variant.at(seating)
        for out in (True, False):
            won, lost = (
                score(variant, seating, end_round(seating, game, who if out else None, who)) for who in ("Anna", "Bo")
            )
            assert not won.problems + lost.problems, (won.problems, lost.problems, settings)
            side = seating.sides[0]
            if not (passes_target(won) or passes_target(lost)):
                assert lead_over_others(won, side) >= lead_over_others(lost, side), (out, settings)
            assert won.game.goal.lowest_wins or won.totals[side] >= 0, settings
            better += lead_over_others(won, side) > lead_over_others(lost, side)
    assert better > len(rows)
