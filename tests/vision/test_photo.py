"""Opening a photo: every format of phones, and files that are not photos."""

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from vision import PhotoError, open_photo
from vision.photo import MOST_BYTES, STORED_SIDE
from vision.photo.decoding import Photo
from vision.reading.words import SENTENCES

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
CORNERS = {"red": RED, "green": GREEN, "blue": BLUE, "white": WHITE}


def four_colours(width: int = 160, height: int = 96) -> Image.Image:
    """Return a picture with its upper left red, upper right green, lower right blue, lower left white."""
    picture = np.zeros((height, width, 3), np.uint8)
    picture[: height // 2, : width // 2], picture[: height // 2, width // 2 :] = RED, GREEN
    picture[height // 2 :, width // 2 :], picture[height // 2 :, : width // 2] = BLUE, WHITE
    return Image.fromarray(picture)


def saved(picture: Image.Image, kind: str, **more: Any) -> bytes:
    """Return `picture` as the bytes of a file of that `kind`."""
    file = io.BytesIO()
    picture.save(file, kind, **more)
    return file.getvalue()


def colours(photo: Photo) -> list[str]:
    """Return the colours of the upper left, upper right, lower right and lower left quarter."""
    image = photo.image
    height, width = image.shape[:2]
    places = [(1, 1), (1, 3), (3, 3), (3, 1)]
    seen = (image[height * y // 4, width * x // 4, ::-1].astype(int) for y, x in places)
    return [min(CORNERS, key=lambda name: abs(colour - np.array(CORNERS[name])).sum()) for colour in seen]


UPRIGHT = ["red", "green", "blue", "white"]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_every_kind_of_file_gives_the_same_picture(kind: str) -> None:
    photo = open_photo(saved(four_colours(), kind))
    assert photo.image.shape == (96, 160, 3)
    assert photo.image.dtype == np.uint8
    assert photo.size == (160, 96)
    assert colours(photo) == UPRIGHT


def laid_on_its_side(orientation: int) -> Image.Image:
    """Return the four colours as a camera in that orientation stores them, with the orientation in the EXIF data."""
    stored = {
        1: [],
        2: [Image.Transpose.FLIP_LEFT_RIGHT],
        3: [Image.Transpose.ROTATE_180],
        4: [Image.Transpose.FLIP_TOP_BOTTOM],
        5: [Image.Transpose.TRANSPOSE],
        6: [Image.Transpose.ROTATE_90],
        7: [Image.Transpose.TRANSVERSE],
        8: [Image.Transpose.ROTATE_270],
    }
    picture = four_colours()
    for turn in stored[orientation]:
        picture = picture.transpose(turn)
    return picture


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photo_is_upright_however_the_phone_was_held(orientation: int, kind: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = open_photo(saved(laid_on_its_side(orientation), kind, exif=exif.tobytes()))
    assert photo.size == (160, 96)
    assert colours(photo) == UPRIGHT


@pytest.mark.parametrize("orientation", [0, 9, 4711])
def test_a_senseless_orientation_is_taken_as_upright(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    assert colours(open_photo(saved(four_colours(), "JPEG", exif=exif.tobytes()))) == UPRIGHT


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["JPEG", "HEIF"])
def test_a_large_photo_is_opened_at_a_fraction_and_remembers_its_full_size(kind: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    stored = four_colours(3001, 2001).transpose(Image.Transpose.ROTATE_90)
    photo = open_photo(saved(stored, kind, exif=exif.tobytes()))
    assert photo.size == (3001, 2001)
    assert photo.image.shape[1] in (1500, 1501)
    assert photo.scale == pytest.approx((2, 2), rel=1e-2)
    assert colours(photo) == UPRIGHT


def test_a_long_strip_is_never_reduced_to_nothing() -> None:
    photo = open_photo(saved(four_colours(9000, 40), "PNG"))
    assert photo.image.shape[0] >= 32


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(four_colours().convert("L"), id="grey"),
        pytest.param(Image.fromarray(np.full((96, 160), 30000, np.uint16)), id="16 bit"),
        pytest.param(four_colours().convert("RGBA"), id="transparent"),
        pytest.param(four_colours().convert("P"), id="palette"),
        pytest.param(four_colours().convert("1"), id="black and white"),
    ],
)
def test_a_png_of_any_depth_ends_as_eight_bit_colour(picture: Image.Image) -> None:
    photo = open_photo(saved(picture, "PNG"))
    assert photo.image.shape == (96, 160, 3)
    assert photo.image.dtype == np.uint8


def test_a_grey_and_a_cmyk_jpeg_end_as_eight_bit_colour() -> None:
    assert open_photo(saved(four_colours().convert("L"), "JPEG")).image.shape == (96, 160, 3)
    assert colours(open_photo(saved(four_colours().convert("CMYK"), "JPEG"))) == UPRIGHT


@pytest.mark.parametrize("kind", ["WEBP", "PNG"])
def test_of_an_animation_the_first_picture_is_taken(kind: str) -> None:
    later = Image.new("RGB", (160, 96), "black")
    photo = open_photo(saved(four_colours(), kind, save_all=True, append_images=[later], duration=100))
    assert colours(photo) == UPRIGHT


def refusal(data: bytes) -> PhotoError:
    with pytest.raises(PhotoError) as refused:
        open_photo(data)
    assert str(refused.value) == SENTENCES[refused.value.key] % refused.value.values
    return refused.value


@pytest.mark.parametrize(
    "data",
    [b"5-5 lies crosswise", b"\x00" * 1000, b"\xff\xd8\xff", b"GIF89a" + b"\x00" * 50, b"%PDF-1.7", b"<svg/>"],
)
def test_what_is_no_photo_is_refused(data: bytes) -> None:
    assert refusal(data).key == "not_a_photo"


def test_an_empty_file_is_refused() -> None:
    assert refusal(b"").key == "no_photo"


@pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF"])
def test_other_kinds_of_pictures_are_refused(kind: str) -> None:
    assert refusal(saved(four_colours(), kind)).key == "not_a_photo"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.9, 0.99])
def test_a_photo_cut_short_on_its_way_is_refused(kind: str, share: float) -> None:
    rng = np.random.default_rng(5)
    data = saved(Image.fromarray(rng.integers(0, 255, (300, 400, 3), np.uint8)), kind)
    assert refusal(data[: int(len(data) * share)]).key in ("damaged", "not_a_photo")


def png_that_claims(width: int, height: int) -> bytes:
    """Return a few bytes that declare a PNG of that size."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\x00" * 10)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


@pytest.mark.parametrize(("width", "height"), [(8001, 8001), (10_000, 9_000), (20_000, 10_000), (2**31 - 1, 2**31 - 1)])
def test_a_photo_of_too_many_pixels_is_refused_before_it_is_decoded(width: int, height: int) -> None:
    refused = refusal(png_that_claims(width, height))
    assert refused.key == "too_many_pixels"
    assert refused.values["most"] == 64


@pytest.mark.parametrize(("width", "megapixels"), [(9_000, 81), (10_000, 90), (30_000, 270)])
def test_a_photo_of_too_many_pixels_is_told_how_many_it_has(width: int, megapixels: int) -> None:
    assert refusal(png_that_claims(width, 9_000)).values == {"megapixels": megapixels, "most": 64}


def test_a_photo_of_too_many_bytes_is_refused_unopened() -> None:
    assert refusal(saved(four_colours(), "PNG") + b"\x00" * MOST_BYTES).values == {"megabytes": 32, "most": 32}


@pytest.mark.parametrize(("width", "height"), [(1, 1), (20_000, 1), (31, 400)])
def test_a_photo_too_small_for_a_tile_is_refused(width: int, height: int) -> None:
    refused = refusal(saved(Image.new("RGB", (width, height)), "PNG"))
    assert refused.key == "too_small"
    assert refused.values == {"width": width, "height": height, "least": 32}


def test_what_is_kept_is_an_upright_jpeg_without_anything_about_the_phone() -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "A phone"
    stored = four_colours(3000, 2000).transpose(Image.Transpose.ROTATE_90)
    kept = open_photo(saved(stored, "JPEG", exif=exif.tobytes())).to_jpeg()
    with Image.open(io.BytesIO(kept)) as picture:
        assert picture.format == "JPEG"
        assert not picture.getexif()
        assert picture.size == (1500, 1000)
    assert b"A phone" not in kept
    assert colours(open_photo(kept)) == UPRIGHT


def test_what_is_kept_is_never_larger_than_a_screen_needs() -> None:
    kept = open_photo(saved(four_colours(2900, 1300), "JPEG")).to_jpeg()
    with Image.open(io.BytesIO(kept)) as picture:
        assert max(picture.size) == STORED_SIDE


def test_a_photo_is_decoded_once_for_reading_and_for_keeping(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[int] = []
    decode = cv2.imdecode

    def counts_(data: NDArray[Any], flags: int) -> Any:
        decoded.append(flags)
        return decode(data, flags)

    monkeypatch.setattr(cv2, "imdecode", counts_)
    open_photo(saved(four_colours(), "JPEG")).to_jpeg()
    assert len(decoded) == 1


def test_only_this_module_uses_pillow() -> None:
    package = Path(__file__).parents[2] / "vision"
    users = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if "from PIL" in path.read_text() or "import PIL" in path.read_text()
    }
    assert users == {"photo/decoding.py"}
