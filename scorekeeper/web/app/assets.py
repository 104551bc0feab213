"""Static files are asked for with a digest of their content, so that a browser may keep them for ever."""

from functools import cache
from hashlib import sha256

from flask import url_for

from scorekeeper.folders import STATIC


def find_asset(name: str) -> str:
    """The address of a file of static/."""
    return url_for("static", filename=name, v=_digest(name, (STATIC / name).stat().st_mtime_ns))


@cache
def _digest(name: str, changed: int) -> str:
    return sha256((STATIC / name).read_bytes()).hexdigest()[:10]
