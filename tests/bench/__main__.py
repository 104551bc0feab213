"""Print every figure with its goal, or only those of the named parts, such as `sockets`.

The exit status is 1 if a goal is missed.
"""

import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
PARTS = sorted(path.stem for path in HERE.glob("[a-z]*.py") if path.stem != "rows")


def main(wanted: list[str]) -> int:
    """Measure the wanted parts, or all parts, and return the exit status."""
    unknown = sorted(set(wanted) - set(PARTS))
    if unknown:
        print(f"No such part: {', '.join(unknown)}. There are: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    missed = 0
    for part in wanted or PARTS:
        for row in import_module(f"tests.bench.{part}").rows():
            print(row, flush=True)
            missed += row.missed
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
