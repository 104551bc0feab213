"""The pad at a table of an event: a match with the event's game and options, and the result that it ends with.

A table of teams has a match for each pair, and that of a league one for each game of its card; their numbers begin at
1. A table with a single match has it under the number 0.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.engine.variants import find_variant
from scorekeeper.play.events.club_event import BETWEEN, ClubEvent, TableReport
from scorekeeper.play.events.results import write_match
from scorekeeper.play.events.rounds import Side
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.store import NotFoundError, Store


@dataclass(frozen=True, slots=True)
class PadMatch:
    """A match on the pad: the sides that play it, and the points of both sides once it is over."""

    id: str
    sides: tuple[Side, Side]
    points: tuple[int, int] | None


def start_pad(
    store: Store,
    record: ClubEvent,
    report: TableReport,
    post: str,
    board: int = 0,
    sides: tuple[Side, Side] | None = None,
) -> str:
    """Start a match of a table on the pad, and return its id.

    `post` is the id of the form, which starts one match even if it is sent twice. `board` is the number of the match,
    from 1, at a table that plays several of them; 0 is the only one.

    `sides` are the players of a league's game; others follow from the entrants. Two sides of two play in pairs, A and C
    against B and D. Raises RuleError if the game is not for this number of players.
    """
    first, second = sides or (list_players(record, report.sides[side], board) for side in (0, 1))
    in_pairs = len(first) == len(second) == 2
    one_each = (BETWEEN.join(first), BETWEEN.join(second))
    players = (first[0], second[0], first[1], second[1]) if in_pairs else one_each
    match = start_match(
        store,
        record.game,
        players,
        in_pairs or None,
        options=_find_options(record, report, board),
        post=f"{post} {report.round} {report.number} {board}",
    )
    write_match(store, record.id, report.round, report.number, match.id, post, board=board)
    return match.id


def _find_options(record: ClubEvent, report: TableReport, board: int) -> Mapping[str, object]:
    """Return the options of a match on the pad, with the target of the table, or of the game of a league's card."""
    league = record.event.league
    target = league.targets[board - 1] if league else report.target
    has_target = any(option.key == "target" for option in find_variant(record.game).options)
    return {**record.options, "target": target} if has_target else record.options


def list_players(record: ClubEvent, side: Side, board: int = 0) -> Side:
    """Return the players of a side as they play now: the individuals, those of a pair, or those of a team's pair.

    `board` is the number of the team's pair, from 1; 0 is the first one, too.
    """
    if len(side) > 1:
        return side
    pairs = record.list_pairs(side[0])
    return pairs[board - 1 if board else 0]


def find_pads(store: Store, report: TableReport) -> Mapping[int, PadMatch]:
    """Return the matches on the pad that were started at a table, by their numbers; 0 is the only one of a table."""
    matches = {}
    for board, match_id in {0: report.match, **report.matches}.items():
        try:
            match = load_match(store, match_id) if match_id else None
        except NotFoundError:
            continue
        if match is None:
            continue
        names = match.seating.players
        sides = (names[::2], names[1::2])
        one, other = match.seating.sides
        points = (match.sheet.totals[one], match.sheet.totals[other]) if match.sheet.over else None
        matches[board] = PadMatch(match.id, sides, points)
    return matches
