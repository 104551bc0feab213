"""Static files are asked for with a digest of their content, so that a browser may keep them for ever."""

from functools import lru_cache
from hashlib import sha256

from flask import Flask, request, url_for
from markupsafe import Markup

from scorekeeper.folders import STATIC
from scorekeeper.web.app.door import find_top

ICON = Markup('<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>')


def add_assets(app: Flask) -> None:
    """Let the templates of `app` ask for files and icons."""
    app.jinja_env.globals.update(asset=find_asset, icon=draw_icon)


def find_asset(name: str) -> str:
    """The address of a file of static/, as it was when it was first asked for: the same in every book."""
    return _address(name, find_top())


def draw_icon(name: str) -> Markup:
    """An icon of static/icons/ui.svg. It says nothing by itself: the button around it does."""
    return _draw_icon(name, find_top())


@lru_cache(500)
def _draw_icon(name: str, top: str) -> Markup:
    return ICON.format(_address("icons/ui.svg", top), name)


@lru_cache(500)
def _address(name: str, top: str) -> str:
    """The address on a server below `top`: worked out once."""
    digest = sha256((STATIC / name).read_bytes()).hexdigest()[:10]
    return top + url_for("static", filename=name, v=digest).removeprefix(request.script_root)
