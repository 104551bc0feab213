"""The period of a page of statistics, as the template of its form prints it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from babel import Locale
from babel.dates import format_date
from flask import url_for
from flask_babel import get_locale, ngettext

from scorekeeper.play.history.period_statistics import MOST_IN_PERIOD, counts_whole
from scorekeeper.play.history.periods import Period
from scorekeeper.play.history.statistics import has_unrecorded_statistics
from scorekeeper.play.history.tallies import KIND
from scorekeeper.web.forms.period import PeriodForm
from scorekeeper.web.http.book_middleware import get_store

MONTH = len("2026-11")
MOST_LABELS = 1_000  # cached names of months and days, in all languages
BETWEEN = " \u00b7 "


@dataclass(frozen=True, slots=True)
class BusyEvening:
    """One of the evenings with the most matches: its text `17 Nov 2023 · 4 matches`, and the URL of its matches."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class PeriodCoverage:
    """How much of a period the statistics of a page cover.

    `whole` says whether they cover all matches; otherwise they cover only the last `most`. `unrecorded` says whether
    some were counted for this page and are not stored yet. `year` is the calendar year whose statistics the page has
    in addition to those of its period, or None.
    """

    whole: bool
    most: int
    unrecorded: bool
    year: int | None


def find_coverage(form: PeriodForm, calendar_year: Period | None = None) -> PeriodCoverage:
    """Return how much of the period in `form`, and of the year `calendar_year` if it is given, is covered."""
    store, period = get_store(), form.find_period()
    return PeriodCoverage(
        whole=period is None or counts_whole(store, KIND, period),
        most=MOST_IN_PERIOD,
        unrecorded=has_unrecorded_statistics(store, period, calendar_year),
        year=calendar_year.since.year if calendar_year and calendar_year.since else None,
    )


def write_label(label: str) -> str:
    """Return a month such as `2026-11`, or a day such as `2026-11-25`, in the notation of the reader's language."""
    return _write_label(label, get_locale())


@lru_cache(MOST_LABELS)
def _write_label(label: str, locale: Locale) -> str:
    """Return a month or a day in the notation of a locale."""
    if len(label) == MONTH:
        return format_date(date.fromisoformat(f"{label}-01"), "LLL y", locale)
    return format_date(date.fromisoformat(label), "medium", locale)


def write_month(month: str) -> str:
    """Return the name of a month such as `2026-11`, without its year, in the reader's language."""
    return format_date(date.fromisoformat(f"{month}-01"), "LLLL", get_locale())


def list_busiest(days: Sequence[date], matches: int) -> tuple[BusyEvening, ...]:
    """Return the evenings of `days`, on each of which this number of `matches` was played."""
    count = str(ngettext("%(n)s match", "%(n)s matches", matches, n=matches))
    return tuple(
        BusyEvening(
            write_label(day.isoformat()) + BETWEEN + count,
            url_for("history.history", since=day.isoformat(), until=day.isoformat()),
        )
        for day in days
    )
