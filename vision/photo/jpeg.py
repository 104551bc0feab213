"""The segments of a JPEG file, found without decoding it: how many scans it has, and what it carries besides a picture.

A file is a row of segments, each begun by 0xFF and a letter of its own. The picture itself comes in scans; a camera
writes one, or about ten that grow finer. Each costs its decoder a walk over the whole picture, be it thirty bytes long,
so thousands of them are an attack.
"""

import re
from collections.abc import Iterator

SOI, EOI, SOS = 0xD8, 0xD9, 0xDA
PLAIN = frozenset({0xDB, 0xC0, 0xC4, 0xDD, SOS})
"""Tables, the size and the one scan of a picture written as ours are."""
JFIF = 0xE0
JFIF_LENGTH = 16
"""Of a JFIF segment that holds no thumbnail."""
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""What begins the picture, and says its size."""
NEXT = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
"""What ends the data of a scan: within it 0xFF is followed by 0, or by a mark from which decoding can go on."""


def list_segments(data: bytes) -> Iterator[tuple[int, int]]:
    """The letter of each segment and where in `data` it begins, up to the end of the picture.

    Ends early where the file does, or where no segment begins though one should.
    """
    at = 2 if data.startswith(b"\xff\xd8") else len(data)
    while at + 2 <= len(data) and data[at] == 0xFF:
        letter = data[at + 1]
        if letter == 0xFF:  # may stand before a segment
            at += 1
            continue
        yield letter, at
        if letter == EOI:
            return
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
        if letter == SOS:
            found = NEXT.search(data, at)
            at = found.start() if found else len(data)


def count_scans(data: bytes, most: int) -> int:
    """How many scans the picture of a JPEG file has; counting ends above `most`."""
    scans = 0
    for letter, _ in list_segments(data):
        scans += letter == SOS
        if scans > most:
            break
    return scans


def measure_jpeg(data: bytes) -> tuple[int, int] | None:
    """The width and height in pixels that a JPEG file says it has; None for any other file."""
    for letter, at in list_segments(data):
        if letter in FRAMES and len(data) >= at + 9:
            return int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
    return None


def is_bare(data: bytes) -> bool:
    """Whether a JPEG file holds one picture in one scan, and nothing else: no EXIF, no thumbnail, nothing after it."""
    scans, end = 0, 0
    for letter, at in list_segments(data):
        if letter == EOI:
            end = at + 2
        elif letter == JFIF:
            if int.from_bytes(data[at + 2 : at + 4]) != JFIF_LENGTH or data[at + 4 : at + 9] != b"JFIF\0":
                return False
        elif letter not in PLAIN:
            return False
        scans += letter == SOS
        if scans > 1:
            return False
    return scans == 1 and end == len(data)
