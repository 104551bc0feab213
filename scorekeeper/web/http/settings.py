"""The configuration of the app: the settings (`scorekeeper.settings`), and values for Flask and its extensions."""

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
NEWS_EVERY = 1500  # ms between two requests for news, so that a phone has another phone's entry within two seconds
BACKUPS = 10
HOST_BACKUPS = HostLimits().backups  # of each book
YEAR = timedelta(days=400)  # browsers keep no cookie longer


def read_settings(
    arguments: Mapping[str, Any] | None = None, environment: Mapping[str, str] = os.environ
) -> dict[str, Any]:
    """Return the configuration of the app; create the data folder and its keys if they are missing.

    `arguments` take precedence over `environment`, and both over the defaults. Raise ValueError for an invalid setting.
    """
    arguments = arguments or {}
    settings = find_settings(arguments, environment)
    data = settings["DATA"] or find_user_data()
    database = settings["DATABASE"] or data / "matches.db"
    if database.parent == data:
        restore_sidecar_files(database)
    if not (settings["SECRET_KEY"] and settings["OWNER_KEY"]):
        settings |= {key: value for key, value in make_keys(data).items() if not settings[key]}
    hosting = bool(arguments.get("HOSTING"))
    copies = HOST_BACKUPS if hosting else BACKUPS
    return {
        "MAX_CONTENT_LENGTH": MOST_BYTES,
        "NEWS_EVERY": NEWS_EVERY,
        "PERMANENT_SESSION_LIFETIME": YEAR,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        # A page may be open for hours; the token is bound to the signed cookie, whose life is its limit.
        "WTF_CSRF_TIME_LIMIT": None,
        **arguments,
        **settings,
        "DATA": data,
        "DATABASE": database,
        "HOSTING": hosting,
        "SCRATCH": data if hosting else database.parent,
        "BACKUPS": copies if settings["BACKUPS"] is None else settings["BACKUPS"],
        "READERS": max(1, settings["READERS"]),
        "LIMITS": _make_limits(settings),
    }


def read_limits(environment: Mapping[str, str] = os.environ) -> HostLimits:
    """Return the limits of a host that `environment` sets: how much its books may hold, and the space left free."""
    return _make_limits(find_settings({}, environment))


def _make_limits(settings: Mapping[str, Any]) -> HostLimits:
    """Return the limits of a host that `settings` describe; megabytes become bytes, and 0 means no limit."""
    return HostLimits(
        BookSize(settings["MOST_MATCHES"], settings["MOST_PHOTOS"], settings["MOST_MEGABYTES"]),
        settings["MOST_BOOKS"],
        settings["ALL_MEGABYTES"] or math.inf,
        1_000_000 * settings["LEFT_FREE"] if settings["LEFT_FREE"] else None,
        HOST_BACKUPS if settings["BACKUPS"] is None else settings["BACKUPS"],
    )
