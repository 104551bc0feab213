"""The rules of a solitaire: one player, one result, and an assistant that suggests moves.

The total of a solitaire is the number of tiles left: the fewest is best, none is a win.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from scorekeeper.engine.entries import Result
from scorekeeper.engine.layout.positions import Position, RowTile
from scorekeeper.engine.problems import Findings, Problem
from scorekeeper.engine.rules.dealing import Deal
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import Tile, check_each_once, find_pip_bounds, make_set

Verdict = Literal["play", "draw", "won", "lost"]
LOST_WITH_NONE_LEFT = Text(N_("The hand is empty, but so is the boneyard: at this table that is lost."))


@dataclass(frozen=True, slots=True)
class Move:
    """A move that the player can make now with these `tiles`.

    `what` describes it, `after` is the position right after it, before anything is drawn. `more` is the number of tiles
    that can be laid after it without drawing, and `best` says that some other move leaves fewer.
    """

    what: Text
    tiles: tuple[Tile | RowTile, ...]
    after: Position
    more: int = 0
    best: bool = False


@dataclass(frozen=True, slots=True)
class Advice:
    """The assistant's answer for a position.

    `lines` are the answer in words, `marks` are the tiles that go together (pairs, runs, or single ones that fit),
    `plan` is a way to the best end found. `doubts` are unlikely facts about the position, which the player may confirm.
    `result` is the entry to record if the game is over.
    """

    verdict: Verdict
    lines: tuple[Text, ...]
    marks: tuple[tuple[Tile, ...], ...] = ()
    moves: tuple[Move, ...] = ()
    plan: tuple[Text, ...] = ()
    doubts: tuple[Problem, ...] = ()
    result: Result | None = None


ALL_GONE = Advice("won", (Text(N_("All 28 tiles are gone: won.")),), result=Result(won=True))


@dataclass(frozen=True)
class Solitaire(ABC):
    """The rules of a solitaire for one `player`.

    `room` maps each field of a position that the assistant needs to the most tiles (or ends, or tiles in each column)
    it can hold. `questions` are the facts that players enter besides the tiles: in the result the number of `passes` or
    of tiles in the `boneyard`, in a position which `way_round` a tile lies.
    """

    player: str
    room: ClassVar[Mapping[str, int]]
    largest: ClassVar[int] = 6
    questions: ClassVar[frozenset[Literal["passes", "boneyard", "way_round"]]] = frozenset()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the set."""
        return make_set(self.largest)

    @property
    def deal(self) -> Deal:
        """The number of tiles dealt and the boneyard."""
        return Deal(len(self.tiles), 0, never_drawn=0)

    def start(self) -> Position:
        """Return the position before the first tile is turned up."""
        return Position()

    @abstractmethod
    def advise(self, position: Position) -> Advice:
        """Return the assistant's answer for the position; raise RuleError for an impossible position."""

    # -- the result --------------------------------------------------------------------------------------------------

    def score_result(self, result: Result) -> RoundScore:
        """Return the score of the result: the tiles left, and whether it is won.

        Raise RuleError for an impossible result.
        """
        self._check_result(result)
        player, left = self.player, result.tiles_left
        won = left == 0 and self.wins_with_none_left(result)
        if won:
            why = Text(N_("won: no tile is left"))
        elif left == 0:
            why = LOST_WITH_NONE_LEFT
        else:
            why = Text(N_("lost; tiles left: %(left)s"), {"left": left})
        if "passes" in self.questions and result.passes:
            why = Text(N_("%(result)s; passes: %(passes)s"), {"result": why, "passes": result.passes})
        if "boneyard" in self.questions and result.boneyard_tiles:
            why = Text(N_("%(result)s; in the boneyard: %(tiles)s"), {"result": why, "tiles": result.boneyard_tiles})
        return RoundScore({player: left}, (player,) if won else (), why, {player: result.left.pips or 0})

    def wins_with_none_left(self, result: Result) -> bool:
        """Return whether a result with no tile left is a win at this table."""
        return True

    def find_doubts(self, result: Result) -> tuple[Problem, ...]:
        """Return a problem for each unlikely fact about a result that can be scored; the player may confirm it."""
        return ()

    def check_left(self, result: Result, findings: Findings) -> None:
        """Add problems to `findings` for tiles that cannot be left in this game.

        Their number is known and possible for the set.
        """
        return

    def _check_result(self, result: Result) -> None:
        """Raise RuleError for a result that is impossible in this game."""
        findings, left = Findings(), result.left
        with findings.at("left"):
            check_each_once(left.tiles or ())
        with findings.at():
            count, most = result.tiles_left, len(self.tiles)
            if (tiles := count + (result.boneyard_tiles or 0)) > most:
                findings.add("too_many_tiles", "left", tiles=tiles, most=most)
        findings.settle()
        if left.typed_pips is not None:
            fewest, highest = find_pip_bounds(self.tiles, count)
            if not fewest <= left.typed_pips <= highest:
                findings.add("impossible_total", "left", pips=left.typed_pips, fewest=fewest, most=highest)
        if result.won and count:
            findings.add("won_with_tiles", "left", tiles=count)
        if not result.won and not count and self.wins_with_none_left(result):
            findings.add("lost_without_tiles", "left")
        findings.settle()
        self.check_left(result, findings)
        findings.settle()


def write_tiles(tiles: Sequence[object]) -> str:
    """Return the tiles as text, e.g. `6-2, 3-1`."""
    return ", ".join(str(each) for each in tiles)
