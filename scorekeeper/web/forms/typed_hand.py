"""A hand as its player types or picks it: `13` and `5+8` are pips, `5-1 6-4` tiles."""

import re
from typing import Any, Literal

from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.tiles import Tile, parse_tile
from scorekeeper.web.forms.form import split_words

Way = Literal["pips", "tiles"]  # how a hand is entered
TILE = re.compile(r"\d+-\d+")
PIPS = re.compile(r"\d{1,4}")


def choose_way(sheet: Sheet) -> Way:
    """How a hand is entered where nobody has said: by its tiles, where pips alone are not enough."""
    return "tiles" if sheet.game.rounds.hands.by_doubles or sheet.game.rounds.hands.each_tile else "pips"


def read_hand_field(values: list[str]) -> str:
    """What a hand's field and its picked tiles say together; once tiles are picked, typed pips count no more."""
    picked = [value for value in values if TILE.fullmatch(value)]
    return " ".join(picked) if picked else " ".join(values).strip()


def find_tiles(typed: str, largest: int) -> tuple[Tile, ...]:
    """The tiles of a hand; none if pips were typed, or something that is no tile of the set."""
    found = []
    for word in split_words(typed):
        try:
            found.append(parse_tile(word, largest))
        except RuleError:
            return ()
    return tuple(found)


def count_pips(typed: str, largest: int, counted: bool) -> int | None:
    """The pips of a hand, where they can be read; None where what was typed is how many tiles are `counted`."""
    hand = write_hand(typed)
    if isinstance(hand, dict):
        return None if counted else int(hand["pips"])
    tiles = find_tiles(typed, largest)
    return sum(tile.pips for tile in tiles) if tiles else None


def write_hand(typed: str, counted: bool = False, has: tuple[str, ...] = ()) -> Any:
    """The hand as the match file says it; `has` are tiles that are known to be among typed pips.

    Where tiles are `counted`, a number says how many.
    """
    parts = split_words(typed)
    if not parts or not all(PIPS.fullmatch(part) for part in parts):
        return list(parts)
    total = sum(map(int, parts))
    if has:
        return {"pips": total, "has": list(has)}
    return {"tiles": total} if counted else {"pips": total}


def type_hand(hand: Any, counted: bool) -> str:
    """What to type for a hand of a match file: its tiles, else its pips, or where tiles are `counted` how many."""
    if isinstance(hand, list):
        return " ".join(hand)
    return str(hand.get("tiles", "") if counted or "pips" not in hand else hand["pips"])
