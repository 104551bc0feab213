"""`python -m vision.evaluate LABELS.json PHOTOS_DIR [--sheet DIR] [--json]` evaluates the reader on labelled photos."""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision import TileFinder, read
from vision.lab.draw import crop_reading, draw, make_contact_sheet
from vision.lab.render.numerals import OWN_FONTS
from vision.photo import PhotoError
from vision.photo.decoding import Picture
from vision.reading import ReadTile

from .clutter import count_on_clutter
from .figures import find_worst
from .films import read_films, write_films
from .harder_photos import read_corrupted, write_clutter_table, write_figures_table
from .hidden import read_half_hidden, write_half_hidden
from .judge import PhotoVerdict, judge, judge_unread
from .labels import Label, load_labels
from .lines import read_lines, write_lines
from .numerals import read_numeral_tables
from .report import describe_fault, write_figures, write_report
from .scenes import read_scenes

ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"}


def main(arguments: Sequence[str] | None = None, find_tiles: TileFinder | None = None) -> int:
    """Run the evaluation that `arguments` ask for and return the exit status; `find_tiles` replaces the detector."""
    chosen = _arguments(arguments)
    if chosen.no_tiles:
        invented = count_invented(chosen.no_tiles, find_tiles)
        print(json.dumps(invented, ensure_ascii=False) if chosen.json else _invented_in_words(invented))
        return 0
    if chosen.clutter:
        print(write_clutter_table(count_on_clutter(chosen.clutter, find_tiles)))
        return 0
    if chosen.scenes:
        print(write_figures_table("rendered", read_scenes(chosen.scenes, find_tiles)))
        return 0
    if chosen.hidden:
        print(write_half_hidden(read_half_hidden(chosen.hidden, find_tiles)))
        return 0
    if chosen.lines:
        print(write_lines(read_lines(chosen.lines, find_tiles)))
        return 0
    if chosen.numerals:
        fonts = chosen.fonts or OWN_FONTS
        print(write_figures_table("numerals", read_numeral_tables(chosen.numerals, find_tiles, fonts)))
        return 0
    if chosen.films:
        print(write_films(read_films(chosen.films, find_tiles)))
        return 0
    labels = [label for label in load_labels(chosen.labels) if chosen.only in label.photo][:: chosen.every]
    if not labels:
        print("No photo is labelled, or none with that in its name.", file=sys.stderr)
        return 2
    if chosen.corrupt:
        print(write_figures_table("made worse by", read_corrupted(labels, chosen.photos, find_tiles)))
        return 0
    verdicts, drawn = [], {}
    for label in labels:
        verdict, picture = evaluate(
            label, chosen.photos, find_tiles, told=chosen.told, drawing=chosen.sheet is not None
        )
        verdicts.append(verdict)
        if picture is not None:
            drawn[label.photo] = picture
    if chosen.sheet:
        _write_sheet(chosen.sheet, find_worst(verdicts, chosen.worst), drawn)
    print(
        json.dumps(write_figures(verdicts), ensure_ascii=False) if chosen.json else write_report(verdicts, chosen.worst)
    )
    return 0


def evaluate(
    label: Label, folder: Path, find_tiles: TileFinder | None, *, told: bool, drawing: bool
) -> tuple[PhotoVerdict, Picture | None]:
    """Return the verdict on one photo, and, if `drawing` and anything is wrong, the photo with its reading drawn on it.

    If `told`, the reader gets the size of the set. A photo that cannot be opened is reported on stderr, and counts as
    one on which no tile was read.
    """
    try:
        data = (folder / label.photo).read_bytes()
        started = time.perf_counter()
        photo = label.open(data)
    except (OSError, PhotoError) as problem:
        print(f"{label.photo}: {problem}", file=sys.stderr)
        return judge_unread(label), None
    reading = read(photo, label.largest if told else None, find_tiles=find_tiles)
    ms = (time.perf_counter() - started) * 1000
    verdict = judge(label, reading, ms, decode_ms(data))
    return verdict, crop_reading(draw(photo.image, reading), reading) if drawing and verdict.wrong else None


def decode_ms(data: bytes) -> float:
    """Return the milliseconds that OpenCV takes to decode the photo in `data`; 0 if it cannot (HEIC)."""
    started = time.perf_counter()
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return 0.0 if picture is None else (time.perf_counter() - started) * 1000


def count_invented(folder: Path, find_tiles: TileFinder | None) -> dict[str, list[str]]:
    """Return the tiles read on each photo below `folder`, by its path; on photos without tiles all are invented."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in ENDINGS)
    return {
        str(path.relative_to(folder)): [tile.notation + ("!" if tile.sure else "") for tile in _tiles(path, find_tiles)]
        for path in paths
    }


def _tiles(path: Path, find_tiles: TileFinder | None) -> tuple[ReadTile, ...]:
    """Return the tiles read on one photo; none, with a line on stderr, if it cannot be opened."""
    try:
        return read(path.read_bytes(), find_tiles=find_tiles).tiles
    except (OSError, PhotoError) as problem:
        print(f"{path}: {problem}", file=sys.stderr)
        return ()


def _invented_in_words(invented: dict[str, list[str]]) -> str:
    """Return a line for each photo with invented tiles, and a line with their number; "!" marks tiles that are sure."""
    lines = [f"{photo}: {' '.join(tiles)}" for photo, tiles in invented.items() if tiles]
    tiles = [tile for each in invented.values() for tile in each]
    sure = sum(tile.endswith("!") for tile in tiles)
    return "\n".join([*lines, f"{len(tiles)} tiles invented ({sure} of them sure) on {len(invented)} photos"])


def _write_sheet(folder: Path, verdicts: Sequence[PhotoVerdict], drawn: dict[str, Picture]) -> None:
    """Write the drawn photos of `verdicts` into `folder`: each in a file, and all on one contact sheet."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = [(v, drawn[v.label.photo]) for v in verdicts if v.label.photo in drawn]
    for place, (verdict, picture) in enumerate(pictures, start=1):
        cv2.imwrite(str(folder / f"{place:02}-{Path(verdict.label.photo).stem[:60]}.jpg"), picture)
    captions = [(f"{v.label.photo[:76]}\n{describe_fault(v)}", picture) for v, picture in pictures]
    cv2.imwrite(str(folder / "worst.jpg"), make_contact_sheet(captions))


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.evaluate", description="Judge the reader by known photos.")
    parser.add_argument("labels", nargs="?", type=Path, metavar="LABELS.json", help="what lies on each photo")
    parser.add_argument(
        "photos", nargs="?", type=Path, metavar="PHOTOS_DIR", help="the folder the labels' paths start in"
    )
    parser.add_argument("--no-tiles", type=Path, metavar="DIR", help="photos without a tile: count what is invented")
    parser.add_argument("--clutter", type=int, metavar="N", help="so many rendered tables without a tile, likewise")
    parser.add_argument("--scenes", type=int, metavar="N", help="so many rendered scenes of every kind and every set")
    parser.add_argument("--hidden", type=int, metavar="N", help="so many rendered scenes with halves that are hidden")
    parser.add_argument("--lines", type=int, metavar="N", help="so many rendered played lines: their open ends")
    parser.add_argument("--films", type=int, metavar="N", help="so many rendered films of a table: each move on them")
    parser.add_argument("--numerals", type=int, metavar="N", help="so many rendered tables of every set with numerals")
    parser.add_argument("--fonts", nargs="+", metavar="FILE", help="TrueType files for these instead of OpenCV's own")
    parser.add_argument("--corrupt", action="store_true", help="read the photos made worse in thirteen ways")
    parser.add_argument("--told", action="store_true", help="tell the reader which set lies on each photo")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th photo (1)")
    parser.add_argument("--sheet", type=Path, metavar="DIR", help="draw the worst photos there, and all on one sheet")
    parser.add_argument("--worst", type=int, default=12, metavar="N", help="how many photos are the worst (12)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only photos with this in their path")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    chosen = parser.parse_args(arguments)
    rendered = chosen.clutter or chosen.scenes or chosen.hidden or chosen.lines or chosen.numerals or chosen.films
    if not (chosen.no_tiles or rendered or (chosen.labels and chosen.photos)):
        parser.error(
            "give LABELS.json and PHOTOS_DIR, or --no-tiles DIR, "
            "or --clutter, --scenes, --hidden, --lines, --numerals or --films N"
        )
    return chosen


if __name__ == "__main__":
    sys.exit(main())
