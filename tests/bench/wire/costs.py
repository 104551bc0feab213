"""The cost of an answer: seconds of the server's processor time, and seconds until the phone has received it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from statistics import median

from tests.bench.rows import Note, find_percentile
from tests.bench.wire.phones import BenchPhone, Phones, ask_in_turn
from tests.bench.wire.serving import Served


@dataclass(frozen=True)
class Doing:
    """A kind of request that phones send often: the requests of each phone, and the status of their answers."""

    what: str
    served: Served
    asks: Callable[[], Iterator[bytes]]
    status: int = 200


@dataclass
class Cost:
    """The processor time for an answer in each block of answers, and the seconds until each answer arrived."""

    processors: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    lost: int = 0

    @property
    def processor(self) -> float:
        """The median processor time for an answer."""
        return median(self.processors)

    @property
    def wall(self) -> float:
        """The median time until an answer arrives."""
        return median(self.seconds)

    def describe(self, what: str) -> Note:
        """Return the whole cost in one line."""
        times = [self.processor, self.wall, find_percentile(self.seconds, 0.99)]
        processor, usual, slowest = (f"{1000 * each:7.2f}" for each in times)
        lost = f"  {self.lost} connections lost" if self.lost else ""
        return Note(what, f"processor {processor} ms   median {usual} ms   p99 {slowest} ms{lost}")


def measure_costs(doings: Sequence[Doing], clients: int, rounds: int, times: int) -> list[Cost]:
    """Return the cost of each kind of request; in each round each of the phones sends it `times` times.

    The kinds take turns, so that a busy machine slows them all.
    """
    costs = [Cost() for _ in doings]
    with ExitStack() as held:
        asking: list[list[tuple[BenchPhone, Iterator[bytes]]]] = []
        lines = [held.enter_context(Phones(doing.served.place)) for doing in doings]
        for doing, phones in zip(doings, lines, strict=True):
            asking.append([(phones.add_phone(), doing.asks()) for _ in range(clients)])
            ask_in_turn(phones, asking[-1], 2)  # the first request also does one-time work
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
