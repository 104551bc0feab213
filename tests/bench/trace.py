"""Count the calls of one request: how often functions of this project run, and in how many files.

`python -m tests.bench.trace` prints a row for each frequent request; `python -m tests.bench.trace tap` prints one of
them with the functions that are called most. Only `scorekeeper`, `vision` and the templates are counted, not Flask,
Jinja and SQLite. A call is what `sys.setprofile` reports as one: a function, a comprehension, or each step of a
generator. A template is a generator whose text passes through every template that includes it, so the number of these
steps is printed, too.
"""

import inspect
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any
from uuid import uuid4

from flask.testing import FlaskClient

from scorekeeper.play.photos import keep_photo
from scorekeeper.web import create_app
from tests.bench.rows import Note
from tests.play.match_files import import_matches
from tests.web.photographed import HANDS

ROOT = Path(__file__).resolve().parents[2]
OURS = tuple(f"{ROOT / folder}/" for folder in ("scorekeeper", "vision", "templates"))
KEY = "key-of-this-table"
PLAYERS = ["Anna", "Bo", "Carl", "Dora"]
PART = {"HX-Request": "true"}
FIRST = [
    {"entry": "play", "player": "Anna", "tile": "5-0"},
    {"entry": "play", "player": "Bo", "tile": "5-5", "at": "5-0", "pip": 5},
]
ENDS = {"player": "Carl", "kind": "ends", "ends": "5-5 0"}


@dataclass(frozen=True)
class Trace:
    """The calls of one request by the file and the name of the function, and how many are steps of a generator."""

    calls: Counter[tuple[str, str]]
    turns: int

    @property
    def files(self) -> int:
        """The number of files in which functions were called."""
        return len({file for file, _ in self.calls})

    def __str__(self) -> str:
        return f"{self.calls.total():>6,} calls in {self.files} files, {self.turns:,} of them turns of generators"


def count_calls(job: Callable[[], object]) -> Trace:
    """Return the calls of this project's functions while `job` runs."""
    calls: Counter[tuple[str, str]] = Counter()
    generators, turns = set[FrameType](), 0

    def called(frame: FrameType, event: str, _: object) -> None:
        nonlocal turns
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OURS):
            calls[code.co_filename.removeprefix(f"{ROOT}/"), code.co_name] += 1
            if code.co_flags & inspect.CO_GENERATOR:
                turns += frame in generators
                generators.add(frame)

    sys.setprofile(called)
    try:
        job()
    finally:
        sys.setprofile(None)
    return Trace(calls, turns)


class Table:
    """A score pad with matches of two entries, and a phone whose next request is the third."""

    def __init__(self, folder: Path) -> None:
        app = create_app({"DATA": folder, "OWNER_KEY": KEY, "READER": lambda *_: HANDS})
        self.store = app.extensions["scorekeeper"]
        self.phone: FlaskClient = app.test_client()
        self.phone.get(f"/in/{KEY}")
        self.token = re.findall(r'name="csrf_token" value="([^"]+)"', self.phone.get("/new").text)[0]

    def new_match(self) -> str:
        """Start a match of two pairs with two tiles laid, open its page and return its id."""
        document = {"format": 1, "variant": "spansk", "players": PLAYERS, "partners": True, "lead": "Anna"}
        match = import_matches(self.store, [{**document, "entries": FIRST}])[0]
        self.get(f"/m/{match.id}")()
        return match.id

    def post(self, match_id: str, fields: Mapping[str, str]) -> Callable[[], object]:
        """Return a function that posts the pad's form by htmx."""
        data = {"csrf_token": self.token, "seen": "2", "post": uuid4().hex, **fields}
        return lambda: check(self.phone.post(f"/m/{match_id}", data=data, headers=PART))

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Callable[[], object]:
        """Return a function that opens a page."""
        return lambda: check(self.phone.get(path, headers=headers))

    def new_photo(self, match_id: str) -> str:
        """Store a photo of three hands and return the URL of its page."""
        photo = keep_photo(self.store, match_id, b"jpeg", HANDS.to_json(""))
        return f"/m/{match_id}/photo/{photo}?for=hands&ended=out+2"


def check(answer: Any) -> None:
    """Raise an error if the request did not do what it should."""
    assert answer.status_code == 200, answer.status


def list_doings(table: Table) -> dict[str, Callable[[], Callable[[], object]]]:
    """Return by name the functions that make a request to a new match whose page was opened once."""
    return {
        "save": lambda: table.post(table.new_match(), {**ENDS, "do": "save", "ends": "5-5 4"}),
        "tap": lambda: table.post(table.new_match(), {**ENDS, "do": "end 1"}),
        "tap_tile": lambda: table.post(table.new_match(), {"kind": "play", "do": "count", "tile": "5-4"}),
        "tap_round": lambda: table.post(table.new_match(), {"kind": "round", "do": "by tiles", "ended": "out 2"}),
        "pad": lambda: table.get(f"/m/{table.new_match()}"),
        "pad_tile": lambda: table.get(f"/m/{table.new_match()}?kind=play"),
        "photo": lambda: table.get(table.new_photo(table.new_match())),
        "photo_tap": lambda: table.get(f"{table.new_photo(table.new_match())}&do=say+0is6-1", PART),
    }


def trace(names: list[str]) -> dict[str, Trace]:
    """Return the traces of these requests, or of all; each is sent once before, to fill the caches."""
    with tempfile.TemporaryDirectory() as folder:
        doings = list_doings(Table(Path(folder)))
        found = {}
        for name in names or doings:
            doings[name]()()
            found[name] = count_calls(doings[name]())
    return found


def rows() -> Iterator[Note]:
    """Yield the number of calls of each request.

    They have no goal, as it would speak against small functions; `sockets` measures what a request costs.
    """
    for name, found in trace([]).items():
        yield Note(f"calls of ours: {name}", str(found))


def main(names: list[str]) -> None:
    """Print the traces; for the named ones also the functions that are called most."""
    for name, found in trace(names).items():
        print(f"{name:<10} {found}")
        for (file, function), times in found.calls.most_common(40 if names else 0):
            print(f"{times:>8} {file} {function}")


if __name__ == "__main__":
    main(sys.argv[1:])
