"""Photos of the table: taken or chosen, read, looked over and corrected, and then used to fill in the pad's form."""

import logging
import threading
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

import vision
from scorekeeper import play
from scorekeeper.engine.entries import Round
from scorekeeper.store.photos import StoredPhoto
from scorekeeper.web.app.access import for_scorers, for_watchers, guard
from scorekeeper.web.app.database import get_store
from scorekeeper.web.app.fragments import new_post, page_or_part, wants_part
from scorekeeper.web.app.this_match import get_match, get_match_id
from scorekeeper.web.forms.correction import Correction
from scorekeeper.web.forms.form import read_number
from scorekeeper.web.photo.hands import sort_as_entered
from scorekeeper.web.photo.review import Purpose, Review, read_pad_fields
from vision.photo import MOST_BYTES
from vision.words import SENTENCES

blueprint = Blueprint("photos", __name__)
log = logging.getLogger(__name__)

KEPT_FOR_EVER = "private, max-age=31536000, immutable"
READING = threading.Lock()
"""One photo after another: each needs both memory and every core."""


@blueprint.get("/m/<match_id>/photo")
@for_scorers
def take() -> ResponseReturnValue:
    """Where a photo is taken or chosen."""
    return _take()


@blueprint.post("/m/<match_id>/photo")
@for_scorers
def upload() -> ResponseReturnValue:
    """Read a photo and show it; one that cannot be read is refused with the reason."""
    match = get_match()
    given = next((file for file in request.files.getlist("picture") if file.filename), None)
    try:
        photo = vision.open_photo(given.read() if given else b"")
    except vision.PhotoError as error:
        return _take(_(SENTENCES[error.key]) % error.values, 422)
    photo_id = play.keep_photo(get_store(), match.id, photo.kept(), read_photo(photo, match.variant.largest))
    fields = {"for": _purpose(), "post": new_post(), "seen": str(match.seen)} | read_pad_fields(
        match.sheet, request.form
    )
    return redirect(_address(photo_id, fields), 303)


@blueprint.errorhandler(RequestEntityTooLarge)
def too_large(error: RequestEntityTooLarge) -> ResponseReturnValue:
    """Refused by its length alone, before a byte of it was looked at."""
    if refused := guard():
        return refused
    values = {"megabytes": round((request.content_length or 0) / 1e6), "most": MOST_BYTES // 1_000_000}
    sentence = SENTENCES["too_many_bytes"]
    return _take(_(sentence) % values, 413)


@blueprint.get("/m/<match_id>/photo/<photo_id>")
@for_scorers
def review(photo_id: str) -> ResponseReturnValue:
    """The photo with what was read on it, to be corrected by taps."""
    match, photo = get_match(), _photo(photo_id)
    correction = Correction.read(match, request.args)
    base = correction.base if correction else match.sheet
    looked = Review.read(base, _purpose(), photo.reading, request.args)
    if "do" in request.args:
        looked = looked.tapped(request.args["do"])
    address = _address(photo_id, looked.address)
    if "do" in request.args and not wants_part():
        return redirect(address, 303)
    # What the photo was taken for may be decided by now: who uses it has to have seen that.
    moved_on = read_number(looked.pad.get("seen", "")) not in (None, match.seen)
    values: dict[str, Any] = {
        "match": match,
        "photo": photo,
        "review": looked,
        "address": address,
        "moved_on": moved_on,
    }
    return page_or_part("photo.html", "_photo.html", last=match.sheet.standing_lines[-1:], **values)


@blueprint.get("/m/<match_id>/photo/<photo_id>.jpg")
@for_watchers
def picture(photo_id: str) -> Response:
    """The picture itself, as it was kept: it never changes, and is nobody else's."""
    response = make_response(_photo(photo_id).jpeg)
    response.mimetype = "image/jpeg"
    response.headers["Cache-Control"] = KEPT_FOR_EVER
    return response


@blueprint.get("/m/<match_id>/entry/<int:number>/photo")
@for_watchers
def entry(number: int) -> ResponseReturnValue:
    """The photo that an entry was taken from, with the tiles as they were entered."""
    match = get_match()
    if number not in match.photos:
        raise play.NotFound(f"photo of entry {number}")
    photo = _photo(match.photos[number])
    line = match.sheet.lines[number - 1]
    looked = Review(match.sheet, "ends", photo.reading, {}, ("allok",))
    if isinstance(line.entry, Round):
        seats = {player: seat for seat, player in enumerate(match.seating.players, start=1)}
        entered = {str(tile): seats[player] for player, hand in line.entry.hands for tile in hand.tiles or ()}
        looked = Review(match.sheet, "hands", photo.reading, {}, sort_as_entered(looked.read_tiles, entered))
    return render_template("photo_of_entry.html", match=match, photo=photo, review=looked, line=line), 200


def _take(problem: str | None = None, status: int = 200) -> ResponseReturnValue:
    match = get_match()
    # A file that was too large was never read, and the form around it neither.
    fields = {} if status == 413 else read_pad_fields(match.sheet, request.values)
    values: dict[str, Any] = {"match": match, "problem": problem, "purpose": _purpose(), "fields": fields}
    return render_template("photo_take.html", most=MOST_BYTES, **values), status


def _purpose() -> Purpose:
    return "ends" if request.args.get("for") == "ends" else "hands"


def _address(photo_id: str, query: Mapping[str, Any]) -> str:
    return url_for("photos.review", photo_id=photo_id, **query)


def _photo(photo_id: str) -> StoredPhoto:
    photo = play.find_photo(get_store(), photo_id)
    if photo.match != get_match_id():
        raise play.NotFound(photo_id)
    return photo


def read_photo(photo: vision.Photo, largest: int) -> dict[str, Any]:
    """What the reader finds; a reader that fails leaves it all to the players."""
    read = current_app.config.get("READER", vision.read)
    try:
        with READING:
            reading: vision.Reading = read(photo, largest)
            return reading.to_json("")
    except Exception:
        log.exception("a photo could not be read")
        return {"size": list(photo.size), "tiles": [], "joins": [], "groups": [], "warnings": [{"key": "unread"}]}
