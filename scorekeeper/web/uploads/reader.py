"""Read photos that were sent, and return the readings of stored ones.

A file that is no photo is refused with the reason, and so is a photo while too many others wait. If the
reader fails or takes too long, or a stored reading is damaged, the photo is shown without tiles and the players add
them.
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
from scorekeeper.web.access.rate_limits import FRAMES, PHOTOS, TABLE_FRAMES, count_by_book
from scorekeeper.web.http.book_middleware import get_ephemeral, get_store_id
from scorekeeper.web.uploads.photo_workers import AbandonedError, FollowedFrame, OverrunError, get_photo_workers

TICKET = "ticket"
"""The form field with the id of a photo in the queue, a random one that its page has chosen."""

MOST_OF_A_FRAME = 400_000
"""Bytes of a camera's frame; one that is 960 pixels wide has 50,000 or so."""

NO_READER = _l(
    "Photos cannot be read here: this score pad was installed without its photo reader."
    " Everything can be entered by hand."
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ReadPhoto:
    """A photo that was sent: the JPEG to be stored, and its reading."""

    jpeg: bytes
    reading: vision.Reading


class NotReadError(Exception):
    """A photo that was sent is refused: `sentence` is the reason in the user's language, `status` the HTTP status."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.sentence, self.status = sentence, status


def can_read_photos() -> bool:
    """Return whether photos can be read here.

    The reader may not be installed; the setting READER can replace it.
    """
    return "READER" in current_app.config or vision.can_read_photos()


def read_sent_photo(largest: int) -> ReadPhoto:
    """Read the photo in the form, for a set whose highest half is `largest`.

    Raise NotReadError if it is refused, and ClientDisconnected if the client has gone.
    """
    if not can_read_photos():
        raise NotReadError(str(NO_READER), 501)
    if count_by_book(PHOTOS) > PHOTOS.most:
        sentence = _("More than %(most)s photos were sent within an hour. Try again later.", most=PHOTOS.most)
        raise NotReadError(sentence, 429)
    photo = next((file for file in request.files.getlist("picture") if file.filename), None)
    try:
        if read := current_app.config.get("READER"):
            return _read_here(vision.open_photo(photo.read() if photo else b""), read, largest)
        if photo is None:
            raise vision.PhotoError("no_photo")
        ticket = request.form.get(TICKET, "")
        jpeg, reading, size = get_photo_workers().read(_find_queue(), photo.read, largest, _is_gone, ticket)
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
    """Return the reading of the camera frame in the form, for a set whose highest half is `largest`.

    Return None if it is missing, too large, unreadable, or not the only photo to be read. Raise ClientDisconnected if
    the client has gone.
    """
    file = request.files.get("picture")
    frame = file.read(MOST_OF_A_FRAME + 1) if file else b""
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


def follow_sent_frame(largest: int, memory: str) -> FollowedFrame | None:
    """Return the result of a tracker for the camera frame in the form, for a set whose highest half is `largest`.

    `memory` is the tracker's state after the previous frame. Return None if the frame was not read; see
    `read_sent_frame`.
    """
    file = request.files.get("picture")
    frame = file.read(MOST_OF_A_FRAME + 1) if file else b""
    if not frame or len(frame) > MOST_OF_A_FRAME or not vision.can_read_photos():
        return None
    if count_by_book(TABLE_FRAMES) > TABLE_FRAMES.most:
        return None
    try:
        return get_photo_workers().follow(_find_queue(), frame, largest, memory, _is_gone)
    except (vision.PhotoError, QueueFullError):
        return None
    except OverrunError as error:
        log.warning("a frame could not be read: %s", error)
        return None
    except AbandonedError as gone:
        raise ClientDisconnected from gone


def tell_place() -> str:
    """Return a sentence with the number of photos before the one whose ticket is in the URL; empty if it is 0."""
    before = 0
    with suppress(StoreError):
        before = _find_queue().count_before(request.args.get(TICKET, ""))
    return (
        ngettext("One photo is read before yours.", "%(num)s photos are read before yours.", before) if before else ""
    )


def recall_reading(photo: StoredPhoto) -> vision.Reading:
    """Return the stored reading of a photo, or a reading without tiles if it is damaged.

    The photo itself is not opened, since it may come from a backup that was restored.
    """
    try:
        return vision.Reading.from_json(photo.reading)
    except ValueError as error:  # from a restored backup or an older version
        log.warning("what is kept with photo %s is no reading: %s", photo.id, error)
        return _make_unread(vision.measure_jpeg(photo.jpeg) or (0, 0))


def _find_queue() -> Queue:
    """Return the queue in which photos of the request's book wait."""
    return Queue(get_ephemeral(), "photos", get_store_id(), current_app.config["READERS"])


def _read_here(photo: "vision.Photo", read: object, largest: int) -> ReadPhoto:
    """Return the photo and its reading by `read`, the function in the setting READER, which runs in this process."""
    assert callable(read)  # noqa: S101  # tests set it, not users
    try:
        return ReadPhoto(photo.to_jpeg(), read(photo, largest))
    except Exception:
        log.exception("a photo could not be read")
        return ReadPhoto(photo.to_jpeg(), _make_unread(photo.size))


def _is_gone() -> bool:
    """Return whether the client has disconnected; False if the server cannot tell."""
    is_gone = request.environ.get("scorekeeper.is_gone")
    return bool(is_gone and is_gone())


def _make_unread(size: tuple[int, int]) -> vision.Reading:
    """Return a reading without tiles, with the doubt `unread`, for a photo of this width and height."""
    return vision.Reading((size[0], size[1]), (), warnings=(vision.Doubt("unread"),))
