"""Fem kolonner: free tiles worth twelve together leave, from a reserve and five columns (docs/rules.md §4.9).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from scorekeeper.engine.entries import Hand, Result
from scorekeeper.engine.games.game import Deal
from scorekeeper.engine.options import Setting
from scorekeeper.engine.problems import Findings, Problem
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.solitaires.adviser import Advice, Move, Solitaire, write_tiles
from scorekeeper.engine.solitaires.columns import Columns, Outlook, Step, search_outlook
from scorekeeper.engine.solitaires.positions import Position
from scorekeeper.engine.solitaires.twelve import (
    TilePair,
    check_left,
    check_position,
    find_left_doubts,
    find_position_doubts,
    pairs_worth_twelve,
    write_pairs,
)
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import Tile

RESERVE, COLUMNS, DEEP = 3, 5, 5


@dataclass(frozen=True, slots=True)
class FreePairs:
    """What is free, the pairs worth twelve among it, and whether a column can be filled.

    It is over without a pair and without a tile whose move to an empty column would free another.
    """

    available: tuple[Tile, ...]
    pairs: tuple[TilePair, ...]
    can_fill_column: bool
    over: bool
    won: bool


class FemKolonner(Solitaire):
    key = "dk_fem_kolonner"
    name = "Fem kolonner"
    summary = N_(
        "Three tiles in reserve and five columns; two free tiles that make twelve leave, until nothing is left."
    )
    room: ClassVar[Mapping[str, int]] = {"reserve": RESERVE, "columns": DEEP}

    def deal(self, players: int, options: Mapping[str, Setting]) -> Deal:
        self.check_player_count(players)
        return Deal(len(self.tiles), 0, never_drawn=0)

    def start(self) -> Position:
        return Position(columns=((),) * COLUMNS)

    def look_for_pairs(self, position: Position) -> FreePairs:
        """The pairs among the free tiles.

        Raises RuleError for a position that cannot be: `too_many_tiles`, `impossible_count`, `impossible_total`.
        """
        lying = self._lying(position)
        return FreePairs(
            lying.free, pairs_worth_twelve(lying.free), lying.can_fill, over=not lying.steps, won=lying.empty
        )

    def outlook(self, position: Position) -> Outlook:
        """Whether the game can still be won; raises as `look_for_pairs`."""
        return search_outlook(self._lying(position))

    def advise(self, position: Position, options: Mapping[str, Setting]) -> Advice:
        seen = self.look_for_pairs(position)
        if seen.won:
            return Advice("won", (Text(N_("All 28 tiles are gone: won.")),), result=Result(won=True))
        doubts = find_position_doubts(position.tiles, 0)
        left = len(position.tiles)
        free = Text(N_("Free: %(tiles)s."), {"tiles": write_tiles(seen.available)})
        if seen.over:
            end = Text(N_("Nothing can be done any more: it is over. Tiles left: %(left)s."), {"left": left})
            return Advice("lost", (free, end), doubts=doubts, result=Result(won=False, left=Hand(position.tiles)))
        ahead = self.outlook(position)
        lying = self._lying(position)
        return Advice(
            "play",
            (free, *_what_can_be_done(seen), _in_words(ahead)),
            seen.pairs,
            tuple(Move(_step_in_words(step), step, _after(position, lying.after(step))) for step in lying.steps),
            tuple(_step_in_words(step) for step in ahead.steps),
            doubts,
        )

    def _lying(self, position: Position) -> Columns:
        findings = Findings()
        if len(position.reserve) > RESERVE:
            findings.add("too_many_tiles", "reserve", tiles=len(position.reserve), most=RESERVE)
        for number, column in enumerate(position.columns, start=1):
            most = DEEP if number <= COLUMNS else 0
            if len(column) > most:
                findings.add("too_many_tiles", "columns", number, tiles=len(column), most=most)
        findings.settle()
        check_position(position.tiles, 0, ())
        missing = ((),) * (COLUMNS - len(position.columns))
        return Columns(position.reserve, position.columns[:COLUMNS] + missing)

    def check_left(self, seating: Seating, result: Result, findings: Findings) -> None:
        check_left(result.left, findings)

    def doubts(self, seating: Seating, result: Result) -> tuple[Problem, ...]:
        # Nothing can be done only when every column holds a tile. Then five are free, which of eight is more than half,
        # and as every tile's partner is left, two of them make twelve.
        return find_left_doubts(result.left, goes_on=2 * COLUMNS - 2)


def _what_can_be_done(seen: FreePairs) -> tuple[Text, ...]:
    lines = []
    if seen.pairs:
        lines.append(Text(N_("Worth twelve: %(pairs)s."), {"pairs": write_pairs(seen.pairs)}))
    else:
        lines.append(Text(N_("No two free tiles make twelve.")))
    if seen.can_fill_column:
        lines.append(Text(N_("An empty column can take the lowest tile of another.")))
    return tuple(lines)


def _in_words(ahead: Outlook) -> Text:
    if ahead.winnable is None:
        return Text(
            N_("Whether it can still be won is not known: %(seen)s positions were looked at."), {"seen": ahead.seen}
        )
    return Text(N_("It can still be won.")) if ahead.winnable else Text(N_("It can no longer be won."))


def _step_in_words(step: Step) -> Text:
    if len(step) == 1:
        return Text(N_("Move %(tile)s to the empty column"), {"tile": str(step[0])})
    return Text(N_("Remove %(pair)s"), {"pair": write_pairs(((step[0], step[1]),))})


def _after(position: Position, lying: Columns) -> Position:
    return replace(position, reserve=lying.reserve, columns=lying.columns)
