"""Tolveren: six tiles lie open, two that make twelve are removed and replaced from the boneyard (docs/rules.md §4.11).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag. The partner of each tile left is
also left, so the order in which pairs are removed never changes the result.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from scorekeeper.engine.entries import Hand, Result
from scorekeeper.engine.layout.positions import Position
from scorekeeper.engine.problems import Findings, Problem
from scorekeeper.engine.rules.dealing import Deal
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.solitaire import ALL_GONE, Advice, Move, Solitaire
from scorekeeper.engine.rules.solitaire_game import TAKES, play_alone
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.solitaires.twelve import (
    TilePair,
    check_left,
    check_position,
    find_left_doubts,
    find_pairs,
    find_position_doubts,
    write_pairs,
)
from scorekeeper.engine.text import N_, Text

OPEN = 6


@dataclass(frozen=True, slots=True)
class OpenPairs:
    """The pairs worth twelve among the open tiles; without one the game is `over`, and `won` if no tile is left."""

    pairs: tuple[TilePair, ...]
    over: bool
    won: bool


@dataclass(frozen=True)
class Tolveren(Solitaire):
    """The rules of the solitaire Tolveren (“the twelve”)."""

    room: ClassVar[Mapping[str, int]] = {"table": OPEN}

    @property
    def deal(self) -> Deal:
        return Deal(OPEN, len(self.tiles) - OPEN, never_drawn=0)

    def start(self) -> Position:
        return Position(boneyard=len(self.tiles) - OPEN)

    def look_for_pairs(self, position: Position) -> OpenPairs:
        """Return the pairs among the open tiles.

        Raise RuleError for an impossible position: `too_many_tiles`, `not_refilled`, `impossible_count`,
        `impossible_total`.
        """
        self._check(position)
        pairs = find_pairs(position.table)
        return OpenPairs(pairs, over=not pairs, won=not position.table)

    def advise(self, position: Position) -> Advice:
        seen = self.look_for_pairs(position)
        if seen.won:
            return ALL_GONE
        left = len(position.table) + position.undrawn
        doubts = find_position_doubts(position.table, position.undrawn)
        if seen.over:
            line = Text(N_("No two make twelve: it is over. Tiles left: %(left)s."), {"left": left})
            return Advice("lost", (line,), doubts=doubts, result=Result(won=False, left=Hand(None, None, left)))
        line = Text(N_("Worth twelve: %(pairs)s."), {"pairs": write_pairs(seen.pairs)})
        moves = tuple(_remove(position, pair) for pair in seen.pairs)
        return Advice("play", (line,), seen.pairs, moves, doubts=doubts)

    def _check(self, position: Position) -> None:
        """Raise RuleError for a position with too many tiles, or with open tiles that cannot be those that are left."""
        findings = Findings()
        table, boneyard = position.table, position.undrawn
        if len(table) > OPEN:
            findings.add("too_many_tiles", "table", tiles=len(table), most=OPEN)
        if len(table) + boneyard > len(self.tiles):
            findings.add("too_many_tiles", "boneyard", tiles=len(table) + boneyard, most=len(self.tiles))
        if len(table) < OPEN and boneyard:
            findings.add("not_refilled", "table")
        findings.settle()
        with findings.at("table"):
            check_position(table, boneyard, [each for each in self.tiles if each not in table])
        findings.settle()

    def check_left(self, result: Result, findings: Findings) -> None:
        check_left(result, findings)
        named = result.left.tiles or ()
        pairs = find_pairs(named)
        if 2 < len(named) <= OPEN and pairs:
            because = Text(N_("%(pair)s make twelve"), {"pair": write_pairs(pairs[:1])})
            findings.add("round_not_over", "left", because=because)

    def find_doubts(self, result: Result) -> tuple[Problem, ...]:
        # Ten tiles are five pairs of partners, and six of them lie open: two of those are partners.
        return find_left_doubts(result, goes_on=2 * OPEN - 2)


def _remove(position: Position, pair: TilePair) -> Move:
    """Return the move that removes `pair` from the open tiles."""
    after = replace(position, table=tuple(each for each in position.table if each not in pair))
    return Move(Text(N_("Remove %(pair)s"), {"pair": write_pairs((pair,))}), pair, after)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the solitaire Tolveren for the one player of `seating`."""
    return play_alone(variant, seating, Tolveren(seating.players[0]))


VARIANT = Variant(
    key="dk_tolveren",
    name="Tolveren",
    source="Vennerød Forlag: Domino 6",
    subtitle=N_("Two tiles that make twelve leave"),
    summary=N_("Six tiles lie open; two that make twelve leave and are replaced, until nothing is left."),
    shape=LayoutShape.SIX,
    play=play,
    chapter=Chapter.SOLITAIRE,
    takes=TAKES,
    fewest_players=1,
    most_players=1,
    options=(),
    aliases=("The twelve",),
    languages=("da",),
    menu_place=14,
)
