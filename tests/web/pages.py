"""A page as a browser without scripts has it: its forms can be filled in and sent."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from flask import Flask
from flask.testing import FlaskClient
from lxml import etree, html
from werkzeug.test import TestResponse

from scorekeeper.hosting.pages.books import sign_id

Fields = list[tuple[str, str]]


@dataclass
class Form:
    """A form of a page: its address, the fields that it sends if nobody changes them, and its buttons by id."""

    action: str
    fields: Fields = field(default_factory=list)
    buttons: dict[str, tuple[str, str]] = field(default_factory=dict)


class Page:
    """The answer to one request. Its HTML is parsed when a property is first read."""

    def __init__(self, answer: TestResponse) -> None:
        self.answer, self.status = answer, answer.status_code
        self.html = answer.get_data(as_text=True)
        self.path = answer.request.path

    @cached_property
    def forms(self) -> dict[str, Form]:
        """The forms by id, or by address where they have none, without disabled fields and buttons."""
        forms: dict[str, Form] = {}
        for form in self._tree.iter("form"):
            known = forms.setdefault(form.get("id") or form.get("action", ""), Form(form.get("action", "")))
            for element in form.iter("input", "button"):
                name, kind, value = element.get("name"), element.get("type"), element.get("value", "")
                if not name or "disabled" in element.attrib:
                    continue
                if element.tag == "button" and kind != "button":
                    known.buttons[element.get("id", value)] = name, value
                elif element.tag == "input" and (
                    kind not in ("radio", "checkbox", "file") or "checked" in element.attrib
                ):
                    known.fields.append((name, value))
        return forms

    @cached_property
    def elements(self) -> list[tuple[str, dict[str, str]]]:
        """The name and the attributes of each element, in the order of the page."""
        return [(element.tag, dict(element.attrib)) for element in self._tree.iter(etree.Element)]

    @cached_property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self._tree.itertext(etree.Element))).strip()

    @cached_property
    def _tree(self) -> html.HtmlElement:
        return html.document_fromstring(self.html or "<html></html>")

    def has(self, id_: str) -> bool:
        """Return whether the page has an element with this id."""
        return any(at.get("id") == id_ for _, at in self.elements)


class Phone:
    """A phone without scripts that opens pages and sends their forms; the owner's link lets it in."""

    def __init__(self, client: FlaskClient, key: str = "key-of-this-table") -> None:
        self.client = client
        self.client.get(f"/in/{key}")

    def open(self, path: str) -> Page:
        return Page(self.client.get(path, follow_redirects=True))

    def send(self, page: Page, form: str, button: str = "", **changes: str | list[str]) -> Page:
        """Send a form of the page by the button with that id, with `changes` to its fields (`hand_2` is `hand-2`)."""
        return self._send(page, form, button, {}, changes)

    def send_by_htmx(self, page: Page, form: str, button: str = "", **changes: str | list[str]) -> Page:
        """Send a form as `send` does, with the header of a page whose scripts run."""
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
        """Start a match and return its pad."""
        page = self.open("/new")
        if ("variant", game) not in page.forms["new"].fields:
            page = self.send(page, "new", f"game-{game}")
        return self.send(page, "new", "start", player=players.split(), **changes)


def make_opening(app: Flask, book_id: str) -> dict[str, str]:
    """Return the fields of the form that opens a new book of a host, where forms need no token."""
    with app.app_context():
        return {"ticket": sign_id(book_id)}
