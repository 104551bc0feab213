"""Change the rules in sampled places, one at a time, and list the changes that no test notices."""

import argparse
import hashlib
import importlib
import json
import os
import random
import sys
from contextlib import suppress
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from tests.mutants.changes import Change, list_changes
from tests.mutants.cover import measure_cover
from tests.mutants.trial import Trials
from tests.mutants.types import refuse_by_types
from tests.postgresql import RUNNING, serving_postgresql

RULES = ("scorekeeper/engine", "scorekeeper/play/scoring")
TESTS = ("tests/engine", "tests/play")
LOADED = (
    "cv2",
    "flask",
    "hypothesis.strategies",
    "numpy",
    "PIL.Image",
    "sqlite_utils",
)  # other modules are loaded on demand
MAY_LIVE = 0.03


def main(given: list[str]) -> int:
    """Try a sample of changes; gives the exit status: 1 where too many lived."""
    with serving_postgresql() as address:  # one for all, as a killed process leaves its server
        os.environ[RUNNING] = address
        return try_sample(given)


def try_sample(given: list[str]) -> int:
    """Try the changes that the command line asks for and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", default=RULES, help="what is changed (%(default)s)")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="what has to notice (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sample", type=int, default=100, help="how many changes (%(default)s)")
    parser.add_argument("--seconds", type=float, default=60, help="processor time for each (%(default)s)")
    parser.add_argument("--again", action="store_true", help="try those that had lived, of whatever seed")
    parser.add_argument(
        "--kept", type=Path, default=Path("build/mutants"), help="where outcomes are kept (%(default)s)"
    )
    wanted = parser.parse_args(given)
    paths = [
        path for named in map(Path, wanted.paths) for path in ([named] if named.is_file() else named.rglob("*.py"))
    ]
    sources = {str(path): path.read_text() for path in sorted(paths)}
    changes = [change for path, source in sources.items() for change in list_changes(path, source)]
    tried = _recall(wanted.kept / "tried.jsonl")
    os.environ["CI"] = "1"
    for module in LOADED:
        importlib.import_module(module)
    cover = measure_cover(wanted.tests, wanted.kept / "cover.json")
    if wanted.again:
        lived = {found["mark"] for found in tried.values() if not found["died"]}
        sample = [change for change in changes if _mark(change, sources) in lived]
    else:
        mixed = random.Random(wanted.seed).sample(changes, len(changes))
        sample = list(islice((change for change in mixed if change.differs(sources[change.path])), wanted.sample))
    print(f"{len(changes)} changes, {len(sample)} of them are tried", flush=True)
    trials = Trials(wanted.tests, cover, wanted.seconds)
    alive = refused = 0
    for number, change in enumerate(sample, 1):
        chosen = cover.choose(change)
        key, asked = _hash(sources[change.path], str(change)), _hash(*chosen, *_read_files(chosen))
        found = tried.get(key)
        if not found or not (found["died"] or found["asked"] == asked):
            outcome = trials.try_change(change, chosen)
            found = {
                "key": key,
                "asked": asked,
                "mark": _mark(change, sources),
                "place": change.place,
                **asdict(outcome),
            }
            with (wanted.kept / "tried.jsonl").open("a") as file:
                print(json.dumps(found), file=file)
        if not found["died"]:
            by_types = refuse_by_types(change, wanted.kept)
            refused, alive = refused + by_types, alive + (not by_types)
            why = "the type checker refuses it" if by_types else found["by"]
            print(f"{number}: {change.place}: {why} ({len(chosen)})", flush=True)
    trials.end()
    died = len(sample) - alive - refused
    print(f"{died} of {len(sample)} died, {refused} the type checker refuses, {alive} live", flush=True)
    return 1 if alive > MAY_LIVE * len(sample) else 0


def _read_files(tests: list[str]) -> list[str]:
    return [Path(path).read_text() for path in sorted({test.partition("::")[0] for test in tests})]


def _hash(*texts: str) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def _mark(change: Change, sources: dict[str, str]) -> str:
    """Return a name of the change that stays the same as long as its line does, even if the line moves."""
    text = sources[change.path].encode()
    begin = text.rfind(b"\n", 0, change.start) + 1
    line = text[begin:].partition(b"\n")[0].decode().strip()
    return f"{change.path}: {line} [{change.was} -> {change.instead}, {change.start - begin}]"


def _recall(file: Path) -> dict[str, dict[str, Any]]:
    """Return the results of earlier runs by their keys."""
    with suppress(FileNotFoundError):
        return {found["key"]: found for found in map(json.loads, file.read_text().splitlines())}
    return {}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
