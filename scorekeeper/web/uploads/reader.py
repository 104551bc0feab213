"""The reader of photos, as the score pad asks it: a photo that was sent is opened and read, a kept one is recalled.

A photo that is none is refused with the reason, and one that comes when too many wait is told its place. A reader that
fails or takes too long, or a kept reading that is none, refuses nothing: the photo then shows no tile, and the players
add them.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass

from flask import current_app, request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext
from werkzeug.exceptions import ClientDisconnected

from scorekeeper import vision
from scorekeeper.play import StoreError
from scorekeeper.play.photos import StoredPhoto
from scorekeeper.play.upkeep.ephemeral import Queue, QueueFullError
from scorekeeper.vision import SENTENCES
from scorekeeper.web.access.rate_limits import FRAMES, PHOTOS, count_by_book
from scorekeeper.web.http.book_middleware import find_book, get_ephemeral
from scorekeeper.web.uploads.photo_workers import AbandonedError, get_photo_workers

TICKET = "ticket"
"""The field by which a photo's own page asks how many are before it; whatever that page made up."""

MOST_OF_A_FRAME = 400_000
"""Bytes of a camera's frame; one that is 960 pixels wide has 50,000 or so."""

NO_READER = _l(
    "Photos cannot be read here: this score pad was installed without its photo reader."
    " Everything can be entered by hand."
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ReadPhoto:
    """A photo that was sent: the JPEG that may be kept, and what was read on it."""

    jpeg: bytes
    reading: vision.Reading


class NotReadError(Exception):  # what the photo is; raised and shown as such
    """A photo that was sent is not kept: the `sentence` says why, in the language of the page, and so does `status`."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.sentence, self.status = sentence, status


def can_read_photos() -> bool:
    """Whether photos can be read here: the reader is an extra, and something else may be set in its place."""
    return "READER" in current_app.config or vision.can_read_photos()


def read_sent_photo(largest: int) -> ReadPhoto:
    """The photo of the form that was sent, read for a set whose largest half has so many pips; raises NotReadError."""
    if not can_read_photos():
        raise NotReadError(str(NO_READER), 501)
    if count_by_book(PHOTOS) > PHOTOS.most:
        sentence = _("More than %(most)s photos were sent within an hour. Try again later.", most=PHOTOS.most)
        raise NotReadError(sentence, 429)
    given = next((file for file in request.files.getlist("picture") if file.filename), None)
    try:
        if read := current_app.config.get("READER"):
            return _read_here(vision.open_photo(given.read() if given else b""), read, largest)
        if given is None:
            raise vision.PhotoError("no_photo")
        ticket = request.form.get(TICKET, "")
        jpeg, reading, size = get_photo_workers().read(_find_queue(), given.read, largest, _is_gone, ticket)
    except vision.PhotoError as error:
        raise NotReadError(_(SENTENCES[error.key]) % error.values, 422) from error
    except QueueFullError as full:
        sentence = _("Other photos are being read, and yours would be number %(place)s.", place=full.place)
        then = _("Try again in a moment.")
        raise NotReadError(f"{sentence} {then}", 503) from full
    except AbandonedError as gone:
        raise ClientDisconnected from gone
    return ReadPhoto(jpeg, _make_unread(size) if reading is None else reading)


def read_sent_frame(largest: int) -> vision.Reading | None:
    """What is read on the small frame of a camera that was sent; None where it cannot be, or not now."""
    given = request.files.get("picture")
    frame = given.read(MOST_OF_A_FRAME + 1) if given else b""
    if not frame or len(frame) > MOST_OF_A_FRAME or not can_read_photos() or count_by_book(FRAMES) > FRAMES.most:
        return None
    try:
        if read := current_app.config.get("READER"):
            return _read_here(vision.open_photo(frame), read, largest).reading
        return get_photo_workers().read(_find_queue(), lambda: frame, largest, _is_gone, waits=False)[1]
    except (vision.PhotoError, QueueFullError):
        return None
    except AbandonedError as gone:
        raise ClientDisconnected from gone


def tell_place() -> str:
    """How many photos are read before the one that waits with the ticket asked about; nothing where none waits so."""
    before = 0
    with suppress(StoreError):
        before = _find_queue().count_before(request.args.get(TICKET, ""))
    return (
        ngettext("One photo is read before yours.", "%(num)s photos are read before yours.", before) if before else ""
    )


def recall_reading(photo: StoredPhoto) -> vision.Reading:
    """What was read on a photo when it was kept.

    The photo is not opened for it: it may have come in a copy that was restored.
    """
    try:
        return vision.Reading.from_json(photo.reading)
    except ValueError as error:  # it came in a copy, or an older score pad wrote it
        log.warning("what is kept with photo %s is no reading: %s", photo.id, error)
        return _make_unread(vision.measure_jpeg(photo.jpeg) or (0, 0))


def _find_queue() -> Queue:
    """The queue in which photos of this book wait."""
    return Queue(get_ephemeral(), "photos", find_book(), current_app.config["READERS"])


def _read_here(photo: "vision.Photo", read: object, largest: int) -> ReadPhoto:
    """A photo read in this process by whatever was set to do so."""
    assert callable(read)  # noqa: S101  # a setting of code, not of people
    try:
        return ReadPhoto(photo.kept(), read(photo, largest))
    except Exception:
        log.exception("a photo could not be read")
        return ReadPhoto(photo.kept(), _make_unread(photo.size))


def _is_gone() -> bool:
    """Return whether the client that sent the photo has disconnected, if the server can tell."""
    asked = request.environ.get("scorekeeper.is_gone")
    return bool(asked and asked())


def _make_unread(size: tuple[int, int]) -> vision.Reading:
    return vision.Reading((size[0], size[1]), (), warnings=(vision.Doubt("unread"),))
