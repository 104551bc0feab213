"""The facts about each answered request, for metrics and the access log: its route, never its URL.

URLs contain keys of links and ids of matches; a route such as `/join/<key>` does not.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, request

from scorekeeper.web.http.book_middleware import BOOK

ROUTE = "scorekeeper.route"  # in the environment: endpoint and rule


@dataclass(frozen=True, slots=True)
class ServedRequest:
    """A request that was answered. `endpoint` and `route` are empty if no view has its URL.

    `seconds` is the time until the answer begins to be sent; `size` is its length in bytes, None if that is not known.
    """

    method: str
    endpoint: str
    route: str
    status: int
    seconds: float
    size: int | None
    book_id: str


Observer = Callable[[ServedRequest], None]


def note_route(app: Flask) -> None:
    """Make `app` write the endpoint and the route of each request to the WSGI environment."""

    @app.before_request
    def leave() -> None:
        if request.url_rule is not None:
            request.environ[ROUTE] = request.endpoint, request.url_rule.rule


class RequestObserverMiddleware:
    """WSGI middleware around `inside` that passes every request, once it is answered, to the `observers`."""

    def __init__(self, inside: WSGIApplication, observers: Sequence[Observer]) -> None:
        self.inside, self.observers = inside, observers

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        started: list[tuple[str, Any]] = []

        def begin(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            started[:] = [(status, headers)]
            return start(status, headers, *error)

        began = time.perf_counter()
        answer = self.inside(environ, begin)
        if started:
            (status, headers), seconds = started[0], time.perf_counter() - began
            served = _describe(environ, int(status.partition(" ")[0]), headers, seconds)
            for observe in self.observers:
                observe(served)
        return answer


def _describe(
    environ: WSGIEnvironment, status: int, headers: Iterable[tuple[str, str]], seconds: float
) -> ServedRequest:
    """Return the facts about the request of this WSGI environment, which was answered after `seconds`."""
    endpoint, route = environ.get(ROUTE, ("", ""))
    size = next((int(value) for name, value in headers if name.lower() == "content-length"), None)
    book = environ.get(BOOK)
    return ServedRequest(environ["REQUEST_METHOD"], endpoint, route, status, seconds, size, book.id if book else "")
