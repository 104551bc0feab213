"""The time zone of the phone that asks: days and times on its pages are those of the place where it is.

A script says it in a cookie (`static/js/installed.js`), by its name in the IANA database. A phone without scripts, or
one that names no zone that is known, is shown the server's own. What is stored is in UTC, whoever wrote it.
"""

from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from flask import g, request

COOKIE = "zone"


def find_zone() -> tzinfo | None:
    """The zone of the phone that asks; None for the server's own, as `datetime.astimezone` has it."""
    if "zone" not in g:
        name = request.cookies.get(COOKIE, "")
        # Only names that are listed are looked up: others would be read as paths.
        g.zone = ZoneInfo(name) if name in _list_zones() else None
    found: tzinfo | None = g.zone
    return found


def find_local(moment: datetime) -> datetime:
    """The moment by the phone's clock and calendar."""
    return moment.astimezone(find_zone())


def find_offset() -> int:
    """Return how many minutes the phone's clock is ahead of UTC now."""
    return int((find_local(datetime.now(UTC)).utcoffset() or timedelta()).total_seconds() // 60)


@cache
def _list_zones() -> frozenset[str]:
    return frozenset(available_timezones()) - {"localtime"}
