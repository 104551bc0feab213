"""Convert the layouts that a camera above the table sees into entries of a match.

The photo reader's tracker reports which tiles lie on the table and how they touch. The rules of the match determine
which moves have led to this layout. Moves that are the only possible ones become entries. Everything else becomes a
question to the players: nothing is guessed.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from scorekeeper.engine.layout.photo import JoinOnPhoto
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End, Tile, make_tile
from scorekeeper.play.scoring.camera_frames import (
    LayoutOnFrame,
    TileOnFrame,
    correct_tile,
    join_to,
    list_neighbours,
    name_tiles,
)
from scorekeeper.play.scoring.camera_hands import find_open_hands
from scorekeeper.play.scoring.camera_match import writes_moves
from scorekeeper.play.scoring.camera_moves import find_entries, find_last_laid, judge_ways, strike_last
from scorekeeper.play.scoring.counting import lay_out_photo
from scorekeeper.play.scoring.preview import preview_entry

MOST_AT_ONCE = 3
"""The most new tiles whose order is searched; if there are more, the camera has missed moves."""


@dataclass(frozen=True, slots=True)
class SeenMoves:
    """The moves that have brought `tiles` to the table, as `entries` of the match file, in their order.

    `question` is None if they can be written as they are. Otherwise they are written only if the players confirm them;
    without entries there is nothing to write, and the players enter the moves themselves. `asks_seats` is true if the
    question is where everybody sits.
    """

    tiles: tuple[Tile, ...]
    entries: tuple[Mapping[str, Any], ...] = ()
    question: Text | None = None
    asks_seats: bool = False


class CameraScorer:
    """Follows one match on a camera and remembers which tiles on the table have been accounted for.

    `cleared` says that the table was seen without tiles since the last move.
    """

    def __init__(self) -> None:
        self._known: frozenset[Tile] | None = None
        self._apart: frozenset[Tile] = frozenset()  # tiles that are not joined to the line, such as open hands
        self._round: int | None = None
        self._leaving = False  # whether the round is over, and its tiles are about to be taken away
        self._asked: tuple[frozenset[Tile], bool] | None = None  # the tiles apart when players were asked about them
        self._misread: dict[Tile, Tile] = {}  # maps tiles read wrongly in this round to their corrections
        self._moved: tuple[Tile, frozenset[Tile]] | None = (
            None  # the moved tile of the last question, and its neighbours
        )
        self._passed: tuple[str | None, int] | None = None  # the turn of the last question about a pass
        self.cleared = False

    def to_json(self) -> dict[str, Any]:
        """Return what the scorer remembers as a JSON object."""
        return {
            "known": None if self._known is None else _write_tiles(self._known),
            "apart": _write_tiles(self._apart),
            "round": self._round,
            "leaving": self._leaving,
            "asked": None if self._asked is None else [_write_tiles(self._asked[0]), self._asked[1]],
            "misread": [_write_tiles(pair) for pair in self._misread.items()],
            "moved": None if self._moved is None else [str(self._moved[0]), _write_tiles(self._moved[1])],
            "passed": self._passed,
            "cleared": self.cleared,
        }

    @classmethod
    def from_json(cls, memory: Mapping[str, Any]) -> "CameraScorer":
        """Return the scorer that `to_json` wrote."""
        scorer = cls()
        known, asked, moved, passed = (memory[name] for name in ("known", "asked", "moved", "passed"))
        scorer._known = None if known is None else frozenset(_read_tiles(known))
        scorer._apart = frozenset(_read_tiles(memory["apart"]))
        scorer._round, scorer._leaving = memory["round"], memory["leaving"]
        scorer._asked = None if asked is None else (frozenset(_read_tiles(asked[0])), asked[1])
        scorer._misread = {_read_tile(read): _read_tile(right) for read, right in memory["misread"]}
        scorer._moved = None if moved is None else (_read_tile(moved[0]), frozenset(_read_tiles(moved[1])))
        scorer._passed = None if passed is None else (passed[0], passed[1])
        scorer.cleared = memory["cleared"]
        return scorer

    def find_moves(self, sheet: Sheet, tiles: Sequence[TileOnFrame], joins: Sequence[JoinOnPhoto]) -> SeenMoves | None:
        """Return the moves that have led from the sheet to this layout; None if no tile is new.

        `tiles` lie on the table and `joins` are the joins between them. Tiles that are returned count as accounted for,
        and so do those that a phone has entered. When a round is over, the camera waits until its tiles are gone. If
        the match has begun without the camera, the tiles of the first layout count as accounted for.
        """
        if not writes_moves(sheet):
            self._separate_hands(sheet, tiles, joins)
            return None
        tiles = self._correct(sheet, tiles)
        lying = name_tiles(tiles)
        first = next(iter(sheet.layout.laid), None) if sheet.layout.named else None
        layout = lay_out_photo(sheet, tiles, joins, range(len(tiles)), None if first is None else lying.get(first))
        joined = {tile for tile, at in lying.items() if at in layout.tiles}
        known = self._find_known(sheet, joined, lying) | (sheet.layout.certain & lying.keys())
        self._known = known
        touching = {tile: list_neighbours(at, lying, joins) for tile, at in lying.items()}
        whole = known <= joined
        self._apart = frozenset(lying) - joined - known
        if not whole:  # a joint between tiles that are accounted for is not visible at the moment
            joined = join_to(known & lying.keys(), touching)
        new = tuple(tile for tile in lying if tile in joined - known)
        self.cleared = not lying
        if gone := sorted(known - lying.keys()):
            self._known = known - frozenset(gone)
            if not lying:
                return SeenMoves((), question=Text(N_("The table is empty. Enter the end of the round.")))
            if (last := find_last_laid(sheet)) is not None and [last.tile] == gone:
                taken = N_("%(tiles)s lay on the table and is gone. Was the move taken back?")
                return SeenMoves(tuple(gone), (strike_last(sheet),), Text(taken, {"tiles": _write(gone)}))
            back = N_("%(tiles)s lay on the table and is gone. If a move was taken back, take it back here, too.")
            return SeenMoves((), question=Text(back, {"tiles": _write(gone)}))
        ends = layout.ends if whole and not layout.half_hidden else None
        if not new:
            return self._find_moved(sheet, joined, touching, ends)
        self._known = known | frozenset(new)
        if len(new) > MOST_AT_ONCE:
            several = Text(N_("Several tiles are new: %(tiles)s. Enter these moves."), {"tiles": _write(new)})
            return SeenMoves(new, question=several)
        ways = [
            way for order in permutations(new) if (way := find_entries(sheet, order, known, touching, ends)) is not None
        ]
        question, entries = judge_ways(sheet, ways, all(tiles[lying[tile]].sure for tile in new))
        return SeenMoves(new, entries, Text(question, {"tiles": _write(new)}) if question else None)

    def _separate_hands(self, sheet: Sheet, tiles: Sequence[TileOnFrame], joins: Sequence[JoinOnPhoto]) -> None:
        """Remember which tiles can be open hands in a game whose moves are not written: all that no joint holds.

        Trains and feet are held by joints, and tiles of a hand lie apart or side by side. After the end of a round no
        tile is one of a hand until the table was empty.
        """
        if self._round is None or self.cleared or not tiles:
            self._round = sheet.round
        self.cleared = not tiles
        held = {index for join in joins if join.kind == "joint" for index in (join.a, join.b)}
        apart = frozenset(tile for tile, at in name_tiles(tiles).items() if at not in held)
        self._apart = apart if held and self._round == sheet.round else frozenset()

    def _correct(self, sheet: Sheet, tiles: Sequence[TileOnFrame]) -> Sequence[TileOnFrame]:
        """Return the tiles, with the corrections that players have entered in this round.

        A tile was read wrongly if it alone is accounted for and not on the sheet, while one tile of the sheet that
        shares a half with it is not visible.
        """
        if sheet.round != self._round or not sheet.layout.named:
            self._misread = {}
            return tiles
        lying, certain, known = name_tiles(tiles), sheet.layout.certain, self._known or frozenset()
        wrong, missing = known & lying.keys() - certain, certain - lying.keys() - {*self._misread.values()}
        if len(wrong) == len(missing) == 1:
            self._misread |= {tile: right for tile in wrong for right in missing if {*tile.halves} & {*right.halves}}
            self._known = known - self._misread.keys()
        rights = {
            lying[read]: right
            for read, right in self._misread.items()
            if read in lying and right in certain - lying.keys()
        }
        return [correct_tile(tile, rights[at]) if at in rights else tile for at, tile in enumerate(tiles)]

    def _find_moved(
        self,
        sheet: Sheet,
        joined: Collection[Tile],
        touching: Mapping[Tile, frozenset[Tile]],
        ends: tuple[End, ...] | None,
    ) -> SeenMoves | None:
        """Return the correction of the last move with a question if its tile now touches other tiles; else None.

        Players are asked once about the same place.
        """
        last = find_last_laid(sheet)
        if last is None or last.tile not in joined or last.at in {None, *touching[last.tile]}:
            return None
        tile = last.tile
        if not touching[tile] or self._moved == (tile, touching[tile]):
            return None
        before = preview_entry(sheet, strike_last(sheet)).sheet
        entries = None if before is None else find_entries(before, [tile], frozenset(joined) - {tile}, touching, ends)
        if entries is None:
            return None
        self._moved = tile, touching[tile]
        question = Text(N_("%(tiles)s lies elsewhere now. Was it laid there?"), {"tiles": str(tile)})
        return SeenMoves((tile,), (strike_last(sheet), *entries), question)

    def find_pass(self, sheet: Sheet) -> SeenMoves | None:
        """Return a pass of the player to move, with the question whether they passed.

        Return None if it is impossible or doubtful. Call it if no tile was laid for a while although a hand was over
        the table. Players are asked once per turn.
        """
        turn = sheet.to_move, len(sheet.lines)
        if sheet.to_move is None or sheet.layout.empty or "pass" not in sheet.variant.takes or self._passed == turn:
            return None
        entry = {"entry": "pass", "player": sheet.to_move}
        preview = preview_entry(sheet, entry)
        if preview.line is None or preview.line.doubts:
            return None
        self._passed = turn
        question = Text(N_("No tile was laid for a while. Did %(player)s pass?"), {"player": sheet.to_move})
        return SeenMoves((), (entry,), question)

    def _find_known(self, sheet: Sheet, joined: Collection[Tile], lying: Collection[Tile]) -> frozenset[Tile]:
        """Return the tiles that are accounted for; a round may have ended or begun since the last layout.

        `joined` are the tiles of the layout, and `lying` are all tiles on the table.
        """
        if self._known is None:
            if sheet.layout.empty and len(lying) > MOST_AT_ONCE:  # tiles of the last match
                self._known = frozenset()
                return self._find_known(sheet, joined, lying)
            self._round = sheet.round
            return frozenset() if sheet.layout.empty else frozenset(joined)
        if sheet.round != self._round:
            before = self._known if self._leaving else frozenset(lying)
            left = frozenset[Tile]() if self.cleared else before & frozenset(lying)
            self._leaving = bool(left)
            if left:  # tiles of the last round still lie there
                return left | frozenset(joined)
            self._round, self._known = sheet.round, frozenset()
        return self._known

    def find_round_end(
        self, sheet: Sheet, layout: LayoutOnFrame, seats: Mapping[str, str], unread: int = 0
    ) -> SeenMoves | None:
        """Return the end of the round, with the question whether to write it, if all hands are open; else None.

        Call it after `find_moves`, with the same layout. Each tile that is not joined to the line belongs to the player
        who sits nearest, by `seats` (see `camera_hands.PLACES`); while `seats` is empty, players are asked for it. At
        most one player may be without tiles, who must have laid as many as were dealt. The question mentions it if
        tiles are `unread`, or if the hands have too few. Players are asked once about the same hands.
        """
        apart, rounds, players = self._apart, sheet.game.rounds, sheet.seating.players
        follows_line = writes_moves(sheet)
        if len(apart) < len(players) - 1 or (follows_line and sheet.layout.empty) or not rounds.hands.can_count:
            return None
        if self._asked == (apart, bool(seats)):
            return None
        if not seats:
            self._asked = apart, False
            where = N_("Tiles lie apart from the line. If the hands are open, say where everybody sits.")
            return SeenMoves((), question=Text(where), asks_seats=True)
        lying = name_tiles(layout.tiles)
        hands = find_open_hands({tile: layout.tiles[lying[tile]] for tile in sorted(apart)}, layout.size, seats)
        out = [player for player, hand in hands.items() if not hand]
        if len(out) > 1:
            return None
        if follows_line and any(sheet.laid.get(player, 0) < sheet.game.deal.each for player in out):
            return None
        self._asked = apart, True
        counted = rounds.hands.list_counted(out[0] if out else None)
        entry: dict[str, Any] = {"entry": "round", "hands": {each: list(map(str, hands[each])) for each in counted}}
        entry |= {"out": out[0]} if out else {rounds.nobody_out: True}
        open_ = N_("The hands are open. Check them, and write the end of the round.")
        partly = N_("The hands are open, but not every tile can be read. Check them, and write the end of the round.")
        whole = not unread and not preview_entry(sheet, entry).problems
        return SeenMoves(tuple(sorted(apart)), (entry,), Text(open_ if whole else partly))


def _write_tiles(tiles: Iterable[Tile]) -> list[str]:
    """Return the tiles as JSON values, from which `_read_tiles` returns the same tiles."""
    return [str(tile) for tile in tiles]


def _read_tiles(tiles: Iterable[str]) -> list[Tile]:
    """Return the tiles that `_write_tiles` has written."""
    return [_read_tile(tile) for tile in tiles]


def _read_tile(tile: str) -> Tile:
    """Return the tile that `str` has written, such as `6-4`."""
    high, low = map(int, tile.split("-"))
    return make_tile(high, low)


def _write(tiles: Collection[Tile]) -> str:
    """Return the tiles as text, e.g. `6-4, 5-5`."""
    return ", ".join(map(str, tiles))
