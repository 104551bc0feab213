"""The time zone of the requesting phone: its pages show the days and times of the place where it is.

A script sends its IANA name in a cookie (`static/js/installed.js`). Without a known zone the server's own is used.
Stored times are in UTC.
"""

from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from flask import g, request

COOKIE = "zone"


def find_zone() -> tzinfo | None:
    """Return the time zone of the requesting phone; None means the server's own, as for `datetime.astimezone`."""
    if "zone" not in g:
        name = request.cookies.get(COOKIE, "")
        # ZoneInfo would take other names as paths, so only listed names are looked up.
        g.zone = ZoneInfo(name) if name in _list_zones() else None
    zone: tzinfo | None = g.zone
    return zone


def find_local(moment: datetime) -> datetime:
    """Return the same moment in the phone's time zone."""
    return moment.astimezone(find_zone())


def find_offset() -> int:
    """Return how many minutes the phone's clock is ahead of UTC now."""
    return int((find_local(datetime.now(UTC)).utcoffset() or timedelta()).total_seconds() // 60)


@cache
def _list_zones() -> frozenset[str]:
    """Return the names of all known time zones."""
    return frozenset(available_timezones()) - {"localtime"}
