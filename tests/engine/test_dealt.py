"""Exactly what no deal allows is refused; checked with every deal of small sets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.engine.entries import Hand, RoundEnd
from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.models import FORK, LINE, SPIN_ALL, SPIN_ONE, Model
from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.rules.dealing import Deal, Dealing
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.sheet.fold import fold
from scorekeeper.engine.sheet.hand_feasibility import TilesDealt, TypedHand, count_blocked_line, may_deal_pips
from scorekeeper.engine.sheet.open_ends import check_ends
from scorekeeper.engine.sheet.refusals import check_round
from scorekeeper.engine.tiles import End, Tile, make_set, sort_pips
from scorekeeper.engine.variants import VARIANTS

# -- open ends -------------------------------------------------------------------------------------------------------


def lay_all(model: Model, largest: int, first_tile: str) -> Iterator[tuple[End, ...]]:
    """Yield the open ends of every layout of a set, each once."""
    tiles = make_set(largest)
    todo = [Layout(model).lay(tile) for tile in tiles if first_tile == "any" or tile.double == (first_tile == "double")]
    seen, known = set(), set()
    while todo:
        layout = todo.pop()
        lies = frozenset((each.tile, each.joined, each.first) for each in layout.laid.values())
        if lies in known:
            continue
        known.add(lies)
        ends = tuple(sorted(layout.ends))
        if ends not in seen:
            seen.add(ends)
            yield ends
        for at in layout.laid:
            for tile, pip in product(tiles, set(at.halves)):
                if tile not in layout.laid and pip in tile.halves:
                    try:
                        todo.append(layout.lay(tile, at, pip))
                    except RuleError:
                        continue


def list_ends(largest: int, most: int) -> Iterator[tuple[End, ...]]:
    """Yield all combinations of up to `most` ends that can be typed."""
    kinds = [End(pip, both) for pip in range(largest + 1) for both in (False, True)]

    def grow(ends: tuple[End, ...], kinds: Sequence[End]) -> Iterator[tuple[End, ...]]:
        yield ends
        for place, end in enumerate(kinds):
            if len(ends) < most:
                yield from grow((*ends, end), kinds[place:])

    yield from grow((), kinds)


def is_taken(ends: tuple[End, ...], model: Model, largest: int, first_tile: str) -> bool:
    try:
        check_ends(ends, model, largest, first_tile)  # type: ignore[arg-type]
    except RuleError:
        return False
    return True


@pytest.mark.parametrize("first_tile", ["any", "double", "no_double"])
@pytest.mark.parametrize("model", [LINE, SPIN_ALL, SPIN_ONE, FORK], ids=["line", "spin", "one", "fork"])
def test_open_ends_are_taken_exactly_where_a_layout_shows_them(model: Model, first_tile: str) -> None:
    """The set has the six tiles up to 2-2."""
    shown = set(lay_all(model, 2, first_tile))
    taken = {tuple(sorted(ends)) for ends in list_ends(2, 6) if is_taken(ends, model, 2, first_tile)}
    # A layout closed on every side has no open end; that is never typed.
    assert taken == shown - {()}


# -- hands -----------------------------------------------------------------------------------------------------------

SMALL = make_set(2)  # six tiles: 0-0 1-0 1-1 2-0 2-1 2-2


def list_deals(deal: Deal, players: int, laid: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield how many tiles each player can hold after a round with this deal, and how many were laid in all."""
    drawable = deal.boneyard - deal.never_drawn
    for drawn in product(range(drawable + 1), repeat=players):
        if sum(drawn) <= drawable:
            had = [deal.each + more for more in drawn]
            for held in product(*(range(most + 1) for most in had)):
                if all(most - left >= known for most, left, known in zip(had, held, laid, strict=True)):
                    yield held, sum(had) - sum(held) + deal.start_tile


def make_game(dealt: Deal) -> Game:
    """Return a game in a line with the set up to 2-2 and this deal."""
    variant = VARIANTS["pl_ekspresowe"]
    game = variant.at(variant.seat(["Anna", "Bo"]))
    return replace(game, dealing=Dealing(2, dealt))


def list_hands(deal: Deal, laid: Sequence[int], seen: frozenset[Tile], out: int | None) -> set[tuple[int, ...]]:
    """Return the pips of two hands after any round: from each way to deal the tiles that were not `seen`."""
    pool = [tile for tile in SMALL if tile not in seen]
    found: set[tuple[int, ...]] = set()
    for held, lying in set(list_deals(deal, 2, laid)):
        if lying < max(1, len(seen)) or any((seat == out) != (count == 0) for seat, count in enumerate(held)):
            continue
        for one in combinations(pool, held[0]):
            rest = [tile for tile in pool if tile not in one]
            for other in combinations(rest, held[1]):
                found.add((sum(tile.pips for tile in one), sum(tile.pips for tile in other)))
    return found


DEALS = {
    "nobody draws": Deal(2, 2, never_drawn=2),
    "one is drawn": Deal(2, 2, never_drawn=1),
    "all are drawn": Deal(2, 2, never_drawn=0),
    "a start tile": Deal(1, 3, never_drawn=1, start_tile=1),
    "everything is dealt": Deal(3, 0, never_drawn=0),
}


@pytest.mark.parametrize("deal", DEALS.values(), ids=list(DEALS))
@pytest.mark.parametrize("laid", [(0, 0), (1, 0), (1, 1), (2, 1)])
@pytest.mark.parametrize("seen", [frozenset(), frozenset({Tile(0, 0)}), frozenset({Tile(2, 2), Tile(2, 1)})], ids=str)
def test_typed_pips_are_taken_exactly_where_a_deal_gives_them(
    deal: Deal, laid: tuple[int, int], seen: frozenset[Tile]
) -> None:
    """Somebody is out: the other's pips are accepted exactly if some deal gives them."""
    game = make_game(deal)
    layout = replace(Layout(LINE), seen=seen)
    possible = {pips for _, pips in list_hands(deal, laid, seen, out=0)}
    taken = {pips for pips in range(14) if _is_possible(game, layout, laid, Hand(None, pips))}
    assert taken == possible


@pytest.mark.parametrize("deal", [DEALS["nobody draws"], DEALS["one is drawn"]], ids=["nobody draws", "one is drawn"])
@pytest.mark.parametrize("laid", [(0, 0), (1, 1)])
@pytest.mark.parametrize("seen", [frozenset({Tile(0, 0)}), frozenset({Tile(1, 1), Tile(2, 2)})], ids=str)
def test_what_two_hands_can_have_together_is_told_right(
    deal: Deal, laid: tuple[int, int], seen: frozenset[Tile]
) -> None:
    """Nobody is out: if two hands are refused for their sum, all possible sums are within the limits that are named."""
    game = make_game(deal)
    layout = replace(Layout(LINE), seen=seen)
    possible = {sum(hands) for hands in list_hands(deal, laid, seen, out=None)}
    for pips in product(range(12), repeat=2):
        hands = (("Anna", Hand(None, pips[0])), ("Bo", Hand(None, pips[1])))
        for problem in find_problems(game, layout, laid, RoundEnd(how="blocked", hands=hands)):
            if problem.key == "impossible_total" and problem.place == ("hands",):
                told = dict(problem.values)
                assert sum(pips) not in possible
                assert possible <= set(range(int(str(told["fewest"])), int(str(told["most"])) + 1))
            if problem.key == "impossible_hands":
                assert min(possible) <= sum(pips) <= max(possible)


def find_problems(game: Game, layout: Layout, laid: Sequence[int], ended: RoundEnd) -> tuple[Problem, ...]:
    try:
        check_round(ended, layout, game, dict(zip(("Anna", "Bo"), laid, strict=True)))
    except RuleError as error:
        return error.problems
    return ()


def _is_possible(game: Game, layout: Layout, laid: Sequence[int], hand: Hand) -> bool:
    ended = RoundEnd(how="out", out="Anna", hands=(("Anna", Hand()), ("Bo", hand)))
    try:
        check_round(ended, layout, game, dict(zip(("Anna", "Bo"), laid, strict=True)))
    except RuleError:
        return False
    return True


@given(
    st.lists(st.integers(0, 14), min_size=1, max_size=3),
    st.sets(st.sampled_from(make_set(3)), min_size=1, max_size=6),
    st.integers(1, 3),
    st.integers(0, 2),
    st.integers(1, 6),
)
def test_hands_are_dealt_together_exactly_where_some_way_to_share_the_tiles_out_is_found(
    pips: list[int], pool: set[Tile], each: int, drawn: int, held: int
) -> None:
    players = ("Anna", "Bo", "Carl")[: len(pips)]
    dealt = TilesDealt(each, drawn, held, {})
    hands = [TypedHand(player, total, None) for player, total in zip(players, pips, strict=True)]
    found = any(
        all(
            sum(tile.pips for tile, at in zip(sorted(pool), shared, strict=True) if at == place) == total
            and place in shared
            for place, total in enumerate(pips)
        )
        and dealt.may_hold({player: shared.count(place) for place, player in enumerate(players)})
        for shared in product((*range(len(pips)), None), repeat=len(pool))
    )
    assert may_deal_pips(sort_pips(pool), hands, dealt, {}) == found


# -- at the table ----------------------------------------------------------------------------------------------------


def write(key: str, players: str, *entries: Mapping[str, object]) -> list[list[str]]:
    """Return the keys of what is wrong with each of these entries."""
    variant = VARIANTS[key]
    seating = variant.seat(players.split())
    sheet = fold(variant, seating, [parse_entry(entry, variant, seating) for entry in entries])
    return [[problem.key for problem in line.problems] for line in sheet.lines]


def out(player: str, **pips: int) -> dict[str, object]:
    return {"entry": "round", "out": player, "hands": {name: {"pips": count} for name, count in pips.items()}}


ROUNDS = {
    "Spansk: twelve tiles at most have 106 pips": ("spansk", "Anna Bo Carl Dora", out("Bo", Anna=106, Carl=2), True),
    "Spansk: 107 pips": ("spansk", "Anna Bo Carl Dora", out("Bo", Anna=107, Carl=2), False),
    "Spansk: 160 pips": ("spansk", "Anna Bo Carl Dora", out("Bo", Anna=160, Carl=2), False),
    "two hands of one pip": ("dk_almindelig", "Anna Bo Carl", out("Anna", Bo=1, Carl=1), False),
    "no pips and one pip": ("dk_almindelig", "Anna Bo Carl", out("Anna", Bo=0, Carl=1), True),
    "two hands of no pips": ("dk_almindelig", "Anna Bo Carl", out("Anna", Bo=0, Carl=0), False),
    "two hands of two": ("dk_almindelig", "Anna Bo Carl", out("Anna", Bo=2, Carl=2), True),
    "three hands of two, but there are two such tiles": (
        *("dk_almindelig", "Anna Bo Carl Dora"),
        *(out("Anna", Bo=2, Carl=2, Dora=2), False),
    ),
    "Polish: seven tiles have 69 pips at most": ("pl_ekspresowe", "Anna Bo", out("Anna", Bo=69), True),
    "Polish: 70 pips": ("pl_ekspresowe", "Anna Bo", out("Anna", Bo=70), False),
    "both cannot have the heaviest seven": ("pl_ekspresowe", "Anna Bo Carl", out("Anna", Bo=69, Carl=60), False),
}


@pytest.mark.parametrize(("key", "players", "entry", "possible"), ROUNDS.values(), ids=list(ROUNDS))
def test_a_round_is_taken_where_its_hands_can_be(
    key: str, players: str, entry: Mapping[str, object], possible: bool
) -> None:
    assert (write(key, players, entry) == [[]]) == possible


def test_what_somebody_laid_and_holds_is_not_more_than_he_was_dealt_where_nobody_draws() -> None:
    """Two tiles laid: of seven five are left."""
    moves: list[Mapping[str, object]] = [
        {"entry": "play", "player": "Anna", "tile": "6-6"},
        {"entry": "play", "player": "Bo", "tile": "6-5", "at": "6-6", "pip": 6},
        {"entry": "play", "player": "Anna", "tile": "6-4", "at": "6-6", "pip": 6},
        {"entry": "play", "player": "Bo", "tile": "5-0", "at": "6-5", "pip": 5},
    ]
    five, six = ({"entry": "round", "out": "Anna", "hands": {"Bo": {"pips": 20, "tiles": left}}} for left in (5, 6))
    assert write("pl_ekspresowe", "Anna Bo", *moves, five)[-1] == []
    assert write("pl_ekspresowe", "Anna Bo", *moves, six)[-1] == ["too_many_tiles"]


@pytest.mark.parametrize(
    ("key", "most", "refused"), [("spansk", 26, "round_end_missing"), ("pl_ekspresowe", 13, "round_is_over")]
)
def test_more_moves_than_there_are_tiles_are_not_one_round(key: str, most: int, refused: str) -> None:
    """Each player has a tile before a move: in Spansk domino one tile is never drawn, in the Polish game 14."""
    moves = [{"entry": "ends", "player": ("Anna", "Bo")[turn % 2], "ends": ["1", "2"]} for turn in range(most + 2)]
    problems = write(key, "Anna Bo", *moves)
    first = next(turn for turn, found in enumerate(problems, 1) if found)
    assert problems[first - 1] == [refused]
    assert first == most + 1


def test_a_blocked_line_with_every_tile_in_play_has_ten_tiles_at_least() -> None:
    assert count_blocked_line(6) == 10
    assert [count_blocked_line(largest) for largest in (1, 2, 3, 9, 12)] == [3, 4, 7, 19, 19]


def test_spansk_has_no_more_than_the_built_in_doubles_allow() -> None:
    six = ["6-6", "5-5", "4-4", "3-3", "2-2", "1-1"]
    assert write("spansk", "Anna Bo", {"entry": "ends", "player": "Anna", "ends": six}) == [["impossible_ends"]]
    assert write("spansk", "Anna Bo", {"entry": "ends", "player": "Anna", "ends": six[:5]}) == [[]]


@pytest.mark.parametrize(("carl", "told"), [(49, ""), (50, "There cannot be 119 pips here, only 8 to 118.")])
def test_two_hands_of_seven_have_no_more_than_the_fourteen_heaviest_that_no_other_hand_shows(
    carl: int, told: str
) -> None:
    light = ["0-0", "1-0", "1-1", "2-0", "2-1", "3-0"]
    variant = VARIANTS["pl_ekspresowe"]
    seating = variant.seat(["Anna", "Bo", "Carl", "Dora"])
    hands = {"Bo": {"pips": 69}, "Carl": {"pips": carl}, "Dora": light}
    entry = parse_entry({"entry": "round", "out": "Anna", "hands": hands}, variant, seating)
    [line] = fold(variant, seating, [entry]).lines
    assert " ".join(str(problem.text) for problem in line.problems) == told


def test_where_too_many_ways_had_to_be_tried_hands_are_taken_to_be_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    """3 and 3 pips cannot be dealt from the 1-0, the 2-1 and the 2-2; nothing is refused for want of time."""
    tiles = [Tile(1, 0), Tile(2, 1), Tile(2, 2)]
    hands = [TypedHand(player, 3, None) for player in ("Anna", "Bo")]
    dealt = TilesDealt(2, 0, 4, {})
    assert not may_deal_pips(sort_pips(tiles), hands, dealt, {})
    monkeypatch.setattr("scorekeeper.engine.sheet.hand_feasibility.MOST_TRIED", -1)
    assert may_deal_pips(sort_pips(tiles), hands, dealt, {})


@given(st.integers(1, 4), st.integers(0, 4), st.integers(0, 9), st.integers(0, 4), st.integers(0, 4), st.integers(0, 5))
def test_the_most_that_one_can_hold_is_the_most_that_may_be_held(
    each: int, drawn: int, held: int, anna: int, bo: int, bo_holds: int
) -> None:
    laid = {player: count for player, count in (("Anna", anna), ("Bo", bo)) if count}  # of others none is known
    dealt = TilesDealt(each, drawn, held, laid)
    assume(dealt.may_hold({"Bo": bo_holds}))
    possible = [count for count in range(20) if dealt.may_hold({"Anna": count, "Bo": bo_holds})]
    assert dealt.find_most("Anna", {"Bo": bo_holds}) == max(possible, default=0)


@pytest.mark.parametrize(
    ("bo", "carl", "told"),
    [
        (0, 0, "impossible_total: There cannot be 0 pips here, only 1 to"),
        (1, 1, "impossible_hands"),
        (1, 2, ""),
        (68, 68, "impossible_total: There cannot be 136 pips here, only 1 to"),
    ],
)
def test_hands_that_cannot_be_dealt_together_are_told_by_their_sum_where_that_says_it(
    bo: int, carl: int, told: str
) -> None:
    variant = VARIANTS["pl_ekspresowe"]
    seating = variant.seat(["Anna", "Bo", "Carl"])
    [line] = fold(variant, seating, [parse_entry(out("Anna", Bo=bo, Carl=carl), variant, seating)]).lines
    assert " ".join(f"{problem.key}: {problem.text}" for problem in line.problems).startswith(told or "")
    assert bool(line.problems) is bool(told)


@pytest.mark.parametrize(
    ("hand", "possible"),
    [
        ({"pips": 0, "tiles": 1, "has": ["0-0"]}, True),
        ({"pips": 47, "tiles": 3, "has": ["0-0"]}, True),
        ({"pips": 48, "tiles": 3, "has": ["0-0"]}, False),
        ({"pips": 1, "tiles": 2, "has": ["0-0"]}, True),
        ({"pips": 25, "tiles": 2, "has": ["0-0"]}, False),
        ({"pips": 0, "tiles": 2, "has": ["0-0"]}, False),
        ({"pips": 0, "has": ["0-0"]}, True),
        ({"pips": 24, "tiles": 1}, True),
        ({"pips": 25, "tiles": 1}, False),
    ],
)
def test_the_double_blank_in_a_hand_leaves_the_pips_to_one_tile_less(hand: dict[str, object], possible: bool) -> None:
    """The heaviest two of a double-twelve set have 24 and 23 pips."""
    variant = VARIANTS["mexican_train"]
    seating = variant.seat(["Anna", "Bo"], options={"double_blank": 50})
    entry = parse_entry({"entry": "round", "number": 9, "out": "Anna", "hands": {"Bo": hand}}, variant, seating)
    [line] = fold(variant, seating, [entry]).lines
    assert [problem.key for problem in line.problems] == ([] if possible else ["impossible_total"])


def test_what_some_hold_together_is_less_by_what_the_others_hold() -> None:
    """Anna and Bo, of whom each was dealt five; one tile was drawn, and Anna has laid two."""
    dealt = TilesDealt(5, 1, 6, {"Anna": 2})
    assert dealt.find_most_together(["Anna", "Bo"], {}) == 6
    assert dealt.find_most_together(["Anna", "Bo"], {"Carl": 2}) == 4
    assert replace(dealt, held=20).find_most_together(["Anna", "Bo"], {"Carl": 5}) == 9
    assert replace(dealt, held=20).find_most_together(["Anna", "Bo"], {"Carl": 6}) == 8
