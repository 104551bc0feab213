"""The settings of the score pad: environment variables that begin with `SCOREKEEPER_`.

`SETTINGS` is the only list of them: the app reads them by it, the commands that serve list it in their help, and
docs/running-it.md has the same rows.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

PREFIX = "SCOREKEEPER_"


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its `name` without the prefix, its `default`, and what it sets.

    `read` converts a text, and raises ValueError with what to write instead. `on_hosts` says that only a host of many
    books has it.
    """

    name: str
    read: Callable[[str], Any]
    default: Any
    help: str
    on_hosts: bool = False

    @property
    def variable(self) -> str:
        """The name of its environment variable."""
        return PREFIX + self.name

    def find(self, given: Mapping[str, Any]) -> Any:
        """Return its value in `given`, converted if it is a text, or else the default.

        Raise ValueError for a text that cannot be converted.
        """
        value = given.get(self.name)
        try:
            value = self.read(value) if isinstance(value, str) else value
        except ValueError as error:
            raise ValueError(f"{self.variable} is {given[self.name]}: write {error}") from None
        return self.default if value is None else value


def find_settings(given: Mapping[str, Any], environment: Mapping[str, str]) -> dict[str, Any]:
    """Return every setting by its name: from `given`, else from `environment`, else its default."""
    values = {each.name: environment[each.variable] for each in SETTINGS if each.variable in environment}
    values.update(given)
    return {each.name: each.find(values) for each in SETTINGS}


def list_settings(on_host: bool) -> str:
    """Return the list of the settings for the help of a command; `on_host` adds those of hosts."""
    rows = "\n".join(f"  {each.variable}\n    {each.help}" for each in SETTINGS if on_host or not each.on_hosts)
    return f"\b\nSettings, as environment variables:\n{rows}"


def _path(text: str) -> Path | None:
    return Path(text) if text else None


def _number(text: str) -> int | None:
    if text.strip() and not text.strip().isdecimal():
        raise ValueError("a whole number")
    return int(text) if text.strip() else None


def _count(text: str) -> int | None:
    number = _number(text)
    if number == 0:
        raise ValueError("a whole number above 0")
    return number


def _names(text: str) -> list[str] | None:
    return [name.strip() for name in text.split(",")] if text else None


def _address(text: str) -> str:
    parts = urlsplit(text)
    if text and (parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment):
        raise ValueError("it as https://score.example.org")
    return text.rstrip("/")


SETTINGS = (
    Setting("DATA", _path, None, "the data folder (the user's own place for data)"),
    Setting("DATABASE", _path, None, "the book, if it is not in the data folder"),
    Setting("SECRET_KEY", str, "", "what cookies are signed with, instead of the key in the data folder"),
    Setting("OWNER_KEY", str, "", "the key of the owner's link, instead of the one in the data folder"),
    Setting("TRUSTED_HOSTS", _names, None, "host names that are answered, separated by commas; others get a 400"),
    Setting("BACKUPS", _number, None, "how many copies of a book are kept (10, on a host 3); 0: none at the start"),
    Setting("READERS", _number, 1, "how many photos are read at once (1); each may take 550 MB of memory"),
    Setting("PROXIES", _number, 0, "how many proxies in front are believed (0)"),
    Setting("LEFT_FREE", _number, None, "megabytes of the disk that stay free (300, or a tenth of a small disk)"),
    Setting("ADDRESS", _address, None, "what phones open, as https://score.example.org; empty: it is not known"),
    Setting("LOG", str, "", "a file that gets a line of JSON for every action; - for stderr"),
    Setting("ACCESS_LOG", str, "", "a file that gets a line of JSON for every request; - for stderr"),
    Setting("METRICS", str, "", "the key with which Prometheus asks for /metrics; without it there are none"),
    Setting("MOST_MATCHES", _count, 20_000, "how many matches a book may hold (20000)", on_hosts=True),
    Setting("MOST_PHOTOS", _count, 5_000, "how many photos a book may hold (5000)", on_hosts=True),
    Setting("MOST_MEGABYTES", _count, 2_000, "megabytes of a book, its copies included (2000)", on_hosts=True),
    Setting("MOST_BOOKS", _number, 100_000, "how many books there may be (100000)", on_hosts=True),
    Setting("ALL_MEGABYTES", _number, None, "megabytes of all books together (what the disk has)", on_hosts=True),
)
