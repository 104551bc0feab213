"""Small drawings that pages show over and over, a tile say: each is drawn by its template once, and kept."""

from collections.abc import Callable
from functools import lru_cache

from jinja2 import Environment
from markupsafe import Markup

MOST_KEPT = 1_000  # of each drawing
LONGEST_KEPT = 30  # signs of what is drawn: a form may bring endless ones


def keep_drawings(templates: Environment, template: str, macro: str) -> Callable[..., Markup]:
    """The `macro` of a template, for one that draws by nothing but its arguments."""

    def draw(*said: object, **named: object) -> Markup:
        drawn: Markup = getattr(templates.get_template(template).module, macro)(*said, **named)
        return drawn

    kept = lru_cache(MOST_KEPT)(draw)

    def find_drawing(*said: object, **named: object) -> Markup:
        for each in said:
            if type(each) is str and len(each) > LONGEST_KEPT:
                return draw(*said, **named)
        return kept(*said, **named)

    return find_drawing
