"""How a view answers: with the whole page or to htmx only the part that changed, or with the way to another page."""

from typing import Any
from uuid import uuid4

from flask import current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response


def wants_part() -> bool:
    """Whether htmx asks: it never replaces a whole page here."""
    return request.headers.get("HX-Request") == "true"


def page_or_part(page: str, fragment: str, status: int = 200, **values: Any) -> tuple[str, int]:
    """`page` rendered, or to htmx the `fragment` that it includes; the template knows which as `part`."""
    part = wants_part()
    return render_template(fragment if part else page, part=part, **values), status


def go_to(address: str) -> Response:
    """On to another page, asked by htmx or not."""
    if wants_part():
        return Response(status=204, headers={"HX-Redirect": address})
    return redirect(address, 303)


def go_back_to(endpoint: str, **values: Any) -> ResponseReturnValue:
    """Another page of the same match: htmx gets its part at once, and not only the way to it, which names `values`."""
    if wants_part():
        found: ResponseReturnValue = current_app.ensure_sync(current_app.view_functions[endpoint])()
        return found
    return redirect(url_for(endpoint, **values), 303)


def make_post() -> str:
    """What tells one sending of a form from the next: sent twice with the same one, it counts once."""
    return uuid4().hex
