"""Writing about an event: its start, draws, clock and lots, and its end.

`scorekeeper.play.events.transactions` says what each function raises, and what `post` is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from random import Random
from typing import Any

from scorekeeper.engine.tiles import Tile, make_set
from scorekeeper.play.events.checks import check_draw, check_redraw
from scorekeeper.play.events.club_event import ClubEvent
from scorekeeper.play.events.draw import draw_lots, draw_round, swap_seats
from scorekeeper.play.events.entrants import check_names, write_new_entrants
from scorekeeper.play.events.entries import write_draw, write_settings
from scorekeeper.play.events.event import Event
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.results import find_report
from scorekeeper.play.events.rounds import EventRound, EventSheet
from scorekeeper.play.events.standings import compute_standings
from scorekeeper.play.events.transactions import write_about_event, write_entry_about
from scorekeeper.play.scoring.posts import check_post, name_linked_post
from scorekeeper.store import Connection, NotFoundError, Store
from scorekeeper.store.events import (
    EventRow,
    find_event_of_post,
    list_event_links,
    look_up_event,
    write_event,
    write_event_entry,
    write_event_link,
)
from scorekeeper.store.ids import make_id

Swap = tuple[str, str]


def start_event(
    store: Store,
    name: str,
    game: str,
    options: Mapping[str, Any],
    event: Event,
    post: str,
    drawn: Sequence[EventRound] = (),
    *,
    days: Sequence[date] = (),
    is_rehearsal: bool = False,
) -> str:
    """Create an event with the entrants of `event`, or find the event that the same form has created; return its id.

    `drawn` are rounds that are settled when it begins, and `days` their dates.
    """
    check_post(post)
    check_names(event.entrants, ())
    now = datetime.now(UTC)
    with store.write() as db:
        if known := find_event_of_post(db, post):
            return known.id
        row = write_event(db, now)
        write_event_entry(
            db, row.serial, write_settings(name, game, options, event, is_rehearsal=is_rehearsal), post, now
        )
        write_event_link(db, row.serial, "watch", "", make_id(), now)
        if event.entrants:
            write_new_entrants(db, row, event.entrants, name_linked_post(post, 2), now)
        for number, each in enumerate(drawn, 1):
            write_event_entry(db, row.serial, write_draw(number, 0, each), name_linked_post(post, 2 + number), now)
        for number, day in enumerate(days, 1):
            entry = _write_date(number, 0, day)
            write_event_entry(db, row.serial, entry, name_linked_post(post, 2 + len(drawn) + number), now)
        for table in range(1, max((len(each.tables) for each in drawn), default=0) + 1):
            write_event_link(db, row.serial, "table", str(table), make_id(), now)
    return row.id


def preview_draw(record: ClubEvent, number: int, seed: int, swaps: Iterable[Swap]) -> EventRound:
    """Return the round `number` as drawn with this seed, with seats swapped. Raises EventError.

    It is the next round, or the last one again.
    """
    drawn = draw_round(_find_sheet_to_draw(record, number), seed)
    for first, second in swaps:
        drawn = swap_seats(drawn, first, second)
    return drawn


def publish_draw(store: Store, event_id: str, number: int, seed: int, swaps: Sequence[Swap], post: str) -> None:
    """Write the round `number` that `preview_draw` returns, and create a link for each of its tables."""

    def publish(db: Connection, row: EventRow, record: ClubEvent) -> None:
        """Write the entry of the draw, and a link for each table that has none yet."""
        drawn, now = preview_draw(record, number, seed, swaps), datetime.now(UTC)
        write_event_entry(db, row.serial, write_draw(number, seed, drawn), post, now)
        known = {link.what for link in list_event_links(db, row.serial) if link.doing == "table"}
        for table in drawn.tables:
            if str(table.number) not in known:
                write_event_link(db, row.serial, "table", str(table.number), make_id(), now)

    write_about_event(store, event_id, post, publish)


def _find_sheet_to_draw(record: ClubEvent, number: int) -> EventSheet:
    """Return the sheet from which the round `number` is drawn. Raises EventError if it may not be drawn."""
    sheet = record.sheet
    if number == record.round and number:
        check_redraw(sheet, number)
        if any(report.progress != "missing" for report in record.now):
            raise EventError("drawn_round", round=number)
        sheet = replace(sheet, rounds=sheet.rounds[:-1])
    elif number != record.round + 1 or record.closed:
        raise EventError("drawn_round", round=number)
    check_draw(sheet)
    return sheet


def start_clock(store: Store, event_id: str, number: int, post: str) -> None:
    """Start the clock of the last round; a clock that was started is not changed."""

    def start(record: ClubEvent) -> Mapping[str, Any] | None:
        """Return the entry of the clock; None if it runs already, or if another round was drawn meanwhile."""
        return {"entry": "clock", "round": number} if number == record.round and record.clock is None else None

    write_entry_about(store, event_id, post, start)


def write_date(store: Store, event_id: str, number: int, table: int, day: date, post: str) -> None:
    """Write down on which day the match at a table of a league's round is played."""

    def write(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the date of the match."""
        find_report(record, number, table)
        return _write_date(number, table, day)

    write_entry_about(store, event_id, post, write)


def _write_date(number: int, table: int, day: date) -> dict[str, Any]:
    """Return the entry of the date of a round, or of the match at one of its tables if `table` is not 0."""
    return {"entry": "date", "round": number, "table": table, "date": day.isoformat()}


def write_lots(store: Store, event_id: str, seed: int, post: str) -> None:
    """Draw a tile for each entrant who shares a place, and record the tiles; the highest tile comes first.

    The lot counts after all other criteria of the ranking. Raises EventError if no place is shared.
    """

    def draw(db: Connection, row: EventRow, record: ClubEvent) -> None:
        """Write an entry with the tiles of each shared place."""
        lots = draw_lots(compute_standings(record.sheet, record.round), seed) if record.round else ()
        if not lots:
            raise EventError("nobody_tied")
        for number, names in enumerate(lots, 1):
            tiles = _draw_tiles(len(names), seed + number)
            entry = {"entry": "lot", "names": list(names), "tiles": [str(tile) for tile in tiles]}
            write_event_entry(
                db, row.serial, entry, post if number == 1 else name_linked_post(post, number), datetime.now(UTC)
            )

    write_about_event(store, event_id, post, draw)


def _draw_tiles(count: int, seed: int) -> list[Tile]:
    """Return `count` random tiles of the smallest set that has enough, the tile with the most pips first."""
    tiles = next(tiles for tiles in map(make_set, (6, 9, 12, 15, 18, 40)) if len(tiles) >= count)
    drawn = Random(seed).sample(tiles, count)  # noqa: S311 - a lot is repeated by its seed, and keeps no secret
    return sorted(drawn, key=lambda tile: (tile.pips, tile.high), reverse=True)


def close_event(store: Store, event_id: str, closed: bool, post: str) -> None:
    """Close the event, or open it again."""
    write_entry_about(
        store,
        event_id,
        post,
        lambda record: None if record.closed == closed else {"entry": "close", "closed": closed},
    )


def delete_rehearsal(store: Store, event_id: str, post: str) -> None:
    """Delete a rehearsal: no page and no archive includes it from then on. Raises NotFoundError for another event."""

    def delete(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the deletion."""
        if not record.is_rehearsal:
            raise NotFoundError(event_id)
        return {"entry": "delete"}

    write_entry_about(store, event_id, post, delete)


def renew_event_link(store: Store, event_id: str) -> None:
    """Replace the link that opens the event to watchers; devices that used the old link lose access."""
    with store.write() as db:
        write_event_link(db, look_up_event(db, event_id).serial, "watch", "", make_id(), datetime.now(UTC))
