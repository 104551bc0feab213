"""How a view answers: with a whole page, with the part of it that htmx replaces, or with a redirect."""

from dataclasses import fields
from typing import Any
from uuid import uuid4

from flask import current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response


def wants_part() -> bool:
    """Return whether htmx sent the request; it replaces only parts of pages."""
    return request.headers.get("HX-Request") == "true"


def page_or_part(page: str, fragment: str, status: int = 200, **values: Any) -> tuple[str, int]:
    """Render the template `page`, or for htmx the `fragment` that it includes; `part` tells the template which."""
    part = wants_part()
    return render_template(fragment if part else page, part=part, **values), status


def show_page(template: str, fragment: str, page: Any, status: int = 200) -> tuple[str, int]:
    """Render the dataclass instance `page`, whose fields are the names that the template sees."""
    values = {field.name: getattr(page, field.name) for field in fields(page)}
    return page_or_part(template, fragment, status, **values)


def go_to(address: str) -> Response:
    """Redirect, whether htmx asks or not."""
    if wants_part():
        return Response(status=204, headers={"HX-Redirect": address})
    return redirect(address, 303)


def go_back_to(endpoint: str, **values: Any) -> ResponseReturnValue:
    """Show another page of the same match: htmx gets its part at once, a browser a redirect with `values`."""
    if wants_part():
        found: ResponseReturnValue = current_app.ensure_sync(current_app.view_functions[endpoint])()
        return found
    return redirect(url_for(endpoint, **values), 303)


def make_post() -> str:
    """Return a new id for a form: two posts with the same id count once."""
    return uuid4().hex
