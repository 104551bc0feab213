"""The turns of a round in which nothing was laid: who passed, whom the turn went past, and what they cannot hold.

Where every move is written, a player whom the turn went past has passed (docs/rules.md §0.6). Who passes when nothing
can be drawn any more holds no tile that fits then, and lays none later: at an open 6 and 4, say, no 6-0.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.layout.growing import Layout
from scorekeeper.engine.problems import Findings, Problem
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.moves import list_open_places
from scorekeeper.engine.tiles import Tile

_NOBODY: Mapping[str, frozenset[int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PassedTurns:
    """The turns of this round so far in which nothing was laid.

    `written` counts the passes on the sheet, `idle` those and the turns of players whom the turn went past without one;
    `unasked` is the first such player as long as nobody was asked about it. `lacks` says for each player who passed
    when nothing could be drawn any more which numbers were open then. `sure` says that it is known whose turn it is:
    after ends whose tile nobody knows it may not be, where a double lets its player lay again.
    """

    written: int = 0
    idle: int = 0
    unasked: str | None = None
    sure: bool = True
    lacks: Mapping[str, frozenset[int]] = field(default_factory=lambda: _NOBODY)

    @property
    def went_past(self) -> bool:
        """Whether the turn went past somebody of whom no pass is written."""
        return self.idle > self.written


def list_passed_over(seating: Seating, turn: str | None, player: str, gone: frozenset[str]) -> tuple[str, ...]:
    """Those whom the turn went past, where it was that of `turn` and `player` made the next move."""
    around = () if turn is None else seating.from_lead(turn)
    return tuple(each for each in around[: around.index(player)] if each not in gone) if around else ()


def find_possibly_out(game: Game, laid: Mapping[str, int], gone: frozenset[str]) -> frozenset[str]:
    """Those who may have no tile left and play on no more, although no move says so: only where pairs play on."""
    if not game.rounds.pairs_play_on:
        return gone
    return gone | {player for player, count in laid.items() if count >= game.deal.each}


def is_boneyard_drawn(game: Game, idle: int) -> bool:
    """Whether nothing can be drawn any more after so many turns in which somebody laid nothing.

    Who may draw until a tile fits has drawn all there was. Where each draws one tile or three, every such turn takes as
    many, as long as there are any.
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
    """The turns with those of `players`, who laid nothing on `layout`; with `written` they passed on the sheet.

    The turn that `ended` had begun with a tile: nobody need write a pass for it.
    """
    idle, lacks = turns.idle, turns.lacks
    pips = _list_open(layout) if game.turns.passes_block and not layout.empty else frozenset()
    for player in players:
        idle += 1
        if pips and is_boneyard_drawn(game, idle):
            lacks = MappingProxyType({**lacks, player: lacks.get(player, frozenset()) | pips})
    asked = [] if written else [player for player in players if player != ended]
    unasked = turns.unasked or (asked[0] if asked else None)
    more = len(players) if written else 0
    return replace(turns, written=turns.written + more, idle=idle, lacks=lacks, unasked=unasked)


def _list_open(layout: Layout) -> frozenset[int]:
    """The numbers at which a tile can be laid for certain; of a layout that is not followed, those it shows."""
    if layout.whole:
        return frozenset(place.pip for place in list_open_places(layout))
    wanting = layout.incomplete_cross
    return frozenset(end.pip for end in layout.ends if wanting in (None, Tile(end.pip, end.pip)))


def find_missing_pass(turns: PassedTurns) -> tuple[PassedTurns, tuple[Problem, ...]]:
    """Whether a pass is missing: the turn went past somebody, and this table writes passes. It is asked once."""
    if turns.unasked is None or not turns.written:
        return turns, ()
    findings = Findings()
    findings.add("pass_missing", "player", player=turns.unasked)
    return replace(turns, unasked=None), tuple(findings.problems)


def find_untrue_pass(
    game: Game, turns: PassedTurns, player: str | None, tile: Tile | None, *place: str
) -> tuple[Problem, ...]:
    """Whether `player` has passed although he held `tile`, which fitted then."""
    findings, lacks = Findings(), turns.lacks.get(player or "", frozenset())
    pip = next((pip for pip in sorted(lacks) if game.laying.facing(tile, pip)), None) if tile else None
    if pip is not None:
        findings.add("pass_not_true", *place, player=str(player), tile=str(tile), pip=pip)
    return tuple(findings.problems)


def find_untrue_passes(game: Game, turns: PassedTurns, ended: RoundEnd) -> tuple[Problem, ...]:
    """The same of the hands that are left: one doubt for each of them."""
    found = list[Problem]()
    for player in turns.lacks:
        held = ended.hand(player).tiles or ()
        found += [doubt for tile in held for doubt in find_untrue_pass(game, turns, player, tile, "hands", player)][:1]
    return tuple(found)
