"""Solitaires that lay out a hand in one line (Almindelig dominokabale, Stop ved fem)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from scorekeeper.engine.entries import Hand, Result
from scorekeeper.engine.layout.laid_tiles import show_first_tile
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.models import LINE
from scorekeeper.engine.layout.positions import Position
from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules.dealing import Deal
from scorekeeper.engine.rules.solitaire import LOST_WITH_NONE_LEFT, Advice, Move, Solitaire, Verdict, write_tiles
from scorekeeper.engine.sheet.hand_feasibility import count_blocked_line
from scorekeeper.engine.sheet.moves import list_open_places
from scorekeeper.engine.sheet.open_ends import check_ends
from scorekeeper.engine.sheet.refusals import explain_undrawn
from scorekeeper.engine.solitaires.longest_run import BOUND, find_longest_run
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End, Tile

DEALT = 5


@dataclass(frozen=True, slots=True)
class Playable:
    """The tiles of the hand that fit, and what to do next: play one, draw, or stop with a win or a loss."""

    tiles: tuple[Tile, ...]
    action: Verdict


EMPTY_STOCK_WINS = Pick(
    "empty_stock_win",
    N_("Hand and boneyard both empty"),
    (
        Choice(True, N_("is a win"), N_("The last tile of the hand wins, even when the boneyard is empty too.")),
        Choice(False, N_("is none"), N_("It is won only while there are tiles in the boneyard.")),
    ),
    about=Topic.OUT,
)


@dataclass(frozen=True)
class LineSolitaire(Solitaire):
    """The player begins with five tiles, lays tiles that fit an end of the line, and draws when none fits.

    A player who holds `most_in_hand` tiles may not draw; None is no limit.
    """

    most_in_hand: int | None
    empty_stock_wins: bool
    room: ClassVar[Mapping[str, int]] = {"ends": 2, "hand": 28}
    questions = frozenset({"boneyard"})

    @property
    def deal(self) -> Deal:
        return Deal(DEALT, len(self.tiles) - DEALT, never_drawn=0)

    def start(self) -> Position:
        return Position(boneyard=len(self.tiles) - DEALT)

    def look_for_plays(self, position: Position) -> Playable:
        """Return the tiles of the hand that fit, and whether to play one, to draw, or that it is won or lost.

        Every tile fits before the first one is laid. A boneyard of unknown size is taken not to be empty. Raise
        RuleError for impossible ends and hands, e.g. `too_many_ends`, `duplicate_tile` or `too_many_tiles`.
        """
        self._check(position)
        open_pips = {end.pip for end in position.ends}
        fitting = tuple(
            each for each in position.hand if not position.ends or each.high in open_pips or each.low in open_pips
        )
        if fitting:
            return Playable(fitting, "play")
        if not position.hand:
            none_to_draw = position.boneyard == 0 and not self.empty_stock_wins
            return Playable((), "lost" if none_to_draw else "won")
        stuck = len(position.hand) == self.most_in_hand or position.boneyard == 0
        return Playable((), "lost" if stuck else "draw")

    def advise(self, position: Position) -> Advice:
        playable = self.look_for_plays(position)
        line = self._describe_action(position, playable)
        if playable.action == "play":
            moves = _rank_moves(_list_moves(position, playable.tiles))
            return Advice("play", (line,), tuple((each,) for each in playable.tiles), moves, _list_run(moves[0]))
        if playable.action == "draw":
            return Advice("draw", (line,))
        left, won = Hand(position.hand), playable.action == "won"
        return Advice(playable.action, (line,), result=Result(won=won, left=left, boneyard_tiles=position.boneyard))

    def _describe_action(self, position: Position, playable: Playable) -> Text:
        """Return the sentence for the next action, with the tiles that fit or the reason for a win or a loss."""
        if playable.action == "play":
            return Text(N_("These fit: %(tiles)s."), {"tiles": write_tiles(playable.tiles)})
        if playable.action == "draw" and position.boneyard is None:
            return Text(N_("Nothing fits: draw a tile. With an empty boneyard it is lost."))
        if playable.action == "draw":
            return Text(N_("Nothing fits: draw a tile."))
        if playable.action == "won":
            return Text(N_("The hand is empty: won."))
        if not position.hand:
            return LOST_WITH_NONE_LEFT
        if len(position.hand) == self.most_in_hand:
            return Text(N_("Nothing fits, and with %(most)s in hand nothing is drawn: lost."), {"most": DEALT})
        return Text(N_("Nothing fits, and the boneyard is empty: lost."))

    def _check(self, position: Position) -> None:
        """Raise RuleError for ends that no line shows, tiles that are there twice, and too many tiles."""
        findings = Findings()
        if position.ends:
            with findings.at():
                check_ends(position.ends, LINE, self.largest)
        for end in position.ends:
            double = Tile(end.pip, end.pip)
            if end.both and double in position.hand:
                findings.add("duplicate_tile", "hand", tile=str(double))
        on_table = 1 if position.ends else 0
        self._check_counts(len(position.hand), position.undrawn, on_table, "hand", findings)
        findings.settle()

    def _check_counts(self, hand: int, boneyard: int, on_table: int, place: str, findings: Findings) -> None:
        """Add a problem if the hand, the boneyard and the table together have too many tiles, or one of them has.

        The problem of the hand gets the place `place`.
        """
        at_most = len(self.tiles) - on_table
        if hand + boneyard > at_most:
            findings.add("too_many_tiles", place, tiles=hand + boneyard, most=at_most)
        undealt = len(self.tiles) - DEALT
        if boneyard > undealt:
            findings.add("too_many_tiles", "boneyard", tiles=boneyard, most=undealt)
        if self.most_in_hand is not None and hand > self.most_in_hand:
            findings.add("too_many_tiles", place, tiles=hand, most=self.most_in_hand)

    # -- the result --------------------------------------------------------------------------------------------------

    def wins_with_none_left(self, result: Result) -> bool:
        """Return whether an empty hand wins; at some tables it loses if the boneyard is empty, too."""
        return result.boneyard_tiles != 0 or self.empty_stock_wins

    def check_left(self, result: Result, findings: Findings) -> None:
        count, boneyard = result.tiles_left, result.boneyard_tiles
        self._check_counts(count, boneyard or 0, 1, "left", findings)
        stopped = count == self.most_in_hand
        if count and boneyard and not stopped:
            because = explain_undrawn(boneyard)
            findings.add("round_not_over", "left", because=because)
        most = len(self.tiles) - count_blocked_line(self.largest)
        if not boneyard and self.most_in_hand is None and most < count < len(self.tiles):
            # All tiles are drawn, so the line is blocked.
            findings.add("too_many_tiles", "left", tiles=count, most=most)
        numbers = {half for each in result.left.tiles or () for half in each.halves}
        if len(numbers) > self.largest and not boneyard and not (stopped and boneyard is None):
            # With an empty boneyard a line is blocked only if it has all tiles of the number at its ends.
            findings.add("round_not_over", "left", because=Text(N_("one of these tiles fits whatever is open")))


def _list_moves(position: Position, tiles: tuple[Tile, ...]) -> tuple[Move, ...]:
    """Return a move for every fitting tile at every end that it fits. A covered end keeps its side, left or right."""
    places = list_open_places(Layout(LINE).with_typed_ends(position.ends))
    moves = []
    for tile in tiles:
        hand = tuple(each for each in position.hand if each != tile)
        if not position.ends:
            what = Text(N_("Lay %(tile)s"), {"tile": str(tile)})
            moves.append(Move(what, (tile,), replace(position, ends=show_first_tile(tile), hand=hand)))
        for place in places:
            if place.pip in tile.halves:
                shows = End(tile.high, both=True) if tile.double else End(tile.other(place.pip))
                left = len(position.ends) > 1 and place is places[0]
                ends = (shows, *place.rest) if left else (*place.rest, shows)
                moves.append(Move(_lay(tile, place.pip), (tile,), replace(position, ends=ends, hand=hand)))
    return tuple(moves)


def _rank_moves(moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return the moves, first those after which the most tiles can be laid without drawing.

    An empty hand wins, so these moves are the best.
    """
    bound = BOUND // len(moves)
    searched = [replace(move, more=len(find_longest_run(move.after.ends, move.after.hand, bound))) for move in moves]
    counts = [move.more for move in searched]
    most = max(counts)
    marked = [replace(move, best=most == move.more > min(counts)) for move in searched]
    return tuple(sorted(marked, key=lambda move: -move.more))


def _list_run(first: Move) -> tuple[Text, ...]:
    """Return the move and the longest run of moves after it in words; empty if no move can follow."""
    run = find_longest_run(first.after.ends, first.after.hand)
    return (first.what, *(_lay(tile, pip) for tile, pip in run)) if run else ()


def _lay(tile: Tile, pip: int) -> Text:
    """Return the sentence that lays `tile` at an end with `pip` pips."""
    return Text(N_("Lay %(tile)s at the %(pip)s"), {"tile": str(tile), "pip": pip})
