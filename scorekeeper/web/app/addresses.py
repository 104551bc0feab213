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
    return here[1] + _build(endpoint, here[0], *values.items())


def find_fixed_address(endpoint: str, **values: Any) -> str | None:
    """The address in its book, where it is the same in every match; None where it names the match of the request."""
    expected = current_app.url_map.is_endpoint_expecting(endpoint, "match_id")
    if expected and "match_id" not in values:
        return None
    return find_address(endpoint, **values).removeprefix(request.script_root)


def put_in_book(address: str) -> str:
    """An address in its book, as phones have to ask for it."""
    return request.script_root + address


@lru_cache(MOST_KEPT)
def _build(endpoint: str, match_id: str, *values: tuple[str, Any]) -> str:
    """The address in this match, where the endpoint expects one: the same in every book."""
    return url_for(endpoint, **dict(values)).removeprefix(request.script_root)
