"""The period of a page of statistics, as the template of its form shows it."""

from datetime import date

from flask_babel import format_date

from scorekeeper.play.history.tallies import MOST_IN_PERIOD, counts_whole
from scorekeeper.web.forms.period import PeriodForm
from scorekeeper.web.http.book_middleware import get_store

MONTH = len("2026-11")


def describe_period(form: PeriodForm) -> dict[str, object]:
    """Return the names that the template of the form of a period sees."""
    period = form.find_period()
    whole = period is None or counts_whole(get_store(), period)
    return {"period": form, "whole": whole, "most": MOST_IN_PERIOD}


def write_label(label: str) -> str:
    """Return a month, `2026-11`, or a day, `2026-11-25`, in the notation of the reader's language."""
    if len(label) == MONTH:
        return str(format_date(date.fromisoformat(f"{label}-01"), "LLL y"))
    return str(format_date(date.fromisoformat(label), "medium"))
