"""Measure the import of a match file: its memory, and its time compared with scoring, and with a short file."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.bench.rows import Note, Row
from tests.bench.wire.folders import lend_folder, list_folders
from tests.bench.wire.matches import make_match
from tests.bench.wire.serving import has_proc

SHORT, LONG = 5_000, 100_000  # entries

BRING_IN_ALONE = """
import pathlib, re, sys, time
from scorekeeper.engine.sheet.fold import follow_entries
from scorekeeper.play import SqliteStore
from scorekeeper.play.transfer.documents import read_document
from scorekeeper.play.transfer.match_files import (check_match, record_matches)

def tell(name):
    return 1024 * int(re.search(name + r":\\s*(\\d+)", pathlib.Path("/proc/self/status").read_text())[1])

file, book = map(pathlib.Path, sys.argv[1:])
with SqliteStore(book) as store:
    before, start = tell("VmRSS"), time.process_time()
    match = check_match(read_document(file.read_bytes()))
    record_matches(store, [match])
    seconds, memory, start = time.process_time() - start, tell("VmHWM") - before, time.process_time()
    for _ in follow_entries(match.file.variant, match.file.seating, match.file.entries):
        pass
    print(seconds, time.process_time() - start, memory)
"""
"""A program that stores a match file in a new book, and then scores its entries once more.

It prints the seconds of processor time that the import and the scoring took, and the bytes that the import took.
"""


class BroughtIn(NamedTuple):
    """The cost of an import: seconds of processor time, those of scoring alone, and bytes of memory."""

    seconds: float
    scoring: float
    memory: float


def rows() -> Iterator[Row | Note]:
    """Yield the time for each entry, and the time and memory of the longest file that can be imported."""
    if not has_proc():
        yield Note("bringing in a match file", "not measured: this system does not tell what a process takes")
        return
    short, long = bring_in(SHORT), bring_in(LONG)
    each = f"an entry of a file with {LONG:,} ÷ of one with {SHORT:,}"
    yield Row(each, long.seconds / LONG / (short.seconds / SHORT), 1.3)
    yield Note(f"bringing in {LONG:,} entries, processor time", f"{long.seconds:.1f} s")
    yield Row(f"bringing in {LONG:,} entries ÷ scoring them", long.seconds / long.scoring, 2.5)
    yield Row(f"memory that bringing in {LONG:,} entries takes", long.memory / 1e6, 250, "MB")


def bring_in(entries: int) -> BroughtIn:
    """Import a match with this number of entries into a new book, in a process of its own."""
    *_, parent = list_folders().values()
    with lend_folder(parent) as folder:
        file = folder / "match.json"
        file.write_text(json.dumps(make_match(entries)))
        command = [sys.executable, "-c", BRING_IN_ALONE, str(file), str(folder / "matches.db")]
        said = subprocess.run(command, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    return BroughtIn(*map(float, said.stdout.split()))
