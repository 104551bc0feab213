"""Convert the layouts that a camera above the table sees into entries of a match.

The photo reader's tracker reports which tiles lie on the table and how they touch. The rules of the match determine
which moves have led to this layout. Moves that are the only possible ones become entries. Everything else becomes a
question to the players: nothing is guessed.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Protocol

from scorekeeper.engine.entries import TileLaid
from scorekeeper.engine.layout.photo import JoinOnPhoto, TileOnPhoto
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.sheet.moves import NextMove
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End, Tile, make_tile
from scorekeeper.play.scoring.camera_hands import find_open_hands
from scorekeeper.play.scoring.counting import lay_out_photo
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.preview import list_moves, preview_entry
from scorekeeper.play.scoring.writing import add_entry
from scorekeeper.store import Store
from scorekeeper.store.ids import make_id
from scorekeeper.store.match_index import NEVER, list_recent

RUNNING = 4
"""The number of running matches that are considered, the one written last first."""
MOST_AT_ONCE = 3
"""The most new tiles whose order is searched; if there are more, the camera has missed moves."""


class TileOnFrame(TileOnPhoto, Protocol):
    """A tile on a frame of the camera, with its `corners` in pixels; `sure` says that nobody needs to check it."""

    @property
    def corners(self) -> Sequence[tuple[float, float]]: ...
    @property
    def sure(self) -> bool: ...


class LayoutOnFrame(Protocol):
    """The tiles on a frame of `size` (width and height in pixels), and the joins between them."""

    @property
    def size(self) -> tuple[int, int]: ...
    @property
    def tiles(self) -> Sequence[TileOnFrame]: ...
    @property
    def joins(self) -> Sequence[JoinOnPhoto]: ...


@dataclass(frozen=True, slots=True)
class CorrectedTile:
    """A tile on a frame that was read wrongly, with the pips that the players have entered."""

    pips: tuple[int | None, int | None]
    corners: Sequence[tuple[float, float]]
    sure: bool = True


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
        lying = _name_tiles(tiles)
        first = next(iter(sheet.layout.laid), None) if sheet.layout.named else None
        layout = lay_out_photo(sheet, tiles, joins, range(len(tiles)), None if first is None else lying.get(first))
        joined = {tile for tile, at in lying.items() if at in layout.tiles}
        known = self._find_known(sheet, joined, lying) | (sheet.layout.certain & lying.keys())
        self._known = known
        touching = {tile: _list_neighbours(at, lying, joins) for tile, at in lying.items()}
        whole = known <= joined
        self._apart = frozenset(lying) - joined - known
        if not whole:  # a joint between tiles that are accounted for is not visible at the moment
            joined = _join_to(known & lying.keys(), touching)
        new = tuple(tile for tile in lying if tile in joined - known)
        self.cleared = not lying
        if gone := sorted(known - lying.keys()):
            self._known = known - frozenset(gone)
            if not lying:
                return SeenMoves((), question=Text(N_("The table is empty. Enter the end of the round.")))
            if (last := _find_last_laid(sheet)) is not None and [last.tile] == gone:
                taken = N_("%(tiles)s lay on the table and is gone. Was the move taken back?")
                return SeenMoves(tuple(gone), (_strike_last(sheet),), Text(taken, {"tiles": _write(gone)}))
            back = N_("%(tiles)s lay on the table and is gone. If a move was taken back, take it back here, too.")
            return SeenMoves((), question=Text(back, {"tiles": _write(gone)}))
        ends = layout.ends if whole and not layout.half_hidden else None
        if not new:
            return self._find_moved(sheet, joined, touching, ends)
        self._known = known | frozenset(new)
        if len(new) > MOST_AT_ONCE:
            several = Text(N_("Several tiles are new: %(tiles)s. Enter these moves."), {"tiles": _write(new)})
            return SeenMoves(new, question=several)
        ways = [way for order in permutations(new) if (way := _follow(sheet, order, known, touching, ends)) is not None]
        question, entries = _judge(sheet, ways, all(tiles[lying[tile]].sure for tile in new))
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
        apart = frozenset(tile for tile, at in _name_tiles(tiles).items() if at not in held)
        self._apart = apart if held and self._round == sheet.round else frozenset()

    def _correct(self, sheet: Sheet, tiles: Sequence[TileOnFrame]) -> Sequence[TileOnFrame]:
        """Return the tiles, with the corrections that players have entered in this round.

        A tile was read wrongly if it alone is accounted for and not on the sheet, while one tile of the sheet that
        shares a half with it is not visible.
        """
        if sheet.round != self._round or not sheet.layout.named:
            self._misread = {}
            return tiles
        lying, certain, known = _name_tiles(tiles), sheet.layout.certain, self._known or frozenset()
        wrong, missing = known & lying.keys() - certain, certain - lying.keys() - {*self._misread.values()}
        if len(wrong) == len(missing) == 1:
            self._misread |= {tile: right for tile in wrong for right in missing if {*tile.halves} & {*right.halves}}
            self._known = known - self._misread.keys()
        rights = {
            lying[read]: right
            for read, right in self._misread.items()
            if read in lying and right in certain - lying.keys()
        }
        return [_correct_tile(tile, rights[at]) if at in rights else tile for at, tile in enumerate(tiles)]

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
        last = _find_last_laid(sheet)
        if last is None or last.tile not in joined or last.at in {None, *touching[last.tile]}:
            return None
        tile = last.tile
        if not touching[tile] or self._moved == (tile, touching[tile]):
            return None
        before = preview_entry(sheet, _strike_last(sheet)).sheet
        entries = None if before is None else _follow(before, [tile], frozenset(joined) - {tile}, touching, ends)
        if entries is None:
            return None
        self._moved = tile, touching[tile]
        question = Text(N_("%(tiles)s lies elsewhere now. Was it laid there?"), {"tiles": str(tile)})
        return SeenMoves((tile,), (_strike_last(sheet), *entries), question)

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
        lying = _name_tiles(layout.tiles)
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


def _correct_tile(tile: TileOnFrame, right: Tile) -> CorrectedTile:
    """Return a tile on a frame with the pips of the tile `right`; the half that both share stays in its place."""
    first, second = tile.pips
    high, low = right.halves
    pips = (high, low) if first == high or second == low else (low, high)
    return CorrectedTile(pips, tile.corners)


def _find_last_laid(sheet: Sheet) -> TileLaid | None:
    """Return the last entry that counts if it is a tile laid, else None."""
    last = next(sheet.last_lines, None)
    return last.entry if last is not None and isinstance(last.entry, TileLaid) else None


def _strike_last(sheet: Sheet) -> Mapping[str, Any]:
    """Return the entry that strikes out the last entry that counts."""
    return {"entry": "void", "of": next(sheet.last_lines).number}


def _judge(
    sheet: Sheet, ways: Sequence[tuple[Mapping[str, Any], ...]], sure: bool
) -> tuple[str, tuple[Mapping[str, Any], ...]]:
    """Return the question about the `ways` in which tiles may have been laid (empty: no question), and the entries.

    `sure` says that no new tile needs to be checked.
    """
    if sheet.to_move is None:
        return N_("%(tiles)s was laid: by whom? Enter this move."), ()
    if not ways:
        return N_("%(tiles)s lies there, and that is no move by the rules. Enter what was played."), ()
    if len(ways) > 1:
        return N_("%(tiles)s were laid: in which order? Enter these moves."), ()
    (entries,) = ways
    return ("" if sure else N_("Was it %(tiles)s that was laid?")), entries


def _follow(
    sheet: Sheet,
    order: Sequence[Tile],
    known: Collection[Tile],
    touching: Mapping[Tile, frozenset[Tile]],
    ends: tuple[End, ...] | None,
) -> tuple[Mapping[str, Any], ...] | None:
    """Return the entries for laying the tiles in this `order`; None if it is impossible, doubtful, or not unique.

    `known` are the tiles that lie already. `touching` has the tiles that touch each tile; `ends` are the open ends
    afterwards (None: not all are visible).
    """
    entries: list[Mapping[str, Any]] = []
    lying = set(known)
    for number, tile in enumerate(order, 1):
        after = ends if number == len(order) else None
        fit = [move for move in list_moves(sheet, [tile]) if _is_seen(move, touching[tile] & lying, after)]
        made = {str(entry): entry for move in fit for entry in [_make_entry(sheet, move)]}
        if len(made) != 1:
            return None
        (entry,) = made.values()
        preview = preview_entry(sheet, entry)
        if preview.sheet is None or preview.line is None or preview.line.doubts:
            return None
        sheet = preview.sheet
        entries.append(entry)
        lying.add(tile)
    return tuple(entries)


def _is_seen(move: NextMove, touched: Collection[Tile], ends: tuple[End, ...] | None) -> bool:
    """Return whether a move joins one of the `touched` tiles and leaves these `ends` (None: any)."""
    at = None if move.place is None else move.place.at
    joins = not touched if move.place is None else at is None or at in touched
    return joins and (ends is None or sorted(map(str, move.ends)) == sorted(map(str, ends)))


def _make_entry(sheet: Sheet, move: NextMove) -> Mapping[str, Any]:
    """Return the entry for a move of the player whose turn it is: the tile laid, or else the open ends."""
    if "play" not in sheet.variant.takes:
        placed = {} if sheet.game.moves.find_placed(sheet.layout) is None else {"placed": str(move.shows)}
        return {"entry": "ends", "player": sheet.to_move, "ends": [str(end) for end in move.ends], **placed}
    entry: dict[str, Any] = {"entry": "play", "player": sheet.to_move, "tile": str(move.tile)}
    if move.place is not None:
        entry |= {"at": None if move.place.at is None else str(move.place.at), "pip": move.place.pip}
        if not sheet.game.laying.joins_equal:
            entry["join"] = move.join
    return entry


def _name_tiles(tiles: Sequence[TileOnFrame]) -> dict[Tile, int]:
    """Return the index of each tile that has no hidden half, by tile."""
    indexes: dict[Tile, int] = {}
    for at, tile in enumerate(tiles):
        one, other = tile.pips
        if one is not None and other is not None:
            indexes[make_tile(one, other)] = at
    return indexes


def _list_neighbours(at: int, lying: Mapping[Tile, int], joins: Sequence[JoinOnPhoto]) -> frozenset[Tile]:
    """Return the tiles that are joined to the one at index `at`."""
    pairs = [(join.a, join.b) for join in joins if join.kind == "joint" and at in (join.a, join.b)]
    others = {b if a == at else a for a, b in pairs}
    return frozenset(tile for tile, index in lying.items() if index in others)


def _join_to(tiles: Collection[Tile], touching: Mapping[Tile, Collection[Tile]]) -> set[Tile]:
    """Return `tiles` and all tiles that are joined to them, directly or through others."""
    joined = set(tiles)
    todo = list(tiles)
    for tile in todo:
        new = set(touching[tile]) - joined
        joined |= new
        todo += new
    return joined


def _write(tiles: Collection[Tile]) -> str:
    """Return the tiles as text, e.g. `6-4, 5-5`."""
    return ", ".join(map(str, tiles))


def write_moves(store: Store, match: Match, entries: Sequence[Mapping[str, Any]], photo: str | None = None) -> Match:
    """Write the entries that a camera has seen, and return the match after the last of them.

    `photo` is the id of the stored picture on which they were seen, or None. Raises StaleError if somebody else wrote
    meanwhile, RuleError, or DoubtfulEntryError; entries written before the error stay.
    """
    for entry in entries:
        match = add_entry(store, match.id, entry, match.seen, make_id(), None if entry["entry"] == "void" else photo)
    return match


def find_followed_match(store: Store) -> Match | None:
    """Return the match that a camera follows: of the running matches that it can follow, the one written last."""
    with store.read() as db:
        running = [each.row.id for each in list_recent(db, False, NEVER, RUNNING)]
    matches = (load_match(store, match_id) for match_id in running)
    return next((match for match in matches if can_be_followed(match)), None)


def can_be_followed(match: Match) -> bool:
    """Return whether a camera can follow the match: its moves are written, or open hands end its rounds."""
    game = match.sheet.game
    return game.solitaire is None and (writes_moves(match.sheet) or game.rounds.hands.can_count)


def writes_moves(sheet: Sheet) -> bool:
    """Return whether the moves of the game are written, as tiles or as open ends."""
    return bool({"play", "ends"} & sheet.variant.takes)
