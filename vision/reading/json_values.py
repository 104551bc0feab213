"""Values taken out of a JSON document, each looked at first: ValueError says where one is not what it should be.

`take_whole([3], "size")` raises `size: [3] is no whole number from 0 to 1000000`.
"""

from collections.abc import Mapping
from reprlib import repr as shorten
from typing import Any

MOST = 1_000_000
"""Pixels, places and pips are less than that."""


def take_object(told: object, where: str) -> Mapping[str, Any]:
    """An object with its fields by name."""
    if not isinstance(told, Mapping):
        raise ValueError(f"{where}: {shorten(told)} is no JSON object")
    return told


def take_list(told: object, where: str, count: int | None = None, most: int = MOST) -> list[Any]:
    """A list, of `count` values where that is given, and of `most` at most."""
    if not isinstance(told, list) or count not in (None, len(told)):
        raise ValueError(f"{where}: {shorten(told)} is no list" + (f" of {count}" if count else ""))
    if len(told) > most:
        raise ValueError(f"{where}: there are {len(told)}, at most {most} can be")
    return told


def take_whole(told: object, where: str, least: int = 0, most: int = MOST) -> int:
    """A whole number; true and false are none."""
    if not isinstance(told, int) or isinstance(told, bool) or not least <= told <= most:
        raise ValueError(f"{where}: {shorten(told)} is no whole number from {least} to {most}")
    return told


def take_number(told: object, where: str, least: float = -MOST, most: float = MOST) -> float:
    """A number; true and false are none, nor is what Python reads as NaN."""
    if not isinstance(told, int | float) or isinstance(told, bool) or not least <= told <= most:
        raise ValueError(f"{where}: {shorten(told)} is no number from {least} to {most}")
    return float(told)


def take_one_of(told: object, where: str, known: tuple[str, ...]) -> str:
    """One of the texts that are `known`."""
    if not isinstance(told, str) or told not in known:
        raise ValueError(f"{where}: {shorten(told)} is none of {', '.join(known)}")
    return told


def take_places(told: object, where: str, count: int) -> tuple[int, ...]:
    """Places in a list of `count` values."""
    return tuple(take_whole(each, where, 0, count - 1) for each in take_list(told, where))
