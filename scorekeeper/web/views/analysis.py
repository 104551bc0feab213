"""The values of the page on a round with open hands: costly moves, passes, and who could hold which tile."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from scorekeeper.engine.seating import Seating
from scorekeeper.engine.tiles import Tile
from scorekeeper.play.history.analysis.chances import find_chances, list_passes
from scorekeeper.play.history.analysis.known_round import KnownRound, WhyNot
from scorekeeper.play.history.analysis.report import RoundReport
from scorekeeper.play.history.replay import RoundReplay
from scorekeeper.web.i18n.words import write_percent, write_signed


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A move: the number of its entry, its place in the round from 1, and the value of the round after it, in words.

    `pip` is the number of pips of the open half that the tile covers.
    """

    number: int
    place: int
    player: str
    tile: Tile
    pip: int
    worth: str


@dataclass(frozen=True, slots=True)
class ShownCostlyMove:
    """A move that cost points, the value of the round before it, and the best continuation.

    `worth` is the value in words. `line` has the moves of the best continuation, each as player, tile and the pips that
    it covers. `turning` says that it was the last move that changed who wins the round.
    """

    move: ShownMove
    worth: str
    line: tuple[tuple[str, Tile, int], ...]
    turning: bool


@dataclass(frozen=True, slots=True)
class ShownPass:
    """The pass of `player`, whose hand had no tile that shows one of `pips`."""

    player: str
    pips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShownChances:
    """The possible holders of each tile from the view of `player`, counted over this number of `deals`.

    `rows` have a tile, the chances of the `others` as percentages, and the index in `others` of its real holder (or
    None).
    """

    player: str
    others: tuple[str, ...]
    deals: int
    rows: tuple[tuple[Tile, tuple[str, ...], int | None], ...]


def explain_why_not(why: WhyNot) -> str:
    """Return the sentence that says why a round cannot be analysed."""
    sentences: dict[WhyNot, str] = {
        WhyNot.GAME: _(
            "Only rounds of games in which the tiles lie in one line and nothing scores before the end are worked out."
        ),
        WhyNot.GOES_ON: _("This round has not ended yet. Its hands stay closed until then."),
        WhyNot.MOVES: _(
            "It is not known who laid which tile where: not every move of this round was written as a tile."
        ),
        WhyNot.HANDS: _("The hands are not known: at the end of this round not every tile that was left was entered."),
        WhyNot.DRAWN: _("Tiles could be drawn until the end of this round, and nobody knows which."),
        WhyNot.NOT_LEGAL: _(
            "The moves and the tiles left do not go together: by them somebody passed who had a tile that fits."
        ),
    }
    return sentences[why]


def list_shown_moves(known: KnownRound, replay: RoundReplay, report: RoundReport) -> tuple[ShownMove, ...]:
    """Return the moves of the round, each with the value of the round after it for the side that moved."""
    seating = known.game.seating
    return tuple(
        ShownMove(
            replay.moves[place].line.number,
            place + 1,
            player := seating.players[move.mover],
            move.tile,
            move.pip,
            _say_worth(seating, seating.side_of(player), report.values[seating.side_of(player)][index + 1]),
        )
        for index, (move, place) in enumerate(zip(known.moves, known.places, strict=True))
    )


def list_costly_moves(
    known: KnownRound, moves: Sequence[ShownMove], report: RoundReport
) -> tuple[ShownCostlyMove, ...]:
    """Return the moves that cost points; `moves` are those of the round."""
    seating = known.game.seating
    return tuple(
        ShownCostlyMove(
            moves[costly.move],
            _say_worth(seating, costly.side, costly.best),
            tuple((seating.players[move.mover], move.tile, move.pip) for move in costly.line),
            costly == report.turning,
        )
        for costly in report.costly
    )


def list_shown_passes(known: KnownRound) -> tuple[ShownPass, ...]:
    """Return the passes of the round."""
    players = known.game.seating.players
    return tuple(ShownPass(players[each.player], each.pips) for each in list_passes(known))


def show_chances(known: KnownRound, replay: RoundReplay, seat: int | None) -> ShownChances:
    """Return who could hold which tile before the move at which the replay stands.

    The chances are those from the view of the player at `seat`, counted from 0; None is the player of that move.
    """
    players = known.game.seating.players
    move = sum(place < replay.selected for place in known.places)
    if seat is None or not 0 <= seat < len(players):
        seat = known.moves[min(move, len(known.moves) - 1)].mover
    chances = find_chances(known, seat, move)
    return ShownChances(
        players[seat],
        tuple(players[other] for other in chances.others),
        chances.deals,
        tuple((each.tile, tuple(map(write_percent, each.chances)), each.holder) for each in chances.tiles),
    )


def _say_worth(seating: Seating, side: str, value: int | None) -> str:
    """Return in words who scores how much if everybody plays as well as possible; `value` is from the view of `side`.

    With more than two sides it is the number of points that `side` scores more than all others together. Return `?` if
    the value is None.
    """
    if value is None:
        return "?"
    if len(seating.sides) > 2:
        return write_signed(value)
    if not value:
        return str(_("nobody scores"))
    (other,) = (each for each in seating.sides if each != side)
    return str(_("%(points)s for %(side)s", points=abs(value), side=side if value > 0 else other))
