"""Photos of a restored copy are cleaned like those of an archive, and never decoded by the server."""

import io
import json
import sqlite3
from contextlib import closing
from functools import cache

import pytest
from PIL import Image

import vision
from scorekeeper.play.photos import find_photo, keep_photo
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.play.transfer.packing import pack_archive
from scorekeeper.play.transfer.unpacking import unpack_archive
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.play.upkeep.restoring import rebuild_book
from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.columns import hash_jpeg
from scorekeeper.store.upkeep import take_over_file
from tests.play.conftest import ends
from tests.trust.pictures import many_pixels, many_scans, that_claims
from tests.web.pages import Phone
from vision.photo.headers import is_bare, measure_jpeg

READING = {"photo": "", "size": [96, 72], "tiles": [], "joins": [], "groups": [], "warnings": []}
TILE = {"pips": [5, 2], "corners": [[0, 0], [9, 0], [9, 18], [0, 18]], "confidence": 0.9, "sure": False}
NO_READING = ['{"x": 1}', json.dumps(READING | {"tiles": [TILE] * 5000})]


def small_jpeg() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (96, 72), (20, 90, 60)).save(file, "JPEG")
    return vision.open_photo(file.getvalue()).to_jpeg()


KEPT = small_jpeg()


@cache
def make_heic() -> bytes:
    return many_pixels("HEIF", (2000, 1500))


def with_exif() -> bytes:
    file, exif = io.BytesIO(), Image.Exif()
    exif[0x010F] = "Camera of Anna"
    Image.new("RGB", (2400, 1800), (20, 90, 60)).save(file, "JPEG", exif=exif)
    return file.getvalue()


@pytest.fixture
def match(store: Store) -> Match:
    match = start_match(store, "spansk", ["Anna", "Bo"])
    photo = keep_photo(store, match.id, KEPT, READING)
    return add_entry(store, match.id, ends("Anna", "5", "0"), 0, "first", photo)


def restore(store: SqliteStore, jpeg: bytes, reading: str = "") -> str:
    """Restore a copy of the book with this photo, and return the photo's id."""
    given, draft = store.path.with_name("given.db"), store.path.with_name("draft.db")
    store.copy(given)
    with closing(sqlite3.connect(given)) as db:
        db.execute("UPDATE photos SET jpeg = ?, digest = ?", (jpeg, hash_jpeg(jpeg)))
        if reading:
            db.execute("UPDATE photos SET reading = ?", (reading,))
        db.commit()
        [(id_,)] = db.execute("SELECT id FROM photos").fetchall()
    assert rebuild_book(given, draft, vision.tidy_photo, ()) is None
    take_over_file(store, draft)
    return str(id_)


@pytest.mark.parametrize("kind", ["HEIF", "PNG", "JPEG", "WEBP"])
def test_a_large_picture_in_a_small_file_becomes_one_as_ours_are(store: SqliteStore, match: Match, kind: str) -> None:
    given = many_pixels(kind, (6000, 4000))
    id_ = restore(store, given)
    kept = find_photo(store, id_).jpeg
    assert is_bare(kept)
    assert max(vision.open_photo(kept).size) <= 1600
    assert check_book(store, vision.is_whole) == ()


def test_what_a_camera_has_written_beside_the_picture_is_gone(store: SqliteStore, match: Match) -> None:
    assert b"Camera of Anna" in with_exif()
    kept = find_photo(store, restore(store, with_exif())).jpeg
    assert b"Camera of Anna" not in kept
    assert is_bare(kept)


def test_a_photo_as_ours_are_stays_byte_for_byte(store: SqliteStore, match: Match) -> None:
    other = vision.open_photo(many_pixels("JPEG", (800, 600))).to_jpeg()
    assert find_photo(store, restore(store, other)).jpeg == other


BROKEN = {
    "one that claims to be huge": that_claims("HEIF", 20_000, 20_000),
    "one of thousands of scans": many_scans(2_000, (800, 600)),
    "one that is cut short": many_pixels("JPEG", (800, 600))[:-300],
    "no picture": b"<svg/>",
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_photo_that_cannot_be_decoded_is_told_and_nothing_of_it_is_kept(
    phone: Phone, store: SqliteStore, match: Match, what: str
) -> None:
    id_ = restore(store, BROKEN[what])
    assert find_photo(store, id_).jpeg == b""
    for path in (f"/m/{match.id}/photo/{id_}?for=ends", f"/m/{match.id}/entry/1/photo"):
        page = phone.open(path)
        assert (page.status, "This photo is damaged" in page.text) == (200, True), path
    assert phone.client.get(f"/m/{match.id}/photo/{id_}.jpg").status_code == 404
    assert [str(finding.text) for finding in check_book(store, vision.is_whole)] == [f"The photo {id_} is damaged."]
    out = io.BytesIO()
    assert pack_archive(store, out) == 1
    with SqliteStore(store.path.with_name("elsewhere.db")) as other:
        assert unpack_archive(other, out, vision.tidy_photo, vision.is_reading) == (1, 0)


@pytest.fixture
def no_decoder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every attempt to decode a photo in this process fail."""

    def decode(*_: object) -> None:
        raise AssertionError("a photo is decoded by the server")

    for name in ("_open_header", "_decode", "_decode_by_pillow", "open_photo"):
        monkeypatch.setattr(f"vision.photo.decoding.{name}", decode)
    monkeypatch.setattr("scorekeeper.vision.open_photo", decode)


@pytest.mark.usefixtures("no_decoder")
@pytest.mark.parametrize("reading", NO_READING, ids=lambda text: text[:12])
def test_where_a_reading_is_none_the_page_says_so_and_the_server_opens_no_photo(
    phone: Phone, store: Store, match: Match, reading: str
) -> None:
    """As an older score pad may have taken it over, photo and reading as they were."""
    with store.write() as db:
        db.execute("UPDATE photos SET reading = ?, jpeg = ?", (reading, KEPT))
        [(id_,)] = db.execute("SELECT id FROM photos").fetchall()
    page = phone.open(f"/m/{match.id}/photo/{id_}?for=ends")
    assert (page.status, "could not read this photo" in page.text) == (200, True)
    assert 'viewBox="0 0 96 72"' in page.html
    with store.write() as db:
        db.execute("UPDATE photos SET jpeg = ?", (make_heic(),))
    assert phone.open(f"/m/{match.id}/photo/{id_}?for=ends").status == 200
    assert phone.open(f"/m/{match.id}/entry/1/photo").status == 200


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_the_size_of_a_jpeg_is_read_without_decoding_it(kind: str) -> None:
    data = many_pixels(kind, (300, 200))
    assert measure_jpeg(data) == ((300, 200) if kind == "JPEG" else None)
    assert all(measure_jpeg(data[:end]) in (None, (300, 200)) for end in range(0, 400, 7))
