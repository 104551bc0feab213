"""The name by which the score pad is asked for: one that is no host name is refused before anything else is done.

A browser sends no such name, but a page that writes it into its addresses would be wrong.
"""

import re
from collections.abc import Iterable
from ipaddress import IPv6Address
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from scorekeeper.web.http.headers import HEADERS

LABEL = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?<!-)")
PORT = re.compile(r":[0-9]{1,5}")
LONGEST = 253
WRONG_NAME = "This score pad is not called that.\n"


class HostNameMiddleware:
    """The app `inside`, for requests that name a host."""

    def __init__(self, inside: WSGIApplication) -> None:
        self.inside = inside

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if is_host(environ.get("HTTP_HOST", "")):
            return self.inside(environ, start)
        start("400 Bad Request", [("Content-Type", "text/plain; charset=utf-8"), *HEADERS.items()])
        return [WRONG_NAME.encode()]


def is_host(told: str) -> bool:
    """Whether this is a host's name or address, with a port or without; or nothing, as old clients send it."""
    name, _, port = told.rpartition(":") if PORT.fullmatch(told[told.rfind(":") :]) else (told, "", "")
    if port and int(port) > 65535:
        return False
    if name.startswith("[") and name.endswith("]"):
        return _is_address(name[1:-1])
    return not name or (len(name) <= LONGEST and all(map(_is_label, name.removesuffix(".").split("."))))


def _is_label(label: str) -> bool:
    """Whether it is a part of a name between dots; one that stands for foreign letters has to stand for some."""
    if not LABEL.fullmatch(label):
        return False
    try:
        label.encode().decode("idna")
    except UnicodeError:
        return False
    return True


def _is_address(told: str) -> bool:
    try:
        IPv6Address(told)
    except ValueError:
        return False
    return True
