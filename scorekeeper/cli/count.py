"""`scorekeeper count PHOTO --variant KEY`: prints the tiles on a photo and the points of the layout's open ends."""

import json
import sys
from collections.abc import Sequence

import click

from scorekeeper.cli.errors import CommandError
from scorekeeper.cli.files import read_bytes
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.counting import choose_game, count_ends

NO_READER = "Photos cannot be read here: install domino-scorekeeper[photos]."


@click.command("count", short_help="Count the open ends on a photo.")
@click.argument("photo", metavar="PHOTO", help="A JPEG, PNG, WebP or HEIC file, or - for stdin.")
@click.option("--variant", "key", required=True, metavar="KEY", help=f"The game: {', '.join(VARIANTS)}.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=CHOICE", help="A house rule; can be given several times."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def count_photo(photo: str, key: str, options: tuple[str, ...], as_json: bool) -> int:
    """Count the open ends of the layout on a photo by the rules of a game.

    The layout is the largest group of connected tiles. A hidden half is written as a question mark and counts 0, and
    the output says so. The exit status is 1 if no tile is found.
    """
    game = choose_game(key, _read_options(options))
    # OpenCV takes longer to load than everything else, so it is imported only here.
    from scorekeeper import vision
    from scorekeeper.vision import MOST_BYTES, say_sentence

    if not vision.can_read_photos():
        raise CommandError(NO_READER, status=1)
    try:
        reading = vision.read(read_bytes(photo, MOST_BYTES), game.largest)
    except vision.PhotoError as error:
        raise CommandError(f"{photo}: {error}") from error
    for doubt in reading.warnings:
        print(say_sentence(doubt.key, doubt.values), file=sys.stderr)
    counted = count_ends(game, reading.tiles, reading.joins)
    tiles = [each.notation for each in reading.tiles]
    if counted.misfits:
        touching = ", ".join(tiles[index] for index in counted.misfits)
        print(
            f"These tiles touch and do not fit each other, so one of them may be misread: {touching}", file=sys.stderr
        )
    if counted.half_hidden:
        without = ", ".join(tiles[index] for index in counted.half_hidden)
        print(f"A hidden half may be an open end, so what is counted is without it: {without}", file=sys.stderr)
    count = {
        "tiles": tiles,
        "open_ends": [str(end) for end in counted.ends],
        "sum": counted.pips,
        "points": counted.score.points,
        "why": str(counted.score.why) if counted.ends else "",
    }
    if as_json:
        print(json.dumps(count, ensure_ascii=False))
    else:
        marks = (
            f"{name}{'' if each.sure or each.name is None else '?'}"
            for name, each in zip(tiles, reading.tiles, strict=True)
        )
        print(f"tiles      {' '.join(marks)}")
        print(f"open ends  {' '.join(map(str, counted.ends))}")
        print(f"points     {counted.score.points}   {count['why']}")
    return 0 if tiles else 1


def _read_options(options: Sequence[str]) -> dict[str, str]:
    """Return a dict of the `NAME=CHOICE` texts in `options`: `["doubles=line"]` becomes `{"doubles": "line"}`.

    Raise CommandError with a line for each text without `=`.
    """
    malformed = [option for option in options if "=" not in option]
    if malformed:
        raise CommandError(*(f"--option {option}: write NAME=CHOICE" for option in malformed))
    return {name: setting for name, _, setting in (option.partition("=") for option in options)}
