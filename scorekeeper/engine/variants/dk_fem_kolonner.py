"""Fem kolonner: two free tiles worth twelve are removed, from a reserve and five columns (docs/rules.md §4.9).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from scorekeeper.engine.entries import Hand, Result
from scorekeeper.engine.layout.positions import Position
from scorekeeper.engine.problems import Findings, Problem
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.solitaire import ALL_GONE, Advice, Move, Solitaire, write_tiles
from scorekeeper.engine.rules.solitaire_game import TAKES, play_alone
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.solitaires.columns import Columns, Outlook, Step, search_outlook
from scorekeeper.engine.solitaires.twelve import (
    check_left,
    check_position,
    find_left_doubts,
    find_position_doubts,
    write_pairs,
)
from scorekeeper.engine.text import N_, Text

RESERVE, COLUMNS, DEEP = 3, 5, 5  # tiles in the reserve, columns, tiles in a column


@dataclass(frozen=True)
class FemKolonner(Solitaire):
    """The rules of the solitaire Fem kolonner (“five columns”)."""

    room: ClassVar[Mapping[str, int]] = {"reserve": RESERVE, "columns": DEEP}

    def start(self) -> Position:
        return Position(columns=((),) * COLUMNS)

    def look_for_pairs(self, position: Position) -> Columns:
        """Return the tiles of the position as `Columns`, whose `pairs` are the pairs among the free tiles.

        Raise RuleError for an impossible position: `too_many_tiles`, `impossible_count`, `impossible_total`.
        """
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

    def advise(self, position: Position) -> Advice:
        lying = self.look_for_pairs(position)
        if lying.empty:
            return ALL_GONE
        doubts = find_position_doubts(position.tiles, 0)
        free = Text(N_("Free: %(tiles)s."), {"tiles": write_tiles(lying.free)})
        if not lying.steps:
            left = {"left": len(position.tiles)}
            end = Text(N_("Nothing can be done any more: it is over. Tiles left: %(left)s."), left)
            return Advice("lost", (free, end), doubts=doubts, result=Result(won=False, left=Hand(position.tiles)))
        ahead, steps = search_outlook(lying), lying.steps
        return Advice(
            "play",
            (free, *_describe_steps(lying), _describe_outlook(ahead)),
            lying.pairs,
            tuple(Move(_describe_step(step), step, _make_position(position, lying.after(step))) for step in steps),
            tuple(_describe_step(step) for step in ahead.steps),
            doubts,
        )

    def check_left(self, result: Result, findings: Findings) -> None:
        check_left(result, findings)

    def find_doubts(self, result: Result) -> tuple[Problem, ...]:
        # Without a possible step every column holds a tile, so five tiles are free. Of eight tiles these are more than
        # half, and since the partner of each tile is left, two of the free ones make twelve.
        return find_left_doubts(result, goes_on=2 * COLUMNS - 2)


def _describe_steps(lying: Columns) -> tuple[Text, ...]:
    """Return sentences for the next steps: the pairs of free tiles, and whether a tile can fill an empty column."""
    lines = []
    if lying.pairs:
        lines.append(Text(N_("Worth twelve: %(pairs)s."), {"pairs": write_pairs(lying.pairs)}))
    else:
        lines.append(Text(N_("No two free tiles make twelve.")))
    if lying.can_fill:
        lines.append(Text(N_("An empty column can take the lowest tile of another.")))
    return tuple(lines)


def _describe_outlook(ahead: Outlook) -> Text:
    """Return the sentence that says whether the game can still be won."""
    if ahead.winnable is None:
        return Text(
            N_("Whether it can still be won is not known: %(seen)s positions were looked at."), {"seen": ahead.seen}
        )
    return Text(N_("It can still be won.")) if ahead.winnable else Text(N_("It can no longer be won."))


def _describe_step(step: Step) -> Text:
    """Return the sentence for one step: a pair to remove, or a tile to move to the empty column."""
    if len(step) == 1:
        [tile] = step
        return Text(N_("Move %(tile)s to the empty column"), {"tile": str(tile)})
    one, other = step
    return Text(N_("Remove %(pair)s"), {"pair": write_pairs(((one, other),))})


def _make_position(position: Position, lying: Columns) -> Position:
    """Return the position with the reserve and the columns of `lying`."""
    return replace(position, reserve=lying.reserve, columns=lying.columns)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the solitaire Fem kolonner for the one player of `seating`."""
    return play_alone(variant, seating, FemKolonner(seating.players[0]))


VARIANT = Variant(
    key="dk_fem_kolonner",
    name="Fem kolonner",
    source="Vennerød Forlag: Domino 6",
    subtitle=N_("Tiles worth twelve leave five columns"),
    summary=N_(
        "Three tiles in reserve and five columns; two free tiles that make twelve leave, until nothing is left."
    ),
    shape=LayoutShape.COLUMNS,
    play=play,
    chapter=Chapter.SOLITAIRE,
    takes=TAKES,
    fewest_players=1,
    most_players=1,
    options=(),
    aliases=("Five columns",),
    languages=("da",),
    menu_place=12,
)
