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
    """A setting: its `name` without the prefix, its `default`, and a sentence on what it sets (`help`).

    `read` converts a text to the value (None means the default), or raises ValueError with what to write instead. With
    `on_hosts` only a server of many books has the setting.
    """

    name: str
    read: Callable[[str], Any]
    default: Any
    help: str
    on_hosts: bool = False

    @property
    def variable(self) -> str:
        """The name of the environment variable: `SCOREKEEPER_DATA` for the setting `DATA`."""
        return PREFIX + self.name

    def find(self, values: Mapping[str, Any]) -> Any:
        """Return the setting's value in `values` (by name), converted if it is a text, or else the default.

        Raise ValueError, with the variable and what to write, for a text that cannot be converted.
        """
        value = values.get(self.name)
        try:
            value = self.read(value) if isinstance(value, str) else value
        except ValueError as error:
            raise ValueError(f"{self.variable} is {values[self.name]}: write {error}") from None
        return self.default if value is None else value


def find_settings(config: Mapping[str, Any], environment: Mapping[str, str]) -> dict[str, Any]:
    """Return a dict of every setting's value by its name, for all of SETTINGS.

    A value is that in `config` (by name), else that in `environment` (by variable), else the default. Raise ValueError
    for a text that cannot be converted.
    """
    values = {setting.name: environment[setting.variable] for setting in SETTINGS if setting.variable in environment}
    values.update(config)
    return {setting.name: setting.find(values) for setting in SETTINGS}


def list_settings(on_host: bool) -> str:
    """Return a text for the help of a command that lists the settings; `on_host` includes those of hosts."""
    rows = "\n".join(
        f"  {setting.variable}\n    {setting.help}" for setting in SETTINGS if on_host or not setting.on_hosts
    )
    return f"\b\nSettings, as environment variables:\n{rows}"


def _read_path(text: str) -> Path | None:
    """Return the path in `text`; None for an empty text."""
    return Path(text) if text else None


def _read_number(text: str) -> int | None:
    """Return the whole number in `text`; None for an empty text. Raise ValueError for anything else."""
    if text.strip() and not text.strip().isdecimal():
        raise ValueError("a whole number")
    return int(text) if text.strip() else None


def _read_positive(text: str) -> int | None:
    """Return the whole number above 0 in `text`; None for an empty text. Raise ValueError for anything else."""
    number = _read_number(text)
    if number == 0:
        raise ValueError("a whole number above 0")
    return number


def _read_names(text: str) -> list[str] | None:
    """Return the names in `text`, which are separated by commas; None for an empty text."""
    return [name.strip() for name in text.split(",")] if text else None


def _read_url(text: str) -> str:
    """Return the http or https URL `text` without a slash at its end.

    Raise ValueError for anything else but an empty text.
    """
    parts = urlsplit(text)
    if text and (parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment):
        raise ValueError("it as https://score.example.org")
    return text.rstrip("/")


SETTINGS = (
    Setting("DATA", _read_path, None, "the data folder (the user's own place for data)"),
    Setting("DATABASE", _read_path, None, "the book, if it is not in the data folder"),
    Setting("SECRET_KEY", str, "", "what cookies are signed with, instead of the key in the data folder"),
    Setting("OWNER_KEY", str, "", "the key of the owner's link, instead of the one in the data folder"),
    Setting("TRUSTED_HOSTS", _read_names, None, "host names that are answered, separated by commas; others get a 400"),
    Setting(
        "BACKUPS", _read_number, None, "how many copies of a book are kept (10, on a host 3); 0: none at the start"
    ),
    Setting("READERS", _read_number, 1, "how many photos are read at once (1); each may take 550 MB of memory"),
    Setting("PROXIES", _read_number, 0, "how many proxies in front are believed (0)"),
    Setting("LEFT_FREE", _read_number, None, "megabytes of the disk that stay free (300, or a tenth of a small disk)"),
    Setting("ADDRESS", _read_url, None, "what phones open, as https://score.example.org; empty: it is not known"),
    Setting("LOG", str, "", "a file that gets a line of JSON for every action; - for stderr"),
    Setting("ACCESS_LOG", str, "", "a file that gets a line of JSON for every request; - for stderr"),
    Setting("METRICS", str, "", "the key with which Prometheus asks for /metrics; without it there are none"),
    Setting("MOST_MATCHES", _read_positive, 20_000, "how many matches a book may hold (20000)", on_hosts=True),
    Setting("MOST_PHOTOS", _read_positive, 5_000, "how many photos a book may hold (5000)", on_hosts=True),
    Setting("MOST_MEGABYTES", _read_positive, 2_000, "megabytes of a book, its copies included (2000)", on_hosts=True),
    Setting("MOST_BOOKS", _read_number, 100_000, "how many books there may be (100000)", on_hosts=True),
    Setting("ALL_MEGABYTES", _read_number, None, "megabytes of all books together (what the disk has)", on_hosts=True),
)
