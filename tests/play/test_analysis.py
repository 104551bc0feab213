"""The analysis of rounds with open hands: its search agrees with the rules, and with trying every move."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, cycle
from random import Random

import pytest

from scorekeeper.engine.file.match import read_match
from scorekeeper.engine.sheet.fold import Sheet, fold, rewind_to
from scorekeeper.engine.sheet.moves import list_next_moves
from scorekeeper.engine.tiles import Tile, make_tile, parse_tile
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.analysis.chances import find_chances, list_passes
from scorekeeper.play.history.analysis.evaluation import evaluate_round, remember_values
from scorekeeper.play.history.analysis.known_round import KnownRound, WhyNot, find_known_round
from scorekeeper.play.history.analysis.open_hands import OpenMove, OpenPosition
from scorekeeper.play.history.analysis.report import read_report
from scorekeeper.play.history.analysis.search import AlphaBetaSearch
from scorekeeper.play.history.replay import replay_round
from tests.long import LONG
from tests.play.known_rounds import find_best, play_match

GAMES: Mapping[str, tuple[str, int, Mapping[str, object]]] = {
    "block with two": ("block", 2, {}),
    "block with three": ("block", 3, {"blocked_score": "each_difference"}),
    "block with four": ("block", 4, {"tie": "rotation"}),
    "block in pairs": ("block", 4, {"pairs_count": "all_hands", "partners": True}),
    "pairs": ("latin_partner", 4, {}),
    "Dominican pairs": ("latin_partner", 4, dict(VARIANTS["latin_partner"].presets[3].settings)),
    "Puerto Rican pairs": ("latin_partner", 4, dict(VARIANTS["latin_partner"].presets[5].settings)),
    "cross pairs": ("latin_partner", 4, {"blocked_by": "single", "tie": "lead", "tranque": 25}),
    "six-love": ("six_love", 4, {"key": 2}),
    "German draw": ("german_draw", 4, {}),
    "Kozel alone, where points are penalties": ("kozel_alone", 4, {}),
    "Kozel, with points to get on the board": ("kozel", 4, {"double_blank": 25}),
}
ENDINGS = 5_000 if LONG else 200
MOST_LEFT = 9 if LONG else 8  # tiles in all hands together at an ending: every line of moves is tried
EACH = 5  # endings from one round


def play(name: str, seed: int) -> tuple[Sheet, KnownRound]:
    """Play a round of the game, and return its sheet and the known round."""
    variant, players, options = GAMES[name]
    sheet = play_match(variant, players, Random(seed), options)
    known = find_known_round(sheet, replay_round(sheet))
    assert isinstance(known, KnownRound), (name, seed, known)
    return sheet, known


def lies_before(sheet: Sheet, known: KnownRound, move: int) -> Sheet:
    """Return the sheet before a move of the round."""
    return rewind_to(sheet, replay_round(sheet).moves[known.places[move]].line.number)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_with_open_hands_the_moves_are_those_of_the_rules(name: str) -> None:
    sheet, known = play(name, 1)
    hands = known.open_hands()
    positions, _ = known.follow_moves(hands)
    for move, position in enumerate(positions):
        layout = lies_before(sheet, known, move).layout
        for seat in range(len(known.hands)):
            here = OpenPosition(position.left, position.ends, seat)
            allowed = list_next_moves(sheet.game, layout, hands.list_held(position.left, seat))
            by_the_rules = {(each.tile, each.place.pip) for each in allowed if each.place}
            assert {(each.tile, each.pip) for each in hands.list_moves(here)} == by_the_rules


@pytest.mark.slow
def test_no_line_of_moves_is_better_than_the_one_that_is_found() -> None:
    random, tried = Random(34), 0
    for number, name in enumerate(cycle(GAMES)):
        if tried >= ENDINGS:
            break
        sheet, known = play(name, number)
        hands, seating = known.open_hands(), sheet.seating
        positions, _ = known.follow_moves(hands)
        endings = [move for move, each in enumerate(positions) if each.left.bit_count() <= MOST_LEFT]
        for move in random.choices(endings, k=EACH if endings else 0):
            tried += 1
            position, before = positions[move], lies_before(sheet, known, move)
            left = {player: hands.list_held(position.left, seat) for seat, player in enumerate(seating.players)}
            side = random.choice(seating.sides)
            best = find_best(before, left, seating.players[position.mover], side)
            ours = frozenset(map(seating.players.index, seating.members(side)))
            find_values = remember_values(known, hands)
            search = AlphaBetaSearch(hands, ours, lambda end: find_values(end)[side], 10**6)  # noqa: B023  # called here
            assert search.find_value(position) == best, (name, number, move, side)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_round_is_worth_at_its_end_what_its_sheet_says(name: str) -> None:
    for seed in range(5):
        sheet, known = play(name, 100 + seed)
        scored = sheet.lines[-1].points
        values = evaluate_round(known.to_json(), most=100)["values"]
        signs = -1 if sheet.game.goal.lowest_wins else 1
        assert [each[-1] for each in values] == [
            signs * (2 * scored[side] - sum(scored.values())) for side in sheet.seating.sides
        ]


def test_hands_of_equal_pips_are_worth_different_points_where_the_double_blank_counts_more() -> None:
    sheet = play_match("kozel", 4, Random(2), {"double_blank": 25, "to_open": 0})
    known = find_known_round(sheet, replay_round(sheet))
    assert isinstance(known, KnownRound)
    hands = known.open_hands()
    _, end = known.follow_moves(hands)
    assert end is not None
    assert hands.list_held(end.left, 3) == (make_tile(2, 0), make_tile(0, 0))
    blank = next(bit for bit in (1 << place for place in range(28)) if hands.list_held(bit, 3) == (make_tile(0, 0),))
    find_values = remember_values(known, hands)
    with_blank, without = find_values(end), find_values(replace(end, left=end.left - blank))
    assert with_blank["Anna & Carl"] - without["Anna & Carl"] == 25


def test_a_move_that_cost_points_has_a_line_that_would_have_brought_them() -> None:
    costly = 0
    for seed in range(2):
        _, known = play("pairs", seed)
        found = evaluate_round(known.to_json())
        (ours, theirs), hands = found["values"], known.open_hands()
        assert theirs == [-each for each in ours]
        for move, made in enumerate(known.moves):
            side = made.mover % 2
            line = found["best"][move]
            value, after = found["values"][side][move], found["values"][side][move + 1]
            assert value >= after
            assert (line is not None) == (value > after)
            if line is None:
                continue
            costly += 1
            better = [OpenMove(mover, parse_tile(tile, 6), pip) for mover, tile, pip in line]
            assert better[0].tile in known.hands[made.mover]
            replayed = replace(known, moves=(*known.moves[:move], *better))
            _, end = replayed.follow_moves(hands)
            assert end is not None
            assert remember_values(known, hands)(end)[known.game.seating.sides[side]] == value
    assert costly


def test_early_moves_of_a_round_that_would_take_too_long_are_not_known() -> None:
    _, known = play("pairs", 1)
    whole, cut = (evaluate_round(known.to_json(), most)["values"][0] for most in (10**6, 300))
    known_from = next(move for move, value in enumerate(cut) if value is not None)
    assert known_from > 0
    assert cut[known_from:] == whole[known_from:]
    assert None not in whole


def test_a_round_is_the_same_after_another_process_has_read_it() -> None:
    _, known = play("Dominican pairs", 1)
    assert KnownRound.from_json(json.loads(json.dumps(known.to_json()))) == known


def find_in(variant: str, *entries: Mapping[str, object], **options: object) -> KnownRound | WhyNot:
    """Return what is known of the first round of a match of Anna, who leads, and Bo."""
    document = {"format": 1, "variant": variant, "players": ["Anna", "Bo"], "lead": "Anna", "options": options}
    file = read_match({**document, "entries": list(entries)})
    sheet = fold(file.variant, file.seating, file.entries)
    assert not sheet.problems
    return find_known_round(sheet, replay_round(sheet))


def lay(player: str, tile: str, at: str | None = None, pip: int | None = None) -> dict[str, object]:
    return {"entry": "play", "player": player, "tile": tile} | ({} if at is None else {"at": at, "pip": pip})


FIRST = (lay("Anna", "6-6"), lay("Bo", "6-5", "6-6", 6))
LEFT = {
    "Anna": ["4-4", "4-3", "4-2", "3-3", "3-2", "2-2"],
    "Bo": ["4-1", "3-1", "2-1", "1-1", "4-0", "3-0"],
}


def test_a_round_whose_hands_are_not_known_says_why_it_cannot_be_worked_out() -> None:
    blocked = {"entry": "round", "blocked": True, "hands": LEFT}
    assert isinstance(find_in("block", *FIRST, blocked), KnownRound)
    assert find_in("block", *FIRST) is WhyNot.GOES_ON
    assert find_in("block") is WhyNot.GOES_ON
    assert find_in("block", *FIRST, {**blocked, "hands": {**LEFT, "Bo": {"pips": 20}}}) is WhyNot.HANDS
    ends = {"entry": "ends", "player": "Bo", "ends": ["6", "3"]}
    assert find_in("block", FIRST[0], ends, {**blocked, "lead": "Anna"}) is WhyNot.MOVES
    fitting = {**LEFT, "Bo": ["6-4", *LEFT["Bo"][1:]]}
    assert find_in("block", *FIRST, {**blocked, "hands": fitting}) is WhyNot.NOT_LEGAL
    assert find_in("draw", *FIRST, {"entry": "round", "out": "Anna", "hands": {"Bo": ["4-1"]}}) is WhyNot.DRAWN
    assert find_in("all_fives", *FIRST) is WhyNot.GAME
    assert find_in("matador", lay("Anna", "6-6")) is WhyNot.GAME


def test_a_round_with_drawing_is_known_from_the_time_on_at_which_nothing_can_be_drawn() -> None:
    found = 0
    for seed in range(8):
        sheet = play_match("draw", 4, Random(seed), {"boneyard_keeps": "0"})
        known = find_known_round(sheet, replay_round(sheet))
        assert known is WhyNot.DRAWN or isinstance(known, KnownRound)
        if isinstance(known, KnownRound):
            found += 1
            assert sum(map(len, known.hands)) + known.places[0] >= 28  # the moves before include passes
            assert None not in evaluate_round(known.to_json())["values"][0]
    assert found


def test_the_turning_point_is_the_last_move_that_changed_who_wins_the_round() -> None:
    _, known = play("pairs", 0)
    count = len(known.moves)
    line = [[each.mover, str(each.tile), each.pip] for each in known.moves]
    ours = [5, 5, -3, -3, 4, 4, *[2] * (count - 5)]
    best = [line if 1 <= move <= 5 and ours[move] != ours[move + 1] else None for move in range(count)]
    report = read_report(known, {"values": [ours, [-each for each in ours]], "best": best})
    assert [costly.move for costly in report.costly] == [1, 3, 5]
    assert [costly.turned for costly in report.costly] == [True, True, False]
    assert report.turning == report.costly[1]
    assert report.first_known == 0


def test_the_chances_are_those_of_all_deals_that_agree_with_what_a_seat_has_seen() -> None:
    for name, seed in (("pairs", 3), ("block with two", 2)):
        sheet, known = play(name, seed)
        players, game = len(known.hands), sheet.game
        move = next(move for move in range(len(known.moves)) if sum(map(len, known.hands)) - move <= 9)
        chances = find_chances(known, 0, move)
        laid = {each.tile for each in known.moves[:move]}
        sizes = [len(set(hand) - laid) for hand in known.hands[1:]]
        lacks = [
            {pip for each in list_passes(known) if each.player == player and each.move <= move for pip in each.pips}
            for player in range(1, players)
        ]
        unseen = [tile for tile in game.tiles if tile not in {*known.lying, *laid, *known.hands[0]}]
        deals = list(deal_out(unseen, sizes, lacks))
        assert chances.deals == len(deals)
        for each in chances.tiles:
            counted = [sum(each.tile in hands[other] for hands in deals) for other in range(players - 1)]
            assert list(each.chances) == [Fraction(count, len(deals)) for count in counted]
            held = [other for other in range(players - 1) if each.tile in set(known.hands[other + 1]) - laid]
            assert ([] if each.holder is None else [each.holder]) == held


def deal_out(
    tiles: Sequence[Tile], sizes: Sequence[int], lacks: Sequence[set[int]]
) -> Iterator[tuple[frozenset[Tile], ...]]:
    """Yield every way to deal hands of these sizes, none of which has a tile with a number that it lacks."""
    if not sizes:
        yield ()
        return
    for hand in combinations(tiles, sizes[0]):
        if not any(lacks[0] & {*tile.halves} for tile in hand):
            for rest in deal_out([tile for tile in tiles if tile not in hand], sizes[1:], lacks[1:]):
                yield frozenset(hand), *rest
