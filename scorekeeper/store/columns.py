"""Conversion between the text in a database column and Python values: JSON objects, times and digests."""

import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

Read = TypeVar("Read")
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def read_object(text: str) -> dict[str, Any]:
    """Parse the JSON object in a column.

    Raises ValueError if `text` is no JSON, and TypeError if the value is not an object.
    """
    value = json.loads(text)
    if not isinstance(value, dict):
        raise TypeError(type(value))
    return value


def write_json(value: Any) -> str:
    """Return `value` as JSON without spaces."""
    return ENCODER.encode(dict(value) if isinstance(value, Mapping) else value)


def read_moment(text: str) -> datetime:
    """Parse the ISO 8601 time in a column.

    Raises ValueError if it is invalid or has no time zone, and TypeError if `text` is not a string.
    """
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(text)
    return moment


def read_or_default(otherwise: Read, read: Callable[[str], Read], text: str | None) -> Read:
    """Return `read(text)`, or `otherwise` if `text` is empty or None or if `read` raises ValueError or TypeError.

    Use it for a column of derived values, which can be computed again.
    """
    try:
        return read(text) if text else otherwise
    except (ValueError, TypeError):
        return otherwise


def write_moment(moment: datetime) -> str:
    """Return a time as text of a fixed format with microseconds, so that texts of one time zone sort by time."""
    return moment.isoformat(timespec="microseconds")


def hash_jpeg(jpeg: bytes) -> str:
    """Return the SHA-256 digest of a photo's bytes as hexadecimal text, by which a later change is found."""
    return hashlib.sha256(jpeg).hexdigest()
