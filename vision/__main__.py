"""`python -m vision PHOTO… [--json] [--draw DIR] [--largest N]`: read photos and say what is on them.

One line a photo. A file that cannot be read is named on stderr, the others are still read, and the exit status is 2.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2

from . import Eye, read
from .evaluate.draw import draw
from .photo import Photo, PhotoError, open_photo
from .reading import Reading
from .words import say_sentence


def main(arguments: Sequence[str] | None = None, find_tiles: Eye | None = None) -> int:
    """Read the photos named in `arguments`; 0, or 2 if one could not be read."""
    parser = argparse.ArgumentParser(prog="python -m vision", description="Read the tiles on photos of dominoes.")
    parser.add_argument("photos", nargs="+", metavar="PHOTO", help="a JPEG, PNG, WebP or HEIC file")
    parser.add_argument("--json", action="store_true", help="print one JSON line a photo")
    parser.add_argument("--draw", type=Path, metavar="DIR", help="write each photo with its reading drawn on it there")
    parser.add_argument("--largest", type=int, metavar="N", help="the most pips on a half in the set played with")
    chosen = parser.parse_args(arguments)
    status = 0
    for name in chosen.photos:
        try:
            photo = open_photo(Path(name).read_bytes())
            reading = read(photo, chosen.largest, find_tiles=find_tiles)
        except (OSError, PhotoError) as problem:
            print(f"{name}: {problem.strerror if isinstance(problem, OSError) else problem}", file=sys.stderr)
            status = 2
            continue
        print(json.dumps(reading.to_json(name), ensure_ascii=False) if chosen.json else describe_reading(name, reading))
        if chosen.draw:
            write_drawn(chosen.draw, name, photo, reading)
    return status


def describe_reading(name: str, reading: Reading) -> str:
    """A reading for people: the tiles group by group, "?" after those that are not sure, and what is doubtful.

    A hidden half is an "x".
    """
    groups = (
        " ".join(
            f"{_write_half(tile.pips[0])}-{_write_half(tile.pips[1])}{'' if tile.sure else '?'}"
            for tile in (reading.tiles[i] for i in group)
        )
        for group in reading.groups
    )
    doubts = (f"\n  {say_sentence(doubt.key, doubt.values)}" for doubt in reading.warnings)
    return f"{name}: {' | '.join(groups)}{''.join(doubts)}"


def _write_half(pips: int | None) -> str:
    """The pips of a half; "x" for a hidden one."""
    return "x" if pips is None else str(pips)


def write_drawn(folder: Path, name: str, photo: Photo, reading: Reading) -> None:
    """Write `photo` with `reading` on it into `folder`, as a JPEG called after the photo's path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = Path(name)
    called = "__".join(part for part in (*path.parts[-2:-1], path.stem) if part not in ("", "/", "..", "."))
    cv2.imwrite(str(folder / f"{called}.jpg"), draw(photo.image, reading))


if __name__ == "__main__":
    sys.exit(main())
