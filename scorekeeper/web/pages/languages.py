"""The form in the foot of each page that chooses a language."""

import re

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.web.access.permissions import for_outside
from scorekeeper.web.i18n.languages import COOKIE, list_languages

PATH = re.compile(r"/(?![/\\])[^\x00-\x1f]*")  # `//elsewhere.example` is another host, and browsers skip a tab in it
MAX_AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer

blueprint = Blueprint("languages", __name__)


@blueprint.post("/language")
@for_outside
def choose() -> Response:
    """POST /language: set the language of this device, and redirect to the page where it was chosen."""
    chosen, back = request.form.get("language", ""), request.form.get("back", "")
    if chosen not in list_languages():
        abort(400)
    answer = redirect(back if PATH.fullmatch(back) else url_for("matches.index"), 303)
    answer.set_cookie(COOKIE, chosen, max_age=MAX_AGE, secure=request.is_secure, httponly=True, samesite="Lax")
    return answer
