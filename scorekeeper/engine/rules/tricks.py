"""Points of a round of tricks: one for each trick, and the pips of the count tiles (docs/rules.md §10.1).

There are seven tricks and five count tiles, whose pips make five or ten: 42 points in all. The points that one side did
not take belong to the other.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorekeeper.engine.entries import TricksTaken
from scorekeeper.engine.problems import Findings, RuleError, refuse
from scorekeeper.engine.rules.points import write_sum
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value, counted
from scorekeeper.engine.tiles import Tile, make_set

TRICKS, TILES_IN_A_TRICK = 7, 4
COUNT_TILES = tuple(tile for tile in make_set(6) if tile.pips and tile.pips % 5 == 0)
ALL_POINTS = TRICKS + sum(tile.pips for tile in COUNT_TILES)


@dataclass(frozen=True, slots=True)
class Share:
    """The points that a side took, and the sum they come from, such as `6 + 10 + 5`.

    `terms` is empty if only the points were entered.
    """

    points: int
    terms: str = ""

    def describe(self) -> Value:
        """Return the share in words, e.g. `31` or `6 + 10 + 5 = 21`."""
        if not self.terms:
            return self.points
        return Text(N_("%(terms)s = %(sum)s"), {"terms": self.terms, "sum": self.points})


def share_points(seating: Seating, taken: Iterable[tuple[str, TricksTaken]]) -> Mapping[str, Share]:
    """Return the points that each of the two sides took; those that were not entered for one follow from the other.

    Raise RuleError `bad_tricks` for impossible tricks.
    """
    findings, by_player = Findings(), dict[str, TricksTaken]()
    for player, each in taken:
        side = seating.side_of(player)
        with findings.at("taken", player):
            _check_taken(each)
            if by_player.setdefault(side, each) != each:
                raise _refuse(Text(N_("partners take their tricks together")))
    findings.settle()
    if len(by_player) == 2:
        _check_together(*by_player.values())
    shares = {side: _count(each) for side, each in by_player.items()}
    for side in seating.sides:
        if side not in shares:
            rest = next(iter(shares.values())).points
            shares[side] = Share(ALL_POINTS - rest, f"{ALL_POINTS} − {rest}")
    return shares


def share_tricks(seating: Seating, taken: Iterable[tuple[str, TricksTaken]]) -> Mapping[str, int]:
    """Return how many tricks each player took where each plays alone.

    One number that was not entered follows from the others. Raise RuleError `bad_tricks` if they are not seven
    together, or if too little is known.
    """
    findings, by_player = Findings(), dict[str, int]()
    for player, each in taken:
        with findings.at("taken", player):
            if each.tricks is None or each.count is not None or each.points not in (None, each.tricks):
                raise _refuse(Text(N_("the tricks of each player are counted")))
            _check_taken(each)
            by_player[player] = each.tricks
    findings.settle()
    unknown, rest = [player for player in seating.players if player not in by_player], TRICKS - sum(by_player.values())
    if rest < 0 or (rest and not unknown):
        raise refuse("bad_tricks", "taken", because=Text(N_("a round has %(tricks)s tricks"), {"tricks": TRICKS}))
    if rest and len(unknown) > 1:
        raise refuse("bad_tricks", "taken", because=Text(N_("the tricks of all but one player must be known")))
    return {player: by_player.get(player, rest) for player in seating.players}


def _count(taken: TricksTaken) -> Share:
    """Return the points of the tricks and count tiles that a side took, or the points as they were entered."""
    if taken.tricks is None:
        return Share(taken.points or 0)
    terms = [taken.tricks, *(tile.pips for tile in _list_count(taken))]
    return Share(sum(terms), write_sum(terms) if len(terms) > 1 else "")


def _list_count(taken: TricksTaken) -> tuple[Tile, ...]:
    """Return the count tiles that a side took; all of them if it took every trick and none were entered."""
    if taken.count is None:
        return COUNT_TILES if taken.tricks == TRICKS else ()
    return taken.count


def _check_taken(taken: TricksTaken) -> None:
    """Raise RuleError `bad_tricks` for points, tricks and count tiles that no side can take."""
    if taken.points is not None and taken.points > ALL_POINTS:
        raise _refuse(Text(N_("a round has %(points)s points"), {"points": ALL_POINTS}))
    tiles = taken.count or ()
    for tile in tiles:
        if tile not in COUNT_TILES:
            raise _refuse(Text(N_("%(tile)s counts nothing"), {"tile": str(tile)}))
    if len(set(tiles)) < len(tiles):
        raise _refuse(Text(N_("a tile is there twice")))
    if tiles and not taken.tricks:
        raise _refuse(Text(N_("it takes a trick to take a tile")))
    if taken.tricks is None:
        return
    if taken.tricks > TRICKS:
        raise _refuse(Text(N_("a round has %(tricks)s tricks"), {"tricks": TRICKS}))
    if len(tiles) > TILES_IN_A_TRICK * taken.tricks:
        values: dict[str, Value] = {"count": len(tiles)}
        raise _refuse(
            counted(
                "%(n)s trick does not hold %(count)s of these tiles",
                "%(n)s tricks do not hold %(count)s of these tiles",
                taken.tricks,
                values,
            )
        )
    if taken.count is not None and len(COUNT_TILES) - len(tiles) > TILES_IN_A_TRICK * (TRICKS - taken.tricks):
        raise _refuse(Text(N_("the others cannot have all the rest")))
    if taken.points is not None and taken.points != _count(taken).points:
        raise _refuse(Text(N_("these tricks make %(points)s points"), {"points": _count(taken).points}))


def _check_together(one: TricksTaken, other: TricksTaken) -> None:
    """Raise RuleError `bad_tricks` if the tricks of the two sides do not make a whole round."""
    if one.tricks is not None and other.tricks is not None and one.tricks + other.tricks != TRICKS:
        raise refuse("bad_tricks", "taken", because=Text(N_("a round has %(tricks)s tricks"), {"tricks": TRICKS}))
    both = set(_list_count(one)) & set(_list_count(other))
    if both or _count(one).points + _count(other).points != ALL_POINTS:
        raise refuse("bad_tricks", "taken", because=Text(N_("a round has %(points)s points"), {"points": ALL_POINTS}))


def _refuse(because: Text) -> RuleError:
    """Return the RuleError `bad_tricks` with the reason `because`, for the caller to raise."""
    return refuse("bad_tricks", because=because)
