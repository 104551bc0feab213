"""The camera above the table, on the phones of a match: whether it watches, its question, its mode and the seats."""

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.problems import RuleError
from scorekeeper.play import NotFoundError
from scorekeeper.play.scoring.camera_hands import PLACES
from scorekeeper.play.scoring.camera_match import can_be_followed, write_moves, writes_moves
from scorekeeper.play.scoring.camera_table import CameraTable, SeenFrame
from scorekeeper.play.scoring.correcting import correct_mover, find_last_move
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import DoubtfulEntryError, StaleError, add_entry
from scorekeeper.play.upkeep.ephemeral import (
    Mode,
    ask_players,
    find_memory,
    find_picture,
    forget_camera,
    keep_memory,
    renew_camera,
    seat_players,
    set_camera_mode,
)
from scorekeeper.vision import Reading
from scorekeeper.web.access.permissions import for_scorers
from scorekeeper.web.forms.form import read_number
from scorekeeper.web.http.book_middleware import get_ephemeral, get_store, get_store_id
from scorekeeper.web.http.fragments import make_post, show_page, wants_part
from scorekeeper.web.http.this_match import get_match
from scorekeeper.web.uploads.reader import follow_sent_frame
from scorekeeper.web.views.camera import find_camera_view

blueprint = Blueprint("camera", __name__)

FRAMES_A_SECOND = 2  # frames that a phone sends
MOST_OF_ID = 40  # characters of the id of a phone
MODES: dict[str, Mode] = {"watch": "watching", "ask": "asking", "pause": "paused"}


@dataclass(frozen=True, slots=True)
class CameraSeatsPage:
    """The question where in the picture `player` sits: the `places`, and who sits at those that are known."""

    match: Match
    player: str
    places: Collection[str]
    sitting: Mapping[str, str]


@blueprint.get("/m/<match_id>/camera")
@for_scorers
def show() -> ResponseReturnValue:
    """GET /m/<match_id>/camera: return the part of the pad about the camera; the whole pad without htmx."""
    if not wants_part():
        return redirect(url_for("pad.show"), 303)
    match = get_match()
    return render_template("pad/_camera.html", camera=find_camera_view(match), sheet=match.sheet)


@blueprint.post("/m/<match_id>/camera")
@for_scorers
def tell() -> ResponseReturnValue:
    """POST /m/<match_id>/camera: set the mode of the camera, answer its question, or say who made the last move.

    The answer is `yes` or `no`; with `yes` the moves that the camera has seen are written. An answer to a question that
    is no longer open changes nothing. The player `mover` takes the place of the one who made the last move.
    """
    match, do, ephemeral = get_match(), request.form.get("do", ""), get_ephemeral()
    camera = find_camera_view(match)
    if camera and "mover" in request.form:
        return _correct_mover(match, request.form["mover"])
    if do in MODES:
        set_camera_mode(ephemeral, get_store_id(), MODES[do])
    elif camera and camera.question and request.form.get("seen") == str(match.seen):
        if do == "yes":
            try:
                write_moves(get_store(), match, camera.question.entries, camera.question.photo)
            except (StaleError, RuleError, DoubtfulEntryError):
                return redirect(url_for("pad.show"), 303)  # the pad shows what somebody else wrote
        ask_players(ephemeral, get_store_id(), None)
    return redirect(url_for("pad.show"), 303)


def _correct_mover(match: Match, player: str) -> ResponseReturnValue:
    """Correct the last move to one of `player`, and redirect to the pad.

    If somebody else wrote meanwhile, nothing is written. If the correction is impossible or doubtful, the pad shows the
    form in which the players correct the move.
    """
    move = find_last_move(match.sheet)
    if move is None or player == move.entry.mover or player not in match.seating.players:
        return redirect(url_for("pad.show"), 303)
    seen = request.form.get("seen", 0, int)
    try:
        add_entry(get_store(), match.id, correct_mover(move, player), seen, make_post())
    except StaleError:
        return redirect(url_for("pad.show"), 303)
    except (RuleError, DoubtfulEntryError):
        return redirect(url_for("pad.show", correct=move.number), 303)
    return redirect(url_for("pad.show"), 303)


@blueprint.get("/m/<match_id>/camera/seats")
@for_scorers
def seats() -> ResponseReturnValue:
    """GET /m/<match_id>/camera/seats: ask where in the picture a player sits.

    `seat` in the URL names the player; by default it is the first one whose place is not known. Without a camera,
    redirect to the pad.
    """
    match = get_match()
    camera = find_camera_view(match)
    if camera is None:
        return redirect(url_for("pad.show"), 303)
    players = match.seating.players
    number = read_number(request.args.get("seat", "")) or 0
    named = players[number - 1 : number] if number else tuple(each for each in players if each not in camera.seats)
    player = (named or players)[0]
    sitting = {place: player for player, place in camera.seats.items()}
    return show_page("camera/seats.html", CameraSeatsPage(match, player, PLACES, sitting))


@blueprint.post("/m/<match_id>/camera/seats")
@for_scorers
def sit() -> ResponseReturnValue:
    """POST /m/<match_id>/camera/seats: record that `player` sits at `place`, in place of anybody who sat there before.

    Redirect to the question about the next player whose place is not known, or to the pad.
    """
    match, place, player = get_match(), request.form.get("place", ""), request.form.get("player", "")
    camera = find_camera_view(match)
    if camera is None or place not in PLACES or player not in match.seating.players:
        return redirect(url_for(".seats"), 303)
    others = {each: at for each, at in camera.seats.items() if at != place}
    sitting = {**others, player: place}
    seat_players(get_ephemeral(), get_store_id(), sitting)
    return redirect(url_for("pad.show" if len(sitting) == len(match.seating.players) else ".seats"), 303)


@blueprint.get("/m/<match_id>/camera/phone")
@for_scorers
def phone() -> ResponseReturnValue:
    """GET /m/<match_id>/camera/phone: show the page on which the camera of this phone watches the table."""
    match = get_match()
    if not can_be_followed(match):
        raise NotFoundError(match.id)
    return render_template("camera/phone.html", match=match, reads_moves=writes_moves(match.sheet))


@blueprint.post("/m/<match_id>/camera/frame")
@for_scorers
def frame() -> ResponseReturnValue:
    """POST /m/<match_id>/camera/frame: follow the table on a frame of the phone `source`, and return its mode as JSON.

    The mode is that of the camera, `busy` while another camera watches in this book, or `over` after the match. A
    paused phone sends no picture. Nothing of the frame is stored but a small picture of the table. With `end` the phone
    stops watching.
    """
    match, ephemeral, book = get_match(), get_ephemeral(), get_store_id()
    source = request.form.get("source", "")[:MOST_OF_ID]
    if "end" in request.form or match.sheet.over:
        forget_camera(ephemeral, book, source)
        return jsonify(mode="over")
    mode = renew_camera(ephemeral, book, match.id, source) if source and can_be_followed(match) else None
    if mode is None:
        return jsonify(mode="busy")
    if mode != "paused":
        _follow(match, mode)
    return jsonify(mode=mode)


def _follow(match: Match, mode: Mode) -> None:
    """Read the frame of the request, write the moves that it shows or ask about them.

    The tracker's memory is stored for the next frame.
    """
    ephemeral, book = get_ephemeral(), get_store_id()
    memory = json.loads(find_memory(ephemeral, book) or "{}")
    table = CameraTable(get_store(), ephemeral, match.id, FRAMES_A_SECOND)
    if memory:
        table.remember(memory["table"], Reading.from_json)
    followed = follow_sent_frame(match.sheet.game.largest, memory.get("tracker", ""))
    if followed is None:
        return
    seen = SeenFrame(followed.reading, followed.at_rest, followed.settled, followed.unread, lambda: followed.picture)
    with suppress(StaleError, RuleError, DoubtfulEntryError):  # a phone was quicker: the next frame tries again
        table.follow(match, mode, seen)
    keep_memory(ephemeral, book, json.dumps({"tracker": followed.memory, "table": table.to_json()}))


@blueprint.get("/m/<match_id>/camera.jpg")
@for_scorers
def picture() -> Response:
    """GET /m/<match_id>/camera.jpg: return the camera's last picture. Raise NotFoundError if there is none."""
    match = get_match()
    jpeg = find_picture(get_ephemeral(), get_store_id()) if find_camera_view(match) else None
    if jpeg is None:
        raise NotFoundError(match.id)
    response = make_response(jpeg)
    response.mimetype = "image/jpeg"
    return response
