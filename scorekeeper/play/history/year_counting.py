"""The counting of years: finished matches are added one by one to the counts of `year`."""

from collections.abc import Iterable, Sequence
from datetime import timedelta, tzinfo
from typing import Any

from scorekeeper.engine.seating import Seating
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.periods import find_night_day
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.rivalry_counting import BETWEEN
from scorekeeper.play.history.standings import is_against_others
from scorekeeper.play.history.tally_counting import find_digest
from scorekeeper.store import Connection, Store
from scorekeeper.store.finished_matches import FinishedMatch
from scorekeeper.store.sequence import START

MONTH = len("2026-11")
MOST_NAMED = 12  # the most equal rounds, finishes or comebacks of one side that are stored
SHORTEST, LONGEST = timedelta(minutes=2), timedelta(hours=12)  # the limits of a plausible length of a match


class YearCounting:
    """The counts of the finished matches of a year; `data` holds only JSON values.

    `months` has for each month and game the number of matches, and the wins of each player; the month is that of the
    night. `rounds`, `finishes` and `comebacks` have for each side its best ones: the numbers by which they are
    compared, how many are equal, and the first of them.
    """

    def __init__(self, store: Store, db: Connection, zone: tzinfo | None, stored: dict[str, Any]) -> None:
        self._store, self._db, self._zone = store, db, zone
        kinds = ("games", "players", "nights", "months", "rounds", "finishes", "comebacks")
        self.data = {"seconds": 0, "timed": 0, **{kind: {} for kind in kinds}, **stored}

    def add_endings(self, endings: Iterable[FinishedMatch]) -> None:
        """Add these finished matches."""
        for ending in endings:
            row = ending.row
            seating, game = Seating(row.players, row.partners), PlayedGame(row.variant, row.own_name)
            if is_against_others(game):
                night = find_night_day(START + timedelta(microseconds=ending.evening), self._zone).isoformat()
                for kind, keys in (("games", (game.key,)), ("nights", (night,)), ("players", row.players)):
                    for key in keys:
                        self.data[kind][key] = self.data[kind].get(key, 0) + 1
                self._add_to_month(night[:MONTH], game.key, ending, seating)
                lasted = ending.written - row.started if ending.written else timedelta()
                if SHORTEST <= lasted <= LONGEST:
                    self.data["timed"] += 1
                    self.data["seconds"] += round(lasted.total_seconds())
                if row.variant in VARIANTS:
                    self._add_moments(ending, seating, [row.id, game.key, night])

    def _add_to_month(self, month: str, game: str, ending: FinishedMatch, seating: Seating) -> None:
        """Add a match to those of a month in one game."""
        counts = self.data["months"].setdefault(month, {}).setdefault(game, [0, {}])
        counts[0] += 1
        for player in seating.members(ending.winners[0]) if len(ending.winners) == 1 else ():
            counts[1][player] = counts[1].get(player, 0) + 1

    def _add_moments(self, ending: FinishedMatch, seating: Seating, where: list[str]) -> None:
        """Add the best round of each side of a match and, if one side won the match, its margin and its comeback.

        `where` has the id of the match, the key of the game and the night.
        """
        row, sides = ending.row, seating.sides
        goal = VARIANTS[row.variant].at(Seating(row.players, row.partners, row.lead, row.options)).goal
        digest = find_digest(self._store, self._db, ending)
        if not goal.lowest_wins:
            for side, best in zip(sides, digest["best_rounds"], strict=False):
                if best:
                    self._add("rounds", seating.members(side), best[:1], [*where, [], [0, 0], best[1]])
        if len(ending.winners) != 1 or not ending.totals.keys() >= set(sides):
            return
        [winner] = ending.winners
        rest = [side for side in sides if side != winner]
        second = (min if goal.lowest_wins else max)(rest, key=lambda side: ending.totals[side])
        totals = [ending.totals[winner], ending.totals[second]]
        margin = totals[1] - totals[0] if goal.lowest_wins else totals[0] - totals[1]
        members, moment = seating.members(winner), [*where, seating.members(second), totals, None]
        if margin > 0:
            self._add("finishes", members, [-margin, max(totals)], moment)
        if behind := dict(zip(sides, digest["behind"], strict=False)).get(winner):
            self._add("comebacks", members, [behind], moment)

    def _add(self, kind: str, players: Sequence[str], worth: list[int], moment: list[Any]) -> None:
        """Add a moment of the side `players` unless the side has one of this kind that is worth more."""
        known = self.data[kind].setdefault(BETWEEN.join(players), [worth, 0, []])
        if worth > known[0]:
            known[:] = [worth, 0, []]
        if worth == known[0]:
            known[1] += 1
            known[2] += [moment] if len(known[2]) < MOST_NAMED else []
