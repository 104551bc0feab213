"""The answers of views: a whole page, the part of it that htmx replaces, or a redirect."""

from dataclasses import fields
from typing import Any
from uuid import uuid4

from flask import current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response


def wants_part() -> bool:
    """Return whether htmx sent the request, so that the answer must be a part of a page."""
    return request.headers.get("HX-Request") == "true"


def show_page(template: str, page: Any, status: int = 200, *, fragment: str = "") -> tuple[str, int]:
    """Render `template`, or for htmx the template `fragment` that it includes, and return text and status.

    The templates see the fields of the dataclass instance `page`, and `part`, which is true for a fragment.
    """
    values = {field.name: getattr(page, field.name) for field in fields(page)}
    part = bool(fragment) and wants_part()
    return render_template(fragment if part else template, part=part, **values), status


def go_to(address: str) -> Response:
    """Return a redirect to `address`: a 204 with the header HX-Redirect for htmx, else a 303."""
    if wants_part():
        return Response(status=204, headers={"HX-Redirect": address})
    return redirect(address, 303)


def go_back_to(endpoint: str, **values: Any) -> ResponseReturnValue:
    """Return the answer that shows the view `endpoint` of the same match.

    htmx gets the answer of that view at once; a browser gets a redirect to it, with `values` in the URL.
    """
    if wants_part():
        answer: ResponseReturnValue = current_app.ensure_sync(current_app.view_functions[endpoint])()
        return answer
    return redirect(url_for(endpoint, **values), 303)


def make_post() -> str:
    """Return a new random id for a form: two posts with the same id count once."""
    return uuid4().hex
