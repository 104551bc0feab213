"""Photos of the table: taken or chosen, read, corrected, and then used to fill in the pad's form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from flask import Blueprint, Response, abort, jsonify, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.sheet.line import Line
from scorekeeper.play import NotFoundError
from scorekeeper.play.photos import StoredPhoto, find_photo, keep_photo
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.preview import Preview
from scorekeeper.vision import MOST_BYTES, SENTENCES
from scorekeeper.web.access.permissions import for_scorers, for_watchers
from scorekeeper.web.forms.correction import Correction
from scorekeeper.web.forms.ends import EndsForm
from scorekeeper.web.forms.form import read_number
from scorekeeper.web.forms.round import RoundForm
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import make_post, show_page, wants_part
from scorekeeper.web.http.this_match import get_match, get_match_id
from scorekeeper.web.photo.drawing import PhotoDrawing
from scorekeeper.web.photo.edits_from_entry import sort_as_entered
from scorekeeper.web.photo.ends import PhotoLayout
from scorekeeper.web.photo.hands import PhotoHands
from scorekeeper.web.photo.review import Purpose, Review, find_pad_fields, read_pad_fields
from scorekeeper.web.photo.tiles import PhotoTiles, list_seen_tiles
from scorekeeper.web.uploads.limits import refuse_too_large
from scorekeeper.web.uploads.reader import NotReadError, read_sent_frame, read_sent_photo, recall_reading, tell_place
from scorekeeper.web.views.lines import is_shown
from scorekeeper.web.views.news import MatchNews, find_match_news

blueprint = Blueprint("photos", __name__)
PURPOSES: Mapping[str, Purpose] = {"ends": "ends", "hand": "hand"}
CACHED_FOR_EVER = "private, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class TakePhotoPage:
    """The form that sends a photo for `purpose`, of at most `most` bytes, with the `fields` of the pad's form.

    `before` are the parameters of the pad's URL, and `problem` says why the last photo was refused.
    """

    match: Match
    purpose: Purpose
    fields: Mapping[str, str]
    before: Mapping[str, str]
    problem: str | None
    most: int = MOST_BYTES


@dataclass(frozen=True, slots=True)
class PhotoPage:
    """The review of a photo at its present URL (`address`), and the pad's form that it fills in.

    `hands` says whose tiles lie on a photo of hands, and `layout` what lies on one of open ends; the other one is None.
    `moved_on` says that entries were written since the photo was taken; the user has to see the `last` one first.
    """

    match: Match
    news: MatchNews
    photo: StoredPhoto
    address: str
    review: Review
    tiles: PhotoTiles
    hands: PhotoHands | None
    layout: PhotoLayout | None
    drawing: PhotoDrawing
    form: RoundForm | EndsForm
    preview: Preview
    moved_on: bool
    last: Sequence[Line]


@dataclass(frozen=True, slots=True)
class EntryPhotoPage:
    """The photo of an entry, with the tiles as they were entered, and the URL of the entry on the sheet (`back`)."""

    match: Match
    photo: StoredPhoto
    line: Line
    purpose: Purpose
    drawing: PhotoDrawing
    back: str


@blueprint.get("/m/<match_id>/photo")
@for_scorers
def take() -> ResponseReturnValue:
    """GET /m/<match_id>/photo: show the page where a photo is taken or chosen."""
    return _ask_for_photo(_load_rounds())


@blueprint.post("/m/<match_id>/photo")
@for_scorers
def upload() -> ResponseReturnValue:
    """POST /m/<match_id>/photo: read a photo, store it and redirect to its page; show why if it cannot be read."""
    match = _load_rounds()
    try:
        photo = read_sent_photo(match.sheet.game.largest)
    except NotReadError as refused:
        return _ask_for_photo(match, refused.sentence, refused.status)
    photo_id = keep_photo(get_store(), match.id, photo.jpeg, photo.reading.to_json(""))
    fields = {"for": _read_purpose(), "post": make_post(), "seen": str(match.seen)} | read_pad_fields(
        match.sheet, request.form
    )
    return redirect(_make_address(photo_id, fields), 303)


@blueprint.get("/m/<match_id>/photo/line")
@for_scorers
def line() -> ResponseReturnValue:
    """GET /m/<match_id>/photo/line: return a sentence with how many photos are read before this one.

    It is empty if none is.
    """
    response = make_response(tell_place())
    response.mimetype = "text/plain"
    return response


@blueprint.post("/m/<match_id>/photo/frame")
@for_scorers
def frame() -> ResponseReturnValue:
    """POST /m/<match_id>/photo/frame: return as JSON where the tiles are on a frame of a camera.

    Return 204 if it was not read. Nothing of the frame is stored.
    """
    reading = read_sent_frame(get_match().sheet.game.largest)
    if reading is None:
        return "", 204
    tiles = [
        {
            "name": tile.name,
            "corners": tile.corners,
            "middle": tile.middle,
            "sure": not tile.doubtful,
            "hidden": tile.hidden,
        }
        for tile in list_seen_tiles(reading)
    ]
    return jsonify(size=reading.size, tiles=tiles)


def _too_large() -> ResponseReturnValue:
    """Return the page that says that the photo was too large."""
    values = {"megabytes": round((request.content_length or 0) / 1e6), "most": MOST_BYTES // 1_000_000}
    sentence = SENTENCES["too_many_bytes"]
    return _ask_for_photo(_load_rounds(), _(sentence) % values, 413)


refuse_too_large(blueprint, _too_large)


@blueprint.get("/m/<match_id>/photo/<photo_id>")
@for_scorers
def review(photo_id: str) -> ResponseReturnValue:
    """GET /m/<match_id>/photo/<photo_id>: show the photo with the tiles read on it, which taps can correct."""
    match, photo = _load_rounds(), _find_photo(photo_id)
    correction = Correction.read(match, request.args)
    base = correction.base if correction else match.sheet
    looked_over = Review.read(base, _read_purpose(), recall_reading(photo), request.args)
    if "do" in request.args:
        looked_over = looked_over.tapped(request.args["do"])
    address = _make_address(photo_id, looked_over.address)
    if "do" in request.args and not wants_part():
        return redirect(address, 303)
    page = PhotoPage(
        match=match,
        news=find_match_news(match),
        photo=photo,
        address=address,
        review=looked_over,
        tiles=looked_over.tiles,
        hands=None if looked_over.purpose == "ends" else looked_over.hands,
        layout=looked_over.layout if looked_over.purpose == "ends" else None,
        drawing=looked_over.drawing,
        form=looked_over.form,
        preview=looked_over.form.preview(),
        moved_on=read_number(looked_over.pad.get("seen", "")) not in (None, match.seen),
        last=tuple(islice(match.sheet.last_lines, 1)),
    )
    return show_page("photo/photo.html", page, fragment="photo/_photo.html")


@blueprint.get("/m/<match_id>/photo/<photo_id>.jpg")
@for_watchers
def picture(photo_id: str) -> Response:
    """GET /m/<match_id>/photo/<photo_id>.jpg: return the JPEG. It never changes, so browsers may keep it.

    Raise NotFoundError if the photo is damaged or not one of this match.
    """
    jpeg = _find_photo(photo_id).jpeg
    if not jpeg:  # the photo was damaged in a backup that was restored
        raise NotFoundError(photo_id)
    response = make_response(jpeg)
    response.mimetype = "image/jpeg"
    response.headers["Cache-Control"] = CACHED_FOR_EVER
    return response


@blueprint.get("/m/<match_id>/entry/<int:number>/photo")
@for_watchers
def entry(number: int) -> ResponseReturnValue:
    """GET /m/<match_id>/entry/<number>/photo: show the photo of an entry, with the tiles as they were entered."""
    match = get_match()
    if number not in match.photos:
        raise NotFoundError(f"photo of entry {number}")
    photo = _find_photo(match.photos[number])
    line = match.sheet.lines[number - 1]
    reading = recall_reading(photo)
    looked_over = Review(match.sheet, "ends", reading, {}, ("allok",))
    if isinstance(line.entry, RoundEnd):
        seats = {player: seat for seat, player in enumerate(match.seating.players, start=1)}
        entered = {str(tile): seats[player] for player, hand in line.entry.hands for tile in hand.tiles or ()}
        words = sort_as_entered(list_seen_tiles(reading), entered)
        looked_over = Review(match.sheet, "hands", reading, {}, words)
    here: dict[str, Any] = {} if is_shown(match.sheet, number) else {"all": 1}
    back = url_for("sheets.sheet", _anchor=f"entry-{number}", **here)
    page = EntryPhotoPage(match, photo, line, looked_over.purpose, looked_over.drawing, back)
    return show_page("photo/entry.html", page)


def _load_rounds() -> Match:
    """Return the match of the request; abort with 404 for a solitaire, which has its own page for photos."""
    match = get_match()
    if match.sheet.game.solitaire is not None:
        abort(404)
    return match


def _ask_for_photo(match: Match, problem: str | None = None, status: int = 200) -> ResponseReturnValue:
    """Return the page where a photo is taken, with the reason `problem` if the last one was refused, and the status."""
    # If the file was too large, the form was not read either.
    fields = {} if status == 413 else read_pad_fields(match.sheet, request.values)
    purpose = _read_purpose()
    page = TakePhotoPage(match, purpose, fields, find_pad_fields(purpose, fields), problem)
    return show_page("photo/take.html", page, status)


def _read_purpose() -> Purpose:
    """Return what the photo is for: `ends`, `hand` or by default `hands`."""
    return PURPOSES.get(request.args.get("for", ""), "hands")


def _make_address(photo_id: str, query: Mapping[str, Any]) -> str:
    """Return the address of the page of a photo."""
    return url_for("photos.review", photo_id=photo_id, **query)


def _find_photo(photo_id: str) -> StoredPhoto:
    """Return the stored photo. Raise NotFoundError if it is not one of this match."""
    photo = find_photo(get_store(), photo_id)
    if photo.match != get_match_id():
        raise NotFoundError(photo_id)
    return photo
