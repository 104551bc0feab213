"""Brackets: the matches of a single or double elimination, and their outcomes.

A bracket is a tuple of matches in the order in which they can be played. Each of the two places of a match is filled by
a seed, by the winner or loser of an earlier match, or by nobody. If nobody fills one place, the entrant in the other
place goes on without playing.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

Stage = Literal["winners", "losers", "final", "reset", "third", "consolation"]
SourceKind = Literal["seed", "winner", "loser", "first_loser"]


@dataclass(frozen=True, slots=True)
class Source:
    """The source of the entrant in one place of a match.

    `seed` is the entrant `name`, or nobody if `name` is None. `winner` and `loser` are those of the match with the
    index `match`. `first_loser` is the entrant `name`, who had a bye, if they lose the match with that index, their
    first one.
    """

    kind: SourceKind
    match: int = -1
    name: str | None = None


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of a bracket in a round of its stage, counted from 1."""

    stage: Stage
    round: int
    sources: tuple[Source, Source]


@dataclass(frozen=True, slots=True)
class Bracket:
    """The matches of an elimination; `size` is the number of places in the first round."""

    names: tuple[str, ...]
    size: int
    matches: tuple[BracketMatch, ...]

    def first_round(self) -> Iterator[tuple[str | None, str | None]]:
        """Yield the pairs of the first round; None is nobody."""
        for match in self.matches:
            if match.stage == "winners" and match.round == 1:
                yield match.sources[0].name, match.sources[1].name

    def byes(self) -> tuple[str, ...]:
        """Return the entrants without an opponent in the first round, the best first."""
        alone = {one or other for one, other in self.first_round() if None in (one, other)}
        return tuple(name for name in self.names if name in alone)

    def is_late(self, match: BracketMatch) -> bool:
        """Return whether a match is a semi-final, a match for the third place or a final.

        The semi-finals of a double elimination are the last matches of the winners' and of the losers' bracket, whose
        winners meet in the final.
        """
        last = {stage: max(each.round for each in self.matches if each.stage == stage) for stage in self.stages()}
        if match.stage == "consolation":
            return False
        depth = 1 if match.stage == "winners" and "final" not in last else 0
        return match.round >= last[match.stage] - depth

    def stages(self) -> set[Stage]:
        """Return the stages that have a match."""
        return {match.stage for match in self.matches}


@dataclass(frozen=True, slots=True)
class BracketOutcome:
    """The known facts of a match: the entrants in its two places, and the winner.

    A place is None if nobody fills it. `is_ready` says that both places are known; a match of two entrants that is
    ready and has no winner is played next.
    """

    match: BracketMatch
    sides: tuple[str | None, str | None]
    is_ready: bool
    winner: str | None = None

    @property
    def is_met(self) -> bool:
        """Whether two entrants meet in this match."""
        return self.is_ready and None not in self.sides

    @property
    def is_settled(self) -> bool:
        """Whether it is known who goes on."""
        return self.is_ready and (self.winner is not None or None in self.sides)

    @property
    def loser(self) -> str | None:
        """The entrant who lost the match; None if it was not played."""
        if not self.is_met or self.winner is None:
            return None
        return self.sides[0] if self.winner == self.sides[1] else self.sides[1]

    @property
    def next(self) -> str | None:
        """The entrant who goes on: the winner, or the only entrant of the match; None if there is none yet."""
        return self.winner if self.is_met else self.sides[0] or self.sides[1]


def order_seeds(size: int) -> tuple[int, ...]:
    """Return the seeds in the order of their places in the first round: 1, 8, 4, 5, 2, 7, 3, 6 in a bracket of eight.

    `size` is a power of two.
    """
    seeds = [1]
    while len(seeds) < size:
        seeds = [place for seed in seeds for place in (seed, 2 * len(seeds) + 1 - seed)]
    return tuple(seeds)


def make_bracket(
    names: Sequence[str], *, double: bool = False, third: bool = False, consolation: bool = False, reset: bool = True
) -> Bracket:
    """Return the bracket of the entrants `names`, which are in the order of their seeds.

    The best entrants have the byes. `third` and `consolation` are for a single elimination. The consolation is for all
    who lose their first match. With `reset` a double elimination has a second final when the winner of the winners'
    bracket loses the first.
    """
    size = 1 << max(len(names) - 1, 1).bit_length()
    matches: list[BracketMatch] = []
    seeds = [Source("seed", name=names[seed - 1] if seed <= len(names) else None) for seed in order_seeds(size)]
    rounds = _add_tree(matches, "winners", seeds)
    if double:
        _add_losers(matches, rounds, reset=reset)
    if third and len(rounds) > 1 and not double:
        matches.append(BracketMatch("third", 1, (Source("loser", rounds[-2][0]), Source("loser", rounds[-2][1]))))
    if consolation and len(rounds) > 1 and not double:
        _add_tree(matches, "consolation", list(_list_first_losers(matches, rounds)))
    return Bracket(tuple(names), size, tuple(matches))


def _add(matches: list[BracketMatch], stage: Stage, round_: int, one: Source, other: Source) -> int:
    """Append a match and return its index."""
    matches.append(BracketMatch(stage, round_, (one, other)))
    return len(matches) - 1


def _add_tree(matches: list[BracketMatch], stage: Stage, places: list[Source]) -> list[list[int]]:
    """Append rounds in which the winners of neighbouring places meet until one is left.

    Return the matches of each round.
    """
    rounds: list[list[int]] = []
    while len(places) > 1:
        pairs = zip(places[::2], places[1::2], strict=True)
        rounds.append([_add(matches, stage, len(rounds) + 1, one, other) for one, other in pairs])
        places = [Source("winner", index) for index in rounds[-1]]
    return rounds


def _add_losers(matches: list[BracketMatch], rounds: list[list[int]], *, reset: bool) -> None:
    """Append the losers' bracket, the final and its second match.

    The rounds of the losers' bracket alternate: in one its entrants play each other, in the next they play those who
    lost in the next round of the winners' bracket. The latter come in reverse order, so that two who have met meet
    again late.
    """
    places = [Source("loser", index) for index in rounds[0]]
    number = 0
    for lost in rounds[1:]:
        number += 1
        pairs = zip(places[::2], places[1::2], strict=True)
        places = [Source("winner", _add(matches, "losers", number, one, other)) for one, other in pairs]
        number += 1
        coming = [Source("loser", index) for index in reversed(lost)]
        pairs = zip(places, coming, strict=True)
        places = [Source("winner", _add(matches, "losers", number, one, other)) for one, other in pairs]
    final = _add(matches, "final", 1, Source("winner", rounds[-1][0]), places[0])
    if reset:
        _add(matches, "reset", 1, Source("winner", final), Source("loser", final))


def _list_first_losers(matches: Sequence[BracketMatch], rounds: Sequence[Sequence[int]]) -> Iterator[Source]:
    """Yield the source of each entrant of the consolation: one for each match of the first round."""
    for place, index in enumerate(rounds[0]):
        alone = [source.name for source in matches[index].sources if source.name is not None]
        yield Source("first_loser", rounds[1][place // 2], alone[0]) if len(alone) == 1 else Source("loser", index)


def play_bracket(bracket: Bracket, find_winner: Callable[[str, str, int], str | None]) -> tuple[BracketOutcome, ...]:
    """Return the outcome of each match of the bracket, in its order.

    `find_winner` takes two entrants who meet and the number of their meeting, counted from 1; it returns None while
    that match has no winner.
    """
    played: list[BracketOutcome] = []
    meetings: Counter[frozenset[str]] = Counter()
    for match in bracket.matches:
        is_ready = all(source.kind == "seed" or played[source.match].is_settled for source in match.sources)
        one, other = (_find_name(played, source) if is_ready else None for source in match.sources)
        if match.stage == "reset" and is_ready and not _needs_reset(played):
            one = other = None
        winner = None
        if one is not None and other is not None:
            meetings[frozenset((one, other))] += 1
            winner = find_winner(one, other, meetings[frozenset((one, other))])
        played.append(BracketOutcome(match, (one, other), is_ready, winner))
    return tuple(played)


def _find_name(played: Sequence[BracketOutcome], source: Source) -> str | None:
    """Return the entrant that `source` puts into a place; None for nobody."""
    match source.kind:
        case "seed":
            return source.name
        case "winner":
            return played[source.match].next
        case "loser":
            return played[source.match].loser
    return source.name if played[source.match].loser == source.name else None


def _needs_reset(played: Sequence[BracketOutcome]) -> bool:
    """Return whether the entrant who had not lost before has lost the final."""
    final = played[-1]
    return final.winner is not None and final.winner == final.sides[1]


def list_places(played: Sequence[BracketOutcome]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return the places at the end of a bracket, each with the entrants who share it; empty before the end.

    Below the finalists, and the two who played for the third place, are those who lost in the same round.
    """
    if not all(each.is_settled for each in played):
        return ()
    stages = {each.match.stage for each in played}
    finals, lower = (("final", "reset"), "losers") if "final" in stages else (("winners",), "winners")
    *_, last = (each for each in played if each.is_met and each.match.stage in finals)
    groups = [[last.winner], [last.loser]]
    for each in played:
        if each.match.stage == "third":
            groups += [[each.next], [each.loser]]
    by_round: dict[int, list[str | None]] = defaultdict(list)
    for each in played:
        if each.match.stage == lower:
            by_round[-each.match.round].append(each.loser)
    groups += [by_round[number] for number in sorted(by_round)]
    places: list[tuple[int, tuple[str, ...]]] = []
    placed: set[str] = set()
    for group in groups:
        if names := tuple(name for name in group if name is not None and name not in placed):
            places.append((len(placed) + 1, names))
            placed.update(names)
    return tuple(places)
