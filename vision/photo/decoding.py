"""Open the bytes of a file as an upright picture, about as large as a reading needs.

Only the header is parsed until format, bytes and pixels are known to be within limits. A photo is decoded once: JPEG at
a half, a quarter or an eighth if that is still large enough, and the picture that is stored with the entry is made from
that same decode. This is the only module that uses Pillow.
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

from . import MOST_BYTES, STORED_SIDE, PhotoError
from .headers import count_scans, count_webp_pixels, is_bare

Picture = NDArray[np.uint8]
"""H×W×3, uint8, channels in OpenCV's order: blue, green, red."""

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
MOST_PIXELS = 64_000_000
"""The most pixels of the formats that can be decoded at a reduced size."""
MOST_WHOLE_PIXELS = {"HEIF": 50_000_000, "WEBP": 40_000_000}
"""The same for the formats that are decoded at full size, which takes two or three times the memory of others."""
MOST_SCANS = 64
"""A camera's JPEG has one scan, or about ten that grow finer."""
LEAST_SIDE = 32
"""The least pixels of the shorter side: with fewer no half of a tile can be read."""
READ_SIDE = 1500
"""Pixels: a photo is decoded at a fraction of its size if its longer side still has this many."""
STORED_QUALITY = 85
"""The JPEG quality of the picture that is stored: pips stay crisp at about 300 kB."""

REDUCED = {2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4, 8: cv2.IMREAD_REDUCED_COLOR_8}

pillow_heif.register_heif_opener()
Image.MAX_IMAGE_PIXELS = None  # `_open_header` enforces our own limit before a pixel is decoded


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """An opened photo.

    `image`: the upright picture to read, perhaps reduced; `size`: width and height of the upright photo at full size.
    """

    image: Picture
    size: tuple[int, int]

    @property
    def scale(self) -> tuple[float, float]:
        """Pixels of the full-size photo per pixel of `image`, in x and in y."""
        height, width = self.image.shape[:2]
        return self.size[0] / width, self.size[1] / height

    def to_jpeg(self) -> bytes:
        """Return the photo as the JPEG to store: upright and without metadata.

        Its longer side has at most STORED_SIDE pixels.
        """
        height, width = self.image.shape[:2]
        picture, longer = self.image, max(width, height)
        if longer > STORED_SIDE:
            smaller = (max(1, width * STORED_SIDE // longer), max(1, height * STORED_SIDE // longer))
            picture = np.asarray(cv2.resize(picture, smaller), np.uint8)  # by less than half: needs no averaging
        _, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, STORED_QUALITY])
        return encoded.tobytes()


def open_photo(data: bytes) -> Photo:
    """Return the photo in a JPEG, PNG, WebP or HEIC file; of an animation its first picture.

    Grey, 16-bit, CMYK and transparent files become 8-bit colour, and the EXIF orientation is applied. Raises PhotoError
    if the file is no photo, too large, too small, or damaged.
    """
    header = _open_header(data)
    if header.format == "HEIF":
        picture = _decode_by_pillow(header)
        return Photo(picture, header.size)  # upright; Pillow knows the size only after decoding
    (width, height), orientation = header.size, _find_orientation(header)
    del header  # for some formats it holds memory for two whole pictures
    by = _find_reduction(width, height)
    picture = _decode(data, by)
    if abs(picture.shape[1] - width / by) >= 1 or abs(picture.shape[0] - height / by) >= 1:
        raise PhotoError("damaged")  # two headers contradict each other
    if orientation in UPRIGHT:
        picture = np.ascontiguousarray(UPRIGHT[orientation](picture))
    return Photo(picture, (height, width) if orientation >= 5 else (width, height))


def tidy_photo(data: bytes) -> bytes | None:
    """Return a photo's bytes as they may be stored; None if the photo is damaged.

    A JPEG file without metadata, at most STORED_SIDE pixels on the longer side, is unchanged. Any other photo is
    encoded again.
    """
    try:
        header = _open_header(data)
        header.load()
        return data if is_bare(data) and max(header.size) <= STORED_SIDE else open_photo(data).to_jpeg()
    except Exception:  # a decoder may raise anything for a damaged file
        return None


def is_whole(data: bytes) -> bool:
    """Return whether a photo is within the limits of size and can be decoded to its last row."""
    try:
        _open_header(data).load()
    except Exception:  # a decoder may raise anything for a damaged file
        return False
    return True


def _open_header(data: bytes) -> Image.Image:
    """Return the photo as Pillow opens it, before any pixel is decoded.

    Raises PhotoError if the file is no photo or exceeds a limit.
    """
    if not data:
        raise PhotoError("no_photo")
    if len(data) > MOST_BYTES:
        raise PhotoError("too_many_bytes", megabytes=round(len(data) / 1e6), most=MOST_BYTES // 1_000_000)
    if (pixels := count_webp_pixels(data)) > MOST_WHOLE_PIXELS["WEBP"]:  # Pillow would allocate memory for all of them
        raise _refuse_pixels(pixels, MOST_WHOLE_PIXELS["WEBP"])
    try:
        header = Image.open(io.BytesIO(data), formats=FORMATS)
    except MemoryError:
        raise
    except Exception as broken:  # a parser may raise anything for a hostile header
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
    """Return the error for a photo of `pixels` pixels whose format may have at most `most`."""
    return PhotoError("too_many_pixels", megapixels=round(pixels / 1e6), most=most // 1_000_000)


def _find_reduction(width: int, height: int) -> int:
    """Return the factor (8, 4, 2 or 1), as large as possible, by which both sides may be divided.

    The sides must stay at least as long as READ_SIDE (the longer) and LEAST_SIDE (the shorter).
    """
    fits = (by for by in (8, 4, 2) if max(width, height) // by >= READ_SIDE and min(width, height) // by >= LEAST_SIDE)
    return next(fits, 1)


def _decode(data: bytes, reduction: int) -> Picture:
    """Return the picture as it is stored, not yet upright, at 1/`reduction` of its size. Raises PhotoError."""
    # OpenCV does not apply EXIF orientation for every format alike; `open_photo` does it for all of them.
    flags = REDUCED.get(reduction, cv2.IMREAD_COLOR) | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error as broken:
        raise PhotoError("damaged") from broken
    if picture is None:
        raise PhotoError("damaged")
    return np.asarray(picture, np.uint8)


def _decode_by_pillow(header: Image.Image) -> Picture:
    """Return the upright picture of a HEIC file, which OpenCV cannot open, reduced by `_find_reduction`.

    Raises PhotoError.
    """
    by = _find_reduction(*header.size)
    try:
        picture = header.reduce(by) if by > 1 else header
        colours = np.asarray(picture.convert("RGB"), np.uint8)
    except MemoryError:
        raise
    except Exception as broken:  # a decoder may raise anything for a hostile file
        raise PhotoError("damaged") from broken
    return np.ascontiguousarray(colours[:, :, ::-1])


def _find_orientation(header: Image.Image) -> int:
    """Return EXIF's orientation of the pixels as decoded, 1 to 8; 1 (upright) if there is no valid one."""
    try:
        orientation = int(header.getexif().get(ExifTags.Base.Orientation, 1))
    except Exception:  # a broken EXIF block does not make a picture unreadable
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
"""How a picture is made upright, by EXIF's orientation."""
