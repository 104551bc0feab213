"""Find the value of a position if all hands are open and everybody plays as well as possible.

The search is alpha-beta with a table of the positions that it has examined. A tile never changes hands, so the tiles
left in all hands, the open ends and the player to move describe a position completely.
"""

from collections.abc import Callable

from scorekeeper.play.history.analysis.open_hands import FinalPosition, OpenHands, OpenMove, OpenPosition, Step

UNLIMITED = 1_000_000  # more points than any round is worth
Key = tuple[int, int, int, int]


class SearchStoppedError(Exception):
    """The search has examined as many positions as it may."""


class AlphaBetaSearch:
    """The search of one round with the tiles in `hands`.

    `value` returns the value of an end. The players `ours` want a high value, all others a low one. The search raises
    SearchStoppedError once it has examined `most` positions.
    """

    def __init__(
        self, hands: OpenHands, ours: frozenset[int], value: Callable[[FinalPosition], int], most: int
    ) -> None:
        self._hands, self._value, self._room = hands, value, most
        self._ours = [player in ours for player in range(len(hands.hands))]
        self._met: dict[Key, tuple[int, int, tuple[int, int]]] = {}  # the bounds of the value, and the best step

    def find_value(self, position: OpenPosition, least: int = -UNLIMITED, most: int = UNLIMITED) -> int:
        """Return the value of a position if it lies between `least` and `most`.

        Otherwise return a bound: a number not above `least` if the value is at most that number, or a number not below
        `most` if the value is at least that number.
        """
        return self._search((position.left, *position.ends, position.mover), least, most)

    def find_line(self, position: OpenPosition) -> tuple[OpenMove, ...]:
        """Return the moves from a position to the end of the round if everybody plays as well as possible."""
        at: OpenPosition | FinalPosition = position
        line = list[OpenMove]()
        while isinstance(at, OpenPosition):
            value = self.find_value(at)
            for move in self._hands.list_moves(at):
                after = self._hands.follow(at, move)
                if (self.find_value(after) if isinstance(after, OpenPosition) else self._value(after)) == value:
                    break
            line.append(move)
            at = after
        return tuple(line)

    def _search(self, key: Key, alpha: int, beta: int) -> int:
        """Return the value of the position `key`, or a bound outside `alpha` and `beta`, as `find_value` does."""
        met = self._met.get(key)
        least, most, best_step = met or (-UNLIMITED, UNLIMITED, (0, 0))
        if least >= beta or least == most:
            return least
        if most <= alpha:
            return most
        left, low, high, mover = key
        steps = self._hands.list_steps(left, low, high, mover)
        if len(steps) == 1:
            return self._take(key, steps[0], alpha, beta)
        if not self._room:
            raise SearchStoppedError
        self._room -= 1
        ours = self._ours[mover]
        alpha, beta = max(alpha, least), min(beta, most)
        from_here, up_to = alpha, beta
        best = -UNLIMITED if ours else UNLIMITED
        for step in self._sort_steps(key, steps, best_step):
            value = self._take(key, step, from_here, up_to)
            if value > best if ours else value < best:
                best, best_step = value, step[:2]
                if ours:
                    from_here = max(from_here, best)
                else:
                    up_to = min(up_to, best)
                if from_here >= up_to:
                    break
        self._met[key] = (best if best > alpha else least, best if best < beta else most, best_step)
        return best

    def _take(self, key: Key, step: Step, alpha: int, beta: int) -> int:
        """Return the value of the position after `step` in the position `key`, or a bound as `_search` does."""
        left, low, high, mover = key
        bit, pip, after_low, after_high, player = step
        if player < 0:
            return self._value(self._hands.end(OpenPosition(left, (low, high), mover), (bit, pip), player))
        return self._search((left ^ bit, after_low, after_high, player), alpha, beta)

    def _sort_steps(self, key: Key, steps: list[Step], best: tuple[int, int]) -> list[Step]:
        """Return the `steps` of the position `key`: first `best`, then those that are likely to be good.

        A step is likely to be good if it ends the round, or leaves opponents few answers or the own side many.
        """
        left, _, _, mover = key
        ours, count = self._ours, self._hands.count_answers

        def rank(step: Step) -> tuple[int, int]:
            """Return the lower the better, and then the heavier the tile."""
            bit, pip, low, high, player = step
            if (bit, pip) == best:
                return -100, bit
            if player < 0:
                return -50, bit
            answers = count(left ^ bit, low, high, player)
            passed = (player - mover - 1) % len(ours)
            return (-answers if ours[player] is ours[mover] else answers) - 3 * passed, bit

        return sorted(steps, key=rank)
