"""The stored statistics of all time and of periods. A page that had to count sends a form that stores the result."""

from scorekeeper.play.history import rivalries, tallies, year
from scorekeeper.play.history.period_statistics import has_unrecorded_period, narrow_period, record_period
from scorekeeper.play.history.periods import Period
from scorekeeper.play.history.rivalries import has_uncounted_rivalries, record_rivalries
from scorekeeper.play.history.rivalry_counting import RivalriesOfPeriod
from scorekeeper.play.history.tallies import TalliesOfPeriod, has_uncounted, record_tallies
from scorekeeper.play.history.year_counting import YearCounting
from scorekeeper.store import Store


def record_statistics(store: Store, period: Period | None = None, calendar_year: Period | None = None) -> None:
    """Count the finished matches that the stored statistics lack and store the result. Raises StoreError.

    This includes the statistics of all time, those of `period` if it is not None, and those of the year
    `calendar_year`.
    """
    record_tallies(store)
    record_rivalries(store)
    if period := _narrow(store, period):
        record_period(store, tallies.KIND, period, lambda db: lambda stored: TalliesOfPeriod(store, db, stored))
        record_period(store, rivalries.KIND, period, lambda db: lambda stored: RivalriesOfPeriod(stored, period))
    if calendar_year:
        zone = calendar_year.zone
        record_period(store, year.KIND, calendar_year, lambda db: lambda stored: YearCounting(store, db, zone, stored))


def has_unrecorded_statistics(store: Store, period: Period | None = None, calendar_year: Period | None = None) -> bool:
    """Return whether the stored statistics lack a finished match or a player.

    `period` and `calendar_year` are those of `record_statistics`.
    """
    if has_uncounted(store) or has_uncounted_rivalries(store):
        return True
    kinds = [(kind, _narrow(store, period)) for kind in (tallies.KIND, rivalries.KIND)] + [(year.KIND, calendar_year)]
    return any(each and has_unrecorded_period(store, kind, each) for kind, each in kinds)


def _narrow(store: Store, period: Period | None) -> Period | None:
    """Return `period`, or None if it contains every finished match."""
    with store.read() as db:
        return narrow_period(db, period)
