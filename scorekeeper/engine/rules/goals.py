"""When a match is over, who has won it, and which points count towards its goal."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from scorekeeper.engine.rules.points import count_points, find_fewest, write_score
from scorekeeper.engine.rules.scores import RoundScore, Score, add_carried
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value, counted, join_names

Totals = Mapping[str, int]


class Goal(Protocol):
    """The goal of a match: what ends it, and who wins."""

    @property
    def target(self) -> int | None:
        """The points to which the match is played; None if it does not end at a number of points."""

    @property
    def rounds(self) -> int | None:
        """The number of rounds of the match; None if it does not end after a number of rounds."""

    @property
    def lowest_wins(self) -> bool:
        """Whether points are penalties, so that the lowest total wins."""

    def winners(self, totals: Totals, rounds: int, between_rounds: bool) -> tuple[str, ...]:
        """Return the sides that have won the match after this number of `rounds`.

        The result is empty if the match goes on, and has several sides for a draw. `between_rounds` says whether no
        round is being played.
        """

    def explain(self, totals: Totals, winners: tuple[str, ...]) -> Text:
        """Return a sentence that says who has won the match, and with what totals."""

    def counts_for(self, totals: Totals, winners: tuple[str, ...]) -> int:
        """Return how many wins the match counts for in the evening (the matches played one after the other): 1 or 2."""

    def count_move(self, total: int, score: Score) -> Score:
        """Return the part of a move's score that counts for a side with `total` points."""

    def count_round(self, totals: Totals, score: RoundScore) -> RoundScore:
        """Return the part of a round's score that counts for sides with these `totals`.

        Points carried over from tied rounds (`score.carried`) are added for the side that has won the round.
        """


def is_shutout(totals: Totals, winners: tuple[str, ...]) -> bool:
    """Return whether one side has won and all others have no point."""
    others = [total for side, total in totals.items() if side not in winners]
    return len(winners) == 1 and bool(others) and not any(others)


def explain_points(seating: Seating, totals: Totals, winners: tuple[str, ...], *, twice: bool = False) -> Text:
    """Return a sentence for the winner of a match for points, such as `Anna & Carl won, 61 : 19`, or for a draw.

    With `twice`, add that the match counts twice since no other side has a point.
    """
    won = _explain_points(seating, totals, winners)
    if not twice:
        return won
    return Text(N_("%(won)s; nobody else has a point, so the match counts twice"), {"won": won})


def _explain_points(seating: Seating, totals: Totals, winners: tuple[str, ...]) -> Text:
    """Return the sentence of `explain_points` without the remark that the match counts twice."""
    side, *others = winners
    best = totals[side]
    if others:
        return Text(N_("a draw: %(sides)s have %(total)s each"), {"sides": join_names(winners), "total": best})
    number = len(seating.members(side))
    if len(totals) == 2:
        score = write_score(totals, side)
        return counted("%(side)s won, %(score)s", "%(side)s won, %(score)s", number, {"side": side, "score": score})
    values: dict[str, Value] = {"side": side, "points": count_points(best)}
    return counted("%(side)s won: %(points)s", "%(side)s won: %(points)s", number, values)


@dataclass(frozen=True, slots=True)
class EveryPointCounts:
    """The base of goals towards which all points count and with which each match counts as one win."""

    def counts_for(self, totals: Totals, winners: tuple[str, ...]) -> int:
        """Return 1: a match counts as one win."""
        return 1

    def count_move(self, total: int, score: Score) -> Score:
        """Return `score` unchanged."""
        return score

    def count_round(self, totals: Totals, score: RoundScore) -> RoundScore:
        """Return `score` with the points that were carried over."""
        return add_carried(score)


@dataclass(frozen=True, slots=True)
class ToTarget:
    """The goal to be the first at `target` points; if several sides lead with equal totals, another round is played.

    With `at_once`, points scored during a round can end the match, else only the end of a round can. With `exact`,
    points that would pass the target do not count (docs/rules.md A2). A side without points needs `to_open` points at
    once before any count. With `others_back`, points for winning a round set the totals of all other sides back to 0.
    With `shutout`, a match in which no other side has a point counts twice in the evening (A30). Unless
    `first_tile_wins`, points of the first tile of a round that would reach the target do not count.
    """

    seating: Seating
    target: int
    at_once: bool = False
    exact: bool = False
    to_open: int = 0
    others_back: bool = False
    shutout: bool = False
    first_tile_wins: bool = True
    rounds: ClassVar[int | None] = None
    lowest_wins: ClassVar[bool] = False

    def winners(self, totals: Totals, rounds: int, between_rounds: bool) -> tuple[str, ...]:
        """Return the one side with the highest total if it has reached the target; empty if several lead.

        Without `at_once` the match can end only `between_rounds`.
        """
        if not (between_rounds or self.at_once):
            return ()
        best = max(totals.values())
        leaders = tuple(side for side, total in totals.items() if total == best)
        return leaders if best >= self.target and len(leaders) == 1 else ()

    def explain(self, totals: Totals, winners: tuple[str, ...]) -> Text:
        return explain_points(self.seating, totals, winners, twice=self.counts_for(totals, winners) > 1)

    def counts_for(self, totals: Totals, winners: tuple[str, ...]) -> int:
        """Return 2 if all other sides have no point and the table counts such a match twice, else 1."""
        return 2 if self.shutout and is_shutout(totals, winners) else 1

    def count_move(self, total: int, score: Score) -> Score:
        """Return the score of a move, or 0 points if they do not count.

        They do not count before a side is on the board, or if they would pass a target that must be hit exactly, or win
        with the first tile of a round where it cannot win.
        """
        lost = self._explain_lost(total, score.points)
        if score.of_first_tile and not self.first_tile_wins and total + score.points >= self.target:
            lost = N_("%(why)s; the first tile of a round cannot win, so it does not count")
        if lost is None:
            return score
        return replace(score, points=0, why=Text(lost, {"target": self.target, "why": score.why}))

    def count_round(self, totals: Totals, score: RoundScore) -> RoundScore:
        """Return the score of a round without points that do not count.

        With `others_back` it has negative points for the sides that are set back to 0.
        """
        counted = self._drop_lost(totals, add_carried(score))
        return set_others_back(totals, counted) if self.others_back else counted

    def _drop_lost(self, totals: Totals, score: RoundScore) -> RoundScore:
        """Return the score without the points that do not count; each side that scores is considered separately."""
        reasons = {side: self._explain_lost(totals[side], points) for side, points in score.points.items()}
        lost = {side: reason for side, reason in reasons.items() if reason is not None}
        if not lost:
            return score
        each_of_a_tie = len(score.points) > 1
        message = N_("%(why)s; for %(sides)s it does not count") if each_of_a_tie else next(iter(lost.values()))
        return drop_points(score, tuple(lost), message, self.target)

    def _explain_lost(self, total: int, points: int) -> str | None:
        """Return why this number of `points` does not count for a side that has `total`; None if they count."""
        if not total and 0 < points < self.to_open:
            return N_("%(why)s; not yet on the board, so it does not count")
        if self.exact and total + points > self.target:
            return N_("%(why)s; that passes %(target)s, so it does not count")
        return None


def drop_points(score: RoundScore, lost: tuple[str, ...], message: str, target: int | None = None) -> RoundScore:
    """Return the score without the points of the sides `lost`.

    `message` says why they do not count; its values are `why` (the reason for the points), `sides` and `target`.
    """
    points = {side: 0 if side in lost else points for side, points in score.points.items()}
    values: dict[str, Value] = {"target": target, "sides": join_names(lost)} if target else {"sides": join_names(lost)}
    short_why = None if score.short_why is None else Text(message, {**values, "why": score.short_why})
    return replace(score, points=points, why=Text(message, {**values, "why": score.why}), short_why=short_why)


def set_others_back(totals: Totals, score: RoundScore) -> RoundScore:
    """Return the score with negative points that set the totals of all sides that have not won the round to 0.

    A round that scores nothing is returned unchanged.
    """
    back = {side: -total for side, total in totals.items() if total and side not in score.winners}
    if not back or not any(score.points.values()):
        return score
    message, lost = N_("%(why)s; back to 0: %(lost)s"), ", ".join(f"{side} −{-points}" for side, points in back.items())
    short_why = None if score.short_why is None else Text(message, {"why": score.short_why, "lost": lost})
    why = Text(message, {"why": score.why, "lost": lost})
    return replace(score, points={**score.points, **back}, why=why, short_why=short_why)


@dataclass(frozen=True, slots=True)
class ForPenalties(EveryPointCounts):
    """The goal of a match that ends after a number of `rounds`, or once a side has `limit` points after a round.

    The lowest total wins, unless `lowest_wins` is false.
    """

    seating: Seating
    rounds: int | None = None
    limit: int | None = None
    lowest_wins: bool = True
    target: ClassVar[int | None] = None

    def winners(self, totals: Totals, rounds: int, between_rounds: bool) -> tuple[str, ...]:
        """Return the best sides once the rounds are played or a side has reached the limit; empty before."""
        if self.limit is not None:
            over = max(totals.values()) >= self.limit
        else:
            over = self.rounds is not None and rounds >= self.rounds
        if not over:
            return ()
        return find_fewest(totals if self.lowest_wins else {side: -total for side, total in totals.items()})

    def explain(self, totals: Totals, winners: tuple[str, ...]) -> Text:
        winner, *others = winners
        values: dict[str, Value] = {"player": winner, "total": totals[winner]}
        if others:
            return Text(N_("a draw: %(sides)s have %(total)s each"), {**values, "sides": join_names(winners)})
        if self.lowest_wins:
            return Text(N_("%(player)s won with the fewest points, %(total)s"), values)
        return Text(N_("%(player)s won with the most points, %(total)s"), values)
