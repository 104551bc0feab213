"""The headers of every answer, for security and caching, and its compression.

Texts are compressed with gzip alone: over plain http, as at most tables, no browser accepts anything better.
"""

import gzip

from flask import Flask, Response, request

POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), payment=()",
}
COMPRESSED = {
    *("text/html", "text/css", "text/javascript", "text/plain", "text/csv"),
    *("application/json", "application/javascript", "application/manifest+json", "image/svg+xml"),
}
LEVEL = 4  # 6 takes a third longer, for 2 % less
FILE_LEVEL = 9  # a phone gets a file once
SMALL = 600  # bytes; less travels in one packet anyway
FOR_EVER = "public, max-age=31536000, immutable"


def add_headers(app: Flask) -> None:
    """Make `app` add the headers to every answer, and compress answers where that helps."""
    app.after_request(_add_headers)
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    """Return `response`, with its body compressed if it is a text and the browser accepts gzip.

    Downloads are streamed uncompressed, since they can be large. A file or document that the browser has already is
    answered with 304.
    """
    is_file = request.endpoint == "static"
    if response.mimetype in COMPRESSED and response.status_code != 204:
        response.vary.add("Accept-Encoding")
        if (
            response.status_code not in (206, 304)
            and (is_file or not response.is_streamed)
            and request.accept_encodings["gzip"]
            and (response.content_length or 0) >= SMALL
        ):
            response.direct_passthrough = False
            response.set_data(gzip.compress(response.get_data(), FILE_LEVEL if is_file else LEVEL, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
            tag, is_weak = response.get_etag()
            if tag and not is_weak:
                response.set_etag(f"{tag}:gzip")
    # A browser may name the version of a file or a document that it has; a page is new each time.
    if is_file or (response.mimetype == "application/json" and response.get_etag()[0]):
        response.make_conditional(request)
    return response


def _add_headers(response: Response) -> Response:
    """Return `response` with the headers for security, and those that say how long browsers may cache it."""
    if response.status_code != 204:  # an empty answer needs none
        response.headers.extend(HEADERS)
    if request.endpoint == "static":
        # A file whose URL has the digest of its content (see `assets`) never changes.
        if "v" in request.args and response.status_code in (200, 304):
            response.headers["Cache-Control"] = FOR_EVER
    else:
        response.headers.setdefault("Cache-Control", "private, no-cache")
        others = response.headers.get("Vary")
        response.headers["Vary"] = f"{others}, HX-Request, Cookie" if others else "HX-Request, Cookie"
    return response
