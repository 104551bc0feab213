"""Parts of pages that are the same whenever their arguments are: each is rendered once for a language and kept."""

from collections.abc import Callable
from functools import lru_cache

from flask import Flask
from markupsafe import Markup

from scorekeeper.web.app.door import find_top
from scorekeeper.web.app.languages import find_language

MOST_KEPT = 5_000  # renderings of each macro, in all languages
LONGEST_KEPT = 30  # characters of an argument; a form may bring endless ones
MACROS = {"tile": "_tiles.html", "half": "_tiles.html", "end": "_tiles.html", "pick": "_pick.html"}


def add_drawings(app: Flask) -> None:
    """Let the templates of `app` call `draw_tile(6, 4)` and the other `MACROS`, and `draw_fixed("_links.html")`."""
    app.jinja_env.globals.update(
        {f"draw_{macro}": cache_macro(app, template, macro) for macro, template in MACROS.items()},
        draw_fixed=cache_template(app),
    )


def cache_template(app: Flask) -> Callable[[str], Markup]:
    """Return a function that renders a template which depends on the language and the server's address alone."""

    @lru_cache(MOST_KEPT)
    def draw(_language: str, _top: str, template: str) -> Markup:
        return Markup(app.jinja_env.get_template(template).render())  # noqa: S704  # it escapes what it prints

    return lambda template: draw(find_language(), find_top(), template)


def cache_macro(app: Flask, template: str, macro: str) -> Callable[..., Markup]:
    """Return a function that renders a macro which depends on its arguments and the language alone."""

    def draw(_language: str, *args: object, **kwargs: object) -> Markup:
        drawn: Markup = getattr(app.jinja_env.get_template(template).module, macro)(*args, **kwargs)
        return drawn

    cached = lru_cache(MOST_KEPT)(draw)

    def find_drawing(*args: object, **kwargs: object) -> Markup:
        too_long = any(isinstance(each, str) and len(each) > LONGEST_KEPT for each in args)
        return (draw if too_long else cached)(find_language(), *args, **kwargs)

    return find_drawing
