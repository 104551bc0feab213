"""Parsing of the size in the header of a WebP file, before memory is allocated for the picture."""

SIDE = 0x3FFF
"""The bits of a side in the formats that are not extended."""


def count_webp_pixels(data: bytes) -> int:
    """Return the number of pixels (width × height) that the header of a WebP file states; 0 for any other file."""
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return 0
    if data[12:16] == b"VP8X":  # extended: colours, transparency, several pictures
        return (1 + int.from_bytes(data[24:27], "little")) * (1 + int.from_bytes(data[27:30], "little"))
    if data[12:16] == b"VP8L":  # lossless
        bits = int.from_bytes(data[21:25], "little")
        return (1 + (bits & SIDE)) * (1 + (bits >> 14 & SIDE))
    return (int.from_bytes(data[26:28], "little") & SIDE) * (int.from_bytes(data[28:30], "little") & SIDE)
