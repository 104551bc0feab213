"""Middleware that refuses a request whose Host header is not a valid host name or address.

Browsers send no such header; with one, no URL could be built for the pages.
"""

import re
from collections.abc import Collection, Iterable
from ipaddress import IPv6Address
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.sansio.utils import host_is_trusted

from scorekeeper.web.http.headers import HEADERS

LABEL = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?<!-)")
PORT = re.compile(r":[0-9]{1,5}")
LONGEST = 253
WRONG_NAME = "This score pad is not called that.\n"


class HostNameMiddleware:
    """WSGI middleware around `inside` that passes on only requests with a valid Host header."""

    def __init__(self, inside: WSGIApplication) -> None:
        self.inside = inside

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Call the app inside if the Host header is valid; else answer 400."""
        if is_host(environ.get("HTTP_HOST", "")):
            return self.inside(environ, start)
        start("400 Bad Request", [("Content-Type", "text/plain; charset=utf-8"), *HEADERS.items()])
        return [WRONG_NAME.encode()]


def is_host(value: str) -> bool:
    """Return whether the Host header `value` is a host name or address, with or without a port.

    An empty one is valid, since old clients send no such header.
    """
    name, _, port = value.rpartition(":") if PORT.fullmatch(value[value.rfind(":") :]) else (value, "", "")
    if port and int(port) > 65535:
        return False
    if name.startswith("[") and name.endswith("]"):
        return _is_address(name[1:-1])
    return not name or (len(name) <= LONGEST and all(map(_is_label, name.removesuffix(".").split("."))))


def is_trusted(environ: WSGIEnvironment, names: Collection[str] | None) -> bool:
    """Return whether the Host header is one of `names`, which are the setting TRUSTED_HOSTS; without names any is."""
    return not names or host_is_trusted(environ.get("HTTP_HOST", ""), names)


def _is_label(label: str) -> bool:
    """Return whether `label` is a valid part of a host name between dots; one in punycode must be decodable."""
    if not LABEL.fullmatch(label):
        return False
    try:
        label.encode().decode("idna")
    except UnicodeError:
        return False
    return True


def _is_address(value: str) -> bool:
    """Return whether `value` is an IPv6 address."""
    try:
        IPv6Address(value)
    except ValueError:
        return False
    return True
