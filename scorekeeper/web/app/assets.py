"""Static files are asked for with a digest of their content, so that a browser may keep them for ever."""

from functools import lru_cache
from hashlib import sha256

from flask import request, url_for
from markupsafe import Markup

from scorekeeper.folders import STATIC
from scorekeeper.web.app.door import find_top

ICON = Markup('<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>')


def find_asset(name: str) -> str:
    """The address of a file of static/, as it was when it was first asked for: the same in every book."""
    return _address(name, find_top())


def draw_icon(name: str) -> Markup:
    """An icon of static/icons/ui.svg. It says nothing by itself: the button around it does."""
    return ICON.format(find_asset("icons/ui.svg"), name)


@lru_cache(500)
def _address(name: str, top: str) -> str:
    """The address on a server below `top`: worked out once."""
    digest = sha256((STATIC / name).read_bytes()).hexdigest()[:10]
    return top + url_for("static", filename=name, v=digest).removeprefix(request.script_root)
