"""`python -m vision PHOTO… [--json] [--largest N]`: read photos and print the tiles on them.

It prints one line per photo. A file that cannot be read is named on stderr, the others are still read, and the exit
status is 2.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from .photo import PhotoError
from .reader import TileFinder, read
from .reading import Reading
from .reading.words import say_sentence


def main(arguments: Sequence[str] | None = None, find_tiles: TileFinder | None = None) -> int:
    """Read the photos named in `arguments` (None: the command line) and print the tiles on them.

    Return the exit status: 0, or 2 if a photo could not be read. `find_tiles` replaces the detector.
    """
    parser = argparse.ArgumentParser(prog="python -m vision", description="Read the tiles on photos of dominoes.")
    parser.add_argument("photos", nargs="+", metavar="PHOTO", help="a JPEG, PNG, WebP or HEIC file")
    parser.add_argument("--json", action="store_true", help="print one JSON line a photo")
    parser.add_argument("--largest", type=int, metavar="N", help="the most pips on a half in the set played with")
    args = parser.parse_args(arguments)
    status = 0
    for name in args.photos:
        try:
            reading = read(Path(name).read_bytes(), args.largest, find_tiles=find_tiles)
        except (OSError, PhotoError) as problem:
            print(f"{name}: {problem.strerror if isinstance(problem, OSError) else problem}", file=sys.stderr)
            status = 2
            continue
        print(json.dumps(reading.to_json(name), ensure_ascii=False) if args.json else describe_reading(name, reading))
    return status


def describe_reading(name: str, reading: Reading) -> str:
    """Return a reading as text: `name`, the tiles group by group, and an indented line for each doubt.

    Groups are separated by " | ", unsure tiles are followed by "?", and a hidden half is an "x", as in
    `a.jpg: 6-6 6-2? | 1-x`.
    """
    groups = (
        " ".join(
            "-".join("x" if pips is None else str(pips) for pips in tile.pips) + ("" if tile.sure else "?")
            for tile in (reading.tiles[i] for i in group)
        )
        for group in reading.groups
    )
    doubts = (f"\n  {say_sentence(doubt.key, doubt.values)}" for doubt in reading.warnings)
    return f"{name}: {' | '.join(groups)}{''.join(doubts)}"


if __name__ == "__main__":
    sys.exit(main())
