"""What is written on the sheet: facts, never points.

Each entry is one record: the open ends after a move, the tile that was played, the end of a round with the hands left,
the result of a solitaire, or that an earlier entry is struck out. Entries are numbered from 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from scorekeeper.engine.tiles import End, Tile, add_up_pips

HowEnded = Literal["out", "blocked", "boneyard"]


@dataclass(frozen=True, slots=True)
class Hand:
    """The tiles a player holds: the tiles themselves, or only their pips, their number, or both, as they were typed."""

    tiles: tuple[Tile, ...] | None = ()
    typed_pips: int | None = None
    typed_count: int | None = None

    @property
    def count(self) -> int | None:
        """How many tiles, where that is known."""
        return self.typed_count if self.tiles is None else len(self.tiles)

    @property
    def pips(self) -> int | None:
        """The pips of the hand, where they are known."""
        if self.tiles is not None:
            return add_up_pips(self.tiles)
        return 0 if self.typed_pips is None and self.typed_count == 0 else self.typed_pips

    @property
    def empty(self) -> bool:
        """No tiles at all. Pips typed as 0 are the double blank, which is a tile."""
        return self.count == 0


NO_TILES = Hand()
UNKNOWN = Hand(tiles=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """The open ends that `player` left after a move; `placed` is the one of the tile just laid, where that counts."""

    kind: ClassVar[str] = "ends"
    player: str
    ends: tuple[End, ...]
    placed: End | None = None
    accepted: tuple[str, ...] = ()
    replaces: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A tile laid by `player` (None: the start tile, turned up by nobody), joined to the half of `at` that shows `pip`.

    `join` is the half of the new tile that touches, where the halves need not be equal; `short_end` says that it lies
    at the short end of a double.
    """

    kind: ClassVar[str] = "play"
    player: str | None
    tile: Tile
    at: Tile | None = None
    pip: int | None = None
    join: int | None = None
    short_end: bool = False
    accepted: tuple[str, ...] = ()
    replaces: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The end of a round: somebody is `out`, nobody can play, or the boneyard is down to what is never drawn.

    `hands` holds every player's hand in turn order of the table, `lead` who led the round where that differs from the
    rule, `boneyard_tiles` how many tiles were left undrawn where the players said so.
    """

    kind: ClassVar[str] = "round"
    how: HowEnded
    hands: tuple[tuple[str, Hand], ...]
    out: str | None = None
    lead: str | None = None
    boneyard_tiles: int | None = None
    accepted: tuple[str, ...] = ()
    replaces: int | None = None

    def hand(self, player: str) -> Hand:
        return dict(self.hands).get(player, NO_TILES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a solitaire ended: won or not, the tiles left, the passes it took and the tiles still in the boneyard."""

    kind: ClassVar[str] = "result"
    won: bool
    left: Hand = NO_TILES
    passes: int | None = None
    boneyard_tiles: int | None = None
    accepted: tuple[str, ...] = ()
    replaces: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Void:
    """Strikes out entry `of`, which must still stand."""

    kind: ClassVar[str] = "void"
    of: int


Scoring = Ends | Play | Round | Result
Entry = Scoring | Void


@dataclass(frozen=True, slots=True)
class Counting:
    """The entries that count, each with its number, in the order in which they count; and the numbers of those that
    strike out or replace something that does not stand."""

    entries: tuple[tuple[int, Scoring], ...]
    dangling: frozenset[int]


def find_counting(entries: Sequence[Entry]) -> Counting:
    """Which of `entries` count.

    A struck-out entry is as if it had never been written; one that replaces another stands in the other's place, and
    when it is struck out in turn, the other is back.
    """
    versions_at: dict[int, list[int]] = {}
    place_of: dict[int, int] = {}
    dangling: set[int] = set()

    def stands(number: int) -> bool:
        return number in place_of and versions_at[place_of[number]][-1:] == [number]

    for number, entry in enumerate(entries, start=1):
        target = entry.of if isinstance(entry, Void) else entry.replaces
        if target is None:
            versions_at[number] = [number]
            place_of[number] = number
        elif not stands(target):
            dangling.add(number)
        elif isinstance(entry, Void):
            versions_at[place_of[target]].pop()
        else:
            place_of[number] = place_of[target]
            versions_at[place_of[number]].append(number)
    last = (versions[-1] for versions in versions_at.values() if versions)
    return Counting(
        tuple((number, entry) for number in last if not isinstance(entry := entries[number - 1], Void)),
        frozenset(dangling),
    )
