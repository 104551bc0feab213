"""A page as a browser without scripts sees it: its forms with what they hold, to be filled in and sent."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.hosting.pages.books import sign_id

Fields = list[tuple[str, str]]


@dataclass
class Form:
    """A form of a page: where it goes, what it sends as it stands, and its buttons by id."""

    action: str
    fields: Fields = field(default_factory=list)
    buttons: dict[str, tuple[str, str]] = field(default_factory=dict)


class Page:
    """The answer to one request. It is read when somebody asks what is on it."""

    def __init__(self, answer: TestResponse) -> None:
        self.answer, self.status = answer, answer.status_code
        self.html = answer.get_data(as_text=True)
        self.path = answer.request.path

    @property
    def forms(self) -> dict[str, Form]:
        return self._read.forms

    @property
    def elements(self) -> list[tuple[str, dict[str, str]]]:
        return self._read.elements

    @cached_property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self._read.words)).strip()

    @cached_property
    def _read(self) -> "_Reader":
        reader = _Reader()
        reader.feed(self.html)
        return reader

    def has(self, id_: str) -> bool:
        """Whether an element of this id is there."""
        return any(at.get("id") == id_ for _, at in self.elements)


class _Reader(HTMLParser):
    """What stands on a page, as it is read from beginning to end."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, Form] = {}
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self._form: Form | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        self.elements.append((tag, at))
        if tag == "form":
            self._form = self.forms.setdefault(at.get("id") or at.get("action", ""), Form(at.get("action", "")))
        elif self._form is None or "disabled" in at or not at.get("name"):
            return
        elif tag == "button" and at.get("type") != "button":
            self._form.buttons[at.get("id", at.get("value", ""))] = at["name"], at.get("value", "")
        elif tag == "input" and (at.get("type") not in ("radio", "checkbox", "file") or "checked" in at):
            self._form.fields.append((at["name"], at.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None

    def handle_data(self, data: str) -> None:
        self.words.append(data)


class Phone:
    """A phone without scripts that is let in: it opens pages and sends their forms."""

    def __init__(self, client: FlaskClient, key: str = "key-of-this-table") -> None:
        self.client = client
        self.client.get(f"/in/{key}")

    def open(self, path: str) -> Page:
        return Page(self.client.get(path, follow_redirects=True))

    def send(self, page: Page, form: str, button: str = "", **changes: str | list[str]) -> Page:
        """Send a form of the page as it stands, but for `changes` (`hand_2` is `hand-2`), by the button of that id."""
        return self._send(page, form, button, {}, changes)

    def send_by_htmx(self, page: Page, form: str, button: str = "", **changes: str | list[str]) -> Page:
        """As `send`, from a page whose scripts run."""
        return self._send(page, form, button, {"HX-Request": "true"}, changes)

    def _send(
        self, page: Page, form: str, button: str, headers: dict[str, str], changes: Mapping[str, str | list[str]]
    ) -> Page:
        sent = page.forms[form]
        replaced = {
            name.replace("_", "-") if name.startswith("hand_") else name: value for name, value in changes.items()
        }
        fields = [(name, value) for name, value in sent.fields if name not in replaced]
        for name, value in replaced.items():
            fields += [(name, each) for each in (value if isinstance(value, list) else [value])]
        if button:
            fields.append(sent.buttons[button])
        data: dict[str, list[str]] = {}
        for name, value in fields:
            data.setdefault(name, []).append(value)
        return Page(self.client.post(sent.action, data=data, headers=headers, follow_redirects=True))

    def new_match(self, game: str = "spansk", players: str = "Anna Bo Carl Dora", **changes: str | list[str]) -> Page:
        """The pad of a new match."""
        page = self.open("/new")
        if ("variant", game) not in page.forms["new"].fields:
            page = self.send(page, "new", f"game-{game}")
        return self.send(page, "new", "start", player=players.split(), **changes)


def make_opening(app: Flask, book_id: str) -> dict[str, str]:
    """What the form that opens a new book of a host sends, where forms need no token."""
    with app.app_context():
        return {"ticket": sign_id(book_id)}
