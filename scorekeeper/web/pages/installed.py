"""What a phone keeps of the score pad where it comes by https: a worker at the top, and a page for no connection."""

from flask import Blueprint, Response, render_template, send_from_directory
from flask_babel import gettext as _

from scorekeeper.folders import STATIC
from scorekeeper.web.app.access import for_outside

blueprint = Blueprint("installed", __name__)


@blueprint.get("/worker.js")
@for_outside
def worker() -> Response:
    """The worker. It sees what is asked for below its own address, so that has to be the top."""
    return send_from_directory(STATIC / "js", "worker.js", mimetype="text/javascript")


@blueprint.get("/offline")
@for_outside
def offline() -> str:
    """What is shown without connection in the place of a page that was not kept."""
    sentence = _("The score pad cannot be reached, and this page was not kept on this device. Nothing is lost.")
    return render_template("problem.html", heading=_("Not connected"), sentence=sentence)
