"""A request as WSGI tells it to the score pad, made of what uvicorn has read."""

import sys
from functools import lru_cache
from typing import IO, Any
from urllib.parse import unquote_to_bytes

Environ = dict[str, Any]

NAMES_KEPT = 256  # of headers; the browsers of a table send some twenty


def make_environ(scope: Any, content: IO[bytes]) -> Environ:
    """Return the environ of a request with this content.

    Header names with `_` are left out, as they could be mistaken for other ones, and so is `Transfer-Encoding`: the
    content is all here, its chunks joined, and Werkzeug ignores CONTENT_LENGTH beside that header.
    """
    host, port = scope["server"] or ("", None)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or ""),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope["client"] or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": content,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for sent, value in scope["headers"]:
        name = _name(sent)
        if name in environ:
            between = "; " if name == "HTTP_COOKIE" else ","
            environ[name] = f"{environ[name]}{between}{value.decode('latin-1')}"
        elif name:
            environ[name] = value.decode("latin-1")
    return environ


@lru_cache(NAMES_KEPT)
def _name(sent: bytes) -> str:
    """A header's name in the environ: `HTTP_COOKIE`; empty for one that is left out."""
    if b"_" in sent or sent.lower() == b"transfer-encoding":
        return ""
    name = sent.decode("latin-1").upper().replace("-", "_")
    return name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"
