"""Bingo: turn up a row of all tiles while counting; a tile worth the number called is removed (docs/rules.md §4.8).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag. Option A18 is a rule that it
does not specify. The player decides nothing, so a row that is known can be played out at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.engine.entries import Hand, Result
from scorekeeper.engine.layout.positions import Position, RowTile
from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.solitaire import Advice, Solitaire, write_tiles
from scorekeeper.engine.rules.solitaire_game import TAKES, play_alone
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class BingoResult:
    """A row of Bingo played to its end: the tiles removed in each pass, and the tiles left.

    A pass that removes nothing is the last one.
    """

    removed_by_pass: tuple[tuple[Tile, ...], ...]
    left: tuple[Tile, ...]

    @property
    def won(self) -> bool:
        """Whether no tile is left."""
        return not self.left


FIRST_AFTER_12 = Pick(
    "count_after_12",
    N_("After 12 comes"),
    (
        Choice(0, N_("0"), N_("After 12 the count goes on with 0, 1, 2.")),
        Choice(1, N_("1"), N_("After 12 the count goes on with 1, 2, 3; the double blank can never leave.")),
    ),
    about=Topic.LAYING,
)


@dataclass(frozen=True)
class Bingo(Solitaire):
    """The rules of the solitaire Bingo; `first_after_12` is the number called after 12: 0 or 1."""

    first_after_12: int
    room: ClassVar[Mapping[str, int]] = {"row": 28}
    questions = frozenset({"passes"})

    def play_out(self, row: tuple[RowTile, ...]) -> BingoResult:
        """Return the result of playing `row`, pass by pass, until it is empty or a pass removes nothing."""
        left = tuple(lying.tile for lying in row)
        passes: list[tuple[Tile, ...]] = []
        while left and (not passes or passes[-1]):
            numbers = list_called_numbers(len(left), self.first_after_12)
            passes.append(tuple(tile for tile, number in zip(left, numbers, strict=True) if tile.pips == number))
            left = tuple(tile for tile, number in zip(left, numbers, strict=True) if tile.pips != number)
        return BingoResult(tuple(passes), left)

    def advise(self, position: Position) -> Advice:
        played = self.play_out(position.row)
        gone = tuple(tiles for tiles in played.removed_by_pass if tiles)
        lines = tuple(_describe_pass(number, tiles) for number, tiles in enumerate(played.removed_by_pass, start=1))
        # Only a row of all tiles proves that no pass was made before.
        passes = len(played.removed_by_pass) if len(position.row) == len(self.tiles) else None
        if played.won:
            end = Text(N_("Everything leaves: won."))
            return Advice("won", (*lines, end), gone, result=Result(won=True, passes=passes))
        end = Text(N_("Nothing can change any more: lost. Tiles left: %(left)s."), {"left": len(played.left)})
        return Advice("lost", (*lines, end), gone, result=Result(won=False, left=Hand(played.left), passes=passes))

    def wins_with_none_left(self, result: Result) -> bool:
        """Return whether a result without tiles left is a win.

        It is a win only if 0 is called, so that the double blank can be removed.
        """
        return self.first_after_12 == 0

    def check_left(self, result: Result, findings: Findings) -> None:
        """Add problems to `findings` for tiles that cannot be left, and for an impossible number of passes."""
        count, named = result.tiles_left, result.left.tiles
        never_said = tuple(tile for tile in self.tiles if tile.pips < self.first_after_12)
        if len(never_said) > count or (named and not set(never_said) <= set(named)):
            place = "won" if result.won else "left"
            because = Text(N_("%(tiles)s can never leave at this table"), {"tiles": write_tiles(never_said)})
            findings.add("impossible_count", place, tiles=count, because=because)
        elif named:
            self._check_stuck([tile.pips for tile in named], findings)
        elif count == 1 and result.left.pips is not None:
            self._check_stuck([result.left.pips], findings)
        if result.passes is None:
            return
        removed = len(self.tiles) - count
        # Every pass removes a tile, except the last one of a lost game.
        most = removed if result.won else removed + 1
        fewest = min(2, most)
        if not fewest <= result.passes <= most:
            findings.add("impossible_passes", "passes", passes=result.passes, fewest=fewest, most=most)

    def _check_stuck(self, pips: list[int], findings: Findings) -> None:
        """Add problems for tiles that cannot be left after a last pass, since one would be worth the number called.

        Each number that is left needs enough places at which another number is called.
        """
        numbers = list_called_numbers(len(pips), self.first_after_12)
        for number in dict.fromkeys(pips):
            if pips.count(number) + numbers.count(number) > len(pips):
                because = Text(N_("a tile worth %(number)s leaves when it is said"), {"number": number})
                findings.add("round_not_over", "left", because=because)


def list_called_numbers(count: int, first_after_12: int) -> tuple[int, ...]:
    """Return the numbers called while `count` tiles are turned up: 1 to 12, then on from `first_after_12` (0 or 1)."""
    if first_after_12 == 0:
        return tuple(place % 13 for place in range(1, count + 1))
    return tuple((place - 1) % 12 + 1 for place in range(1, count + 1))


def _describe_pass(number: int, tiles: tuple[Tile, ...]) -> Text:
    """Return the sentence for the pass with this `number`, which removes `tiles`."""
    if not tiles:
        return Text(N_("Pass %(number)s takes nothing away."), {"number": number})
    return Text(N_("Pass %(number)s takes away %(tiles)s."), {"number": number, "tiles": write_tiles(tiles)})


def play(variant: Variant, seating: Seating) -> Game:
    """Return the solitaire Bingo for the one player of `seating` and its house rules."""
    return play_alone(variant, seating, Bingo(seating.players[0], FIRST_AFTER_12.at(seating)))


VARIANT = Variant(
    key="dk_bingo",
    name="Bingo",
    source="Vennerød Forlag: Domino 6",
    subtitle=N_("Count to twelve and turn"),
    summary=N_("Turn the row while counting to twelve again and again; a tile worth the number said leaves."),
    shape=LayoutShape.ROW,
    play=play,
    chapter=Chapter.SOLITAIRE,
    takes=TAKES,
    fewest_players=1,
    most_players=1,
    options=(FIRST_AFTER_12,),
    aliases=("Bingo solitaire",),
    languages=("da",),
    menu_place=11,
)
