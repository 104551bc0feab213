"""Files for a phone that installs the score pad over https: the service worker, and a page for no connection."""

import json

from flask import Blueprint, Response, render_template, request, send_from_directory
from flask_babel import gettext as _

from scorekeeper.folders import STATIC
from scorekeeper.web.access.permissions import for_outside
from scorekeeper.web.forms.one_tap import QUEUED_TAPS

blueprint = Blueprint("installed", __name__)
DAY = 86_400  # seconds


@blueprint.get("/worker.js")
@for_outside
def worker() -> Response:
    """GET /worker.js: return the script of the service worker, headed by the taps that it queues while offline.

    A service worker sees only requests below its own path, so that path is at the top.
    """
    script = (STATIC / "js" / "worker.js").read_text(encoding="utf-8")
    response = Response(f"const QUEUED_TAPS = {json.dumps(QUEUED_TAPS)};\n{script}", mimetype="text/javascript")
    response.cache_control.no_cache = True
    response.add_etag()
    response.make_conditional(request)
    return response


@blueprint.get("/favicon.ico")
@for_outside
def favicon() -> Response:
    """GET /favicon.ico: return the icon, for programs that request it without reading a page."""
    return send_from_directory(STATIC / "icons", "icon-192.png", max_age=DAY)


@blueprint.get("/robots.txt")
@for_outside
def robots() -> Response:
    """GET /robots.txt: return the rule that search engines read no page."""
    return Response("User-agent: *\nDisallow: /\n", mimetype="text/plain")


@blueprint.get("/offline")
@for_outside
def offline() -> str:
    """GET /offline: return the page that a phone without a connection shows instead of pages that it has not stored."""
    sentence = _("The score pad cannot be reached, and this page was not kept on this device. Nothing is lost.")
    return render_template("problem.html", heading=_("Not connected"), sentence=sentence)
