"""The match of a request, which its URL names. It is loaded once, and its id is part of every link in the answer.

`/m/<match_id>/sheet` belongs to that match, and so does `/rules/spansk?match=<match_id>`. Views of such URLs take no
argument `match_id`: they call `get_match()`. A view that writes an entry stores the new match with `keep_match`.
"""

from typing import Any

from flask import Flask, current_app, g, request

from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.web.http.book_middleware import get_store


def add_this_match(app: Flask) -> None:
    """Make `app` take the match id out of each request's URL, and add it to each link that needs one."""
    app.url_value_preprocessor(_take_match)
    app.url_defaults(_link_match)


def get_match_id() -> str:
    """Return the id of the match that the request's address names, which may not exist; empty if it names none."""
    match_id: str = g.get("match_id", "")
    return match_id


def get_match() -> Match:
    """Return the match of the request, read once. Raise NotFoundError if there is no such match."""
    if "match" not in g:
        g.match = load_match(get_store(), get_match_id())
    match: Match = g.match
    return match


def keep_match(match: Match) -> None:
    """Replace the match of the request by `match`, after the request has written an entry."""
    g.match = match


def _take_match(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Take the match id out of the `values` of the address, or from the parameter `match`, and remember it."""
    named = (values or {}).pop("match_id", None) or request.args.get("match")
    if named:
        g.match_id = named


def _link_match(endpoint: str, values: dict[str, Any]) -> None:
    """Add the id of the request's match to the `values` of a link whose address has one."""
    named = get_match_id()
    if named and "match_id" not in values and current_app.url_map.is_endpoint_expecting(endpoint, "match_id"):
        values["match_id"] = named
