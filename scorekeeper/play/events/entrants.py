"""Writing about the entrants of an event: new ones, who is present, who leaves, and substitutes.

`scorekeeper.play.events.transactions` says what each function raises, and what `post` is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from scorekeeper.engine.text import fold_case
from scorekeeper.play.events.checks import check_entry
from scorekeeper.play.events.club_event import ClubEvent
from scorekeeper.play.events.entries import write_entrants
from scorekeeper.play.events.event import SCHEDULED, Entrant
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.transactions import write_about_event, write_entry_about
from scorekeeper.play.player_names import normalize_name
from scorekeeper.store import Connection, Store
from scorekeeper.store.events import EventRow, write_event_entry, write_event_link
from scorekeeper.store.ids import make_id

LONGEST_NAME = 80  # characters of the name of an entrant: two names of players
MOST_ENTRANTS = 600
HANDS_BEFORE_SUBSTITUTE = 6


def add_entrants(store: Store, event_id: str, entrants: Sequence[Entrant], post: str) -> None:
    """Add entrants, who play from the next round on."""

    def add(db: Connection, row: EventRow, record: ClubEvent) -> None:
        """Write the entry of the new entrants, if the event still accepts them."""
        check_names(entrants, record.event.names())
        if record.round and record.event.mode in SCHEDULED:
            raise EventError("too_late", round=1)
        first = record.round + 1
        check_entry(record.sheet, first)
        write_new_entrants(db, row, [replace(each, first_round=first) for each in entrants], post, datetime.now(UTC))

    write_about_event(store, event_id, post, add)


def change_presence(store: Store, event_id: str, present: Mapping[str, bool], post: str) -> None:
    """Record which of these entrants are present; the next draw leaves out the others."""

    def change(record: ClubEvent) -> Mapping[str, Any] | None:
        """Return the entry of the entrants whose presence changes; None if nobody's does."""
        known = {each.name: each.present for each in record.event.entrants}
        changed = {name: each for name, each in present.items() if known.get(name, each) != each}
        if changed and record.round and record.event.mode in SCHEDULED:
            raise EventError("drawn_round", round=1)
        return {"entry": "presence", "present": changed} if changed else None

    write_entry_about(store, event_id, post, change)


def confirm_presence(store: Store, event_id: str, name: str, post: str) -> None:
    """Record that an entrant has arrived, as their own phone confirms."""

    def arrive(record: ClubEvent) -> Mapping[str, Any] | None:
        """Return the entry of the presence; None if it is confirmed already, or if the event does not need it."""
        if name in record.here or name not in record.event.names() or record.round or record.closed:
            return None
        return {"entry": "presence", "present": {name: True}}

    write_entry_about(store, event_id, post, arrive)


def withdraw(store: Store, event_id: str, name: str, post: str) -> None:
    """Record that an entrant leaves after the last drawn round; their results stay."""

    def leave(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the withdrawal."""
        if name not in record.event.names() or name in record.list_left():
            raise EventError("withdrawn", name=name)
        return {"entry": "withdrawal", "who": name, "after": record.round}

    write_entry_about(store, event_id, post, leave)


def substitute(store: Store, event_id: str, name: str, player: str, new: str, post: str) -> None:
    """Record that the person `new` replaces the `player` of the entrant `name`. Raises EventError.

    The substitute plays in the match that the entrant plays now, or else from the next round on. In a match by hands
    (“across”) that is possible after six hands.
    """

    def write(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the substitution."""
        if name not in record.event.names() or all(player not in pair for pair in record.list_pairs(name)):
            raise EventError("no_player", name=player, entrant=name)
        players = [each for other in record.event.names() for pair in record.list_pairs(other) for each in pair]
        check_names([Entrant(new)], players)
        report = record.find_table(name, record.round)
        plays = report is not None and report.progress == "missing"
        if report and plays and record.event.options.across and len(report.hands) < HANDS_BEFORE_SUBSTITUTE:
            raise EventError("too_few_hands", hands=HANDS_BEFORE_SUBSTITUTE)
        first = record.round if plays else record.round + 1
        return {"entry": "substitution", "who": name, "out": player, "in": new, "round": first}

    write_entry_about(store, event_id, post, write)


def check_names(entrants: Iterable[Entrant], known: Iterable[str]) -> None:
    """Raise EventError for an entrant whose name is missing, too long, or taken.

    A name is taken if another one of `entrants` has it, or if it is among `known`.
    """
    taken = {fold_case(name) for name in known}
    for each in entrants:
        if not each.name or each.name != normalize_name(each.name):
            raise EventError("name_missing")
        if len(each.name) > LONGEST_NAME or len(each.club or "") > LONGEST_NAME:
            raise EventError("name_too_long", name=each.name[:LONGEST_NAME], most=LONGEST_NAME)
        if any(len(member) > LONGEST_NAME for member in each.members):
            raise EventError("name_too_long", name=each.name, most=LONGEST_NAME)
        if fold_case(each.name) in taken:
            raise EventError("name_twice", name=each.name)
        taken.add(fold_case(each.name))
    if len(taken) > MOST_ENTRANTS:
        raise EventError("too_many_names", most=MOST_ENTRANTS)


def write_new_entrants(db: Connection, row: EventRow, entrants: Sequence[Entrant], post: str, now: datetime) -> None:
    """Write the entry of new entrants, and a link for each of them."""
    write_event_entry(db, row.serial, write_entrants(entrants), post, now)
    for each in entrants:
        write_event_link(db, row.serial, "play", each.name, make_id(), now)
