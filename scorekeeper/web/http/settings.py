"""What can be set from outside: by a mapping given to `create_app`, else by the environment, else the defaults.

| environment                | what it sets                                                              |
|----------------------------|---------------------------------------------------------------------------|
| SCOREKEEPER_DATA           | the folder that holds the matches and the keys                            |
| SCOREKEEPER_DATABASE       | the file of the matches, where it lies elsewhere                          |
| SCOREKEEPER_SECRET_KEY     | what cookies are signed with, instead of the key kept in the folder       |
| SCOREKEEPER_OWNER_KEY      | the key in the owner's link, instead of the one kept in the folder        |
| SCOREKEEPER_TRUSTED_HOSTS  | host names that may be asked for, separated by commas; others get a 400   |
| SCOREKEEPER_BACKUPS        | how many copies are kept beside the matches (10); 0: none at the start    |
| SCOREKEEPER_READERS        | how many photos are read at once (1); each may take 550 MB of memory      |
| SCOREKEEPER_PROXIES        | how many proxies in front are believed when they say who asks, and how    |
| SCOREKEEPER_LEFT_FREE      | how many megabytes of the disk are left free for entries (300, or a tenth |
|                            | of a disk smaller than 3 GB)                                              |
| SCOREKEEPER_MOST_MATCHES   | how many matches each book of a host may hold (20000)                     |
| SCOREKEEPER_MOST_PHOTOS    | how many photos (5000)                                                    |
| SCOREKEEPER_MOST_MEGABYTES | how many megabytes, its copies included (2000)                            |
| SCOREKEEPER_MOST_BOOKS     | how many books a host may have, those put away included (100000)          |
| SCOREKEEPER_ALL_MEGABYTES  | how many megabytes all books of a host may take together (what the disk   |
|                            | has, less what is left free)                                              |
| SCOREKEEPER_ADDRESS        | what phones open, as https://score.example.org: printed at the start, and |
|                            | in links made at the computer itself; empty: it is not known here         |
| SCOREKEEPER_LOG            | a file that gets a line of JSON for all that is done; - for stderr        |
| SCOREKEEPER_ACCESS_LOG     | a file that gets a line of JSON for each request; - for stderr            |
| SCOREKEEPER_METRICS        | the key by which Prometheus asks for /metrics; without it there are none  |
"""

import os
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from scorekeeper.folders import find_user_data
from scorekeeper.play.upkeep.book import make_keys, restore_sidecar_files
from scorekeeper.play.upkeep.size import BookSize, HostLimits

PREFIX = "SCOREKEEPER_"
MOST_BYTES = 33_000_000  # a photo of 32 MB, and the form around it
NEWS_EVERY = 1500  # ms between two questions for news: what another phone writes is seen within two seconds
BACKUPS = 10
HOST_BACKUPS = 3  # of each book of a host
YEAR = timedelta(days=400)  # browsers keep no cookie longer


def read_settings(
    given: Mapping[str, Any] | None = None, environment: Mapping[str, str] = os.environ
) -> dict[str, Any]:
    """Return every setting of the app; create the data folder and its keys if they are missing.

    `given` has precedence over `environment`, and that over the defaults.
    """
    found = _read_environment(environment) | dict(given or {})
    data = Path(found.get("DATA") or find_user_data())
    found["DATABASE"] = Path(found.get("DATABASE") or data / "matches.db")
    if found["DATABASE"].parent == data:
        restore_sidecar_files(found["DATABASE"])
    if not (found.get("SECRET_KEY") and found.get("OWNER_KEY")):
        found |= {key: kept for key, kept in make_keys(data).items() if not found.get(key)}
    hosts = found.get("TRUSTED_HOSTS") or None
    found["TRUSTED_HOSTS"] = [host.strip() for host in hosts.split(",")] if isinstance(hosts, str) else hosts
    found["HOSTING"] = bool((given or {}).get("HOSTING"))
    usual = HOST_BACKUPS if found["HOSTING"] else BACKUPS
    found["BACKUPS"] = int(found.get("BACKUPS") or 0) if "BACKUPS" in found else usual
    found["READERS"] = max(1, int(found.get("READERS") or 1))
    found |= {name: str(found.get(name) or "") for name in ("LOG", "ACCESS_LOG", "METRICS")}
    found["ADDRESS"] = _read_address(found.get("ADDRESS"))
    found["DATA"] = data
    found["LIMITS"] = read_limits(found)
    found["PROXIES"] = int(found.get("PROXIES") or 0)
    return {
        "MAX_CONTENT_LENGTH": MOST_BYTES,
        "NEWS_EVERY": NEWS_EVERY,
        "PERMANENT_SESSION_LIFETIME": YEAR,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        # A page may be open for hours; the token is bound to the signed cookie, whose life is its limit.
        "WTF_CSRF_TIME_LIMIT": None,
        **found,
    }


def _read_address(given: str | None) -> str | None:
    """Return the address without a slash at its end; raises ValueError for what is no address of a web page."""
    parts = urlsplit(given or "")
    if given and (parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment):
        raise ValueError(f"{PREFIX}ADDRESS is {given}: write it as https://score.example.org")
    return given.rstrip("/") if given else given


def read_limits(given: Mapping[str, Any] | None = None, environment: Mapping[str, str] = os.environ) -> HostLimits:
    """Return how much the books of a host may hold, and how much of the disk is left free.

    `given` has precedence over `environment`, and that over the defaults.
    """
    found = _read_environment(environment) | dict(given or {})
    usual = HostLimits()
    return HostLimits(
        BookSize(
            int(found.get("MOST_MATCHES") or usual.book.matches),
            int(found.get("MOST_PHOTOS") or usual.book.photos),
            int(found.get("MOST_MEGABYTES") or usual.book.megabytes),
        ),
        usual.books if found.get("MOST_BOOKS") in (None, "") else int(found["MOST_BOOKS"]),
        int(found.get("ALL_MEGABYTES") or 0) or usual.megabytes,
        1_000_000 * int(found["LEFT_FREE"]) if found.get("LEFT_FREE") else None,
    )


def _read_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the environment variables that begin with `SCOREKEEPER_`, by their names without that prefix."""
    return {key.removeprefix(PREFIX): value for key, value in environment.items() if key.startswith(PREFIX)}
