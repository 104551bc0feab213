"""The tiles of a solitaire are found at their places on a photo, even one taken at an angle from a seat."""

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.engine.rules.solitaire import Solitaire
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.tiles import make_set
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.web import create_app
from scorekeeper.web.photo.solitaire import find_open_tiles
from scorekeeper.web.photo.tiles import SeenTile, list_seen_tiles
from tests.vision.laying import Camera, above, from_a_seat, lay
from tests.web.photographed import reading
from vision import Reading
from vision import ReadTile as PhotoTile

ALONE = Seating(("Anna",))


def solitaire(key: str) -> Solitaire:
    found = VARIANTS[key].at(ALONE).solitaire
    assert found is not None
    return found


NAMES = [str(tile) for tile in make_set(6)]
CAMERAS = [above(), above(turn=7), above(turn=-12), from_a_seat(25, 0), from_a_seat(20, 6)]
COLUMNS = [NAMES[first : first + 5] for first in range(3, 28, 5)]


def seen(tiles: Sequence[PhotoTile]) -> tuple[SeenTile, ...]:
    return list_seen_tiles(reading(*tiles))


def lines(names: Sequence[str], each: int, camera: Camera) -> list[PhotoTile]:
    """Return tiles in lines of `each` tiles, the first half of each tile to the left, slightly uneven as on a table."""
    wobble = [0.0, 0.12, -0.1, 0.05]
    middle = (len(names) - 1) // each / 2
    return [
        lay(name, 2.1 * (n % each) - 1.05 * each, 1.6 * (n // each - middle) + wobble[n % 4], -90, camera)
        for n, name in enumerate(names)
    ]


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("each", [28, 14, 7])
def test_a_row_is_read_line_by_line_from_the_left(camera: Camera, each: int) -> None:
    tiles = lines(NAMES, each, camera)
    assert find_open_tiles(solitaire("dk_bingo"), seen(tiles[::-1]))["row"] == tuple(NAMES)


def test_a_tile_of_a_row_is_read_as_it_lies() -> None:
    row = [lay("2-5", 0, 0, -90), lay("2-5", 3, 0, 90), lay("6-1", 6, 0, 0), lay("6-1", 8, 0, 180)]
    assert find_open_tiles(solitaire("dk_knock_out"), seen(row))["row"] == ("2-5", "5-2", "6-1", "1-6")


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("turn", [0, -90])
def test_the_reserve_lies_below_five_columns(camera: Camera, turn: float) -> None:
    down = 2.4 if turn == 0 else 1.5
    tiles = [
        lay(name, 2.6 * x - 5, down * (n - 3), turn, camera)
        for x, col in enumerate(COLUMNS)
        for n, name in enumerate(col)
    ]
    tiles += [lay(name, 2.4 * n - 3, down * 2 + 2.6, turn, camera) for n, name in enumerate(NAMES[:3])]
    found = find_open_tiles(solitaire("dk_fem_kolonner"), seen(tiles))
    assert found["reserve"] == tuple(NAMES[:3])
    assert [found[f"column-{number}"] for number in range(1, 6)] == [tuple(column) for column in COLUMNS]


def test_columns_of_different_length_are_told_by_where_they_lie() -> None:
    columns = [["6-5", "4-4"], ["6-4"], ["6-3", "1-1", "5-4"], ["6-1"], ["6-0", "5-1"]]
    tiles = [lay(name, 3.0 * x, 1.5 * n, -90) for x, column in enumerate(columns) for n, name in enumerate(column)]
    found = find_open_tiles(solitaire("dk_fem_kolonner"), seen(tiles))
    assert [list(found[f"column-{number}"]) for number in range(1, 6)] == columns


@pytest.mark.parametrize(("variant", "field"), [(solitaire("dk_tolveren"), "table"), (solitaire("dk_kabale"), "hand")])
def test_open_tiles_lie_anyhow(variant: Solitaire, field: str) -> None:
    tiles = [lay("1-6", 0, 0, 30), lay("2-2", 3, 1, 80), lay("5-0", -3, 2, 200)]
    assert sorted(find_open_tiles(variant, seen(tiles))[field]) == ["2-2", "5-0", "6-1"]


@pytest.mark.parametrize("variant", [solitaire("dk_bingo"), solitaire("dk_fem_kolonner"), solitaire("dk_tolveren")])
def test_a_photo_without_tiles_shows_nothing(variant: Solitaire) -> None:
    assert not any(find_open_tiles(variant, ()).values())


# -- the photo on its way --------------------------------------------------------------------------------------------


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app({"DATA": tmp_path, "OWNER_KEY": "key", "TESTING": True, "WTF_CSRF_ENABLED": False})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.get("/in/key")
    return client


def jpeg() -> bytes:
    _, encoded = cv2.imencode(".jpg", np.full((300, 400, 3), 90, np.uint8))
    return encoded.tobytes()


Send = Callable[[str, Reading | None, bytes, dict[str, str]], str]


@pytest.fixture
def send(app: Flask, client: FlaskClient) -> Send:
    """Return a function that sends a photo to the assistant of a new match and returns the page that follows."""

    def sent(key: str, found: Reading | None, photo: bytes, fields: dict[str, str]) -> str:
        app.config["READER"] = lambda photo, largest: found
        match = start_match(app.extensions["scorekeeper"], key, ["Anna"])
        data = fields | {"picture": (io.BytesIO(photo), "tiles.jpg")}
        answer = client.post(f"/m/{match.id}/solitaire/photo", data=data, follow_redirects=True)
        return answer.get_data(as_text=True)

    return sent


def test_a_photo_fills_in_the_open_tiles_and_shows_what_is_doubtful(send: Send) -> None:
    names = ("5-5", "4-1", "2-1", "6-0", "6-6")
    found = reading(*(lay(name, 2 * n, 0) for n, name in enumerate(names)), lay("0-0", 12, 0, sure=False))
    # A pair had been removed; on the photo new tiles lie in its place.
    known = {"table": "5-5 4-1 2-1 6-0", "gone": "6-2 3-1", "boneyard": "22"}
    page = send("dk_tolveren", found, jpeg(), known)
    assert "Worth twelve: 6-6 + 0-0." in page
    assert "Look at these once more: 0-0" in page
    assert 'name="boneyard" value="20"' in page
    assert "<image " in page


def test_a_row_on_a_photo_is_played_out_at_once(send: Send) -> None:
    page = send("dk_bingo", reading(*lines(NAMES, 14, above(width=30))), jpeg(), {})
    assert "Nothing can change any more: lost." in page


def test_a_file_that_is_no_photo_is_refused_and_what_is_known_stays(send: Send) -> None:
    page = send("dk_tolveren", None, b"not a photo", {"table": "6-2 3-1 5-5 4-1 2-1 6-0"})
    assert 'id="photo-problem"' in page
    assert "Worth twelve: 6-2 + 3-1." in page


def test_the_photo_of_another_match_is_not_shown(app: Flask, client: FlaskClient) -> None:
    store = app.extensions["scorekeeper"]
    one, other = (start_match(store, "dk_tolveren", ["Anna"]) for _ in range(2))
    app.config["READER"] = lambda photo, largest: reading(lay("6-2", 0, 0))
    data = {"picture": (io.BytesIO(jpeg()), "tiles.jpg")}
    where = client.post(f"/m/{one.id}/solitaire/photo", data=data).headers["Location"]
    assert client.get(where).status_code == 200
    assert client.get(where.replace(one.id, other.id)).status_code == 404
