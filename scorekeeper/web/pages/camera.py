"""The camera above the table, as the phones of a match see it: that it watches, its question, and how to pause it."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.problems import RuleError
from scorekeeper.play.scoring.camera import write_moves
from scorekeeper.play.scoring.writing import DoubtfulEntryError, StaleError
from scorekeeper.play.upkeep.ephemeral import Mode, ask_players, set_camera_mode
from scorekeeper.web.access.permissions import for_scorers
from scorekeeper.web.http.book_middleware import find_book, get_ephemeral, get_store
from scorekeeper.web.http.fragments import wants_part
from scorekeeper.web.http.this_match import get_match
from scorekeeper.web.views.camera import find_camera_view

blueprint = Blueprint("camera", __name__)

MODES: dict[str, Mode] = {"watch": "watching", "ask": "asking", "pause": "paused"}


@blueprint.get("/m/<match_id>/camera")
@for_scorers
def show() -> ResponseReturnValue:
    """GET /m/<match_id>/camera: return the part of the pad about the camera; the whole pad without htmx."""
    if not wants_part():
        return redirect(url_for("pad.show"), 303)
    return render_template("pad/_camera.html", camera=find_camera_view(get_match()))


@blueprint.post("/m/<match_id>/camera")
@for_scorers
def tell() -> ResponseReturnValue:
    """POST /m/<match_id>/camera: set the mode of the camera, or answer its question with `yes` or `no`.

    With `yes` the moves that it has seen are written. An answer to a question that is gone changes nothing.
    """
    match, do, ephemeral = get_match(), request.form.get("do", ""), get_ephemeral()
    camera = find_camera_view(match)
    if do in MODES:
        set_camera_mode(ephemeral, find_book(), MODES[do])
    elif camera and camera.question and request.form.get("seen") == str(match.seen):
        if do == "yes":
            try:
                write_moves(get_store(), match, camera.question.entries)
            except (StaleError, RuleError, DoubtfulEntryError):
                return redirect(url_for("pad.show"), 303)  # the pad shows what somebody else wrote
        ask_players(ephemeral, find_book(), None)
    return redirect(url_for("pad.show"), 303)
