"""The matches of the random requests: each begins like a case of its game's table, and has a device of each kind."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from scorekeeper.engine.file.match import FIELDS, FORMAT
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.hosting.app import create_any
from scorekeeper.hosting.book_folders import make_book
from scorekeeper.play.access import list_match_links
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.transfer.match_files import export_match
from scorekeeper.play.upkeep.book import Book
from scorekeeper.store import NotFoundError, Store, StoreError
from scorekeeper.web.forms import find_forms
from tests.cases import NAMES, Case
from tests.play.match_files import import_matches
from tests.trust.fuzz_forms import NASTY, FuzzedRequest
from tests.trust.test_archives import jpeg
from tests.web.photographed import HANDS, LAYOUT

DEVICES = {"owner": 0.5, "scorer": 0.3, "watcher": 0.1, "stranger": 0.1}


@dataclass
class Table:
    """A match of one game in a book, with the devices that send requests; `below` is the path of the book."""

    app: Flask
    book: Book
    below: str
    match: str
    players: tuple[str, ...]
    entries: list[Case]
    document: dict[str, Any]
    photos: list[str]
    devices: dict[str, FlaskClient]
    rules: list[Rule]
    pages: tuple[str, ...]

    @classmethod
    def open(cls, app: Flask, game: str, cases: Sequence[Case], chance: Random) -> "Table":
        """Return a match of this game as in some case of its table, with a device of each kind."""
        books = app.extensions["books"]
        book = books.own or books.find_book(make_book(Path(app.config["DATA"])))
        store: Store = book.store
        match = begin(store, game, cases, chance)
        photos = [keep_photo(store, match.id, jpeg(), shown.to_json("")) for shown in (HANDS, LAYOUT)]
        photos.append(keep_photo(store, match.id, jpeg(), {"x": 1}))
        below = f"/b/{book.id}" if book.id else ""
        document = export_match(store, match.id)
        links = list_match_links(store, match.id)
        devices = {name: app.test_client() for name in DEVICES}
        devices["owner"].get(f"{below}/in/{book.find_keys().owner}")
        devices["scorer"].get(f"{below}/join/{links.score}")
        devices["watcher"].get(f"{below}/join/{links.watch}")
        named = [f"?kind={name}" for name in sorted(find_forms())]
        corrected = [f"?correct={number}" for number in range(1, min(4, match.seen) + 1)]
        photo = f"/photo/{photos[0]}?for={chance.choice(('hands', 'ends', 'hand'))}"
        pages = (*chance.sample(named, 3), *chance.sample(corrected, min(1, len(corrected))), photo)
        more = chance.choice(
            ("/sheet", "/hand", "/hand?seat=1", "/unsent", "/note", "/share", "/solitaire", "/photo?for=ends")
        )
        names = match.seating.players
        rules = list(app.url_map.iter_rules())
        return cls(
            *(app, book, below, match.id, names, list(document["entries"]), document, photos, devices, rules),
            (*pages, more),
        )

    @property
    def seen(self) -> int:
        """The number of the last entry of the match; 0 if the match is gone."""
        try:
            return load_match(self.book.store, self.match).seen
        except (NotFoundError, StoreError, RuleError):
            return 0

    def fill(self, rule: Rule, chance: Random) -> str:
        """Return a URL of this rule, about this match or about nothing that exists."""
        odd = chance.random() < 0.15
        known = {
            "match_id": self.match, "photo_id": chance.choice(self.photos), "number": chance.randint(0, 4),
            "name": chance.choice(self.players), "kept_id": self.match, "key": chance.choice(sorted(VARIANTS)),
            "book_id": self.book.id or "A" * 14, "filename": "css/base.css", "rest": "m/x",
        }  # fmt: skip

        def choose(named: re.Match[str]) -> str:
            value = chance.choice(NASTY) if odd else known.get(named[1], chance.choice((1, 2, "x", *self.players)))
            return quote(str(value), errors="surrogatepass")

        path = re.sub(r"<(?:[^<>]*:)?(\w+)>", choose, rule.rule)
        outside = rule.endpoint.startswith(("books.", "inactive."))
        return path if outside else self.below + path

    def close(self) -> None:
        """Close the book on a host."""
        if self.book.id:
            self.app.extensions["books"].close(self.book.id)


def begin(store: Store, game: str, cases: Sequence[Case], chance: Random) -> Match:
    """Return a match of this game, played to some entry of a case of its table, or a new one."""
    for case in chance.sample(list(cases), min(len(cases), 5)):
        fewest = VARIANTS[game].fewest_players
        document: dict[str, Any] = {"format": FORMAT, "players": list(NAMES[: case.get("deal", fewest)])}
        document |= {name: value for name, value in case.items() if name in FIELDS}
        if entries := document.get("entries", []):
            document["entries"] = entries[: chance.randint(0, len(entries))]
        try:
            [match] = import_matches(store, [document])
        except RuleError:
            continue
        return load_match(store, match.id)
    players = chance.randint(VARIANTS[game].fewest_players, VARIANTS[game].most_players)
    return start_match(store, game, NAMES[:players])


def make_app(folder: Path, *, hosting: bool) -> Flask:
    """Return a score pad without CSRF protection, so that every request reaches its view."""
    folder.mkdir(parents=True)
    app = create_any({"DATA": folder, "HOSTING": hosting, "TESTING": True, "WTF_CSRF_ENABLED": False})
    app.request_class = FuzzedRequest
    return app
