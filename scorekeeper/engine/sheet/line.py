"""The sheet and its lines as values: what each entry scored and how the match stands.

Nothing here is stored: `fold` makes both from the entries, and `step` scores one more entry.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from scorekeeper.engine.entries import Counting, Entry, LastTile
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.problems import Problem
from scorekeeper.engine.rules.family import NOTHING
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.pass_bonuses import PassesEarned
from scorekeeper.engine.sheet.turns import PassedTurns
from scorekeeper.engine.text import Text
from scorekeeper.engine.tiles import End

NO_POINTS: Mapping[str, int] = MappingProxyType({})
NO_TURNS, NOTHING_EARNED = PassedTurns(), PassesEarned()  # at the start of a round


@dataclass(frozen=True, slots=True)
class Line:
    """One entry on the sheet with the points it scored for each side.

    `totals` are those after the entry, `ends` the open ends it left. `struck` says that it no longer counts: it was
    struck out or replaced. An entry with `problems` scores nothing; one with `doubts` scores as usual. For an entry
    that begins a round, `before` is the sheet without lines before that round, so that after a later change only this
    round and the next ones are scored again.
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
    def short_why(self) -> Text:
        """The reason for the points next to the head of the line, which already names the player who went out."""
        return self.score.short_why if self.score is not None and self.score.short_why is not None else self.why

    @property
    def open_doubts(self) -> tuple[Problem, ...]:
        """The doubts about the entry that the players have not dismissed."""
        return tuple(doubt for doubt in self.doubts if doubt.key not in self.entry.accepted)


@dataclass(frozen=True, slots=True)
class FirstMove:
    """The first tile of a round: the `player` who laid it, and the `lead` of the round as it was known before."""

    player: str
    lead: Lead


@dataclass(frozen=True, slots=True)
class Sheet:
    """The scored match as it stands now.

    `lines` are in the order of their numbers. `lead` leads the current or the next round, and `layout` is what lies on
    the table in it. `turn` is the player to move after the last known move, `mover` the player who made that move,
    `last_tile` the tile it laid (None: not known), and `passed` the number of players who have passed in a row since.
    `turns` are the turns of the round in which nothing was laid, `earned` is what its passes have earned, and `laid`
    the number of tiles that each player has laid as far as it was written.

    `opening` is the first tile of this round (None: nobody named it). `every_move` says that this table also writes
    moves that score nothing. `gone` are the players who said that they laid their last tile; `went_out` is the player
    whose last tile ended the round and has scored. `rounds_won` counts the rounds that a side has won; `carried` are
    the points of tied rounds, which the next winner scores. `counting` says which entries count, if that was worked
    out. `state` is the record of the game's family, e.g. the bid.
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
    opening: FirstMove | None = None
    every_move: bool = False
    state: Any = NOTHING  # its type is known only to the family of the game
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
        """The game as a variant, which does not depend on the table."""
        return self.game.variant

    @property
    def seating(self) -> Seating:
        """The players in turn order with their sides and house rules."""
        return self.game.seating

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.why_over is not None

    @property
    def draw(self) -> bool:
        """Whether the match is over and no side, or more than one, has won it."""
        return self.over and len(self.winners) != 1

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems with the entries, each with its place, e.g. `entry 3, hands, Anna`."""
        return tuple(problem.under(f"entry {line.number}") for line in self.lines for problem in line.problems)

    @property
    def between_rounds(self) -> bool:
        """Whether nothing has been bid or laid in this round yet, as far as the sheet knows."""
        begun: bool = self.state.begun
        return self.layout.empty and not begun

    @property
    def to_move(self) -> str | None:
        """The player to move after the last known move of the round, else the player who leads it; None if unknown."""
        return self.turn or self.lead.player

    @property
    def laid_last(self) -> str | None:
        """The player who laid the last tile of this round; None if unknown, as at tables that write only scores."""
        return self.mover if self.every_move else None

    @property
    def last_lines(self) -> Iterator[Line]:
        """An iterator over the lines that count, the last one first."""
        return (line for line in reversed(self.lines) if not line.struck and line.entry.has_line)

    def may_lay_last(self, player: str) -> bool:
        """Return whether to ask if the next tile of `player` is their last one.

        False in games whose entries do not mark the last tile, before the first tile of a round, and once a player is
        out. Also False if the player cannot be down to one tile: the table writes every move, nobody draws, and they
        have laid too few.
        """
        game = self.game
        if not game.moves.asks_last or self.layout.empty or self.went_out or player in self.gone:
            return False
        known = self.every_move and game.deal.nobody_draws and player in self.seating.players
        return not known or self.laid.get(player, 0) + 1 >= game.deal.each

    def find_last_of(self, player: str) -> LastTile | None:
        """Return the tile with which `player` went out, if the sheet shows it, else None.

        The sheet shows it if nobody draws, `player` made the last move, and they have laid all tiles that were dealt to
        them.
        """
        deal = self.game.deal
        laid_all = deal.nobody_draws and self.laid.get(player, 0) >= deal.each
        return self.last_tile if player == self.mover and laid_all else None

    @property
    def counting_lines(self) -> tuple[Line, ...]:
        """The lines that count, in the order of their numbers."""
        return tuple(line for line in self.lines if not line.struck and line.entry.has_line)
