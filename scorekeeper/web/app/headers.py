"""What goes with every answer: the policy of what a page may do, how long it may be kept, and its compression."""

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
SQUEEZED = ("text/", "application/json", "application/javascript", "application/manifest+json", "image/svg+xml")
WORTH_IT = 600  # bytes; less travels in one packet anyway
FOR_EVER = "public, max-age=31536000, immutable"


def add_headers(app: Flask) -> None:
    """Let every answer of `app` carry the headers, compressed where that helps."""
    app.after_request(_guard)
    app.after_request(_squeeze)


def _guard(response: Response) -> Response:
    for name, value in HEADERS.items() if response.status_code != 204 else ():  # no content, nothing to guard
        response.headers.setdefault(name, value)
    if request.endpoint == "static":
        # A file asked for with the digest of its content (see `assets`) never changes.
        if "v" in request.args and response.status_code == 200:
            response.headers["Cache-Control"] = FOR_EVER
    else:
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.vary.update(("HX-Request", "Cookie"))
    return response


def _squeeze(response: Response) -> Response:
    text = (response.mimetype or "").startswith(SQUEEZED)
    if not text or response.status_code in (206, 304) or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"] <= 0 or request.method == "HEAD":
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) >= WORTH_IT:
        response.set_data(gzip.compress(body, 6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        if etag := response.get_etag()[0]:
            response.set_etag(f"{etag}-gzip")
    return response
