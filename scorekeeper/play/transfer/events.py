"""An event for other programs: its standings and rounds as a JSON document, and the standings as CSV."""

from typing import Any

from scorekeeper.play.events.entries import write_result
from scorekeeper.play.events.record import ClubEvent
from scorekeeper.play.events.standings import compute_standings
from scorekeeper.play.transfer.spreadsheets import write_rows

COLUMNS = ("place", "name", "club", "played", "won", "effectiveness", "for", "against")


def describe_event(record: ClubEvent) -> dict[str, Any]:
    """Return the event as a document: what is settled, the standings, and each round with its results."""
    event = record.event
    return {
        "id": record.id,
        "name": record.name,
        "game": record.game,
        "mode": event.mode,
        "target": event.target,
        "rounds": event.rounds,
        "closed": record.closed,
        "standings": [dict(zip(COLUMNS, row, strict=True)) for row in _list_rows(record)],
        "played": [
            {
                "round": number,
                "seed": seed,
                "byes": list(drawn.byes),
                "tables": [
                    {
                        "table": each.number,
                        "sides": [list(side) for side in each.sides],
                        "progress": each.progress,
                        "result": write_result(each.result) if each.result else None,
                        "corrected": each.reason or None,
                    }
                    for each in record.list_reports(number)
                ],
            }
            for number, (drawn, seed) in enumerate(zip(record.sheet.rounds, record.seeds, strict=True), 1)
        ],
    }


def write_event_csv(record: ClubEvent) -> str:
    """Return the standings as CSV, a row for each entrant."""
    return write_rows([COLUMNS, *_list_rows(record)])


def _list_rows(record: ClubEvent) -> list[tuple[object, ...]]:
    """Return the standings in rows of `COLUMNS`."""
    clubs = {each.name: each.club or "" for each in record.event.entrants}
    return [
        (row.place, row.name, clubs[row.name], row.played, row.won, row.effectiveness, row.points, row.against)
        for row in (compute_standings(record.sheet, record.round) if record.round else ())
    ]
