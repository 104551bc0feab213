"""Random requests to every route, from every kind of device, to a pad in every game; no request may make the pad fail.

`python -m tests.trust.fuzz [REQUESTS] [SEED] [ENDPOINT]` sends this number of requests and prints the statuses, and
each failure with its request. The same seed makes the same choices; the ids of matches differ.

No field is named here: the fields of a form and its buttons are read from the pages of the answers, and the fields
that a view reads are recorded while it runs.
"""

import io
import json
import sys
import tempfile
import traceback
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, quote, unquote_to_bytes, urlsplit

from flask import Flask, request, request_started

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.web.forms import find_forms
from tests.cases import TABLES, Case, read_table
from tests.trust.fuzz_forms import NASTY, NotedFields, Pairs, SeenForm, read_forms, write_pairs
from tests.trust.fuzz_tables import DEVICES, Table, make_app
from tests.trust.test_archives import jpeg
from tests.web.pages import Page
from tests.web.photographed import HANDS, LAYOUT, OVERLOOKED

AT_A_TABLE = 40  # requests about one match, before the next game is played
MOST_VALUES = 60  # remembered values of one field


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, with everything that is needed to send it again."""

    device: str
    method: str
    path: str
    query: str = ""
    body: bytes = b""
    kind: str = ""
    headers: tuple[tuple[str, str], ...] = ()


@dataclass
class Report:
    """How many answers each status and endpoint had, and each different failure with the request that caused it."""

    statuses: Counter[int] = field(default_factory=Counter)
    endpoints: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)

    @property
    def sent(self) -> int:
        return sum(self.statuses.values())


class Fuzzer:
    """A pad of one book and a host of many, and the forms and values of their pages that are known so far."""

    def __init__(self, folder: Path, seed: int, only: str = "") -> None:
        self.chance = Random(seed)
        self.only = only  # the endpoint to which all requests go that come from no form or link
        self.report = Report()
        self.values: dict[str, list[str]] = defaultdict(list)
        self.forms: list[SeenForm] = []
        self.links: list[str] = []
        self.apps = [make_app(folder / "house", hosting=False), make_app(folder / "host", hosting=True)]
        for app in self.apps:
            app.config["READER"] = lambda *_: self.chance.choice((HANDS, LAYOUT, OVERLOOKED))
            request_started.connect(self.note_endpoint, app)
        self.endpoint: str | None = None
        self.tables = {path.stem: read_table(path) for path in sorted(TABLES.glob("*.json")) if path.stem in VARIANTS}
        for names in NotedFields.asked.values():
            names.clear()

    def note_endpoint(self, _app: Flask) -> None:
        """Record the endpoint that answers."""
        self.endpoint = request.endpoint
        if self.endpoint:
            self.report.endpoints[self.endpoint] += 1

    def run(self, count: int) -> Report:
        """Send this number of requests, about one match after the other."""
        games = list[str]()
        while self.report.sent < count:
            games = games or self.chance.sample(sorted(VARIANTS), len(VARIANTS))
            at_table = max(4, min(AT_A_TABLE, count // len(VARIANTS)))
            self.play_at_table(self.chance.choice(self.apps), games.pop(), min(at_table, count - self.report.sent))
        return self.report

    def close(self) -> None:
        """Close all books."""
        for app in self.apps:
            app.extensions["books"].close()

    def play_at_table(self, app: Flask, game: str, count: int) -> None:
        """Send this number of requests about one match of the game."""
        self.report.games[game] += 1
        self.forms, self.links = [], []
        table = Table.open(app, game, self.tables.get(game, []), self.chance)
        try:
            self.look_around(table)
            for _ in range(count):
                self.ask(table, self.make_request(table))
        finally:
            table.close()

    # -- what comes back -------------------------------------------------------------------------------------------

    def look_around(self, table: "Table") -> None:
        """Request the first pages of a match as its owner."""
        for path in (f"/m/{table.match}", *(f"/m/{table.match}{more}" for more in table.pages)):
            self.ask(table, Asked("owner", "GET", table.below + path.partition("?")[0], path.partition("?")[2]))

    def ask(self, table: "Table", asked: Asked) -> None:
        """Send a request, and learn from its answer."""
        try:
            answer = table.devices[asked.device].open(
                method=asked.method,
                data=asked.body or None,
                content_type=asked.kind or None,
                headers=list(asked.headers),
                query_string=asked.query,
                environ_overrides={"PATH_INFO": unquote_to_bytes(asked.path).decode("latin-1")},
            )
        except Exception as error:  # any is a failure
            self.report.statuses[500] += 1
            last = "".join(traceback.format_exception(error)[-6:])
            self.note_failure(f"{type(error).__name__} at {find_place(error)}", f"{asked}\n{last}")
            return
        self.report.statuses[answer.status_code] += 1
        if answer.status_code >= 500:
            about = f"{answer.status_code} from {self.endpoint}"
            self.note_failure(about, f"{asked}\n{answer.get_data(as_text=True)[-900:]}")
        elif answer.status_code < 500 and answer.mimetype == "text/html":
            self.learn(Page(answer))
        answer.close()

    def note_failure(self, what: str, how: str) -> None:
        self.report.failures.setdefault(what, how)

    def learn(self, page: Page) -> None:
        """Add the forms of a page, the values of their fields and its links to those that are known."""
        found = read_forms(page)
        for form in found:
            for name, value in (*form.fields, *form.buttons):
                known = self.values[name]
                if value not in known:
                    known.append(value)
                    del known[: -MOST_VALUES or None]
        self.forms = [*self.forms, *found][-60:]
        links = [at.get("href", "") for tag, at in page.elements if tag == "a"]
        self.links = [*self.links, *(link for link in links if link.startswith("/"))][-200:]

    # -- what is sent ----------------------------------------------------------------------------------------------

    def make_request(self, table: "Table") -> Asked:
        """Return a form of a page with small changes, a link with other fields, or a route with random fields."""
        chance = 1.0 if self.only else self.chance.random()
        if chance < 0.55 and self.forms:
            return self.send_form(table, self.chance.choice(self.forms))
        if chance < 0.7 and self.links:
            parts = urlsplit(self.chance.choice(self.links))
            query = self.change(table, parse_qsl(parts.query, keep_blank_values=True), ())
            return self.finish("GET", table, parts.path, write_pairs(query))
        return self.send_anything(table)

    def send_form(self, table: "Table", form: SeenForm) -> Asked:
        fields = list(form.fields)
        if self.chance.random() < 0.7:  # one value of each field, as a browser sends for one name
            fields = list(dict(self.chance.sample(fields, len(fields))).items())
        fields = [
            (name, str(table.seen) if name == "seen" and self.chance.random() < 0.7 else value)
            for name, value in fields
        ]
        if form.buttons and self.chance.random() < 0.9:
            fields.append(self.chance.choice(form.buttons))
        fields = self.change(table, fields, form.files)
        parts = urlsplit(form.action)
        if form.method == "get":
            return self.finish("GET", table, parts.path, write_pairs(fields))
        body, kind = self.write_body(fields, form.files, table)
        return self.finish("POST", table, parts.path, parts.query, body, kind)

    def send_anything(self, table: "Table") -> Asked:
        rules = [rule for rule in table.rules if rule.endpoint == self.only] if self.only else table.rules
        rule = self.chance.choice(rules)
        methods = sorted(rule.methods or {"GET"})
        method = self.chance.choice(methods if self.chance.random() < 0.9 else ["PUT", "DELETE", "PATCH", "POST"])
        known = sorted(NotedFields.asked[rule.endpoint])
        names = self.chance.sample(known, min(len(known), self.chance.randint(0, 6)))
        query = self.change(table, [(name, self.choose(table, name)) for name in names], ())
        path = table.fill(rule, self.chance)
        if method in ("GET", "HEAD", "OPTIONS"):
            return self.finish(method, table, path, write_pairs(query))
        files = tuple(name for form in self.forms for name in form.files)
        body, kind = self.write_body(self.change(table, query, files), files[:1], table)
        return self.finish(method, table, path, write_pairs(query[:2]), body, kind)

    def finish(self, method: str, table: "Table", path: str, query: str, body: bytes = b"", kind: str = "") -> Asked:
        headers = [
            each
            for each, often in ((("HX-Request", "true"), 0.4), (("X-Kept", "1"), 0.1), (("Accept-Language", "sv"), 0.1))
            if self.chance.random() < often
        ]
        [device] = self.chance.choices(sorted(table.devices), [DEVICES[name] for name in sorted(table.devices)])
        return Asked(device, method, path, query, body, kind, tuple(headers))

    def change(self, table: "Table", fields: Pairs, files: Sequence[str]) -> Pairs:
        """Return the fields with some of them removed, doubled, added, or with another value."""
        changed = list(fields)
        everything = sorted({*self.values, *(name for names in NotedFields.asked.values() for name in names)})
        for _ in range(self.chance.choice((0, 1, 1, 2, 3, 5))):
            at = self.chance.randrange(len(changed)) if changed else 0
            what = self.chance.choice(("other", "other", "other", "drop", "twice", "more"))
            if what == "more" or not changed:
                name = self.chance.choice(everything or ["kind"])
                changed.append((name, self.choose(table, name)))
            elif what == "drop":
                del changed[at]
            else:
                other = changed[at][0], self.choose(table, changed[at][0])
                changed[at : at + (what == "other")] = [other]
        return changed

    def choose(self, table: "Table", name: str) -> str:
        """Return a value for a field: one that a page of this or another game had for it, or one that no page has."""
        known, chance = self.values.get(name), self.chance.random()
        if known and chance < 0.5:
            return self.chance.choice(known)
        if chance < 0.55:
            return self.chance.choice(sorted(find_forms()))
        if chance < 0.6 and (value := self.chance.choice(known or NASTY)):
            at = self.chance.randrange(len(value))
            return value[:at] + self.chance.choice(NASTY) + value[at + 1 :]
        if chance < 0.68:
            return json.dumps(self.make_along(table))
        if chance < 0.8:
            return self.chance.choice((*table.players, str(table.seen), table.match, *table.photos))
        return self.chance.choice(NASTY)

    def make_along(self, table: "Table") -> Any:
        """Return entries as a form of a correction carries them; some of them are invalid."""
        return [
            self.chance.choice(([self.spoil(entry), None], [self.spoil(entry)], self.spoil(entry), [1, 2, 3]))
            for entry in self.chance.sample(table.entries, min(2, len(table.entries)))
        ]

    def spoil(self, entry: Case) -> Any:
        odd: tuple[Any, ...] = (
            None,
            1,
            -1,
            10**30,
            1.5,
            True,
            [],
            {},
            "\ud800",
            "\0",
            ["5-5"],
            {"pips": -1},
            "Nobody",
            [[]],
            {"of": 1},
        )
        name = self.chance.choice((*entry, "of", "replaces", "entry", "hands", "player"))
        return {**entry, name: self.chance.choice(odd)}

    def write_body(self, fields: Pairs, files: Sequence[str], table: "Table") -> tuple[bytes, str]:
        """Return the body of a form and its content type: multipart if it sends files, and rarely without files."""
        if not files and self.chance.random() < 0.95:
            return write_pairs(fields).encode(), "application/x-www-form-urlencoded"
        contents = (b"", jpeg(), jpeg()[:200], b"\xff\xd8\xff", b"PK\3\4" + b"\0" * 40, b"[" * 5000, b"\0")
        documents = [
            json.dumps(table.document),
            json.dumps([self.spoil(table.document)]),
            json.dumps(self.make_along(table)),
        ]
        sent = [(name, self.chance.choice((*contents, *(each.encode() for each in documents)))) for name in files]
        edge = b"--edge"
        lines = io.BytesIO()
        for name, value in fields:
            head = f'Content-Disposition: form-data; name="{quote(name, errors="replace")}"\r\n\r\n'
            lines.write(edge + b"\r\n" + head.encode() + value.encode(errors="surrogatepass") + b"\r\n")
        for name, content in sent:
            ending = self.chance.choice(("jpg", "json", "zip"))
            head = f'Content-Disposition: form-data; name="{name}"; filename="a.{ending}"'
            lines.write(edge + b"\r\n" + head.encode() + b"\r\n\r\n" + content + b"\r\n")
        lines.write(edge + b"--\r\n")
        return lines.getvalue(), "multipart/form-data; boundary=edge"


def find_place(error: BaseException) -> str:
    """Return the last line of the package in the traceback of a failure."""
    ours = [each for each in traceback.extract_tb(error.__traceback__) if "/scorekeeper/" in each.filename]
    last = ours[-1] if ours else traceback.extract_tb(error.__traceback__)[-1]
    return f"{last.filename.rpartition('/scorekeeper/')[2]}:{last.lineno}"


def main(words: Sequence[str]) -> int:
    """Send requests and print the results; return 1 if one of them failed, else 0."""
    count, seed, only = [*words, *("10000", "1", "")[len(words) :]]
    with tempfile.TemporaryDirectory() as folder:
        fuzzer = Fuzzer(Path(folder), int(seed), only)
        report = fuzzer.run(int(count))
        rules = {rule.endpoint for app in fuzzer.apps for rule in app.url_map.iter_rules()}
        fuzzer.close()
    print(f"{report.sent} requests with seed {seed}, {sum(report.games.values())} tables of {len(report.games)} games")
    print("answers:", ", ".join(f"{status}: {often}" for status, often in sorted(report.statuses.items())))
    print("endpoints asked:", len(report.endpoints), "of", len(rules), sorted(rules - set(report.endpoints)))
    for what, how in report.failures.items():
        print(f"\n== {what}\n{how}")
    return bool(report.failures)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
