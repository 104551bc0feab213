"""From a file's bytes to an upright picture, about as large as a reading needs, and never to anything worse.

Only the header is looked at until format, bytes and pixels are known to be within limits. A photo is decoded
once: JPEG at a half, a quarter or an eighth where that is still large enough, and the picture that is kept with
the entry is made from that same decode. This is the only module that uses pillow; `jpeg` looks at a file's segments.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import ExifTags, Image

from ..words import say_sentence
from .jpeg import count_scans, is_bare
from .webp import count_webp_pixels

Picture = NDArray[np.uint8]
"""height × width × 3, uint8, channels in OpenCV's order: blue, green, red."""

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
MOST_BYTES = 32_000_000
MOST_PIXELS = 64_000_000
MOST_WHOLE_PIXELS = {"HEIF": 50_000_000, "WEBP": 40_000_000}
"""Formats that are decoded at their full size, and take two or three times the memory of others meanwhile."""
MOST_SCANS = 64
"""A camera's JPEG has one scan, or about ten that grow finer."""
LEAST_SIDE = 32
"""Pixels: no half of a tile can be told on less."""
READ_SIDE = 1500
"""Pixels: a photo whose longer side would still have this many is decoded at a fraction of its size."""
KEPT_SIDE = 1600
"""Pixels: the longer side of the picture that is kept is at most this."""
KEPT_QUALITY = 85
"""JPEG quality of the picture that is kept: pips stay crisp at about 300 kB."""

REDUCED = {2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4, 8: cv2.IMREAD_REDUCED_COLOR_8}

pillow_heif.register_heif_opener()
Image.MAX_IMAGE_PIXELS = None  # the limit is ours, `_header` holds it before a pixel is decoded, and says the size


class PhotoError(Exception):
    """The bytes cannot be read as a photo: `key` names the sentence in `vision.words`, `values` fill it in."""

    def __init__(self, key: str, **values: Any) -> None:
        self.key = key
        self.values = values
        super().__init__(say_sentence(key, values))


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """An opened photo: `image` is the upright picture to be read; `size` the upright photo's full width, height."""

    image: Picture
    size: tuple[int, int]

    @property
    def scale(self) -> tuple[float, float]:
        """Full-size pixels per pixel of `image`, in x and in y."""
        height, width = self.image.shape[:2]
        return self.size[0] / width, self.size[1] / height

    def kept(self) -> bytes:
        """This photo as the JPEG that may be kept: upright, at most KEPT_SIDE pixels, nothing but the picture."""
        height, width = self.image.shape[:2]
        picture, longer = self.image, max(width, height)
        if longer > KEPT_SIDE:
            smaller = (max(1, width * KEPT_SIDE // longer), max(1, height * KEPT_SIDE // longer))
            picture = np.asarray(cv2.resize(picture, smaller), np.uint8)  # less than by half: needs no averaging
        _, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, KEPT_QUALITY])
        return encoded.tobytes()


def open_photo(data: bytes) -> Photo:
    """The photo in `data`, a JPEG, PNG, WebP or HEIC file; of an animation its first picture.

    Grey, 16-bit, CMYK and transparent files become 8-bit colour; the orientation written by the camera is applied.
    Raises PhotoError for anything that is no photo, too large, too small, or damaged.
    """
    header = _header(data)
    if header.format == "HEIF":
        picture = _decoded_by_pillow(header)
        return Photo(picture, header.size)  # the upright size, which pillow knows only now that it has decoded
    (width, height), orientation = header.size, _orientation(header)
    del header  # of some formats it holds room for two whole pictures
    by = _reduction(width, height)
    picture = _decoded(data, by)
    if abs(picture.shape[1] - width / by) >= 1 or abs(picture.shape[0] - height / by) >= 1:
        raise PhotoError("damaged")  # two headers that contradict each other
    if orientation in UPRIGHT:
        picture = np.ascontiguousarray(UPRIGHT[orientation](picture))
    return Photo(picture, (height, width) if orientation >= 5 else (width, height))


def keep(data: bytes) -> bytes:
    """`data` as the JPEG that may be kept. Who reads the photo as well opens it once and asks `Photo.kept`."""
    return open_photo(data).kept()


def tidy_photo(data: bytes) -> bytes | None:
    """A kept photo as it may be kept again: as it is if it is a whole JPEG with nothing but its picture and no larger
    than ours, else written anew; None for one that is damaged.
    """
    try:
        header = _header(data)
        header.load()
        return data if is_bare(data) and max(header.size) <= KEPT_SIDE else open_photo(data).kept()
    except Exception:  # whatever a damaged file can make a decoder raise
        return None


def is_whole(data: bytes) -> bool:
    """Whether a photo can be decoded to its last row; within the same limits as one that is opened."""
    try:
        _header(data).load()
    except Exception:  # whatever a damaged file can make a decoder raise
        return False
    return True


def _header(data: bytes) -> Image.Image:
    """The file as pillow sees it before a single pixel is decoded, once it is known to be within limits."""
    if not data:
        raise PhotoError("no_photo")
    if len(data) > MOST_BYTES:
        raise PhotoError("too_many_bytes", megabytes=round(len(data) / 1e6), most=MOST_BYTES // 1_000_000)
    if (pixels := count_webp_pixels(data)) > MOST_WHOLE_PIXELS["WEBP"]:  # pillow would make room for them all
        raise _refuse_pixels(pixels, MOST_WHOLE_PIXELS["WEBP"])
    try:
        header = Image.open(io.BytesIO(data), formats=FORMATS)
    except MemoryError:
        raise
    except Exception as broken:  # whatever a hostile header can make a parser raise
        raise PhotoError("not_a_photo") from broken
    width, height = header.size
    most = MOST_WHOLE_PIXELS.get(header.format or "", MOST_PIXELS)
    if width * height > most:
        raise _refuse_pixels(width * height, most)
    if header.format == "JPEG" and count_scans(data, MOST_SCANS) > MOST_SCANS:
        raise PhotoError("too_many_scans")
    if min(width, height) < LEAST_SIDE:
        raise PhotoError("too_small", width=width, height=height, least=LEAST_SIDE)
    return header


def _refuse_pixels(pixels: int, most: int) -> PhotoError:
    return PhotoError("too_many_pixels", megapixels=round(pixels / 1e6), most=most // 1_000_000)


def _reduction(width: int, height: int) -> int:
    """The largest of 8, 4, 2 and 1 by which both sides may be divided and the photo still be read."""
    fits = (by for by in (8, 4, 2) if max(width, height) // by >= READ_SIDE and min(width, height) // by >= LEAST_SIDE)
    return next(fits, 1)


def _decoded(data: bytes, reduction: int) -> Picture:
    """The picture as it lies in the file, not yet upright, at 1/`reduction` of its size."""
    # OpenCV would turn it by EXIF itself, but not every format alike; `open_photo` does it for all in one place.
    flags = REDUCED.get(reduction, cv2.IMREAD_COLOR) | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error as broken:
        raise PhotoError("damaged") from broken
    if picture is None:
        raise PhotoError("damaged")
    return np.asarray(picture, np.uint8)


def _decoded_by_pillow(header: Image.Image) -> Picture:
    """The upright picture of a HEIC file, which OpenCV cannot open, brought near the size that a reading needs."""
    by = _reduction(*header.size)
    try:
        picture = header.reduce(by) if by > 1 else header
        colours = np.asarray(picture.convert("RGB"), np.uint8)
    except MemoryError:
        raise
    except Exception as broken:  # whatever a hostile file can make a decoder raise
        raise PhotoError("damaged") from broken
    return np.ascontiguousarray(colours[:, :, ::-1])


def _orientation(header: Image.Image) -> int:
    """EXIF's orientation, 1 to 8, of the pixels as decoded; 1 (upright) where nothing sensible is written."""
    try:
        orientation = int(header.getexif().get(ExifTags.Base.Orientation, 1))
    except Exception:  # a broken EXIF block is no reason to refuse a good picture
        return 1
    return orientation if 1 <= orientation <= 8 else 1


UPRIGHT: dict[int, Callable[[Picture], Any]] = {
    2: lambda picture: picture[:, ::-1],
    3: lambda picture: picture[::-1, ::-1],
    4: lambda picture: picture[::-1],
    5: lambda picture: picture.swapaxes(0, 1),
    6: lambda picture: cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE),
    7: lambda picture: picture.swapaxes(0, 1)[::-1, ::-1],
    8: lambda picture: cv2.rotate(picture, cv2.ROTATE_90_COUNTERCLOCKWISE),
}
"""What makes a picture upright, by EXIF's orientation."""
