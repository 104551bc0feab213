"""Compute the value of a round with known hands before each of its moves, and which moves would have been better."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.engine.entries import Hand, LastTile, RoundEnd
from scorekeeper.engine.tiles import End
from scorekeeper.play.history.analysis.known_round import KnownRound
from scorekeeper.play.history.analysis.open_hands import FinalPosition, OpenHands, OpenMove, OpenPosition
from scorekeeper.play.history.analysis.search import UNLIMITED, AlphaBetaSearch, SearchStoppedError

MOST_POSITIONS = 600_000  # the limit of one search

Line = tuple[OpenMove, ...]
FindValues = Callable[[FinalPosition], Mapping[str, int]]
"""A function that returns the value of an end for each side."""


def evaluate_round(facts: Mapping[str, Any], most: int = MOST_POSITIONS) -> dict[str, Any]:
    """Return as JSON values the value of a round for each side before each of its moves, and at its end.

    `facts` are those of a `KnownRound`. `values` has a list for each side: the points that it scores more than all
    others together if everybody plays as well as possible from then on, the others all against that side. It is None
    before early moves if a search had to examine more than `most` positions. `best` has for each move that cost the
    side of its player points the best line from there, and None for every other move.
    """
    known = KnownRound.from_json(facts)
    seating, hands = known.game.seating, known.open_hands()
    find_values = remember_values(known, hands)
    if len(seating.sides) == 2:
        values, lines = _evaluate_for(known, hands, find_values, seating.sides[0], most)
        columns = [values, [None if value is None else -value for value in values]]
    else:
        evaluated = {side: _evaluate_for(known, hands, find_values, side, most) for side in seating.sides}
        columns = [values for values, _ in evaluated.values()]
        movers = [seating.side_of(seating.players[move.mover]) for move in known.moves]
        lines = {place: line for place, side in enumerate(movers) if (line := evaluated[side][1].get(place))}
    best = [lines.get(place) for place in range(len(known.moves))]
    written = [line and [[move.mover, str(move.tile), move.pip] for move in line] for line in best]
    return {"values": columns, "best": written}


def _evaluate_for(
    known: KnownRound, hands: OpenHands, find_values: FindValues, side: str, most: int
) -> tuple[list[int | None], dict[int, Line]]:
    """Return the value of the round for `side` before each move and at its end, and the best lines.

    `find_values` returns the values of an end (see `remember_values`).

    There is a line for each move that was not as good as another one for its player, by the index of the move. It
    begins before that move. The last moves are evaluated first: the value of a position for the side to move is at
    least the value after the move that was made, so that a search has only to find out whether another move is worth
    more.
    """
    seating = known.game.seating
    ours = frozenset(map(seating.players.index, seating.members(side)))
    search = AlphaBetaSearch(hands, ours, lambda end: find_values(end)[side], most)
    positions, end = known.follow_moves(hands)
    if end is None:
        raise ValueError("the moves do not end the round")
    value = find_values(end)[side]
    values: list[int | None] = [None] * len(positions) + [value]
    lines = dict[int, Line]()
    try:
        for place, position in reversed(list(enumerate(positions))):
            before = _find_value_before(search, position, value, position.mover in ours)
            if before != value:
                lines[place] = search.find_line(position)
            values[place] = value = before
    except SearchStoppedError:
        pass
    return values, lines


def _find_value_before(search: AlphaBetaSearch, position: OpenPosition, after: int, ours: bool) -> int:
    """Return the value of a position in which a move was made that led to a position with the value `after`."""
    if ours:
        better = search.find_value(position, after, after + 1) > after
        return search.find_value(position, after, UNLIMITED) if better else after
    better = search.find_value(position, after - 1, after) < after
    return search.find_value(position, -UNLIMITED, after) if better else after


def remember_values(known: KnownRound, hands: OpenHands) -> FindValues:
    """Return a function that returns the value of an end for each side: its points less those of all others.

    Ends between which the game makes no difference are scored only once.
    """
    game, values = known.game, dict[tuple[object, ...], Mapping[str, int]]()
    counted = game.rounds.hands
    by_pips = counted.known == "pips" and not (
        counted.by_doubles or counted.each_tile or counted.double_blank or counted.lone_double_six
    )
    last_counts, seats = bool(game.bonuses.calls), range(len(game.seating.players))
    sign = -1 if game.goal.lowest_wins else 1

    def find_values(end: FinalPosition) -> Mapping[str, int]:
        """Return the value of `end` for each side, whose opponents' points are subtracted."""
        what = tuple(hands.count_pips(end.left, seat) for seat in seats) if by_pips else end.left
        key = (what, end.out, end.last.mover, (end.last.tile, end.before) if last_counts else None)
        if key not in values:
            points = score_end(known, hands, end)
            values[key] = {side: sign * (2 * points.get(side, 0) - sum(points.values())) for side in game.seating.sides}
        return values[key]

    return find_values


def score_end(known: KnownRound, hands: OpenHands, end: FinalPosition) -> Mapping[str, int]:
    """Return the points of each side at an end of the round, without those for passes."""
    game, seats = known.game, known.game.seating.players
    mover = seats[end.last.mover]
    left = {player: Hand(hands.list_held(end.left, seat)) for seat, player in enumerate(seats)}
    low, high = end.before
    ended = RoundEnd(
        how="out" if end.out else "blocked",
        out=mover if end.out else None,
        hands=tuple(left.items()),
        lead=known.lead,
        locked_by=None if end.out else mover,
        last=LastTile(end.last.tile, (End(low), End(high))) if end.out else LastTile(),
    )
    pips = {player: hand.pips or 0 for player, hand in ended.hands}
    score = game.bonuses.reward_early(game.rounds.score(ended, pips, known.lead), known.rounds_won)
    return game.goal.count_round(known.totals, replace(score, carried=known.carried + score.carried)).points
