"""The configuration of the app: the settings (`scorekeeper.settings`), and what Flask and its extensions need."""

import math
import os
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from scorekeeper.folders import find_user_data
from scorekeeper.play.upkeep.book import make_keys, restore_sidecar_files
from scorekeeper.play.upkeep.size import BookSize, HostLimits
from scorekeeper.settings import find_settings

MOST_BYTES = 33_000_000  # a photo of 32 MB, and the form around it
NEWS_EVERY = 1500  # ms between two questions for news: what another phone writes is seen within two seconds
BACKUPS = 10
HOST_BACKUPS = 3  # of each book of a host
YEAR = timedelta(days=400)  # browsers keep no cookie longer


def read_settings(
    given: Mapping[str, Any] | None = None, environment: Mapping[str, str] = os.environ
) -> dict[str, Any]:
    """Return the configuration of the app; create the data folder and its keys if they are missing.

    `given` has precedence over `environment`, and that over the defaults. Raise ValueError for an invalid setting.
    """
    given = given or {}
    found = find_settings(given, environment)
    data = found["DATA"] or find_user_data()
    database = found["DATABASE"] or data / "matches.db"
    if database.parent == data:
        restore_sidecar_files(database)
    if not (found["SECRET_KEY"] and found["OWNER_KEY"]):
        found |= {key: kept for key, kept in make_keys(data).items() if not found[key]}
    hosting = bool(given.get("HOSTING"))
    copies = HOST_BACKUPS if hosting else BACKUPS
    return {
        "MAX_CONTENT_LENGTH": MOST_BYTES,
        "NEWS_EVERY": NEWS_EVERY,
        "PERMANENT_SESSION_LIFETIME": YEAR,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        # A page may be open for hours; the token is bound to the signed cookie, whose life is its limit.
        "WTF_CSRF_TIME_LIMIT": None,
        **given,
        **found,
        "DATA": data,
        "DATABASE": database,
        "HOSTING": hosting,
        "BACKUPS": copies if found["BACKUPS"] is None else found["BACKUPS"],
        "READERS": max(1, found["READERS"]),
        "LIMITS": _make_limits(found),
    }


def read_limits(environment: Mapping[str, str] = os.environ) -> HostLimits:
    """Return how much the books of a host may hold, and how much of the disk stays free."""
    return _make_limits(find_settings({}, environment))


def _make_limits(found: Mapping[str, Any]) -> HostLimits:
    return HostLimits(
        BookSize(found["MOST_MATCHES"], found["MOST_PHOTOS"], found["MOST_MEGABYTES"]),
        found["MOST_BOOKS"],
        found["ALL_MEGABYTES"] or math.inf,
        1_000_000 * found["LEFT_FREE"] if found["LEFT_FREE"] else None,
    )
