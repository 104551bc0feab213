"""The pad at a table of an event: a match with the event's game and options, and its result for the event."""

from scorekeeper.play.events.record import ClubEvent, TableReport
from scorekeeper.play.events.writing import write_match
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.store import NotFoundError, Store

BETWEEN = " & "


def start_pad(store: Store, record: ClubEvent, report: TableReport, post: str) -> str:
    """Start the match of a table on the pad, and return its id; the same form starts one match.

    Two sides of two players each play in pairs, A and C against B and D. Raises RuleError if the game is not for this
    number of players.
    """
    first, second = (list_players(side) for side in report.sides)
    in_pairs = len(first) == len(second) == 2
    players = (first[0], second[0], first[1], second[1]) if in_pairs else report.names
    match = start_match(
        store,
        record.game,
        players,
        in_pairs or None,
        options={**record.options, "target": report.target} if "target" in record.options else record.options,
        post=f"{post} {report.round} {report.number}",
    )
    write_match(store, record.id, report.round, report.number, match.id, post)
    return match.id


def list_players(side: tuple[str, ...]) -> tuple[str, ...]:
    """Return the players of a side: its individuals, or the players in the name of a pair, which ` & ` separates."""
    return side if len(side) > 1 else tuple(side[0].split(BETWEEN))


def find_pad_result(store: Store, report: TableReport) -> tuple[int, int] | None:
    """Return the points of both sides in the match on the pad, once it is over; None before."""
    if not report.match:
        return None
    try:
        match = load_match(store, report.match)
    except NotFoundError:
        return None
    if not match.sheet.over:
        return None
    first, second = (match.sheet.totals[side] for side in match.seating.sides)
    return first, second
