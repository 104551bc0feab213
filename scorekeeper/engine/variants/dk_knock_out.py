"""Knock-out: in a row of all tiles, neighbours with equal touching halves are removed (docs/rules.md §4.10).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag. Option A19 is a rule that it does
not specify.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from scorekeeper.engine.entries import Hand, Result
from scorekeeper.engine.layout.positions import Position
from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.solitaire import ALL_GONE, Advice, Move, Solitaire, write_tiles
from scorekeeper.engine.rules.solitaire_game import TAKES, play_alone
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.solitaires.rows import BestEnd, Row, find_best_end, find_runs
from scorekeeper.engine.text import N_, Text

NONE_ALONE = Text(N_("at least two leave at a time"))


@dataclass(frozen=True, slots=True)
class Runs:
    """The longest runs of a row, as first and last place counted from 1, and the best end of the row.

    A run is a stretch of neighbours whose touching halves are equal.
    """

    runs: tuple[tuple[int, int], ...]
    best: BestEnd


WHOLE_RUNS = Pick(
    "whole_runs",
    N_("A run of three or more"),
    (
        Choice(False, N_("may leave in part"), N_("Of matching neighbours any two or more may leave.")),
        Choice(True, N_("leaves as a whole"), N_("Matching neighbours leave all together or not at all.")),
    ),
    about=Topic.LAYING,
)


@dataclass(frozen=True)
class KnockOut(Solitaire):
    """The rules of the solitaire Knock-out; with `whole_runs` only a whole run may be removed."""

    whole_runs: bool
    questions = frozenset({"way_round"})
    room: ClassVar[Mapping[str, int]] = {"row": 28}

    def look_for_runs(self, position: Position) -> Runs:
        """Return the runs of the row of `position`, and the fewest tiles that can be left of it."""
        runs = tuple((first + 1, last + 1) for first, last in find_runs(position.row))
        return Runs(runs, find_best_end(position.row, self.whole_runs))

    def advise(self, position: Position) -> Advice:
        possible, row = self.look_for_runs(position), position.row
        if not row:
            return ALL_GONE
        if not possible.runs:
            line = Text(N_("No two neighbours match: it is over. Tiles left: %(left)s."), {"left": len(row)})
            left = Hand(tuple(lying.tile for lying in row))
            return Advice("lost", (line,), result=Result(won=False, left=left))
        stretches = [row[first - 1 : last] for first, last in possible.runs]
        lines = tuple(
            Text(
                N_("Run from %(first)s to %(last)s: %(tiles)s."),
                {"first": first, "last": last, "tiles": write_tiles(run)},
            )
            for (first, last), run in zip(possible.runs, stretches, strict=True)
        )
        # The best next group may be a part of a run; it is offered first.
        groups = dict.fromkeys((*possible.best.groups[:1], *stretches))
        return Advice(
            "play",
            (*lines, _describe_end(possible.best)),
            tuple(tuple(lying.tile for lying in run) for run in stretches),
            tuple(
                Move(_describe_removal(group), group, replace(position, row=_remove_group(row, group)))
                for group in groups
            ),
            tuple(_describe_removal(group) for group in possible.best.groups),
        )

    def check_left(self, result: Result, findings: Findings) -> None:
        if result.left.count == len(self.tiles) - 1:
            findings.add("impossible_count", "left", tiles=result.left.count, because=NONE_ALONE)


def _describe_end(best: BestEnd) -> Text:
    """Return the sentence for the best result that the search has found."""
    left = {"left": len(best.left)}
    if not best.exact:
        return Text(N_("The best result is not known; the best found leaves %(left)s."), left)
    if not best.left:
        return Text(N_("It can be won: the whole row can leave."))
    return Text(N_("The best possible result leaves %(left)s."), left)


def _describe_removal(group: Row) -> Text:
    """Return the sentence that asks the player to remove `group`."""
    return Text(N_("Remove %(tiles)s"), {"tiles": write_tiles(group)})


def _remove_group(row: Row, group: Row) -> Row:
    """Return the row without the tiles of `group`."""
    return tuple(lying for lying in row if lying not in group)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the solitaire Knock-out for the one player of `seating` and its house rules."""
    return play_alone(variant, seating, KnockOut(seating.players[0], WHOLE_RUNS.at(seating)))


VARIANT = Variant(
    key="dk_knock_out",
    name="Knock-out",
    source="Vennerød Forlag: Domino 6",
    subtitle=N_("Neighbours with equal halves leave"),
    summary=N_("In a row of all tiles, neighbours whose touching halves are equal leave, until nothing is left."),
    shape=LayoutShape.ROW,
    play=play,
    chapter=Chapter.SOLITAIRE,
    takes=TAKES,
    fewest_players=1,
    most_players=1,
    options=(WHOLE_RUNS,),
    aliases=("Knockout",),
    languages=("da",),
    menu_place=13,
)
