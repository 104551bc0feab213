"""The tiles on the table and which of their halves are open (docs/rules.md §0.4).

A layout is either followed tile by tile, or known by its ends alone because these were typed in. Ends that only one
tile can have made tell that tile, and it is followed as if it had been laid (`engine.sheet.told`).
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from scorekeeper.engine.layout.models import Model, count_joined
from scorekeeper.engine.layout.row import Spot, keep_places, put_as_typed
from scorekeeper.engine.problems import Findings, RuleError, refuse
from scorekeeper.engine.tiles import End, Tile

Facing = Callable[[Tile, int], tuple[int, ...]]
FirstTile = Literal["any", "double", "no_double"] | Tile  # what a round begins with: any, or one certain tile


def match_equal_halves(tile: Tile, pip: int) -> tuple[int, ...]:
    """Which halves of `tile` may face an open `pip` where touching halves are equal."""
    return (pip,) if pip in tile.halves else ()


def may_begin(tile: Tile, wanted: FirstTile) -> bool:
    """Whether a round can begin with `tile`."""
    if isinstance(wanted, Tile):
        return tile == wanted
    return wanted == "any" or tile.double == (wanted == "double")


def show_double(pip: int, shown: int) -> tuple[End, ...]:
    """The ends of a double of which `shown` halves are open: both as one end, one, or none."""
    return (End(pip, both=True),) if shown == 2 else (End(pip),) * shown


def show_first_tile(tile: Tile) -> tuple[End, ...]:
    """The ends of a tile that lies alone, a double as one end."""
    return show_double(tile.high, 2) if tile.double else (End(tile.high), End(tile.low))


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the table. `joined` counts the tiles at its (high half, low half); for a double all in the first.

    `first` says that it is the first tile of the round or, in SPIN_ONE, its first double.
    """

    tile: Tile
    joined: tuple[int, int] = (0, 0)
    first: bool = False

    def with_join(self, half: int) -> "Laid":
        high, low = self.joined
        to_high = self.tile.double or half == self.tile.high
        return replace(self, joined=(high + 1, low) if to_high else (high, low + 1))


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies on the table in one round. `loose` are typed ends of unknown tiles, `seen` is every known tile.

    `supposed` are those of the `seen` that nobody named: the ends told them, and a misread end tells a wrong one.
    `typed` says that ends were typed in this round, `whole` that every tile that lies is followed all the same. `row`
    has the open ends as they lie on the table, each with its tile. `begins` says what its first tile must be.
    """

    model: Model
    laid: Mapping[Tile, Laid] = field(default_factory=dict)
    loose: tuple[End, ...] = ()
    typed: bool = False
    seen: frozenset[Tile] = frozenset()
    supposed: frozenset[Tile] = frozenset()
    whole: bool = True
    row: tuple[Spot, ...] = ()
    begins: FirstTile = "any"

    @property
    def ends(self) -> tuple[End, ...]:
        """The open ends in the order of the table: what changes stays in its place, a new arm comes last."""
        return tuple(end for _, end in self.row)

    @property
    def empty(self) -> bool:
        return not self.laid and not self.loose

    @property
    def named(self) -> bool:
        """Whether somebody named every tile that lies, each where it was laid to those before."""
        return self.whole and not self.typed

    @property
    def certain(self) -> frozenset[Tile]:
        """The tiles that lie without a doubt, because somebody named or saw them."""
        return self.seen - self.supposed

    @property
    def newest(self) -> End | None:
        """The open end of the tile that was laid last; of a first tile that is no double, its lower half."""
        newest = next(reversed(tuple(self.laid.values())), None)
        return self._ends_of(newest)[-1] if newest else None

    def with_typed_ends(self, ends: tuple[End, ...], told: Collection[Tile] = ()) -> "Layout":
        """The layout after `ends` were typed in, and with them tiles `told` of which it is not known where they lie.

        It is known by its ends alone, also where they are those of before: a joker 6-1 laid to a 6 can show a 6 again.
        """
        doubles = frozenset(Tile(end.pip, end.pip) for end in ends if end.both)
        seen, supposed = self.seen | doubles | frozenset(told), (self.supposed | frozenset(told)) - doubles
        row = tuple((None, end) for end in ends)
        return Layout(self.model, {}, ends, True, seen, supposed, whole=False, row=row, begins=self.begins)

    def with_ends_again(self, ends: tuple[End, ...]) -> "Layout":
        """The same layout after the `ends` that it shows were typed in once more, in the order of now."""
        return replace(self, row=put_as_typed(ends, self.row, self.row))

    def with_told_tile(
        self, tile: Tile, at: Tile | None, pip: int | None, join: int | None, ends: tuple[End, ...]
    ) -> "Layout":
        """The layout after `ends` were typed in which tell that `tile` was laid, and where; without `pip` as the first.

        It is followed as if it had been named, but is only `supposed`, unless it is a double that shows.
        """
        after = self._put(tile, at, pip, join)
        supposed = after.supposed | ({tile} - {Tile(end.pip, end.pip) for end in ends if end.both})
        return replace(after, typed=True, supposed=supposed, row=put_as_typed(ends, after.row, after.row))

    def forget(self, tiles: Collection[Tile]) -> "Layout":
        """The layout without those of `tiles` that are only supposed: what they show is there, but not whose it is."""
        gone = self.supposed & frozenset(tiles)
        if not gone:
            return self
        shown = tuple(end for tile in gone & self.laid.keys() for end in self._ends_of(self.laid[tile]))
        return replace(
            self,
            laid={tile: laid for tile, laid in self.laid.items() if tile not in gone},
            loose=self.loose + shown,
            seen=self.seen - gone,
            supposed=self.supposed - gone,
            whole=False,
            row=tuple((None if tile in gone else tile, end) for tile, end in self.row),
        )

    def lay(
        self,
        tile: Tile,
        at: Tile | None = None,
        pip: int | None = None,
        join: int | None = None,
        short_end: bool = False,
        facing: Facing = match_equal_halves,
    ) -> "Layout":
        """The layout with `tile` joined to the half of `at` that shows `pip`; the first tile has no `at`.

        Raises RuleError: `duplicate_tile`, `where_missing`, `already_laid`, `tile_not_laid`, `end_not_open`,
        `no_match`, `double_not_built_in`.
        """
        if tile in self.supposed:
            return self.forget({tile}).lay(tile, at, pip, join, short_end, facing)
        findings = Findings()
        if tile in self.seen:
            findings.add("duplicate_tile", "tile", tile=str(tile))
        if at is None and not self.empty:
            findings.add("already_laid", "at", tile=str(tile))
        findings.settle()
        if at is None:
            return self._put(tile, None, None, None)
        try:
            return self._lay_at(tile, at, pip, join, short_end, facing)
        except RuleError:
            if not self.supposed:
                raise
        # Who lays a tile sees the table: what was only supposed to lie there may be wrong.
        return self.forget(self.supposed).lay(tile, at, pip, join, short_end, facing)

    def _lay_at(
        self, tile: Tile, at: Tile, pip: int | None, join: int | None, short_end: bool, facing: Facing
    ) -> "Layout":
        if pip is None:
            pip = self._only_open_half(at)
        wanting = self.wanting
        if wanting not in (None, at):
            raise refuse("cross_not_complete", "at", tile=str(wanting))
        host, _ = self._host(at, pip)
        if short_end and (not at.double or self.model.shown(host.joined[0], host.first)):
            raise refuse("double_not_built_in", "side", tile=str(at))
        halves = facing(tile, pip)
        if not halves or (join is not None and join not in halves):
            raise refuse("no_match", "tile", tile=str(tile), pip=pip)
        return self._put(tile, at, pip, halves[0] if join is None else join)

    def _put(self, tile: Tile, at: Tile | None, pip: int | None, join: int | None) -> "Layout":
        """`tile` with its half `join` at the open `pip` of `at`; without `at` at a loose end, without `pip` as the
        first."""
        new = Laid(tile, first=self._is_one(tile))
        if pip is None:
            after = replace(self, laid={tile: new}, seen=self.seen | {tile})
        elif at is None:
            rest = list(self.loose)
            rest.remove(End(pip))
            laid = {**self.laid, tile: new.with_join(pip if join is None else join)}
            after = replace(self, laid=laid, loose=tuple(rest), seen=self.seen | {tile})
        else:
            host, loose = self._host(at, pip)
            laid = {**self.laid, at: host.with_join(pip), tile: new.with_join(pip if join is None else join)}
            after = replace(self, laid=laid, loose=loose, seen=self.seen | {tile, at})
        return replace(after, row=keep_places(self._name_host(at, pip), after.spots))

    def _is_one(self, tile: Tile) -> bool:
        """Whether `tile`, laid now or known only by an end, is the one that grows unlike the others.

        Where ends were typed an older double may be built in that nobody knows of; then more is taken to be possible.
        """
        if self.model.one == "first_tile":
            return self.empty
        return tile.double and len(self.row) < 3 and not any(each.double for each in self.seen - {tile})

    def _name_host(self, at: Tile | None, pip: int | None) -> tuple[Spot, ...]:
        """The row as it lies, where the tile `at` is known now to show one of its loose ends."""
        if at is None or pip is None or at in self.laid:
            return self.row
        end = self._find_loose_end(at, pip)
        if end is None:
            return self.row
        place = self.row.index((None, end))
        return (*self.row[:place], (at, end), *self.row[place + 1 :])

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The open ends, each with the tile that shows it, those of the oldest tiles first."""
        followed = tuple((laid.tile, end) for laid in self.laid.values() for end in self._ends_of(laid))
        return followed + tuple((None, end) for end in self.loose)

    def _ends_of(self, laid: Laid) -> tuple[End, ...]:
        tile = laid.tile
        if not tile.double:
            return tuple(End(half) for half, joined in zip(tile.halves, laid.joined, strict=True) if not joined)
        return show_double(tile.high, self.model.shown(laid.joined[0], laid.first))

    def _only_open_half(self, at: Tile) -> int:
        laid = self.laid.get(at)
        halves = {end.pip for end in self._ends_of(laid)} if laid and not at.double else {at.high}
        if len(halves) != 1:
            raise refuse("where_missing", "pip", tile=str(at))
        return halves.pop()

    def _host(self, at: Tile, pip: int) -> tuple[Laid, tuple[End, ...]]:
        """The tile to join to, as it lies before, and the loose ends that stay loose."""
        if pip not in at.halves:
            raise refuse("end_not_open", "pip", tile=str(at), pip=pip)
        if at in self.laid:
            host = self.laid[at]
            room = self.model.room(host.joined[0], host.first) if at.double else not host.joined[at.halves.index(pip)]
            if room <= 0:
                raise refuse("end_not_open", "pip", tile=str(at), pip=pip)
            return host, self.loose
        if not self.typed:
            raise refuse("tile_not_laid", "at", tile=str(at))
        return self._loose_host(at, pip)

    def _loose_host(self, at: Tile, pip: int) -> tuple[Laid, tuple[End, ...]]:
        """As `_host`, for a tile that is known only by a typed end.

        A double that is built in shows no end, but may still take a tile at its short end where the model lets it.
        """
        end = self._find_loose_end(at, pip)
        if end is not None:
            rest = list(self.loose)
            rest.remove(end)
            return self._as_shown(at, pip, end, alone=not rest and not self.laid), tuple(rest)
        if self._takes_four(at):
            joined = 2 if self.model.one == "first_tile" else max(2, len(self.row))
            return Laid(at, (joined, 0), first=self.model.one == "first_double"), self.loose
        raise refuse("end_not_open", "pip", tile=str(at), pip=pip)

    @property
    def wanting(self) -> Tile | None:
        """The double that wants tiles before any is laid elsewhere."""
        for laid in self.laid.values():
            if laid.tile.double and self.model.wants(laid.joined[0], laid.first):
                return laid.tile
        shown = (Tile(end.pip, end.pip) for end in self.loose if end.both)
        return next((tile for tile in shown if self._is_led(tile)), None)

    def _is_led(self, tile: Tile) -> bool:
        """Whether a double that typed ends show is the one that every round of the game is led with."""
        return tile == self.begins and self.model.wants(0, first=True)

    def _find_loose_end(self, at: Tile, pip: int) -> End | None:
        """Which of the loose ends `at` shows there. A double that takes four tiles never shows one half alone."""
        shown = [End(pip, both=True)] * at.double + [End(pip)] * (not self._takes_four(at))
        return next((end for end in shown if end in self.loose), None)

    def _takes_four(self, at: Tile) -> bool:
        return at.double and (self.model.room(2, first=False) > 1 or self.may_hide_the_one)

    @property
    def may_hide_the_one(self) -> bool:
        """Whether the first double may be built in and take more tiles, although nobody knows where it lies."""
        return self.model.one == "first_double" and self.typed and not self.whole and len(self.row) < 4

    def _as_shown(self, at: Tile, pip: int, end: End, alone: bool) -> Laid:
        if at.double:
            if self._is_led(at):
                return Laid(at, (len(self.row) - 1, 0), first=True)
            first = alone if self.model.one == "first_tile" else self._is_one(at)
            return Laid(at, (count_joined(self.model, end.halves, alone), 0), first)
        return Laid(at).with_join(at.other(pip))
