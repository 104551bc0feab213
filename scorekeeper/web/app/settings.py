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
| SCOREKEEPER_LOG            | a file that gets a line of JSON for all that is done; - for stderr        |
"""

import json
import logging
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

PREFIX = "SCOREKEEPER_"
MOST_BYTES = 33_000_000  # a photo of 32 MB, and the form around it
BACKUPS = 10
SHORTEST_KEY = 8  # signs, of one that somebody wrote by hand
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
    if not (found.get("SECRET_KEY") and found.get("OWNER_KEY")):
        found |= {key: kept for key, kept in _keys(data).items() if not found.get(key)}
    hosts = found.get("TRUSTED_HOSTS") or None
    found["TRUSTED_HOSTS"] = [host.strip() for host in hosts.split(",")] if isinstance(hosts, str) else hosts
    found["BACKUPS"] = int(found.get("BACKUPS") or 0) if "BACKUPS" in found else BACKUPS
    found["READERS"] = max(1, int(found.get("READERS") or 1))
    found["LOG"] = found.get("LOG") or ""
    found["PROXIES"] = int(found.get("PROXIES") or 0)
    return {
        "MAX_CONTENT_LENGTH": MOST_BYTES,
        "PERMANENT_SESSION_LIFETIME": YEAR,
        "SESSION_COOKIE_NAME": "scorekeeper",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        # A page may lie open on the table for hours; the cookie it belongs to is signed and its own limit.
        "WTF_CSRF_TIME_LIMIT": None,
        **found,
    }


def _keys(data: Path) -> dict[str, str]:
    """The keys kept in the folder: made once, so that signed-in devices stay so after a restart.

    Where they cannot be read new ones are made, which let nobody in but by the new owner's link; the file is kept.
    """
    path = data / "keys.json"
    kept = _read_keys(path) if path.exists() else {}
    made = {"SECRET_KEY": secrets.token_urlsafe(32), "OWNER_KEY": secrets.token_urlsafe(18), **kept}
    if made == kept:
        with suppress(OSError):  # somebody else's file is as they want it
            path.chmod(0o600)
        return kept
    data.mkdir(parents=True, exist_ok=True)
    if path.exists():
        path.replace(aside := path.with_name("keys.json.damaged"))
        with suppress(OSError):
            aside.chmod(0o600)
        logging.getLogger("scorekeeper").warning(
            "%s cannot be read: new keys were made, and every device has to be let in anew. It is kept as %s.",
            path,
            aside,
        )
    part = path.with_name(".keys.json.part")  # no power cut leaves half a key
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    part.write_text(json.dumps(made), encoding="utf-8")
    part.rename(path)
    return made


def _read_keys(path: Path) -> dict[str, str]:
    """What can be read of the keys: whatever is no text, or too short to be one of ours, is none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        return {}
    keys = found.items() if isinstance(found, dict) else ()
    return {key: value for key, value in keys if isinstance(value, str) and len(value) >= SHORTEST_KEY}
