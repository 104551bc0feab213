"""The reader of photos, as the score pad asks it: a photo that was sent is opened and read, a kept one is recalled.

A photo that is none is refused with the reason. A reader that fails, or a kept reading that is none, refuses nothing:
the photo then shows no tile, and the players add them.
"""

import logging
import threading

from flask import current_app, request
from flask_babel import gettext as _

import vision
from scorekeeper.play import StoredPhoto
from vision.words import SENTENCES

log = logging.getLogger(__name__)

READING = threading.Lock()
"""One photo after another: each needs both memory and every core."""


def open_sent_photo() -> vision.Photo:
    """The photo of the form that was sent; raises PhotoError, also where there is none."""
    given = next((file for file in request.files.getlist("picture") if file.filename), None)
    return vision.open_photo(given.read() if given else b"")


def speak_photo_error(error: vision.PhotoError) -> str:
    """Why a file is refused, in the language of the page."""
    sentence: str = _(SENTENCES[error.key])
    return sentence % error.values


def read_photo(photo: vision.Photo, largest: int) -> vision.Reading:
    """What the reader finds on a photo of a set whose largest half has so many pips."""
    read = current_app.config.get("READER", vision.read)
    try:
        with READING:
            reading: vision.Reading = read(photo, largest)
            return reading
    except Exception:
        log.exception("a photo could not be read")
        return _make_unread(photo)


def recall_reading(photo: StoredPhoto) -> vision.Reading:
    """What was read on a photo when it was kept."""
    try:
        return vision.Reading.from_json(photo.reading)
    except ValueError as error:  # it came in an archive, or an older score pad wrote it
        log.warning("what is kept with photo %s is no reading: %s", photo.id, error)
        return _make_unread(vision.open_photo(photo.jpeg))


def _make_unread(photo: vision.Photo) -> vision.Reading:
    return vision.Reading(photo.size, (), warnings=(vision.Doubt("unread"),))
