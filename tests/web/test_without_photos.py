"""A score pad without a photo reader: everything is entered by hand, and no page offers to take a photo."""

import io

import pytest
from flask import Flask
from PIL import Image

from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.writing import add_entry, start_match
from tests.play.conftest import ends
from tests.play.test_standings import ended
from tests.web.pages import Page, Phone
from vision.photo import decoding, undecoded

SENTENCE = "Photos cannot be read here: this score pad was installed without its photo reader."
OFFERS = ("camera", "gallery", "photo", "photo-camera", "photo-gallery", "photo-upload", "photo-open", "picture")
"""The ids of elements that take, choose or send a photo, and of the picture of a result."""
READING = {"photo": "", "size": [96, 72], "tiles": [], "joins": [], "groups": [], "warnings": []}


@pytest.fixture
def _no_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.vision.can_read_photos", lambda: False)


def list_offers(page: Page) -> list[str]:
    assert page.status == 200
    return [id_ for id_ in OFFERS if page.has(id_)]


def open_pages(app: Flask, phone: Phone) -> dict[str, Page]:
    """Open every page that can offer a photo or a picture, and return the pages by name."""
    pad = phone.new_match().path
    over = ended(app.extensions["scorekeeper"]).id
    solitaire = phone.new_match("dk_bingo", "Anna").path
    return {
        "first ends": phone.open(f"{pad}?kind=ends"),
        "round": phone.open(f"{pad}?kind=round&ended=out+2"),
        "take": phone.open(f"{pad}/photo?for=ends"),
        "solitaire": phone.open(f"{solitaire}/solitaire"),
        "over": phone.open(f"/m/{over}"),
        "sheet": phone.open(f"/m/{over}/sheet"),
    }


def test_no_page_offers_a_camera_or_a_picture_that_would_fail(
    app: Flask, phone: Phone, request: pytest.FixtureRequest
) -> None:
    assert [name for name, page in open_pages(app, phone).items() if not list_offers(page)] == []
    request.getfixturevalue("_no_reader")
    assert {name: list_offers(page) for name, page in open_pages(app, phone).items() if list_offers(page)} == {}


@pytest.mark.usefixtures("_no_reader")
def test_the_first_page_says_so_once_and_asks_nobody_for_a_photo(phone: Phone) -> None:
    page = phone.open("/")
    assert page.text.count(SENTENCE) == 1
    assert "type what is left in the hands" in page.text
    assert "photograph" not in page.text


@pytest.mark.usefixtures("_no_reader")
@pytest.mark.parametrize(
    ("game", "players", "path"), [("spansk", "Anna Bo", "photo"), ("dk_bingo", "Anna", "solitaire")]
)
def test_where_a_photo_was_taken_the_page_says_so(phone: Phone, game: str, players: str, path: str) -> None:
    page = phone.open(f"{phone.new_match(game, players).path}/{path}")
    assert (page.status, page.text.count(SENTENCE)) == (200, 1)


@pytest.mark.usefixtures("_no_reader")
@pytest.mark.parametrize(("path", "status"), [("photo?for=hands", 501), ("photo/frame", 204)])
def test_a_photo_that_comes_all_the_same_is_refused_with_the_sentence(phone: Phone, path: str, status: int) -> None:
    pad = phone.new_match()
    data = {"csrf_token": dict(pad.forms["fill"].fields)["csrf_token"], "picture": (io.BytesIO(b"x"), "table.jpg")}
    answer = phone.client.post(f"{pad.path}/{path}", data=data)
    assert (answer.status_code, SENTENCE in answer.text) == (status, status == 501)


@pytest.mark.usefixtures("_no_reader")
def test_the_picture_of_a_result_is_not_there(app: Flask, phone: Phone) -> None:
    assert phone.client.get(f"/m/{ended(app.extensions['scorekeeper']).id}/result.png").status_code == 404


@pytest.mark.usefixtures("_no_reader")
def test_a_photo_that_was_kept_before_is_shown(app: Flask, phone: Phone) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, "spansk", ["Anna", "Bo"])
    photo = keep_photo(store, match.id, decoding.open_photo(photographed()).to_jpeg(), READING)
    add_entry(store, match.id, ends("Anna", "5", "0"), 0, "first", photo)
    page = phone.open(f"/m/{match.id}/entry/1/photo")
    assert (page.status, "damaged" in page.text) == (200, False)
    with phone.client.get(f"/m/{match.id}/photo/{photo}.jpg") as picture:
        assert picture.status_code == 200


def photographed(size: tuple[int, int] = (96, 72), kind: str = "JPEG", exif: bool = False) -> bytes:
    file, about = io.BytesIO(), Image.Exif()
    if exif:
        about[0x010F] = "Camera of Anna"
    Image.new("RGB", size, (20, 90, 60)).save(file, kind, **({"exif": about} if exif else {}))
    return file.getvalue()


def test_without_a_decoder_a_photo_is_kept_as_the_pad_itself_wrote_it_and_no_other() -> None:
    ours = decoding.open_photo(photographed((2400, 1800))).to_jpeg()
    assert undecoded.tidy_photo(ours) == ours
    others = {
        "with metadata": photographed(exif=True),
        "too large": photographed((1700, 40)),
        "another format": photographed(kind="PNG"),
        "cut short": ours[:-2],
        "with something behind it": ours + b"more",
        "no photo": b"<svg/>",
        "nothing": b"",
    }
    assert {name: undecoded.tidy_photo(data) for name, data in others.items()} == dict.fromkeys(others)
    assert [name for name, data in others.items() if undecoded.is_whole(data)] == []


def test_what_is_kept_without_a_decoder_is_kept_with_one_too() -> None:
    ours = decoding.open_photo(photographed((2400, 1800))).to_jpeg()
    assert decoding.tidy_photo(ours) == undecoded.tidy_photo(ours) == ours
