"""The most tiles of a hand that can be laid one after the other at the two ends of a line, without drawing.

Which tiles these are depends on the order, so the search tries every tile that fits at every end. `BOUND` stops the
search of a large hand, which then returns a long run that need not be the longest.
"""

from scorekeeper.engine.tiles import End, Tile

BOUND = 1_000
Lay = tuple[Tile, int]
"""A tile and the pips of the open end that it is laid at."""


def find_longest_run(ends: tuple[End, ...], hand: tuple[Tile, ...], bound: int = BOUND) -> tuple[Lay, ...]:
    """Return the longest run of tiles of `hand` that can be laid at the open `ends`, in order.

    A double that lies alone is open at both sides. The search looks at no more than `bound` different positions.
    """
    halves = [tile.halves for tile in hand]
    runs: dict[tuple[frozenset[int], int], tuple[Lay, ...]] = {}

    def search(one: int, other: int, rest: int) -> tuple[Lay, ...]:
        """Return the longest run at the two pips with the tiles whose bits are set in `rest`."""
        position = (frozenset((one, other)), rest)
        if position in runs or len(runs) >= bound:
            return runs.get(position, ())
        longest: tuple[Lay, ...] = ()
        for number, (high, low) in enumerate(halves):
            bit = 1 << number
            if rest & bit and len(longest) < rest.bit_count():
                for pip, stays in {one: other, other: one}.items():
                    if pip in (high, low):
                        run = ((hand[number], pip), *search(low if pip == high else high, stays, rest ^ bit))
                        longest = max(longest, run, key=len)
        runs[position] = longest
        return longest

    return search(ends[0].pip, ends[-1].pip, (1 << len(hand)) - 1)
