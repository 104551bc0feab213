"""A hand as its player types or picks it: `13` and `5+8` are pips, `5-1 6-4` tiles."""

import re
from collections.abc import Iterable
from typing import Any, Literal

from scorekeeper.engine.entries.reader import LARGEST
from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.tiles import Tile, parse_tile
from scorekeeper.web.forms.form import split_words

Way = Literal["pips", "tiles"]  # how a hand is entered
TILE = re.compile(r"\d+-\d+")
PIPS = re.compile(r"\d+")


def choose_way(sheet: Sheet) -> Way:
    """Return how a hand is entered by default: by its `tiles` if the game needs more than the pips, else by `pips`."""
    return "tiles" if sheet.game.rounds.hands.by_doubles or sheet.game.rounds.hands.each_tile else "pips"


def read_hand_field(values: list[str]) -> str:
    """Return a hand's typed text and picked tiles, `values`, as one text; picked tiles replace typed pips."""
    picked = [value for value in values if TILE.fullmatch(value)]
    return " ".join(picked) if picked else " ".join(values).strip()


def find_tiles(typed: str, largest: int) -> tuple[Tile, ...]:
    """Return the tiles of a typed hand; empty if one of its words is no tile up to `largest`, such as a pip count."""
    tiles = []
    for word in split_words(typed):
        try:
            tiles.append(parse_tile(word, largest))
        except RuleError:
            return ()
    return tuple(tiles)


def count_pips(typed: str, largest: int, counted: bool) -> int | None:
    """Return the pips of a typed hand; None if they cannot be read.

    With `counted` a typed number says how many tiles there are, so it gives no pips.
    """
    hand = write_hand(typed)
    if isinstance(hand, dict):
        return None if counted else int(hand["pips"])
    tiles = find_tiles(typed, largest)
    return sum(tile.pips for tile in tiles) if tiles else None


def write_hand(typed: str, counted: bool = False, has: tuple[str, ...] = ()) -> Any:
    """Return the typed hand in the words of the match file.

    Unless all its words are numbers, they are taken as tiles. With `counted` a number is how many tiles there are, else
    it is pips; `has` are tiles known to be among typed pips.
    """
    parts = split_words(typed)
    if not parts or not all(PIPS.fullmatch(part) for part in parts):
        return list(parts)
    total = min(sum(int(part[:9]) for part in parts), LARGEST)
    if has:
        return {"pips": total, "has": list(has)}
    return {"tiles": total} if counted else {"pips": total}


def describe_unreadable(sheet: Sheet, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems `problems`, in which a hand that cannot be read has the problem that fits this game.

    A hand is typed as pips or as tiles, or as a number of tiles if the game only counts them.
    """
    counted = sheet.game.rounds.hands.known == "tiles"
    return tuple(
        each
        if each.key != "unreadable_tile" or each.place[:1] != ("hands",)
        else Problem("hand_wants_count", each.place, (("player", str(each.place[1])),))
        if counted
        else Problem("unreadable_hand", each.place, each.values)
        for each in problems
    )


def type_hand(hand: Any, counted: bool) -> str:
    """Return the text to type for a `hand` of a match file.

    That is its tiles, else its pips, or with `counted` how many tiles it has.
    """
    if isinstance(hand, list):
        return " ".join(hand)
    return str(hand.get("tiles", "") if counted or "pips" not in hand else hand["pips"])
