"""The path below which a proxy serves the app, as `X-Forwarded-Prefix` says: `/dominoes`.

`ProxyFix` writes it to `SCRIPT_NAME`. One that is no plain path is left out, since it stands in every link and cookie.
"""

import re
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)+")
LONGEST = 200


class UrlPrefixMiddleware:
    """The app `inside`, for requests whose prefix is a path without a slash at its end, or empty."""

    def __init__(self, inside: WSGIApplication) -> None:
        self.inside = inside

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        prefix = environ.get("SCRIPT_NAME", "").rstrip("/")
        environ["SCRIPT_NAME"] = prefix if PREFIX.fullmatch(prefix) and len(prefix) <= LONGEST else ""
        return self.inside(environ, start)
