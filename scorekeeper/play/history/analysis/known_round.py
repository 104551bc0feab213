"""A round of which all hands and all moves are known.

It is written as JSON values, since another process analyses it, and since their digest identifies the result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.file.match import read_match, write_match_json
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.sheet.fold import Sheet, rewind_to
from scorekeeper.engine.tiles import DOUBLE_BLANK, Tile, parse_tile
from scorekeeper.play.history.analysis.open_hands import FinalPosition, OpenHands, OpenMove, OpenPosition
from scorekeeper.play.history.replay import ReplayedMove, RoundReplay


class WhyNot(Enum):
    """Why a round cannot be analysed."""

    GAME = "game"  # tiles lie in more than one line, moves score, or turns are not one tile each
    GOES_ON = "goes_on"  # the round has not ended
    MOVES = "moves"  # it is not known who laid which tile where
    HANDS = "hands"  # not every tile that was left in a hand is known
    DRAWN = "drawn"  # tiles could be drawn until the end
    NOT_LEGAL = "not_legal"  # by these hands a player passed who had a tile that fits, or the round was not over


@dataclass(frozen=True, slots=True)
class KnownRound:
    """A round from the moment on from which all hands are known.

    `lying` are the tiles on the table at that moment and `hands` those in the hands, in turn order. `ends` are the pips
    of the open ends, the lower first, and `last` is the player who had laid the last tile. `moves` are the moves from
    then on, and `places` the index of each in the replay of the round. Players are numbers in turn order from 0. `lead`
    is the player who led the round, and `totals`, `rounds_won` and `carried` are those of the sheet before the round.
    """

    game: Game
    lead: str
    totals: Mapping[str, int]
    rounds_won: int
    carried: int
    lying: tuple[Tile, ...]
    hands: tuple[tuple[Tile, ...], ...]
    ends: tuple[int, int]
    last: int
    moves: tuple[OpenMove, ...] = ()
    places: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the round as JSON values, from which `from_json` returns the same round."""
        return {
            "match": write_match_json(self.game.variant, self.game.seating, ()),
            "lead": self.lead,
            "totals": dict(self.totals),
            "rounds_won": self.rounds_won,
            "carried": self.carried,
            "lying": [str(tile) for tile in self.lying],
            "hands": [[str(tile) for tile in hand] for hand in self.hands],
            "ends": list(self.ends),
            "last": self.last,
            "moves": [[move.mover, str(move.tile), move.pip] for move in self.moves],
            "places": list(self.places),
        }

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> "KnownRound":
        """Return the round from `facts`, the JSON values that `to_json` returned."""
        file = read_match(facts["match"])
        game = file.variant.at(file.seating)

        def read(tile: str) -> Tile:
            """Return the tile, e.g. that of `6-4`."""
            return parse_tile(tile, game.largest)

        low, high = facts["ends"]
        return cls(
            game,
            facts["lead"],
            facts["totals"],
            facts["rounds_won"],
            facts["carried"],
            tuple(map(read, facts["lying"])),
            tuple(tuple(map(read, hand)) for hand in facts["hands"]),
            (low, high),
            facts["last"],
            tuple(OpenMove(mover, read(tile), pip) for mover, tile, pip in facts["moves"]),
            tuple(facts["places"]),
        )

    def open_hands(self) -> OpenHands:
        """Return the hands with which the round began, by player number."""
        return OpenHands(self.hands, self.game.largest)

    def follow_moves(self, hands: OpenHands) -> tuple[tuple[OpenPosition, ...], FinalPosition | None]:
        """Return the position before each move, and the end of the round; `hands` are those of `open_hands`.

        The end is None if a move is not legal or if the round goes on after the last one.
        """
        at: OpenPosition | FinalPosition | None = hands.begin(self.ends, self.last)
        positions = list[OpenPosition]()
        for move in self.moves:
            if not isinstance(at, OpenPosition) or move not in hands.list_moves(at):
                return tuple(positions), None
            positions.append(at)
            at = hands.follow(at, move)
        return tuple(positions), at if isinstance(at, FinalPosition) else None


def is_analysed(game: Game) -> bool:
    """Return whether rounds of `game` can be analysed.

    In such games the tiles lie in one line, players lay one tile a turn, and only the end of a round scores.
    """
    turns, model = game.turns, game.laying.model
    return (
        game.solitaire is None
        and len(game.seating.sides) > 1
        and game.laying.joins_equal
        and model.most_ends == 2
        and turns.passes_block
        and turns.find_extra_turn(0, DOUBLE_BLANK) == "none"
        and not (game.variant.moves_score or game.moves.asks_last)
        and game.rounds.nobody_out == "blocked"
        and not (game.rounds.pairs_play_on or game.family.facts)
        and game.dealing.one_set
        and not game.deal.start_tile
    )


def find_known_round(sheet: Sheet, replay: RoundReplay) -> KnownRound | WhyNot:
    """Return the round of `replay` if all its hands and moves are known, else the reason why it cannot be analysed."""
    game, moves = sheet.game, replay.moves
    if not is_analysed(game):
        return WhyNot.GAME
    if not moves or not isinstance(ended := moves[-1].line.entry, RoundEnd):
        return WhyNot.GOES_ON
    laid = [(place, move) for place, move in enumerate(moves) if move.join is not None]
    if not laid or any(move.tiles is None or (move.laid and move.line.entry.mover is None) for move in moves):
        return WhyNot.MOVES
    begin = next((place for place, move in enumerate(moves) if move.tiles and move.drawn_out), None)
    if begin is None or begin >= laid[-1][0]:
        return WhyNot.DRAWN
    left = _find_left(game, laid, ended)
    if left is None:
        return WhyNot.HANDS
    seats = game.seating.players
    laid_before = [move for place, move in laid if place <= begin]
    laid_after = {place: _read_move(seats, move) for place, move in laid if place > begin}
    hands = tuple(
        (*left[player], *(move.tile for move in laid_after.values() if move.mover == seat))
        for seat, player in enumerate(seats)
    )
    if sum(map(len, hands)) + len(laid_before) + game.deal.never_drawn != len(game.tiles):
        return WhyNot.HANDS
    before = rewind_to(sheet, moves[0].line.number)
    known = KnownRound(
        game,
        str(laid[0][1].line.entry.mover),
        before.totals,
        before.rounds_won,
        before.carried,
        tuple(move.laid for move in laid_before if move.laid),
        tuple(tuple(sorted(hand, reverse=True)) for hand in hands),
        _read_ends(laid_before[-1]),
        seats.index(str(laid_before[-1].line.entry.mover)),
        tuple(laid_after.values()),
        tuple(laid_after),
    )
    return known if _is_legal(known, ended) else WhyNot.NOT_LEGAL


def _find_left(
    game: Game, laid: Sequence[tuple[int, ReplayedMove]], ended: RoundEnd
) -> Mapping[str, tuple[Tile, ...]] | None:
    """Return the tiles that each player had left; None if they are not known.

    If one hand was not entered and all tiles were dealt or drawn, it has the tiles that are nowhere else.
    """
    left = {player: () if player == ended.out else ended.hand(player).tiles for player in game.seating.players}
    known = {player: tiles for player, tiles in left.items() if tiles is not None}
    unknown = [player for player in left if player not in known]
    if unknown and (len(unknown) > 1 or game.deal.never_drawn):
        return None
    seen = {tile for tiles in known.values() for tile in tiles} | {move.laid for _, move in laid}
    return known | {player: tuple(tile for tile in game.tiles if tile not in seen) for player in unknown}


def _read_move(seats: Sequence[str], move: ReplayedMove) -> OpenMove:
    """Return the move of a replayed entry that laid a tile, but not the first one.

    Raises ValueError for another entry.
    """
    if move.join is None or move.join.pip is None:
        raise ValueError(move)
    return OpenMove(seats.index(str(move.line.entry.mover)), move.join.tile, move.join.pip)


def _read_ends(move: ReplayedMove) -> tuple[int, int]:
    """Return the pips of the two open ends after `move`, the lower first: equal ones for a double that lies alone."""
    pips = sorted(end.pip for end in move.line.ends)
    return pips[0], pips[-1]


def _is_legal(known: KnownRound, ended: RoundEnd) -> bool:
    """Return whether all moves of the round are legal with its hands, and end it as `ended` says."""
    _, end = known.follow_moves(known.open_hands())
    return end is not None and end.out == (ended.out is not None)
