"""The order of entrants or teams by the criteria of an event.

Each criterion splits the entrants who are still tied, and the parts go on to the next criterion, never back to an
earlier one.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.play.events.event import Criterion
from scorekeeper.play.events.lines import MatchLine

Group = tuple[str | None, Sequence["Contender"]]
"""The criterion that ranks a group below the place above, and the contenders of the group, who share a place."""


@dataclass(frozen=True, slots=True)
class Contender:
    """An entrant or a team, with the lines that count for it."""

    name: str
    members: frozenset[str]
    lines: tuple[MatchLine, ...]
    buchholz: int
    """The sum of the matches won by its opponents; an opponent counts once for each meeting."""

    @classmethod
    def of(cls, name: str, members: Collection[str], lines: Mapping[str, Sequence[MatchLine]]) -> "Contender":
        """Return the contender whose members have these lines."""
        own = tuple(line for member in members for line in lines[member])
        meetings = {(line.name, line.round, opponent) for line in own for opponent in line.opponents}
        buchholz = sum(line.won for _, _, opponent in meetings for line in lines[opponent])
        return cls(name, frozenset(members), own, buchholz)

    @property
    def won(self) -> int:
        """The number of matches it won."""
        return sum(line.won for line in self.lines)

    @property
    def effectiveness(self) -> int:
        """Its effectiveness in all matches."""
        return sum(line.effectiveness for line in self.lines)

    @property
    def points(self) -> int:
        """The points it scored."""
        return sum(line.points for line in self.lines)

    @property
    def against(self) -> int:
        """The points its opponents scored."""
        return sum(line.against for line in self.lines)

    @property
    def excess(self) -> int:
        """The points above the target that the event records separately."""
        return sum(line.excess for line in self.lines)

    def lines_against(self, others: Collection["Contender"]) -> list[MatchLine]:
        """Return its lines of matches against any of the others."""
        names = {member for other in others for member in other.members} - self.members
        return [line for line in self.lines if names.intersection(line.opponents)]

    def beat(self, other: "Contender") -> bool:
        """Return whether it won more of the matches against the other than the other did."""
        return _count_won(self, other) > _count_won(other, self)


def rank_contenders(
    contenders: Sequence[Contender], ranking: Sequence[Criterion], lots: Sequence[Sequence[str]]
) -> list[Group]:
    """Return the contenders who share a place, place by place from the first.

    `lots` are orders drawn by lot, of which the first that contains all tied contenders counts.
    """
    if not contenders:
        return []
    if len(contenders) == 1 or not ranking:
        return [(None, contenders)]
    criterion, *rest = ranking
    keys = _measure(criterion, contenders, lots)
    groups: list[Group] = []
    for key in sorted(set(keys)):
        (_, best), *behind = rank_contenders(
            [each for each, its_key in zip(contenders, keys, strict=True) if its_key == key], rest, lots
        )
        groups += [(criterion if groups else None, best), *behind]
    return groups


def _measure(criterion: Criterion, tied: Sequence[Contender], lots: Sequence[Sequence[str]]) -> list[tuple[int, ...]]:
    """Return a sort key for each of the tied contenders; the lowest comes first."""
    match criterion:
        case "won" | "effectiveness" | "excess" | "buchholz":
            return [(-getattr(each, criterion),) for each in tied]
        case "for":
            return [(-each.points,) for each in tied]
        case "against":
            return [(each.against,) for each in tied]
        case "best":
            most = max(len(each.lines) for each in tied)
            best = [sorted(-line.points for line in each.lines) for each in tied]
            return [(*points, *[0] * (most - len(points))) for points in best]
        case "head" if len(tied) == 2:
            return [(-_count_won(one, other),) for one, other in (tied, tied[::-1])]
        case "mini" if len(tied) > 2:
            return [_measure_among(each, [other for other in tied if other is not each]) for each in tied]
        case "lot":
            lot = next((lot for lot in lots if {each.name for each in tied} <= set(lot)), None)
            return [(lot.index(each.name) if lot else 0,) for each in tied]
        case _:
            return [()] * len(tied)


def _measure_among(contender: Contender, others: Sequence[Contender]) -> tuple[int, ...]:
    """Return the sort key of a contender for the criterion `mini`.

    A contender who beat each of the others comes first; the others follow by the points scored among the tied.
    """
    if all(contender.beat(other) for other in others):
        return (0,)
    return (1, -sum(line.points for line in contender.lines_against(others)))


def _count_won(one: Contender, other: Contender) -> int:
    """Return how many matches against `other` the contender `one` has won."""
    return sum(line.won for line in one.lines_against([other]))
