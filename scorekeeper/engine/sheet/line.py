"""A line of the sheet and the sheet itself, as values: what every entry was worth and how the match stands.

Nothing here is stored: `fold` makes both from the entries, `step` says what one more entry does.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from scorekeeper.engine.entries import Counting, Entry, LastTile
from scorekeeper.engine.layout.growing import Layout
from scorekeeper.engine.problems import Problem
from scorekeeper.engine.rules.family import NOTHING, FamilyRecord
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.pass_bonuses import PassesEarned
from scorekeeper.engine.sheet.turns import PassedTurns
from scorekeeper.engine.text import Text
from scorekeeper.engine.tiles import End

NO_POINTS: Mapping[str, int] = MappingProxyType({})
NO_TURNS, NOTHING_EARNED = PassedTurns(), PassesEarned()  # of a round that begins


@dataclass(frozen=True, slots=True)
class Line:
    """One entry on the sheet with what it is worth to each side. `totals` are those after it, `ends` what it left open.

    `struck` says that it counts no more: struck out, or replaced by a later entry. An entry with `problems` counts
    nothing, one with `doubts` counts all the same. Of an entry with which a round begins, `before` is the sheet as it
    stood then, without lines: who changes something later in the match can go on from there.
    """

    number: int
    entry: Entry
    round: int
    points: Mapping[str, int]
    totals: Mapping[str, int]
    why: Text
    ends: tuple[End, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    score: RoundScore | None = None
    struck: bool = False
    problems: tuple[Problem, ...] = ()
    doubts: tuple[Problem, ...] = ()
    before: "Sheet | None" = field(default=None, compare=False, repr=False)

    @property
    def beside(self) -> Text:
        """The why as it stands beside the head of its line, which says already who is out."""
        return self.score.beside if self.score is not None and self.score.beside is not None else self.why

    @property
    def open_doubts(self) -> tuple[Problem, ...]:
        """What can hardly be, but for what the players have accepted."""
        return tuple(doubt for doubt in self.doubts if doubt.key not in self.entry.accepted)


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that was scored in a match, as it stands now. `lines` are in the order of their numbers.

    `lead` starts the round that is to be played (or is being played), `layout` is what lies on the table in it, `turn`
    is whose turn the last known move of it leaves, `mover` who made that, `last_tile` the tile that it laid where that
    was named, and `passed` how many have passed in a row since. `turns` are those of the round in which nothing was
    laid, `earned` is what its passes are worth. `laid` says how many tiles each has laid in it as far as it was
    written. With `every_move` this table writes its moves, those that score nothing among them. `gone` have
    said that they laid their last tile; with that of `went_out` a side was out, and that has scored. `rounds_won`
    counts the rounds that somebody has won, and `carried` are the points of rounds that nobody has won, which the next
    winner scores. `counting` says which entries count, as far as that was asked. `state` is
    what the family of the game keeps besides.
    """

    game: Game
    totals: Mapping[str, int]
    lead: Lead
    layout: Layout
    lines: tuple[Line, ...] = ()
    turn: str | None = None
    mover: str | None = None
    last_tile: LastTile | None = None
    passed: int = 0
    turns: PassedTurns = NO_TURNS
    earned: PassesEarned = NOTHING_EARNED
    every_move: bool = False
    state: FamilyRecord = NOTHING
    laid: Mapping[str, int] = field(default_factory=lambda: NO_POINTS)
    gone: frozenset[str] = frozenset()
    went_out: str | None = None
    round: int = 1
    rounds_won: int = 0
    carried: int = 0
    winners: tuple[str, ...] = ()
    why_over: Text | None = None
    counting: Counting | None = field(default=None, compare=False, repr=False)

    @property
    def variant(self) -> Variant:
        """The game with its facts, whoever plays it."""
        return self.game.variant

    @property
    def seating(self) -> Seating:
        return self.game.seating

    @property
    def over(self) -> bool:
        return self.why_over is not None

    @property
    def draw(self) -> bool:
        """The match is over and nobody, or more than one side, has won it."""
        return self.over and len(self.winners) != 1

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with the entries, each with its place, e.g. `entry 3, hands, Anna`."""
        return tuple(problem.under(f"entry {line.number}") for line in self.lines for problem in line.problems)

    @property
    def between_rounds(self) -> bool:
        """Nothing was bid or laid yet in this round, so far as the sheet knows."""
        return self.layout.empty and not self.state.begun

    @property
    def to_move(self) -> str | None:
        """Whose move it is: as the last known move of this round leaves it, else who leads it; None if not known."""
        return self.turn or self.lead.player

    @property
    def laid_last(self) -> str | None:
        """Who laid the last tile of this round; None where nobody can tell, as at a table that writes only scores."""
        return self.mover if self.every_move else None

    @property
    def last_lines(self) -> Iterator[Line]:
        """The lines that count, the last one first, as far as anybody asks."""
        return (line for line in reversed(self.lines) if not line.struck and line.entry.has_line)

    def may_lay_last(self, player: str) -> bool:
        """Whether the next tile of `player` may be his last one, in a game in which a move says so.

        It cannot where this table writes every move, nobody draws, and he has laid too few of those he was dealt.
        """
        game = self.game
        if not game.moves.asks_last or self.layout.empty or self.went_out or player in self.gone:
            return False
        known = self.every_move and game.deal.nobody_draws and player in self.seating.players
        return not known or self.laid.get(player, 0) + 1 >= game.deal.each

    def find_last_of(self, player: str) -> LastTile | None:
        """The tile with which `player` went out, where the sheet knows it: his was the last move that was written.

        Where nobody draws, who is out has laid as many tiles as each was dealt.
        """
        deal = self.game.deal
        laid_all = deal.nobody_draws and self.laid.get(player, 0) >= deal.each
        return self.last_tile if player == self.mover and laid_all else None

    @property
    def counting_lines(self) -> tuple[Line, ...]:
        """The lines that count."""
        return tuple(line for line in self.lines if not line.struck and line.entry.has_line)
