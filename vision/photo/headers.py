"""Parsing of JPEG and WebP files before memory is allocated for the picture: size, number of scans, and metadata.

A JPEG file is a sequence of segments, each begun by a marker: 0xFF and a code. The picture is stored in scans; a camera
writes one, or about ten of growing detail. For each scan the decoder passes over the whole picture, even if the scan
has thirty bytes, so thousands of them are an attack.
"""

import re
from collections.abc import Iterator

EOI, SOS = 0xD9, 0xDA
PLAIN = frozenset({0xDB, 0xC0, 0xC4, 0xDD, SOS})
"""The segments of a JPEG as we write them: tables, frame and scan."""
JFIF = 0xE0
JFIF_LENGTH = 16
"""The length of a JFIF segment without a thumbnail."""
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of the frame header, which holds the size."""
NEXT = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
"""The end of a scan: within one 0xFF is followed by 0 or a restart marker."""
WEBP_SIDE = 0x3FFF
"""The bits of a side in the WebP formats that are not extended."""


def list_segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the code of each segment of a JPEG file and its offset in `data`, up to the end of the picture.

    Stops early at the end of the file, or where no marker is found.
    """
    at = 2 if data.startswith(b"\xff\xd8") else len(data)
    while at + 2 <= len(data) and data[at] == 0xFF:
        code = data[at + 1]
        if code == 0xFF:  # a fill byte
            at += 1
            continue
        yield code, at
        if code == EOI:
            return
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
        if code == SOS:
            marker = NEXT.search(data, at)
            at = marker.start() if marker else len(data)


def count_scans(data: bytes, most: int) -> int:
    """Return the number of scans in a JPEG file, which are the passes its picture is stored in.

    Counting stops at `most` + 1.
    """
    scans = 0
    for code, _ in list_segments(data):
        scans += code == SOS
        if scans > most:
            break
    return scans


def measure_jpeg(data: bytes) -> tuple[int, int] | None:
    """Return the width and height in pixels that the header of a JPEG file states; None for any other file."""
    for code, at in list_segments(data):
        if code in FRAMES and len(data) >= at + 9:
            return int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
    return None


def is_bare(data: bytes) -> bool:
    """Return whether a JPEG file is one picture in one scan without EXIF, thumbnail or trailing data."""
    scans, end = 0, 0
    for code, at in list_segments(data):
        if code == EOI:
            end = at + 2
        elif code == JFIF:
            if int.from_bytes(data[at + 2 : at + 4]) != JFIF_LENGTH or data[at + 4 : at + 9] != b"JFIF\0":
                return False
        elif code not in PLAIN:
            return False
        scans += code == SOS
        if scans > 1:
            return False
    return scans == 1 and end == len(data)


def count_webp_pixels(data: bytes) -> int:
    """Return the number of pixels (width × height) that the header of a WebP file states; 0 for any other file."""
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return 0
    if data[12:16] == b"VP8X":  # extended: colours, transparency, several pictures
        return (1 + int.from_bytes(data[24:27], "little")) * (1 + int.from_bytes(data[27:30], "little"))
    if data[12:16] == b"VP8L":  # lossless
        bits = int.from_bytes(data[21:25], "little")
        return (1 + (bits & WEBP_SIDE)) * (1 + (bits >> 14 & WEBP_SIDE))
    return (int.from_bytes(data[26:28], "little") & WEBP_SIDE) * (int.from_bytes(data[28:30], "little") & WEBP_SIDE)
