"""The menu of games: the chapters in their order, and the card of each game with a small picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.text import N_
from scorekeeper.engine.variants import VARIANTS

PLAYED = N_("Played last")
# Translators: name the countries of your language; the games that are at home there stand below it.
NEAR = N_("From English-speaking countries")
HALF = 10  # the side of a half in a picture's own units
SPOTS = ("", "55", "2882", "285582", "22288288", "2228825588", "222528828588")  # pips of a half, in pairs x y
# The tiles of each shape, as `draw_layout` reads them.
PICTURES: dict[LayoutShape, str] = {
    LayoutShape.LINE: "0,5-35 20,0|55 30,5-51 50,5-14",
    LayoutShape.CROSS: "0,20-65 20,20-55 40,20-52 25,0|15 25,30|54",
    LayoutShape.FORK: "0,10-35 20,5|55 30,5-51 30,15-56",
    LayoutShape.SEVENS: "0,10-63 20,10-43 40,10-42 50,20|52",
    LayoutShape.BLIND: "0,0-64 20,0-41 40,0-13 0,13| 12,13| 24,13| 36,13| 48,13|",
    LayoutShape.ROW: "0,0|64 11,0|21 22,0|50 33,0|33 44,0|61 55,0|42",
    LayoutShape.COLUMNS: "0,0-64 0,12-31 0,24-52 23,0-11 23,12-60 46,0-43 46,12-55 46,24-20",
    LayoutShape.TRAIN: "0,12-46 20,7|66 30,12-63 50,12-31 7,0-51 33,27-62",
    LayoutShape.TRICK: "25,0|64 0,13-62 50,13-55 25,26|61",
    LayoutShape.SIX: "0,0-62 23,0-31 46,0-55 0,13-41 23,13-20 46,13-63",
}


@dataclass(frozen=True, slots=True)
class LayoutPicture:
    """A small picture of tiles as SVG paths: their outlines, the lines between their halves, and the pips as dots."""

    size: tuple[int, int]
    tiles: str
    dividers: str
    pips: str


@dataclass(frozen=True, slots=True)
class MenuSection:
    """A part of the menu: its heading, to be translated, and its games in order."""

    heading: str
    games: tuple["MenuGame", ...]


@dataclass(frozen=True, slots=True)
class MenuGame:
    """One game in the menu; `players` is the number of players, such as `2–4`."""

    variant: Variant
    players: str
    picture: LayoutPicture


@cache
def list_menu() -> tuple[tuple[Chapter, tuple[MenuGame, ...]], ...]:
    """Return the chapters that have games, each with its games in order."""
    chapters = {
        chapter: tuple(show_game(variant) for variant in VARIANTS.values() if variant.chapter is chapter)
        for chapter in Chapter
    }
    return tuple((chapter, games) for chapter, games in chapters.items() if games)


def arrange_menu(played: Sequence[str], language: str) -> tuple[MenuSection, ...]:
    """Return the menu for a book that last played the games with the keys `played`, and a reader of `language`.

    The games played last come first, then the games of the countries of the language, then the chapters with all
    others. A game is listed once. A game with fixed settings stays in its chapter.
    """
    listed = {game.variant.key: game for _, games in list_menu() for game in games if not game.variant.settled}
    recent = tuple(listed.pop(key) for key in dict.fromkeys(played) if key in listed)
    near = tuple(listed.pop(key) for key in tuple(listed) if language in listed[key].variant.languages)
    first = (MenuSection(PLAYED, recent), MenuSection(NEAR, near))
    chapters = (
        MenuSection(chapter.value, tuple(each for each in games if each.variant.settled or each.variant.key in listed))
        for chapter, games in list_menu()
    )
    return tuple(section for section in (*first, *chapters) if section.games)


def show_game(variant: Variant) -> MenuGame:
    """Return the menu's card of a game."""
    fewest, most = variant.fewest_players, variant.most_players
    players = str(most) if fewest == most else f"{fewest}–{most}"
    return MenuGame(variant, players, draw_layout(PICTURES[variant.shape]))


@cache
def draw_layout(picture: str) -> LayoutPicture:
    """Return the picture that the text `picture` describes.

    It is a list of tiles with spaces between them: `20,0|55` is an upright tile at x 20 and y 0, `0,5-35` one that lies
    across, and `0,13|` one that is face down. Raises ValueError for any other text.
    """
    tiles, dividers, pips, right, bottom = [], [], [], 0, 0
    for tile in picture.split():
        upright = "|" in tile
        place, _, halves = tile.replace("|", "-").partition("-")
        x, y = (int(each) for each in place.split(","))
        wide, high = (HALF, 2 * HALF) if upright else (2 * HALF, HALF)
        right, bottom = max(right, x + wide), max(bottom, y + high)
        tiles.append(f"M{x} {y}h{wide}v{high}h-{wide}z")
        if halves:
            dividers.append(f"M{x + 1} {y + HALF}h8" if upright else f"M{x + HALF} {y + 1}v8")
        for number, half in enumerate(halves):
            spots = [int(each) for each in SPOTS[int(half)]]
            for across, down in zip(spots[0::2], spots[1::2], strict=True):
                left, top = (down, across + HALF * number) if upright else (across + HALF * number, down)
                pips.append(f"M{x + left} {y + top}h0")
    return LayoutPicture((right, bottom), "".join(tiles), "".join(dividers), "".join(pips))
