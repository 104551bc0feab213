"""One entry in the line notation, read from the parts of a line and written as text: `Bo 6-4 on=6-6 5`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.engine.entries import Entry
from scorekeeper.engine.seating import Seating
from scorekeeper.play.transfer.notation import (
    AFTER_PLAYER,
    ENDS,
    FIELD_WORDS,
    JOINED,
    OPENINGS,
    RESERVED,
    TILE_LAID,
    WITHOUT_PLAYER,
    Opening,
)
from scorekeeper.play.transfer.notation_syntax import (
    TILE,
    UNEXPECTED,
    NamedValue,
    Part,
    PlayerPoints,
    Word,
    refuse_line,
    write_name,
    write_value,
)

NUMBERED = ("bid", "void", "restore")  # the words after which the unnamed value is a number
ALONE = {"hands": "pips", "taken": "points"}  # the field that a number without a name means, for each player


def read_entry(parts: Sequence[Part]) -> tuple[dict[str, Any], Mapping[str, int]]:
    """Return the entry in `parts` as in a match file, and the points written for it, by player. Raises RuleError."""
    opening, player, rest = _find_opening(parts)
    data: dict[str, Any] = dict(opening.fields)
    if opening.player:
        data[opening.player] = player
    if opening.unnamed and rest and isinstance(rest[0], int if opening.word in NUMBERED else Word | list):
        value = rest.pop(0)
        data[opening.unnamed] = value.text if isinstance(value, Word) else value
    points = dict[str, int]()
    for part in rest:
        if isinstance(part, NamedValue):
            _add_field(data, part, opening)
        elif isinstance(part, Word) and not part.quoted and part.text not in data:
            data[part.text] = True
        elif isinstance(part, PlayerPoints) and part.player not in points:
            points[part.player] = part.points
        elif isinstance(part, int) and player is not None and player not in points:
            points[player] = part
        else:
            raise refuse_line(UNEXPECTED, what=quote(part))
    if JOINED in data:
        data |= _read_joined(str(data.pop(JOINED)), str(data.get("tile")))
    if isinstance(data.get("ends"), list):
        data["ends"] = [str(end) if isinstance(end, int) else end for end in data["ends"]]
    if isinstance(data.get("trump"), int):
        data["trump"] = str(data["trump"])
    return data, points


def _read_joined(at: str, tile: str) -> dict[str, Any]:
    """Return the fields for a tile that is joined to `at`. Raises RuleError unless the two have one half in common."""
    shared = _list_shared(at, tile)
    if len(shared) != 1:
        raise refuse_line(UNEXPECTED, what=f"{JOINED}={at}")
    return {"at": at, "pip": shared[0], "join": shared[0]}


def _find_opening(parts: Sequence[Part]) -> tuple[Opening, str | None, list[Part]]:
    """Return the opening of an entry, the player whose name comes first (None: no name), and the remaining parts."""
    rest = list(parts)
    first = rest.pop(0) if rest else Word("|")
    if not isinstance(first, Word) or first == Word("|"):
        raise refuse_line(UNEXPECTED, what=quote(first))
    if not first.quoted and first.text in WITHOUT_PLAYER:
        return WITHOUT_PLAYER[first.text], None, rest
    following = rest[0] if rest else None
    if isinstance(following, list):
        return ENDS, first.text, rest
    if isinstance(following, Word) and not following.quoted:
        if following.text in AFTER_PLAYER:
            return AFTER_PLAYER[following.text], first.text, rest[1:]
        if TILE.fullmatch(following.text):
            return TILE_LAID, first.text, rest
    raise refuse_line(UNEXPECTED, what=quote(first if following is None else following))


def _add_field(data: dict[str, Any], part: NamedValue, opening: Opening) -> None:
    """Add a named value to the data of an entry: a field, or the hand or the tricks of a player."""
    name, value, target = part.name.text, part.value, data
    if part.name.quoted or name not in FIELD_WORDS:
        if opening.by_player is None:
            raise refuse_line(UNEXPECTED, what=name)
        target = data.setdefault(opening.by_player, {})
        if isinstance(value, int) and not isinstance(value, bool):
            value = {ALONE[opening.by_player]: value}
    if name in target:
        raise refuse_line(UNEXPECTED, what=name)
    target[name] = value


def quote(part: Part) -> str:
    """Return the beginning of a part for a message."""
    if isinstance(part, NamedValue):
        return part.name.text
    if isinstance(part, PlayerPoints):
        return part.player
    return part.text if isinstance(part, Word) else write_value(part)


def _list_shared(at: str, tile: str) -> list[int]:
    """Return the halves that two tiles, written as in `6-4`, have in common, in ascending order."""
    halves = [set(re.findall(r"[0-9]+", each)) for each in (at, tile)]
    return sorted(int(half) for half in halves[0] & halves[1])


def write_entry(entry: Entry, gains: Mapping[str, int], seating: Seating) -> str:
    """Return an entry in the line notation (docs/notation.md), such as `Anna 6-4 on=6-6 10`.

    `gains` are the points that it adds to the totals, by the name of the side; a side without points may be left out.
    """
    data = entry.to_json()
    if _is_joined(data):
        data |= {JOINED: data.pop("at")}
        del data["pip"], data["join"]
    opening = next(each for each in OPENINGS if _begins(data, each))
    player: str | None = data.pop(opening.player) if opening.player else None
    for name in opening.fields:
        del data[name]
    parts = [write_player(player)] if player is not None else []
    parts += [opening.word] if opening.word else []
    if opening.unnamed in data:
        value = data.pop(opening.unnamed)
        parts.append(f"({' '.join(value)})" if isinstance(value, list) else write_value(value))
    if opening.by_player:
        alone = ALONE[opening.by_player]
        for name, value in data.pop(opening.by_player, {}).items():
            if name != player or value != []:  # the player who is out holds nothing
                single = value[alone] if isinstance(value, dict) and [*value] == [alone] else value
                parts.append(f"{write_player(name)}={write_value(single)}")
    for name, value in data.items():
        written = write_player(value) if name in entry.named and isinstance(value, str) else write_value(value)
        parts += [name if value is True else f"{name}={written}"] if value != {} else []
    return " ".join([*parts, *_write_gains(gains, player, seating)])


def write_player(name: str) -> str:
    """Return the name of a player, in quotation marks if it would be read as a word of the notation."""
    return write_name(name, RESERVED)


def _is_joined(data: Mapping[str, Any]) -> bool:
    """Return whether an entry is a tile joined to another with equal halves, whose place `JOINED` alone describes."""
    return "at" in data and [data.get("pip")] == [data.get("join")] == _list_shared(data["at"], data["tile"])


def _begins(data: Mapping[str, Any], opening: Opening) -> bool:
    """Return whether an entry of a match file begins with this opening."""
    return opening.fields.items() <= data.items() and (opening.player is None or opening.player in data)


def _write_gains(gains: Mapping[str, int], player: str | None, seating: Seating) -> Iterator[str]:
    """Yield the points of an entry: a number for the side of the `player` it begins with, others with a name."""
    own = None if player is None else seating.side_of(player)
    for side, points in gains.items():
        if points:
            yield f"{points}" if side == own else f"{write_player(seating.members(side)[0])}:{points}"
