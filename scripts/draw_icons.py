#!/usr/bin/env python3
"""Draw the icons of the score pad on a phone: a leaning tile on felt, whole in any shape to which it is cut."""

from pathlib import Path

from PIL import Image, ImageDraw

ICONS = Path(__file__).resolve().parents[1] / "static" / "icons"
FELT, IVORY, INK, BRASS = "#2b6450", "#fcf9f1", "#24221d", "#d9a441"
FINER = 4  # the icon is drawn this many times larger, so that edges are smooth
PIPS = [
    (-0.27, -0.77),
    (0.0, -0.5),
    (0.27, -0.23),
    (-0.27, 0.23),
    (0.27, 0.23),
    (0.0, 0.5),
    (-0.27, 0.77),
    (0.27, 0.77),
]


def icon(size: int) -> Image.Image:
    """Return the icon, `size` pixels square. The tile is inside the middle that no phone cuts away."""
    whole = size * FINER
    tile = Image.new("RGBA", (whole, whole))
    draw = ImageDraw.Draw(tile)
    middle, half = whole / 2, whole * 0.165  # half the tile's width
    box = (middle - half, middle - 2 * half * 0.92, middle + half, middle + 2 * half * 0.92)
    draw.rounded_rectangle(box, radius=half * 0.36, fill=IVORY)
    draw.line((middle - half * 0.76, middle, middle + half * 0.76, middle), fill=INK, width=round(half * 0.11))
    for across, along in PIPS:
        _dot(draw, middle + across * half * 1.7, middle + along * half * 1.84, half * 0.2, INK)
    _dot(draw, middle, middle, half * 0.15, BRASS)
    drawn = Image.new("RGBA", (whole, whole), FELT)
    drawn.alpha_composite(tile.rotate(-18, Image.Resampling.BICUBIC))
    return drawn.convert("RGB").resize((size, size), Image.Resampling.LANCZOS)


def _dot(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: str) -> None:
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


if __name__ == "__main__":
    for size in (192, 512):
        icon(size).quantize(48).save(ICONS / f"icon-{size}.png", optimize=True)
