"""The form of a period: tonight, this month, season or year, or two dates, as the parameters of an address."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, date, datetime

from flask_babel import format_date
from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict

from scorekeeper.play.history.periods import Period, find_night_day
from scorekeeper.web.i18n.zones import find_zone

NAMES = {
    "": _l("All time"),
    "night": _l("Tonight"),
    "month": _l("This month"),
    "season": _l("Season since September"),  # leagues play from autumn to spring
    "year": _l("This year"),
}


@dataclass(frozen=True, slots=True)
class PeriodForm:
    """The period as chosen: its name, or the dates as typed; a value that makes no sense is ignored."""

    name: str = ""
    since: str = ""
    until: str = ""

    @classmethod
    def read(cls, fields: MultiDict[str, str]) -> "PeriodForm":
        """Return the form from the query parameters `fields`; a name counts before dates."""
        if fields.get("period") in NAMES and fields["period"]:
            return cls(fields["period"])
        since, until = (fields.get(field, "").strip() for field in ("since", "until"))
        return cls("", since if _read_day(since) else "", until if _read_day(until) else "")

    @classmethod
    def of(cls, period: Period) -> "PeriodForm":
        """Return the form in which the dates of a period were typed."""
        since, until = (day.isoformat() if day else "" for day in (period.since, period.until))
        return cls("", since, until)

    @classmethod
    def of_month(cls, month: str) -> "PeriodForm":
        """Return the form in which the dates of a month, such as `2026-11`, were typed."""
        year, number = map(int, month.split("-"))
        return cls("", f"{month}-01", f"{month}-{monthrange(year, number)[1]}")

    @property
    def year(self) -> int:
        """Return the year in which the period ends; this year if it has no end."""
        until = _read_day(self.until)
        return (until or find_night_day(datetime.now(UTC), find_zone())).year

    @property
    def names(self) -> dict[str, str]:
        """Return the names of the periods to choose from, by key, in the reader's language."""
        return {key: str(name) for key, name in NAMES.items()}

    @property
    def label(self) -> str:
        """Return the period in words of the reader's language."""
        since, until = (_read_day(each) for each in (self.since, self.until))
        if since or until:
            return " – ".join(str(format_date(day, "medium")) if day else "…" for day in (since, until))
        return str(NAMES[self.name])

    @property
    def fields(self) -> dict[str, str]:
        """Return the parameters of a URL that choose this period."""
        fields = {"period": self.name, "since": self.since, "until": self.until}
        return {name: value for name, value in fields.items() if value}

    def find_period(self) -> Period | None:
        """Return the period on the clock of the requesting phone; None for all time."""
        zone = find_zone()
        if not self.name:
            since, until = _read_day(self.since), _read_day(self.until)
            return Period(since, until, zone) if since or until else None
        today = find_night_day(datetime.now(UTC), zone)
        september = date(today.year if today.month >= 9 else today.year - 1, 9, 1)
        first = {"night": today, "month": today.replace(day=1), "season": september, "year": date(today.year, 1, 1)}
        return Period(first[self.name], today, zone)


def _read_day(typed: str) -> date | None:
    """Return the date that was typed as `2026-11-25`; None if it is no date."""
    try:
        return date.fromisoformat(typed)
    except ValueError:
        return None
