"""Parts of pages that depend on their arguments alone, rendered once for each language and cached."""

from collections.abc import Callable, Collection
from functools import cache, lru_cache
from hashlib import sha256
from typing import NamedTuple

from flask import current_app, request, url_for
from markupsafe import Markup

from scorekeeper.folders import STATIC
from scorekeeper.web.http.book_middleware import find_url_prefix
from scorekeeper.web.i18n.languages import find_language

CACHE_SIZE = 5_000  # renderings of all macros in all languages
MAX_CACHED_LENGTH = 30  # characters of an argument; a form may send any text
MACROS = {
    "tile": "parts/_tiles.html",
    "face": "parts/_tiles.html",
    "half": "parts/_tiles.html",
    "end": "parts/_tiles.html",
    "pick": "parts/_pick.html",
}
ICON = Markup('<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>')


class PickableTile(NamedTuple):
    """A tile in the picker.

    `key` is its name; `here` says that it is picked, `gone` that it lies elsewhere, `dimmed` that it fits no open end.
    """

    key: str
    high: int
    low: int
    here: bool
    gone: bool
    dimmed: bool


def find_asset(name: str) -> str:
    """Return the URL of a file in static/ with a digest of its content, so that browsers may cache it for ever."""
    return _find_asset(name, find_url_prefix())


def draw_icon(name: str) -> Markup:
    """Return an icon of static/icons/ui.svg, hidden from screen readers."""
    return _draw_icon(name, find_url_prefix())


def draw_fixed(template: str) -> Markup:
    """Render a template that depends on the language and the server's URL prefix alone."""
    return _draw_fixed(template, find_language(), find_url_prefix())


def draw_macro(macro: str) -> Callable[..., Markup]:
    """Return a function that renders one of MACROS: `draw_macro("tile")(6, 4)`."""

    def draw(*args: object, **kwargs: object) -> Markup:
        """Render the macro with these arguments, from the cache unless an argument is too long."""
        too_long = any(isinstance(each, str) and len(each) > MAX_CACHED_LENGTH for each in args)
        render = _draw_macro.__wrapped__ if too_long else _draw_macro
        return render(macro, find_language(), *args, **kwargs)

    return draw


def list_picks(
    largest: int, picked: Collection[str], used: Collection[str], unfit: Collection[str] = ()
) -> list[list[PickableTile]]:
    """Return the tiles of a set up to the half `largest` for the picker, a row for each higher half, highest first.

    `picked` may name a tile either way round (`6-4` or `4-6`), and may hold strings that are no tile. `used` are tiles
    that lie elsewhere, and `unfit` those that fit no open end.
    """
    return [
        [
            PickableTile(
                key, high, low, here := key in picked or turned in picked, key in used and not here, key in unfit
            )
            for key, turned, high, low in row
        ]
        for row in _name_tiles(largest)
    ]


@cache
def _name_tiles(largest: int) -> tuple[tuple[tuple[str, str, int, int], ...], ...]:
    """Return the tiles of a set up to `largest` in rows, each as name, name the other way round, high and low half."""
    return tuple(
        tuple((f"{high}-{low}", f"{low}-{high}", high, low) for low in range(high + 1))
        for high in range(largest, -1, -1)
    )


@lru_cache(CACHE_SIZE)
def _find_asset(name: str, prefix: str) -> str:
    """Return the URL of a static file below the server's URL prefix, with a digest of its content."""
    digest = sha256((STATIC / name).read_bytes()).hexdigest()[:10]
    return prefix + url_for("static", filename=name, v=digest).removeprefix(request.script_root)


@lru_cache(CACHE_SIZE)
def _draw_icon(name: str, prefix: str) -> Markup:
    """Return an icon, below the server's URL prefix."""
    return ICON.format(_find_asset("icons/ui.svg", prefix), name)


@lru_cache(CACHE_SIZE)
def _draw_fixed(template: str, language: str, prefix: str) -> Markup:
    """Render the template for this language and URL prefix; both are only keys of the cache."""
    return Markup(current_app.jinja_env.get_template(template).render())  # noqa: S704  # the template escapes its values


@lru_cache(CACHE_SIZE)
def _draw_macro(macro: str, language: str, *args: object, **kwargs: object) -> Markup:
    """Render the macro with these arguments; the language is only a key of the cache."""
    drawn: Markup = getattr(current_app.jinja_env.get_template(MACROS[macro]).module, macro)(*args, **kwargs)
    return drawn
