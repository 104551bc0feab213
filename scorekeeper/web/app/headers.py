"""The headers of every answer: what a page may load, how long it may be kept; and its compression.

Flask-Compress packs with gzip alone: over plain http, as at most tables, no browser asks for anything better.
"""

from flask import Flask, Response, request
from flask_compress import Compress

POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), payment=()",
}
COMPRESSION = {
    "COMPRESS_ALGORITHM": "gzip",
    "COMPRESS_ALGORITHM_STREAMING": "gzip",
    "COMPRESS_LEVEL": 4,  # 6 takes a third longer, for 2 % less
    "COMPRESS_EVALUATE_CONDITIONAL_REQUEST": False,
    "COMPRESS_MIN_SIZE": 600,  # bytes; less travels in one packet anyway
    "COMPRESS_MIMETYPES": [
        *("text/html", "text/css", "text/javascript", "text/plain", "text/csv"),
        *("application/json", "application/javascript", "application/manifest+json", "image/svg+xml"),
    ],
}
FOR_EVER = "public, max-age=31536000, immutable"


def add_headers(app: Flask) -> None:
    """Let every answer of `app` carry the headers, compressed where that helps."""
    app.config.update(COMPRESSION)
    app.after_request(_guard)
    WholeTextCompress(app)


class WholeTextCompress(Compress):
    """Flask-Compress for whole texts: it would also pack the part of a file that was asked for, and no content."""

    def after_request(self, response: Response | None) -> Response:
        assert response is not None  # noqa: S101  # Flask always has one; the library's signature is older than that
        if response.status_code in (204, 206):
            return response
        if response.direct_passthrough and response.mimetype in self.compress_mimetypes_set:
            # A file of ours: read whole it keeps its length, and is closed when it was sent.
            response.direct_passthrough = False
            response.make_sequence()
        answer = super().after_request(response)
        # Of a file the browser may say which one it has; what we write is new each time.
        if request.endpoint == "static":
            answer.make_conditional(request)
        return answer


def _guard(response: Response) -> Response:
    if response.status_code != 204:  # no content, nothing to guard
        response.headers.extend(HEADERS)
    if request.endpoint == "static":
        # A file asked for with the digest of its content (see `assets`) never changes.
        if "v" in request.args and response.status_code in (200, 304):
            response.headers["Cache-Control"] = FOR_EVER
    else:
        response.headers.setdefault("Cache-Control", "private, no-cache")
        others = response.headers.get("Vary")
        response.headers["Vary"] = f"{others}, HX-Request, Cookie" if others else "HX-Request, Cookie"
    return response
