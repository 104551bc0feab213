"""Periods of the history and the statistics: the nights from one day to another.

A period has whole nights (`scorekeeper.play.history.nights`): a match that began after midnight belongs to the day on
which its night began, by the clock of the phone that sends the request.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from scorekeeper.store import Store
from scorekeeper.store.match_index import LATEST, count_finished_by_evening
from scorekeeper.store.sequence import make_sequence_number, read_sequence_number

MORNING = time(8)  # when a night ends and the next one begins
NIGHT = timedelta(hours=MORNING.hour)  # from midnight until the night ends
FIRST, LAST = date(1970, 1, 2), date(2999, 12, 31)  # days that sequence numbers can order


def find_night_day(moment: datetime, zone: tzinfo | None) -> date:
    """Return the day on which the night of this moment began: before eight in the morning, the previous day."""
    return (moment.astimezone(zone) - NIGHT).date()


@dataclass(frozen=True, slots=True)
class Period:
    """The nights from the day `since` to the day `until`, both included; None leaves that end open.

    Days are days of `zone`, or of the server's own zone if it is None.
    """

    since: date | None = None
    until: date | None = None
    zone: tzinfo | None = None

    def find_bounds(self) -> tuple[int, int]:
        """Return the serials at which the period begins and ends; the second is no longer part of the period."""
        first = self._find_morning(self.since) if self.since else 0
        return first, self._find_morning(min(self.until, LAST) + timedelta(1)) if self.until else LATEST

    def _find_morning(self, day: date) -> int:
        """Return the serial of a match that begins on the morning of the day, when the night before is over."""
        return make_sequence_number(datetime.combine(max(day, FIRST), MORNING, self.zone).astimezone(UTC))


def count_by_day(store: Store, period: Period) -> dict[date, int]:
    """Return the number of finished matches of each night of the period, by the day of the night.

    Nights without finished matches are left out.
    """
    counts: dict[date, int] = {}
    for evening, count in store.look(lambda db: count_finished_by_evening(db, *period.find_bounds())):
        day = find_night_day(read_sequence_number(evening), period.zone)
        counts[day] = counts.get(day, 0) + count
    return counts
