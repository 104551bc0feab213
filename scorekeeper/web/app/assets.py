"""Static files are asked for with a digest of their content, so that a browser may keep them for ever."""

from functools import lru_cache
from hashlib import sha256

from flask import request, url_for
from markupsafe import Markup

from scorekeeper.folders import STATIC

ICON = Markup('<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>')


def find_asset(name: str) -> str:
    """The address of a file of static/, as it was when it was first asked for."""
    return _address(name, request.script_root)


def draw_icon(name: str) -> Markup:
    """An icon of static/icons/ui.svg. It says nothing by itself: the button around it does."""
    return ICON.format(find_asset("icons/ui.svg"), name)


@lru_cache(500)
def _address(name: str, root: str) -> str:
    """The address in an app below `root`: worked out once."""
    return url_for("static", filename=name, v=sha256((STATIC / name).read_bytes()).hexdigest()[:10])
