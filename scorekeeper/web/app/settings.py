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
| SCOREKEEPER_MOST_MATCHES   | how many matches each book of a host may hold (20000)                     |
| SCOREKEEPER_MOST_PHOTOS    | how many photos (5000)                                                    |
| SCOREKEEPER_MOST_MEGABYTES | how many megabytes (1000)                                                 |
| SCOREKEEPER_LOG            | a file that gets a line of JSON for all that is done; - for stderr        |
"""

import os
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from scorekeeper.play import BookSize, bring_beside, make_keys

PREFIX = "SCOREKEEPER_"
MOST_BYTES = 33_000_000  # a photo of 32 MB, and the form around it
BACKUPS = 10
MOST = {"MOST_MATCHES": 20_000, "MOST_PHOTOS": 5_000, "MOST_MEGABYTES": 1_000}  # in each book of a host
YEAR = timedelta(days=400)  # browsers keep no cookie longer


def read_settings(
    given: Mapping[str, Any] | None = None, environment: Mapping[str, str] = os.environ
) -> dict[str, Any]:
    """Every setting of the app; makes the folder and its keys where they are missing."""
    found: dict[str, Any] = {
        key.removeprefix(PREFIX): value for key, value in environment.items() if key.startswith(PREFIX)
    }
    found |= given or {}
    data = Path(found.get("DATA") or "data")
    found["DATABASE"] = Path(found.get("DATABASE") or data / "matches.db")
    if found["DATABASE"].parent == data:
        bring_beside(found["DATABASE"])
    if not (found.get("SECRET_KEY") and found.get("OWNER_KEY")):
        found |= {key: kept for key, kept in make_keys(data).items() if not found.get(key)}
    hosts = found.get("TRUSTED_HOSTS") or None
    found["TRUSTED_HOSTS"] = [host.strip() for host in hosts.split(",")] if isinstance(hosts, str) else hosts
    found["BACKUPS"] = int(found.get("BACKUPS") or 0) if "BACKUPS" in found else BACKUPS
    found["READERS"] = max(1, int(found.get("READERS") or 1))
    found["LOG"] = found.get("LOG") or ""
    found["DATA"] = data
    found["MOST"] = BookSize(*(int(found.get(name) or most) for name, most in MOST.items()))
    found["HOSTING"] = bool((given or {}).get("HOSTING"))
    found["PROXIES"] = int(found.get("PROXIES") or 0)
    return {
        "MAX_CONTENT_LENGTH": MOST_BYTES,
        "PERMANENT_SESSION_LIFETIME": YEAR,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        # A page may lie open on the table for hours; the cookie it belongs to is signed and its own limit.
        "WTF_CSRF_TIME_LIMIT": None,
        **found,
    }
