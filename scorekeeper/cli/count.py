"""`scorekeeper count PHOTO --variant KEY`: the tiles on a photo, and what the open ends of the layout count."""

import json
import sys
from collections.abc import Sequence

import click

from scorekeeper.cli.places import read_bytes
from scorekeeper.cli.trouble import Trouble
from scorekeeper.engine.games.points import add_up_ends
from scorekeeper.engine.layout.pictured import lay_out_picture
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.tiles import Tile, make_tile
from scorekeeper.engine.variants import VARIANTS, find_variant


@click.command("count", short_help="Count the open ends on a photo.")
@click.argument("photo", metavar="PHOTO", help="A JPEG, PNG, WebP or HEIC file, or - for stdin.")
@click.option("--variant", "key", required=True, metavar="KEY", help=f"The game: {', '.join(VARIANTS)}.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=CHOICE", help="A house rule; can be given several times."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def count_photo(photo: str, key: str, options: tuple[str, ...], as_json: bool) -> int:
    """Count the open ends of the layout on a photo by the rules of a game.

    The layout is the largest group of tiles that hang together. It ends with 1 where no tile is found.
    """
    variant = find_variant(key)
    game = variant.at(Seating(("",) * max(2, variant.fewest_players), options=variant.settle(_read_options(options))))

    def facing(laid: Tile, pip: int) -> tuple[int, ...]:
        return tuple(half for half in laid.halves if game.may_lie(laid, pip, half, ()))

    # OpenCV takes longer to load than all else takes together: only this command waits for it.
    import vision
    from vision.photo import MOST_BYTES
    from vision.words import sentence

    try:
        reading = vision.read(read_bytes(photo, MOST_BYTES), variant.largest)
    except vision.PhotoError as error:
        raise Trouble(f"{photo}: {error}") from error
    for doubt in reading.warnings:
        print(sentence(doubt.key, doubt.values), file=sys.stderr)
    layout = lay_out_picture(reading.tiles, reading.joins, game.model, facing)
    tiles = [str(make_tile(*each.pips)) for each in reading.tiles]
    if layout.misfits:
        touching = ", ".join(tiles[place] for place in layout.misfits)
        print(
            f"These tiles touch and do not fit each other, so one of them may be misread: {touching}", file=sys.stderr
        )
    score = game.score_ends(layout.ends, None)
    count = {
        "tiles": tiles,
        "open_ends": [str(end) for end in layout.ends],
        "sum": add_up_ends(layout.ends),
        "points": score.points,
        "why": str(score.why) if layout.ends else "",
    }
    if as_json:
        print(json.dumps(count, ensure_ascii=False))
    else:
        marks = (f"{name}{'' if each.sure else '?'}" for name, each in zip(tiles, reading.tiles, strict=True))
        print(f"tiles      {' '.join(marks)}")
        print(f"open ends  {' '.join(map(str, layout.ends))}")
        print(f"points     {score.points}   {count['why']}")
    return 0 if tiles else 1


def _read_options(given: Sequence[str]) -> dict[str, str]:
    """`["doubles=line"]` -> `{"doubles": "line"}`."""
    wrong = [each for each in given if "=" not in each]
    if wrong:
        raise Trouble(*(f"--option {each}: write NAME=CHOICE" for each in wrong))
    return {name: setting for name, _, setting in (each.partition("=") for each in given)}
