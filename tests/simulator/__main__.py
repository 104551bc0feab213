"""`python -m tests.simulator [ROUNDS] [GAME]` plays ROUNDS (1,000) of each game and prints every difference."""

import sys
from collections.abc import Sequence

from tests.simulator.games import ALL, WITH_MOVES, list_untaught, run_game
from tests.simulator.spoiling import simulate_spoiled
from tests.simulator.tried import Tried

MOST_SHOWN = 5  # differences of one game


def main(words: Sequence[str]) -> int:
    rounds = int(words[0]) if words else 1000
    games = words[1:] or ALL
    untaught = list_untaught()
    print(*untaught, sep="\n", end="\n" * bool(untaught))
    found = len(untaught)
    for game in games:
        wrong = simulate_spoiled(game, max(1, rounds // 10)) if game in WITH_MOVES else Tried()
        tried = run_game(game, rounds)
        found += len(tried.differences)
        print(
            f"{game:16} {tried.rounds:6} rounds {tried.entries:7} entries {tried.whole:5} whole matches "
            f"{len(tried.settings):3} settings {len(tried.tables)} tables {len(tried.differences):4} differences",
            flush=True,
        )
        for (way, cannot_be), times in sorted(wrong.ways.items()):
            print(f"  {times:6} × {way}: {'told' if cannot_be else 'can be, not told'}")
        found += len(wrong.differences)
        for difference in (*tried.differences[:MOST_SHOWN], *wrong.differences[:MOST_SHOWN]):
            print(f"  {difference}")
    print(f"{found} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
