"""The addresses in a page: each is built once, as long as pages ask for it."""

from functools import lru_cache
from typing import Any

from flask import current_app, g, request, url_for

from scorekeeper.web.app.this_match import get_match_id

MOST_KEPT = 5_000
LONGEST_KEPT = 80  # signs of a value; somebody may send endless ones


def find_address(endpoint: str, **values: Any) -> str:
    """What Flask's `url_for` gives, in the match of the request."""
    here: tuple[str, str] | None = g.get("here")
    if here is None:
        g.here = here = get_match_id(), request.script_root
    for value in (here[0], *values.values()):
        if type(value) is not int and (type(value) is not str or len(value) > LONGEST_KEPT):
            return url_for(endpoint, **values)
    return _build(endpoint, here, *values.items())


def find_fixed_address(endpoint: str, **values: Any) -> str | None:
    """The address, where it is the same in every match; None where it names the match of the request."""
    expected = current_app.url_map.is_endpoint_expecting(endpoint, "match_id")
    return None if expected and "match_id" not in values else find_address(endpoint, **values)


@lru_cache(MOST_KEPT)
def _build(endpoint: str, here: tuple[str, str], *values: tuple[str, Any]) -> str:
    """The address in this match, where the endpoint expects one, below this root."""
    return url_for(endpoint, **dict(values))
