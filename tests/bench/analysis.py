"""Measure how long the analysis of a round with open hands takes, in seconds of processor time."""

from collections.abc import Iterator, Mapping
from random import Random
from time import process_time

from scorekeeper.play.history.analysis.evaluation import evaluate_round
from scorekeeper.play.history.analysis.known_round import KnownRound, find_known_round
from scorekeeper.play.history.replay import replay_round
from tests.bench.rows import Row
from tests.play.known_rounds import play_match

ROUNDS = 20
GAMES: tuple[tuple[str, str, Mapping[str, object]], ...] = (
    ("four alone", "block", {"tie": "rotation"}),
    ("two pairs", "latin_partner", {}),
)


def rows() -> Iterator[Row]:
    """Yield the slowest round of each game; all rounds are analysed back to their first move."""
    for what, variant, options in GAMES:
        slowest = max(measure(variant, options, seed) for seed in range(ROUNDS))
        yield Row(f"the analysis of a round of {what}, the slowest of {ROUNDS}, of the processor", slowest, 10, "s")


def measure(variant: str, options: Mapping[str, object], seed: int) -> float:
    """Analyse a round of the game for four that was played at random; return how long it took."""
    sheet = play_match(variant, 4, Random(seed), options)
    known = find_known_round(sheet, replay_round(sheet))
    assert isinstance(known, KnownRound)
    facts, start = known.to_json(), process_time()
    evaluated = evaluate_round(facts)
    assert None not in evaluated["values"][0]
    return process_time() - start
