"""Metrics for Prometheus, if SCOREKEEPER_METRICS sets the key with which they can be requested."""

from hmac import compare_digest

from flask import Blueprint, Response, abort, current_app, request

from scorekeeper.play.upkeep.ephemeral import count_queued
from scorekeeper.web.access.permissions import for_outside
from scorekeeper.web.http.book_middleware import get_books, get_ephemeral
from scorekeeper.web.http.metrics import Metrics

blueprint = Blueprint("metrics", __name__)
TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8"


@blueprint.get("/metrics")
@for_outside
def show() -> Response:
    """GET /metrics: return the metrics to a client that sends the key as a bearer token, else 401.

    Abort with 404 if metrics are switched off.
    """
    metrics: Metrics | None = current_app.extensions.get("metrics")
    if metrics is None:
        abort(404)
    sent = request.authorization.token if request.authorization and request.authorization.type == "bearer" else None
    if not compare_digest((sent or "").encode(), str(current_app.config["METRICS"]).encode()):
        return Response("Send the key of SCOREKEEPER_METRICS as a bearer token.\n", 401, {"WWW-Authenticate": "Bearer"})
    gauges = {
        "scorekeeper_photos_queued": count_queued(get_ephemeral(), "photos"),
        "scorekeeper_books_open": get_books().count_open(),
    }
    return Response(metrics.show(gauges), content_type=TEXT_FORMAT)
