"""`python -m tests.event FILE…`: run worked cases of events and show each that fails."""

import sys
from collections import Counter
from pathlib import Path

from tests.event.cases import SkippedError, read_cases, run_case


def run_files(paths: list[Path]) -> Counter[str]:
    """Return how many cases passed, failed and were skipped, and print each that did not pass."""
    count: Counter[str] = Counter()
    for path in paths:
        for case in read_cases(path):
            try:
                wrong = run_case(case)
            except SkippedError as reason:
                count["skipped"] += 1
                print(f"{case['id']}: skipped: {reason}")
                continue
            except Exception as error:
                wrong = [f"{type(error).__name__}: {error}"]
            count["failed" if wrong else "passed"] += 1
            for each in wrong:
                print(f"{case['id']}: {each}")
    return count


if __name__ == "__main__":
    found = run_files([Path(each) for each in sys.argv[1:]])
    print(f"{found['passed']} passed, {found['failed']} failed, {found['skipped']} skipped")
    sys.exit(1 if found["failed"] else 0)
