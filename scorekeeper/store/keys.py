"""The keys of a book, in a file next to it: the key in its owner's link, and the secret that signs its cookies.

Anybody who has them may do everything, so the file is readable only by its owner.
"""

import json
import logging
import os
import secrets
import string
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.store.files import write_file

FILE = "keys.json"
SHORTEST = 8  # characters of a key, which somebody may have written by hand
OWNER_KEY_LENGTH = 25  # characters
PRIVATE = 0o600

log = logging.getLogger("scorekeeper")


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of a book: `owner` is in the owner's link, `secret` signs the cookies of its devices."""

    owner: str
    secret: str


class KeyFile:
    """The file of keys in a book's folder; it is read again only when it changed, by whichever process."""

    def __init__(self, folder: Path) -> None:
        self._path = str(folder / FILE)
        self._read: tuple[tuple[int, int, int], Keys | None] = (0, 0, 0), None

    def find_keys(self) -> Keys | None:
        """Return the current keys; None if the file is missing, unreadable or without both keys."""
        try:
            facts = os.stat(self._path)  # done for every request; `Path.stat` would take three times as long
        except OSError:
            return None
        stamp = facts.st_mtime_ns, facts.st_size, facts.st_ino
        if self._read[0] != stamp:
            try:
                keys = read_keys(Path(self._path))
            except OSError:
                return None
            whole = {"SECRET_KEY", "OWNER_KEY"} <= keys.keys()
            self._read = stamp, Keys(keys["OWNER_KEY"], keys["SECRET_KEY"]) if whole else None
        return self._read[1]


def make_keys(folder: Path) -> dict[str, str]:
    """Return the keys in the folder by their names, `SECRET_KEY` and `OWNER_KEY`; missing ones are made and stored.

    They are stored so that devices stay signed in after a restart. An unreadable file is renamed and replaced by new
    keys, with which only the new owner's link lets a device in.
    """
    path = folder / FILE
    stored = read_keys(path) if path.exists() else {}
    made = {"SECRET_KEY": secrets.token_urlsafe(32), "OWNER_KEY": make_owner_key(), **stored}
    if made == stored:
        with suppress(OSError):  # the file may belong to another user
            path.chmod(PRIVATE)
        return stored
    folder.mkdir(parents=True, exist_ok=True)
    if path.exists():
        aside = put_keys_aside(path)
        log.warning(
            "%s cannot be read: new keys were made, and every device has to be let in anew. It is kept as %s.",
            path,
            aside,
        )
    write_keys(folder, made)
    return made


def put_keys_aside(path: Path) -> Path:
    """Rename an unreadable file of keys, so that somebody may still recover it, and return its new path."""
    aside = path.with_name(f"{path.name}.damaged")
    with suppress(FileNotFoundError):  # another process has just done it
        path.replace(aside)
    with suppress(OSError):
        aside.chmod(PRIVATE)
    return aside


def make_owner_key() -> str:
    """Return a new random key of 148 bits.

    It has only letters and digits, so that a chat that makes a link of it neither cuts it off nor changes a dash.
    """
    return "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(OWNER_KEY_LENGTH))


def write_keys(folder: Path, keys: Mapping[str, str]) -> None:
    """Replace the file of keys in the folder atomically."""
    write_file(folder / FILE, json.dumps(dict(keys)))


def read_keys(path: Path) -> dict[str, str]:
    """Return the keys in the file at `path` by their names; values that are no text or too short are left out.

    Raises OSError if the file cannot be read.
    """
    try:
        return parse_keys(path.read_text(encoding="utf-8"))
    except ValueError:  # no text
        return {}


def parse_keys(text: str) -> dict[str, str]:
    """Return the keys in the content of a file of keys, as `read_keys` does."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    keys = values.items() if isinstance(values, dict) else ()
    return {key: value for key, value in keys if isinstance(value, str) and len(value) >= SHORTEST}
