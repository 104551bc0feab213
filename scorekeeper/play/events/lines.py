"""The lines that the result of a table adds to the standing of each entrant at it.

The effectiveness follows the procedure of the Venezuelan federation; `docs/events.md` explains it with examples.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from scorekeeper.play.events.event import YELLOW_POINTS, Event, FixedLine
from scorekeeper.play.events.rounds import EventTable, Side, TableResult

COLOURS = ("yellow", "red", "black")


@dataclass(frozen=True, slots=True)
class MatchLine:
    """The contribution of one match, bye or missed round to the standing of one entrant."""

    name: str
    round: int
    points: int
    against: int
    effectiveness: int
    won: bool
    excess: int = 0
    """Points above the target, if the event records them separately."""
    opponents: Side = ()


def compute_effectiveness(own: int, other: int, target: int) -> int:
    """Return the effectiveness of a match to `target` points, from the view of the side with `own` points.

    With a target of 200, a score of 200 : 120 gives 80. If time ended the match, 140 : 95 gives 45, and 95 : 140 gives
    -45.
    """
    if own == other:
        return 0
    if max(own, other) < target:
        return own - other
    return target - other if own > other else own - target


def make_fixed_line(name: str, round_: int, line: FixedLine, *, won: bool, opponents: Side = ()) -> MatchLine:
    """Return the line of a match that was not decided by points."""
    return MatchLine(name, round_, *line, won, opponents=opponents)


def raise_colours(result: TableResult, earlier: Mapping[str, int], *, escalate: bool) -> dict[str, int]:
    """Return the colour of the card of each entrant who offended: 1 yellow, 2 red, 3 black.

    `earlier` has the colours of earlier rounds. With `escalate`, a yellow card is one colour higher than the earlier
    one.
    """
    offences = [(card.name, 1 + COLOURS.index(card.colour)) for card in result.cards]
    offences += [(each.name, 1) for each in result.sanctions if each.points == YELLOW_POINTS]
    for board in result.boards:
        offences += raise_colours(board, {}, escalate=False).items()
    raised: dict[str, int] = {}
    for name, colour in offences:
        escalates = colour == 1 and escalate
        final = min(earlier.get(name, 0) + 1, len(COLOURS)) if escalates else colour
        raised[name] = max(final, raised.get(name, 0))
    return raised


def compute_lines(
    event: Event, round_: int, table: EventTable, colours: Mapping[str, int], boards: int
) -> Iterator[MatchLine]:
    """Yield the lines of all entrants at a table that has a result.

    `colours` has the cards of earlier rounds, `boards` is the number of matches that a forfeit of a team counts for.
    """
    if table.result is None:
        return
    event = event.with_target(table.target)
    for result in _list_boards(event, table.result, boards):
        raised = raise_colours(result, colours, escalate=event.options.escalate)
        expelled = [name for name, colour in raised.items() if colour > 1]
        if result.absent:
            yield from _compute_fixed_lines(event, round_, table, result.absent, event.absent, event.present)
        elif expelled:
            yield from _compute_fixed_lines(event, round_, table, expelled, event.card_offender, event.card_others)
        else:
            yield from _compute_point_lines(event, round_, table, result)


def _list_boards(event: Event, result: TableResult, boards: int) -> list[TableResult]:
    """Return the result of each match at a table; teams play several, and an absent team misses all of them."""
    if result.boards:
        absent, cards = result.absent, result.cards
        each = [replace(board, absent=board.absent + absent, cards=board.cards + cards) for board in result.boards]
        return [replace(each[0], sanctions=each[0].sanctions + result.sanctions), *each[1:]]
    is_played = result.total is not None and not result.absent
    return [result] * (boards if event.entry == "teams" and not is_played else 1)


def _spread(event: Event, side: Side, hit: Collection[str]) -> Side:
    """Return the entrants of a side who share a penalty of the entrants `hit`: these, or their whole pair."""
    if event.options.hits == "pair":
        return side if any(name in hit for name in side) else ()
    return tuple(name for name in side if name in hit)


def _compute_fixed_lines(
    event: Event, round_: int, table: EventTable, hit: Collection[str], theirs: FixedLine, others: FixedLine
) -> Iterator[MatchLine]:
    """Yield the lines of a match not decided by points: `theirs` for the entrants `hit`, `others` for the rest."""
    for side, opponents in (table.sides, table.sides[::-1]):
        lost = _spread(event, side, hit)
        for name in side:
            line = theirs if name in lost else others
            yield make_fixed_line(name, round_, line, won=name not in lost, opponents=opponents)


def _compute_point_lines(event: Event, round_: int, table: EventTable, result: TableResult) -> Iterator[MatchLine]:
    """Yield the lines of a match that was decided by points."""
    points = result.total
    if points is None:
        return
    made = points if event.excess == "kept" else tuple(min(each, event.target) for each in points)
    fines = [sum(each.points for each in result.sanctions if each.name in side) for side in table.sides]
    seen = made if event.options.sanction_to == "offender" else [max(made[i] - fines[i], 0) for i in (0, 1)]
    for i, (side, opponents) in enumerate((table.sides, table.sides[::-1])):
        other = seen[1 - i]
        for name in side:
            fine = fines[i]
            if event.options.hits == "player":
                fine = sum(each.points for each in result.sanctions if each.name == name)
            own = max(made[i] - fine, 0)
            # A side that won only by points above the target has won; a side that is level after a sanction has not.
            is_level_by_cut = own == other and not fine and other == made[1 - i]
            yield MatchLine(
                *(name, round_, own, other, compute_effectiveness(own, other, event.target)),
                won=own > other or (is_level_by_cut and points[i] > points[1 - i]),
                excess=max(points[i] - event.target, 0) if event.excess == "noted" else 0,
                opponents=opponents,
            )
