"""Test a change: fast if it is inside a function; a change that runs on import needs a new process."""

from collections.abc import Sequence

from tests.mutants.changes import Change
from tests.mutants.cover import Cover
from tests.mutants.loading import try_by_loading
from tests.mutants.swapping import Standing
from tests.mutants.watch import Chosen, Outcome


class Trials:
    """Tests changes, each with the tests that may notice it."""

    def __init__(self, tests: Sequence[str], cover: Cover, seconds: float) -> None:
        self.standing, self.cover, self.seconds = Standing(tests), cover, seconds

    def try_change(self, change: Change, tests: Sequence[str]) -> Outcome:
        """Run these tests on the change, and return the outcome."""
        if not tests:
            return Outcome(False, "no test runs it")
        chosen = Chosen(tests, [self.cover.seconds[test] for test in tests], self.seconds)
        found = None if self.cover.acts_on_loading(change) else self.standing.try_by_swapping(change, chosen)
        return found or try_by_loading(change, chosen)

    def end(self) -> None:
        """End the process that tests changes."""
        self.standing.end()
