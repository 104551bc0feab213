"""What a column holds as text: objects, moments, digests, and what stands there instead where it cannot be read."""

import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

Read = TypeVar("Read")


def read_object(text: str) -> dict[str, Any]:
    """The JSON object in a column; raises ValueError or TypeError."""
    found = json.loads(text)
    if not isinstance(found, dict):
        raise TypeError(type(found))
    return found


def read_moment(text: str) -> datetime:
    """The moment in a column; raises ValueError or TypeError."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError(text)
    return found


def read_or_default(otherwise: Read, read: Callable[[str], Read], text: str | None) -> Read:
    """What `read` makes of a column, or `otherwise`: for what is made of entries, and can be made anew."""
    try:
        return read(text) if text else otherwise
    except (ValueError, TypeError):
        return otherwise


def write_moment(moment: datetime) -> str:
    """As it stands in a column, of one length, so that text sorts as time does."""
    return moment.isoformat(timespec="microseconds")


def hash_jpeg(jpeg: bytes) -> str:
    """What tells whether a photo is still as it was kept."""
    return hashlib.sha256(jpeg).hexdigest()
