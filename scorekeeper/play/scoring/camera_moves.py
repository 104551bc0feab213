"""The moves by which new tiles may have come to the table, as entries of the match file."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from scorekeeper.engine.entries import TileLaid
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.sheet.moves import NextMove
from scorekeeper.engine.text import N_
from scorekeeper.engine.tiles import End, Tile
from scorekeeper.play.scoring.preview import list_moves, preview_entry


def find_last_laid(sheet: Sheet) -> TileLaid | None:
    """Return the last entry that counts if it is a tile laid, else None."""
    last = next(sheet.last_lines, None)
    return last.entry if last is not None and isinstance(last.entry, TileLaid) else None


def strike_last(sheet: Sheet) -> Mapping[str, Any]:
    """Return the entry that strikes out the last entry that counts."""
    return {"entry": "void", "of": next(sheet.last_lines).number}


def judge_ways(
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


def find_entries(
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
