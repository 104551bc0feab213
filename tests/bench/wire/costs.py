"""What one answer costs: seconds of the server's processor time, and seconds until it is here."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from statistics import median

from tests.bench.rows import Note, find_percentile
from tests.bench.wire.phones import BenchPhone, Phones, ask_in_turn
from tests.bench.wire.serving import Served


@dataclass(frozen=True)
class Doing:
    """Something phones do all the time: what each of them asks, one question after the other, and is answered."""

    what: str
    served: Served
    asks: Callable[[], Iterator[bytes]]
    status: int = 200


@dataclass
class Cost:
    """What each block of answers took of the processor, an answer, and what every single one took of the evening."""

    processors: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    lost: int = 0

    @property
    def processor(self) -> float:
        """Of the usual answer."""
        return median(self.processors)

    @property
    def wall(self) -> float:
        """Until the usual answer is here."""
        return median(self.seconds)

    def describe(self, what: str) -> Note:
        """Everything in one line."""
        times = [self.processor, self.wall, find_percentile(self.seconds, 0.99)]
        processor, usual, slowest = (f"{1000 * each:7.2f}" for each in times)
        lost = f"  {self.lost} connections lost" if self.lost else ""
        return Note(what, f"processor {processor} ms   median {usual} ms   p99 {slowest} ms{lost}")


def measure_costs(doings: Sequence[Doing], clients: int, rounds: int, times: int) -> list[Cost]:
    """The cost of each, done by so many phones at once in so many rounds, each phone `times` times a round.

    They take turns, so that a busy machine slows all of them.
    """
    costs = [Cost() for _ in doings]
    with ExitStack() as held:
        asking: list[list[tuple[BenchPhone, Iterator[bytes]]]] = []
        lines = [held.enter_context(Phones(doing.served.place)) for doing in doings]
        for doing, phones in zip(doings, lines, strict=True):
            asking.append([(phones.add_phone(), doing.asks()) for _ in range(clients)])
            ask_in_turn(phones, asking[-1], 2)  # whatever is only done once
        for _ in range(rounds):
            for doing, phones, mine, cost in zip(doings, lines, asking, costs, strict=True):
                before = doing.served.processor
                answers = ask_in_turn(phones, mine, times)
                cost.processors.append((doing.served.processor - before) / len(answers))
                cost.seconds += [heard.seconds for heard in answers]
                cost.lost = phones.lost
                wrong = {heard.status for heard in answers} - {doing.status}
                assert not wrong, (doing.what, wrong)
    return costs
