"""Static files are asked for with a digest of their content, so that a browser may keep them for ever."""

from functools import cache
from hashlib import sha256

from flask import request, url_for

from scorekeeper.folders import STATIC


def find_asset(name: str) -> str:
    """The address of a file of static/."""
    return _address(name, (STATIC / name).stat().st_mtime_ns, request.script_root)


@cache
def _address(name: str, changed: int, root: str) -> str:
    """The address in an app below `root`: worked out once for each change of the file."""
    return url_for("static", filename=name, v=sha256((STATIC / name).read_bytes()).hexdigest()[:10])
