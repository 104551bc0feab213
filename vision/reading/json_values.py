"""Validation of values in a JSON document: each function returns its value, or raises ValueError.

`where` names the place for the message: `take_whole([3], "size")` raises `size: [3] is no whole number from 0 to
1000000`.
"""

from collections.abc import Mapping
from reprlib import repr as shorten
from typing import Any

MOST = 1_000_000
"""The largest number of pixels, places and pips."""


def take_object(value: object, where: str) -> Mapping[str, Any]:
    """Return `value` if it is a JSON object. Raises ValueError, which names the place `where`."""
    if not isinstance(value, Mapping):
        raise ValueError(f"{where}: {shorten(value)} is no JSON object")
    return value


def take_list(value: object, where: str, count: int | None = None, most: int = MOST) -> list[Any]:
    """Return `value` if it is a list of at most `most` values, and of exactly `count` values if that is not None.

    Raises ValueError, which names the place `where`.
    """
    if not isinstance(value, list) or count not in (None, len(value)):
        raise ValueError(f"{where}: {shorten(value)} is no list" + (f" of {count}" if count else ""))
    if len(value) > most:
        raise ValueError(f"{where}: there are {len(value)}, at most {most} can be")
    return value


def take_whole(value: object, where: str, least: int = 0, most: int = MOST) -> int:
    """Return `value` if it is an integer from `least` to `most`. Raises ValueError, also for true and false.

    The error names the place `where`.
    """
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{where}: {shorten(value)} is no whole number from {least} to {most}")
    return value


def take_number(value: object, where: str, least: float = -MOST, most: float = MOST) -> float:
    """Return `value` as a float if it is a number from `least` to `most`.

    Raises ValueError, which names the place `where`, also for true, false and NaN.
    """
    if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{where}: {shorten(value)} is no number from {least} to {most}")
    return float(value)


def take_one_of(value: object, where: str, known: tuple[str, ...]) -> str:
    """Return `value` if it is one of the strings `known`. Raises ValueError, which names the place `where`."""
    if not isinstance(value, str) or value not in known:
        raise ValueError(f"{where}: {shorten(value)} is none of {', '.join(known)}")
    return value


def take_places(value: object, where: str, count: int) -> tuple[int, ...]:
    """Return `value` as a tuple if it is a list of indices below `count`.

    Raises ValueError, which names the place `where`.
    """
    return tuple(take_whole(each, where, 0, count - 1) for each in take_list(value, where))
