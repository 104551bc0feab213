"""The turns of a round in which nothing was laid: passes, turns without an entry, and tiles that nobody can hold.

At a table that writes every move, a player who was passed over has passed (docs/rules.md §0.6). A player who passes
when nothing can be drawn any more holds no tile that fits then, and lays none later: at an open 6 and 4, say, no 6-0.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.problems import Findings, Problem
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.moves import list_open_places
from scorekeeper.engine.tiles import Tile

_NOBODY: Mapping[str, frozenset[int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PassedTurns:
    """The turns of this round so far in which nothing was laid.

    `written` counts the passes on the sheet, `idle` these and the turns of players who were passed over without a pass.
    `unasked` is the first player passed over, as long as the pad has not asked about that turn (None: nobody). `lacks`
    maps each player who passed when nothing could be drawn any more to the numbers that were open then, and `players`
    are all who passed or were passed over, in the order of their first such turns. `sure` says that the player to move
    is known: after ends whose tile is unknown it may not be, if a double lets its player lay again.
    """

    written: int = 0
    idle: int = 0
    unasked: str | None = None
    sure: bool = True
    lacks: Mapping[str, frozenset[int]] = field(default_factory=lambda: _NOBODY)
    players: tuple[str, ...] = ()

    @property
    def went_past(self) -> bool:
        """Whether a player was passed over for whom no pass is written."""
        return self.idle > self.written


def list_passed_over(seating: Seating, turn: str | None, player: str, gone: frozenset[str]) -> tuple[str, ...]:
    """Return the players who were passed over if it was the turn of `turn` and `player` made the next move.

    `gone` are out and not counted. Return an empty tuple if `turn` is None.
    """
    around = () if turn is None else seating.from_lead(turn)
    return tuple(each for each in around[: around.index(player)] if each not in gone) if around else ()


def find_possibly_out(game: Game, laid: Mapping[str, int], gone: frozenset[str]) -> frozenset[str]:
    """Return the players who are or may be out.

    `gone` are known to be out. Where pairs play on, a player who has laid at least as many tiles as were dealt may be
    out, too; `laid` is the number of tiles laid by player.
    """
    if not game.rounds.pairs_play_on:
        return gone
    return gone | {player for player, count in laid.items() if count >= game.deal.each}


def is_boneyard_drawn(game: Game, idle: int) -> bool:
    """Return whether nothing can be drawn any more after `idle` turns in which nothing was laid.

    Where a player draws until a tile fits, one such turn empties the boneyard. Where a player draws at most one tile or
    three, each such turn takes as many tiles, until none is left.
    """
    deal = game.deal
    if deal.nobody_draws:
        return True
    return idle > 0 and (
        game.turns.most_drawn is None or idle * game.turns.most_drawn >= deal.boneyard - deal.never_drawn
    )


def add_idle(
    turns: PassedTurns,
    game: Game,
    layout: Layout,
    players: tuple[str, ...],
    written: bool,
    ended: str | None = None,
) -> PassedTurns:
    """Return `turns` with one more turn for each of `players`, in which they laid nothing on `layout`.

    `written` says that their passes are on the sheet. `ended` is a player who laid a tile and then could not go on, so
    that no pass is missing (None: nobody).
    """
    idle, lacks = turns.idle, turns.lacks
    pips = _list_open(layout) if game.turns.passes_block and not layout.empty else frozenset()
    for player in players:
        idle += 1
        if pips and is_boneyard_drawn(game, idle):
            lacks = MappingProxyType({**lacks, player: lacks.get(player, frozenset()) | pips})
    passed_over = [] if written else [player for player in players if player != ended]
    unasked = turns.unasked or (passed_over[0] if passed_over else None)
    more = len(players) if written else 0
    known = tuple(dict.fromkeys((*turns.players, *players)))
    return replace(turns, written=turns.written + more, idle=idle, lacks=lacks, players=known, unasked=unasked)


def _list_open(layout: Layout) -> frozenset[int]:
    """Return the numbers at which a tile can certainly be laid.

    If the layout is not followed tile by tile, these are the numbers at its open ends.
    """
    if layout.whole:
        return frozenset(place.pip for place in list_open_places(layout))
    wanting = layout.incomplete_cross
    return frozenset(end.pip for end in layout.ends if wanting in (None, Tile(end.pip, end.pip)))


def find_missing_pass(turns: PassedTurns) -> tuple[PassedTurns, tuple[Problem, ...]]:
    """Return the turns without the question about a missing pass, and a problem if a pass is missing.

    A pass is missing if a player was passed over without one at a table that writes passes. The pad asks only once.
    """
    if turns.unasked is None or not turns.written:
        return turns, ()
    findings = Findings()
    findings.add("pass_missing", "player", player=turns.unasked)
    return replace(turns, unasked=None), tuple(findings.problems)


def find_untrue_pass(
    game: Game, turns: PassedTurns, player: str | None, tile: Tile | None, *place: str
) -> tuple[Problem, ...]:
    """Return a problem at `place` if `player` has passed while holding `tile`, which fitted then; empty if not.

    Return an empty tuple, too, if `player` or `tile` is None.
    """
    findings, lacks = Findings(), turns.lacks.get(player or "", frozenset())
    pip = min((pip for pip in lacks if game.laying.facing(tile, pip)), default=None) if tile else None
    if pip is not None:
        findings.add("pass_not_true", *place, player=str(player), tile=str(tile), pip=pip)
    return tuple(findings.problems)


def find_untrue_passes(game: Game, turns: PassedTurns, ended: RoundEnd) -> tuple[Problem, ...]:
    """Return a problem for each player who passed although a tile that they still hold at the end fitted then."""
    doubts = list[Problem]()
    for player in turns.lacks:
        held = ended.hand(player).tiles or ()
        doubts += [doubt for tile in held for doubt in find_untrue_pass(game, turns, player, tile, "hands", player)][:1]
    return tuple(doubts)
