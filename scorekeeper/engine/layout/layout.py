"""The tiles on the table and their open halves (docs/rules.md §0.4).

A layout is either followed tile by tile or known only by its typed ends. Typed ends that only one tile can have made
identify that tile, and the layout follows it as if the tile had been entered (`engine.sheet.inferred_tiles`).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from scorekeeper.engine.layout.laid_tiles import Facing, FirstTile, LaidTile, match_equal_halves, show_double
from scorekeeper.engine.layout.models import Model, count_joined
from scorekeeper.engine.layout.row import Spot, keep_places, put_as_typed
from scorekeeper.engine.problems import Findings, RuleError, refuse
from scorekeeper.engine.tiles import End, Tile


@dataclass(frozen=True, slots=True)
class Layout:
    """The tiles on the table in one round.

    - `laid`: the tiles that are followed, in the order in which they were laid.
    - `loose`: typed ends of unknown tiles.
    - `seen`: every known tile.
    - `supposed`: tiles among `seen` that were inferred from typed ends. A misread end can infer a wrong tile.
    - `typed`: whether ends were typed in this round.
    - `whole`: whether every tile on the table is followed.
    - `row`: the open ends in the order of the table, each with its tile where that is known.
    - `begins`: the tile that the round must begin with.
    """

    model: Model
    laid: Mapping[Tile, LaidTile] = field(default_factory=dict)
    loose: tuple[End, ...] = ()
    typed: bool = False
    seen: frozenset[Tile] = frozenset()
    supposed: frozenset[Tile] = frozenset()
    whole: bool = True
    row: tuple[Spot, ...] = ()
    begins: FirstTile = "any"

    @property
    def ends(self) -> tuple[End, ...]:
        """The open ends in the order of the table: a changed end keeps its place, a new arm comes last."""
        return tuple(end for _, end in self.row)

    @property
    def empty(self) -> bool:
        """Whether no tile lies on the table yet."""
        return not self.laid and not self.loose

    @property
    def named(self) -> bool:
        """Whether every tile on the table was entered as a tile, with the place where it was joined."""
        return self.whole and not self.typed

    @property
    def certain(self) -> frozenset[Tile]:
        """The known tiles that were not inferred from typed ends."""
        return self.seen - self.supposed

    @property
    def newest(self) -> End | None:
        """The open end of the tile that was laid last; for a first tile that is not a double, its lower half."""
        newest = next(reversed(tuple(self.laid.values())), None)
        return self._list_ends(newest)[-1] if newest else None

    def with_typed_ends(self, ends: tuple[End, ...], tiles: Collection[Tile] = ()) -> "Layout":
        """Return the layout after `ends` were typed; `tiles` are those that the ends reveal without their places.

        The new layout is known only by its ends, even if they are equal to those before: a matador 6-1 laid to a 6 can
        show a 6 again.
        """
        doubles = frozenset(Tile(end.pip, end.pip) for end in ends if end.both)
        seen, supposed = self.seen | doubles | frozenset(tiles), (self.supposed | frozenset(tiles)) - doubles
        row = tuple((None, end) for end in ends)
        return Layout(self.model, {}, ends, True, seen, supposed, whole=False, row=row, begins=self.begins)

    def with_ends_again(self, ends: tuple[End, ...]) -> "Layout":
        """Return the same layout after its current `ends` were typed again, in the order in which they were typed."""
        return replace(self, row=put_as_typed(ends, self.row, self.row))

    def with_inferred_tile(
        self, tile: Tile, at: Tile | None, pip: int | None, join: int | None, ends: tuple[End, ...]
    ) -> "Layout":
        """Return the layout after `ends` were typed that reveal `tile`, joined by its half `join` to the `pip` of `at`.

        `at` is None for a tile at a loose end, `pip` is None for the first tile. The tile is followed as if it had been
        entered. It is `supposed` unless it is a double among the typed ends.
        """
        after = self._put(tile, at, pip, join)
        supposed = after.supposed | ({tile} - {Tile(end.pip, end.pip) for end in ends if end.both})
        return replace(after, typed=True, supposed=supposed, row=put_as_typed(ends, after.row, after.row))

    def forget(self, tiles: Collection[Tile]) -> "Layout":
        """Return the layout without those of `tiles` that are only `supposed`; their open ends become loose ends."""
        removed = self.supposed & frozenset(tiles)
        if not removed:
            return self
        ends = tuple(end for tile in removed & self.laid.keys() for end in self._list_ends(self.laid[tile]))
        return replace(
            self,
            laid={tile: laid for tile, laid in self.laid.items() if tile not in removed},
            loose=self.loose + ends,
            seen=self.seen - removed,
            supposed=self.supposed - removed,
            whole=False,
            row=tuple((None if tile in removed else tile, end) for tile, end in self.row),
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
        """Return the layout with `tile` joined to the half of `at` that shows `pip`; the first tile has no `at`.

        `join` is the half of `tile` that touches; by default the first that `facing` allows. `short_end` joins it to
        the short end of a double that is built on at both long sides.

        Raise RuleError: `duplicate_tile`, `where_missing`, `already_laid`, `tile_not_laid`, `end_not_open`,
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
        # A player who lays a tile sees the table, so the inferred tiles may be wrong.
        return self.forget(self.supposed).lay(tile, at, pip, join, short_end, facing)

    def _lay_at(
        self, tile: Tile, at: Tile, pip: int | None, join: int | None, short_end: bool, facing: Facing
    ) -> "Layout":
        """Return what `lay` returns, for a tile joined to `at`; raise RuleError if it cannot be joined there."""
        if pip is None:
            pip = self._find_only_open_half(at)
        wanting = self.incomplete_cross
        if wanting not in (None, at):
            raise refuse("cross_not_complete", "at", tile=str(wanting))
        host, _ = self._find_host(at, pip)
        if short_end and (not at.double or self.model.open_halves(host.joined[0], host.first)):
            raise refuse("double_not_built_in", "side", tile=str(at))
        halves = facing(tile, pip)
        if not halves or (join is not None and join not in halves):
            raise refuse("no_match", "tile", tile=str(tile), pip=pip)
        return self._put(tile, at, pip, halves[0] if join is None else join)

    def _put(self, tile: Tile, at: Tile | None, pip: int | None, join: int | None) -> "Layout":
        """Return the layout with the half `join` of `tile` joined to the half of `at` that shows `pip`.

        If `at` is None, the tile covers a loose end; if `pip` is None, it is the first tile. Only that
        the half is open is checked.
        """
        new = LaidTile(tile, first=self._is_spinner(tile))
        if pip is None:
            after = replace(self, laid={tile: new}, seen=self.seen | {tile})
        elif at is None:
            rest = list(self.loose)
            rest.remove(End(pip))
            laid = {**self.laid, tile: new.with_joint(None, pip, join)}
            after = replace(self, laid=laid, loose=tuple(rest), seen=self.seen | {tile})
        else:
            host, loose = self._find_host(at, pip)
            laid = {**self.laid, at: host.with_join(pip), tile: new.with_joint(at, pip, join)}
            after = replace(self, laid=laid, loose=loose, seen=self.seen | {tile, at})
        return replace(after, row=keep_places(self._identify_loose_end(at, pip), after.spots))

    def _is_spinner(self, tile: Tile) -> bool:
        """Return whether `tile`, laid now or known only by an end, is the spinner.

        After typed ends an unknown older double may be the spinner; then the answer may be true for a later double.
        """
        if self.model.spinner == "first_tile":
            return self.empty
        return tile.double and len(self.row) < 3 and not any(each.double for each in self.seen - {tile})

    def _identify_loose_end(self, at: Tile | None, pip: int | None) -> tuple[Spot, ...]:
        """Return the row with `at` filled in as the tile of the loose end at which it shows `pip`.

        Return the row unchanged if `at` or `pip` is None, if `at` is followed, or if there is no such end.
        """
        if at is None or pip is None or at in self.laid:
            return self.row
        end = self._find_loose_end(at, pip)
        if end is None:
            return self.row
        place = self.row.index((None, end))
        return (*self.row[:place], (at, end), *self.row[place + 1 :])

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The open ends, each with its tile, in the order in which the tiles were laid; loose ends come last."""
        followed = tuple((laid.tile, end) for laid in self.laid.values() for end in self._list_ends(laid))
        return followed + tuple((None, end) for end in self.loose)

    def _list_ends(self, laid: LaidTile) -> tuple[End, ...]:
        """Return the open ends of one tile: those of its halves to which no tile is joined, high half first."""
        tile = laid.tile
        if not tile.double:
            return tuple(End(half) for half, joined in zip(tile.halves, laid.joined, strict=True) if not joined)
        return show_double(tile.high, self.model.open_halves(laid.joined[0], laid.first))

    def _find_only_open_half(self, at: Tile) -> int:
        """Return the pips of the open half of `at`; raise RuleError `where_missing` if it has none or two."""
        laid = self.laid.get(at)
        halves = {end.pip for end in self._list_ends(laid)} if laid and not at.double else {at.high}
        if len(halves) != 1:
            raise refuse("where_missing", "pip", tile=str(at))
        return halves.pop()

    def _find_host(self, at: Tile, pip: int) -> tuple[LaidTile, tuple[End, ...]]:
        """Return the tile `at` as it lies before a tile is joined to its half `pip`, and the other loose ends.

        Raise RuleError `end_not_open` or `tile_not_laid` if nothing can be joined there.
        """
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
        return self._find_loose_host(at, pip)

    def _find_loose_host(self, at: Tile, pip: int) -> tuple[LaidTile, tuple[End, ...]]:
        """Return what `_find_host` returns, for a tile that is known only by a typed end.

        A double with tiles at both long sides shows no end, but may take another tile if the model allows it.
        """
        end = self._find_loose_end(at, pip)
        if end is not None:
            rest = list(self.loose)
            rest.remove(end)
            return self._infer_host(at, pip, end, alone=not rest and not self.laid), tuple(rest)
        if self._takes_four(at):
            joined = 2 if self.model.spinner == "first_tile" else max(2, len(self.row))
            return LaidTile(at, (joined, 0), first=self.model.spinner == "first_double"), self.loose
        raise refuse("end_not_open", "pip", tile=str(at), pip=pip)

    @property
    def incomplete_cross(self) -> Tile | None:
        """The double that must get its tiles before one is laid elsewhere; None if there is none."""
        for laid in self.laid.values():
            if laid.tile.double and self.model.incomplete(laid.joined[0], laid.first):
                return laid.tile
        doubles = (Tile(end.pip, end.pip) for end in self.loose if end.both)
        return next((tile for tile in doubles if self._is_led(tile)), None)

    def _is_led(self, tile: Tile) -> bool:
        """Return whether `tile`, a double among the typed ends, is the double that leads the round and gets four tiles.

        If a round may begin with any tile, that is certain only while three ends are open: no tile was laid elsewhere
        yet. With fewer ends it is certain if the first tile must be a double.
        """
        led = tile == self.begins or len(self.row) == 3 or (self.begins == "double" and len(self.row) < 3)
        return led and self.model.incomplete(0, first=True)

    def _find_loose_end(self, at: Tile, pip: int) -> End | None:
        """Return the loose end of `pip` that `at` can have; None if there is none.

        A double that takes four tiles never shows a single half.
        """
        candidates = [End(pip, both=True)] * at.double + [End(pip)] * (not self._takes_four(at))
        return next((end for end in candidates if end in self.loose), None)

    def _takes_four(self, at: Tile) -> bool:
        """Return whether `at` is a double that takes, or as a first double may take, more than two tiles."""
        return at.double and (self.model.room(2, first=False) > 1 or self.may_hide_first_double)

    @property
    def may_hide_first_double(self) -> bool:
        """Whether a first double may lie unseen with tiles at both long sides and still take more.

        That is so in SPIN_ONE while only typed ends are known and fewer than four of them are open.
        """
        return self.model.spinner == "first_double" and self.typed and not self.whole and len(self.row) < 4

    def _infer_host(self, at: Tile, pip: int, end: End, alone: bool) -> LaidTile:
        """Return the tile `at` as it lies if its open half of `pip` pips was typed as `end`.

        `alone` says that no other end is open and no tile is followed.
        """
        if at.double:
            if self._is_led(at):
                return LaidTile(at, (len(self.row) - 1, 0), first=True)
            first = alone if self.model.spinner == "first_tile" else self._is_spinner(at)
            return LaidTile(at, (count_joined(self.model, end.halves, alone), 0), first)
        return LaidTile(at).with_join(at.other(pip))
