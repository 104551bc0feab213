"""Malicious archives and match files: refused with a reason, nothing stored, and in a short time."""

import io
import json
import struct
import tracemalloc
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import ExifTags, Image

import vision
from scorekeeper.engine.problems import RuleError
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.photos import find_photo
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.transfer.documents import read_document
from scorekeeper.play.transfer.match_files import check_match, record_matches
from scorekeeper.play.transfer.packing import pack_archive
from scorekeeper.play.transfer.unpacking import unpack_archive
from scorekeeper.store import SqliteStore, Store

READING = vision.Reading((800, 600), ()).to_json("")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with SqliteStore(tmp_path / "matches.db") as store:
        yield store


def unpack(store: Store, archive: io.BytesIO) -> tuple[int, int]:
    return unpack_archive(store, archive, vision.tidy_photo, vision.is_reading)


def jpeg(**how: Any) -> bytes:
    """Return a photo as a phone writes it, or as `how` says."""
    picture = np.full((600, 800, 3), 90, np.uint8)
    cv2.rectangle(picture, (200, 200), (400, 300), (250, 250, 240), -1)
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "JPEG", quality=80, **how)
    return file.getvalue()


def with_exif() -> bytes:
    exif = Image.Exif()
    exif[ExifTags.Base.Make] = "Camera of Anna"
    exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitude] = (55.0, 40.0, 34.0)
    return jpeg(exif=exif, comment=b"written at home")


def pack(photo: bytes, reading: object = READING, **more: bytes) -> io.BytesIO:
    """Return an archive of one match with one photo, and with `more` files in it."""
    match = {"format": 1, "variant": "spansk", "players": ["Anna", "Bo"]}
    match["entries"] = [{"entry": "ends", "player": "Anna", "ends": ["5", "0"]}]
    then = "2026-06-01T12:00:00+00:00"
    told = {
        "file": "matches/1.json", "id": "match1", "started": then, "place": "here", "written": [then],
        "taken": {"1": "photo1"}, "photos": [{"id": "photo1", "kept": then, "reading": reading}], "final": None,
    }  # fmt: skip
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("matches/1.json", json.dumps(match))
        archive.writestr("told/1.json", json.dumps(told))
        archive.writestr("photos/photo1.jpg", photo)
        archive.writestr("archive.json", json.dumps({"format": 2, "names": {}, "matches": ["told/1.json"]}))
        for name, data in more.items():
            archive.writestr(name, data)
    return file


def test_nothing_but_the_picture_of_a_photo_in_it_reaches_anybody(store: Store) -> None:
    hidden = (b"Camera of Anna", b"Exif", b"written at home", b"PK inside", b"http://ns.adobe.com")
    given = with_exif() + b"PK inside"
    assert all(each in given for each in hidden[:4])
    assert unpack(store, pack(given)) == (1, 0)
    kept = find_photo(store, "photo1").jpeg
    assert not any(each in kept for each in hidden)
    assert vision.open_photo(kept).size == (800, 600)


def test_a_photo_as_ours_are_comes_in_byte_for_byte(store: Store) -> None:
    photo = vision.open_photo(with_exif()).to_jpeg()
    unpack(store, pack(photo))
    assert find_photo(store, "photo1").jpeg == photo


@pytest.mark.parametrize(
    "broken", [b"", b"\xff\xd8\xff\xe0 a photo \xff\xd9", jpeg()[:-300], b"<svg/>", jpeg(progressive=True)[:900]]
)
def test_a_photo_that_is_none_is_told(store: Store, broken: bytes) -> None:
    with pytest.raises(RuleError, match="a photo in it is damaged"):
        unpack(store, pack(broken))
    assert list_matches(store) == ()


@pytest.mark.parametrize(
    "reading",
    [{}, {"size": [1]}, {"tiles": []}, READING | {"size": ["x", 2]}, READING | {"tiles": [7]}, READING | {"joins": {}}],
)
def test_a_reading_that_is_none_is_told(store: Store, reading: object) -> None:
    with pytest.raises(RuleError, match="what was read on a photo in it is no reading"):
        unpack(store, pack(jpeg(), reading))
    assert list_matches(store) == ()


def test_a_tile_with_a_hidden_half_comes_in_as_it_was(store: Store) -> None:
    tile = {"pips": [5, None], "corners": [[0, 0], [9, 0], [9, 18], [0, 18]], "confidence": 0.9, "sure": False}
    unpack(store, pack(jpeg(), READING | {"tiles": [tile], "groups": [[0]]}))
    out = io.BytesIO()
    pack_archive(store, out)
    with zipfile.ZipFile(out) as archive:
        told = [json.loads(archive.read(name)) for name in archive.namelist() if name.startswith("told/")]
    assert told[0]["photos"][0]["reading"]["tiles"][0]["pips"] == [5, None]
    with pytest.raises(RuleError, match="what was read on a photo in it is no reading"):
        unpack(store, pack(jpeg(), READING | {"tiles": [tile | {"pips": [None, None]}], "groups": [[0]]}))


def test_an_archive_that_is_locked_with_a_password_is_told(store: Store) -> None:
    locked = bytearray(pack(jpeg()).getvalue())
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = locked.find(mark)
        locked[at + flags] |= 1
    with pytest.raises(RuleError, match="locked with a password"):
        unpack(store, io.BytesIO(bytes(locked)))


def _million(large: bool) -> bytes:
    """Return the end of a zip file with a million files, or with a wrong number of files."""
    if not large:
        return struct.pack("<4sHHHHLLH", b"PK\x05\x06", 0, 0, 3, 3, 200_000_000, 0, 0)
    record = struct.pack("<4sQHHLLQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, 10**6, 10**6, 47_000_000, 0)
    place = struct.pack("<4sLQL", b"PK\x06\x07", 0, 0, 1)
    return record + place + struct.pack("<4sHHHHLLH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, 47_000_000, 0, 0)


@pytest.mark.parametrize("large", [True, False])
def test_a_million_files_are_refused_before_their_list_is_read(
    store: Store, monkeypatch: pytest.MonkeyPatch, large: bool
) -> None:
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with pytest.raises(RuleError, match="more files in it than matches can have"):
        unpack(store, io.BytesIO(_million(large)))


def test_half_a_zip_file_is_none(store: Store) -> None:
    whole = pack(jpeg()).getvalue()
    for end in (*range(0, len(whole), 97), len(whole) - 1):
        with pytest.raises(RuleError, match="no zip file"):
            unpack(store, io.BytesIO(whole[:end]))


@pytest.mark.parametrize("name", ["../../escaped.json", "/escaped.json", "told/../../escaped.json", "C:\\escaped.json"])
def test_nothing_in_it_lands_anywhere_but_in_the_book(store: Store, tmp_path: Path, name: str) -> None:
    before = sorted(tmp_path.rglob("*"))
    unpack(store, pack(jpeg(), **{name: b"{}"}))
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    "data", [b"[" + b"[]," * 5_000_000 + b"0]", b"{" * 4_000_000, b'["' + b'","' * 3_500_000 + b'"]']
)
def test_millions_of_values_are_refused_before_they_take_memory(data: bytes) -> None:
    tracemalloc.start()
    with pytest.raises(RuleError, match="more in it than in any match"):
        read_document(data)
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


def test_more_entries_than_any_match_has_are_one_reason() -> None:
    match = {"format": 1, "variant": "spansk", "players": ["Anna", "Bo"], "entries": [[]] * 100_001}
    with pytest.raises(RuleError, match="at most 100000 entries") as refused:
        check_match(match)
    assert len(refused.value.problems) == 1


def test_a_long_match_comes_in_without_its_sheet_in_memory(store: Store) -> None:
    entry = {"entry": "round", "out": "Bo", "hands": {"Anna": {"pips": 1}}}
    peaks = []
    for entries in (100, 100, 400):  # the first import also does one-time work
        match = {"format": 1, "variant": "spansk", "players": ["Anna", "Bo"], "entries": [entry] * entries}
        tracemalloc.start()
        [id_] = record_matches(store, [check_match(match)])
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert load_match(store, id_).seen == entries
    assert peaks[2] - peaks[1] < 300 * 1_200  # bytes: an entry takes about 700, its line on the sheet 3,000 more
