"""The path below which a proxy serves the app, such as `/dominoes`, from the header `X-Forwarded-Prefix`.

`ProxyFix` writes it to `SCRIPT_NAME`. A prefix that is no plain path is dropped, since it is part of links and cookies.
"""

import re
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)+")
LONGEST = 200


class UrlPrefixMiddleware:
    """WSGI middleware around `inside` that removes a slash at the end of the prefix, and drops an invalid prefix."""

    def __init__(self, inside: WSGIApplication) -> None:
        self.inside = inside

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        prefix = environ.get("SCRIPT_NAME", "").rstrip("/")
        environ["SCRIPT_NAME"] = prefix if PREFIX.fullmatch(prefix) and len(prefix) <= LONGEST else ""
        return self.inside(environ, start)
