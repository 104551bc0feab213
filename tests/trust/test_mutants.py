"""Pictures with bytes changed, removed and inserted: each is a photo or is refused, and no EXIF data is kept."""

import io
import random

import numpy as np
import pillow_heif
import pytest
from PIL import ExifTags, Image

from tests.long import LONG
from vision import PhotoError, open_photo, tidy_photo

MUTANTS = 2_400 if LONG else 300
SECRET = b"Camera of Anna"
WAYS: tuple[tuple[str, dict[str, object]], ...] = (
    ("JPEG", {}),
    ("JPEG", {"progressive": True}),
    ("PNG", {}),
    ("WEBP", {}),
    ("WEBP", {"lossless": True}),
    ("HEIF", {}),
    ("GIF", {}),
    ("TIFF", {}),
)

pillow_heif.register_heif_opener()


def picture(kind: str, **how: object) -> bytes:
    grain = np.random.default_rng(1).integers(60, 200, (90, 120, 3), np.uint8)
    exif = Image.Exif()
    exif[ExifTags.Base.Make] = SECRET.decode()
    exif[ExifTags.Base.Orientation] = 6
    file = io.BytesIO()
    Image.fromarray(grain).save(file, kind, exif=exif, **how)
    return file.getvalue()


def mutate(data: bytes, chance: random.Random) -> bytes:
    """Return the file with some bytes changed, with a piece removed, doubled or moved, or with its end cut off."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 8))):
        at = chance.randrange(min(len(changed), chance.choice((64, 1024, len(changed)))))
        piece = changed[at : at + chance.choice((1, 2, 4, 64))]
        match chance.randrange(6):
            case 0:
                changed[at] = chance.choice((0, 1, 127, 128, 255, chance.randrange(256)))
            case 1:
                del changed[at : at + len(piece)]
            case 2:
                changed[at:at] = piece * chance.choice((1, 3, 50))
            case 3:
                changed[at : at + 4] = b"\xff\xff\xff\xff"
            case 4:
                del changed[max(at, 40) :]
            case _:
                changed[at:at] = chance.choice((b"\xff\xda", b"\xff\xe1\xff\xff", b"Exif\0\0", SECRET, b"PK\x03\x04"))
    return bytes(changed) or data


@pytest.mark.parametrize("way", range(len(WAYS)), ids=lambda way: " ".join(map(str, (WAYS[way][0], *WAYS[way][1]))))
def test_a_mutant_is_a_photo_or_is_refused(way: int) -> None:
    kind, how = WAYS[way]
    whole, chance = picture(kind, **how), random.Random(way)
    opened = 0
    for data in (whole, *(mutate(whole, chance) for _ in range(MUTANTS // len(WAYS)))):
        try:
            kept = open_photo(data).to_jpeg()
        except PhotoError:
            kept = None
        for each in (kept, tidy_photo(data)):
            if each is not None:
                opened += 1
                assert each.startswith(b"\xff\xd8")
                assert SECRET not in each
                assert b"Exif" not in each
    assert opened > 0 or kind in ("GIF", "TIFF")  # these are no photos
