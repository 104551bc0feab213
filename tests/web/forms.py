"""Play at a table by sending the forms of the pages, as a browser without scripts does; no browser runs."""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urljoin, urlsplit

from flask.testing import FlaskClient
from lxml import html
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from tests.played.table import Table, normalize

Element = Any  # an element of lxml, which has no types


class FormTable(Table):
    """The pad of one match, opened through Flask's test client. It taps only what is on the page and enabled.

    `taps` counts the taps; a character that is typed is one.
    """

    def __init__(self, client: FlaskClient, path: str) -> None:
        self._client, self.taps = client, 0
        self.open(path)

    def open(self, path: str) -> None:
        """Open a page."""
        self._read(self._client.get(path, follow_redirects=True))

    def tap(self, what: str, answered: str = "main") -> None:
        assert self._tap(self._find(what)), f"tapping {what} asks the server nothing"
        assert self._all(f"#{answered}"), f"the answer has no {answered}"

    def choose(self, what: str) -> None:
        self._tap(self._find(what))

    def unfold(self, summary: str) -> None:
        self.taps += 1
        self._find(summary).getparent().set("open", "")

    def follow(self, what: str, address: str) -> None:
        self._tap(self._find(what))
        assert PurePosixPath(self.path).match(address.strip("/") or "/"), self.path

    def type(self, what: str, text: str) -> None:
        self.taps += len(text)
        field = self._find(what)
        field.set("value", text)
        self._count(field)

    def type_and_send(self, what: str, text: str, answered: str = "main") -> None:
        field = self._find(what)
        field.set("value", text)
        if not self._change(field):
            self._send(self._form_of(field))

    def select(self, what: str, label: str) -> None:
        menu = self._find(what)
        [option] = [each for each in menu.xpath("option") if normalize(each.text_content()) == label]
        menu.value = option.get("value")
        self._count(menu)

    def count(self, what: str) -> int:
        return len(self._all(what))

    def texts(self, what: str) -> list[str]:
        return [normalize(each.text_content()) for each in self._all(what)]

    def expect_text(self, what: str, text: str) -> None:
        assert self.texts(what) == [text]

    # -- pages -------------------------------------------------------------------------------------------------------

    def _read(self, answer: TestResponse) -> None:
        assert answer.status_code in (200, 409, 422), answer.status
        self.path = answer.request.path
        self._page = html.document_fromstring(answer.get_data(as_text=True))

    def _all(self, what: str) -> list[Element]:
        found: list[Element] = self._page.xpath(f'//*[@id="{what[1:]}"]' if what.startswith("#") else what)
        return found

    def _find(self, what: str) -> Element:
        found = self._all(what)
        assert len(found) == 1, f"{len(found)} elements are {what}"
        assert found[0].get("disabled") is None, f"{what} is disabled"
        return found[0]

    # -- what a tap does ---------------------------------------------------------------------------------------------

    def _tap(self, element: Element) -> bool:
        """Tap an element, and return whether the server was asked."""
        self.taps += 1
        if element.tag == "a":
            self.open(element.get("href"))
        elif element.tag == "button":
            self._send(self._form_of(element), (element.get("name", ""), element.get("value", "")))
        else:
            [box] = element.xpath(".//input") if element.tag == "label" else [element]
            self._check(box)
            return self._change(box)
        return True

    def _check(self, box: Element) -> None:
        """Check a radio button, or check or clear a box."""
        assert box.get("disabled") is None, box.get("id")
        if box.get("type") == "radio":
            for each in self._form_of(box).xpath(f'.//input[@type="radio"][@name="{box.get("name")}"]'):
                each.attrib.pop("checked", None)
        if box.attrib.pop("checked", None) is None:
            box.set("checked", "checked")

    def _change(self, field: Element) -> bool:
        """Send the form as a change of the field does, and return whether anything on the page listens to it."""
        listening = field.xpath('ancestor-or-self::*[contains(@hx-trigger, "change")][1]')
        if not listening:
            return False
        form = listening[0] if listening[0].tag == "form" else self._form_of(field)
        more = form.xpath("string(@hx-vals)") if form is listening[0] else listening[0].get("hx-vals", "")
        self._send(form, ("do", more.split('"')[3]) if more else ("", ""))
        return True

    def _count(self, field: Element) -> None:
        """Ask for the page with what the entry is worth, as scripts do while the field is typed."""
        form = self._form_of(field)
        if form.xpath('.//*[contains(@hx-trigger, "counted")]'):
            self._send(form, ("do", "count"))

    def _form_of(self, field: Element) -> Element:
        if named := field.get("form"):
            return self._find(f"#{named}")
        [form] = field.xpath("ancestor::form")
        return form

    def _send(self, form: Element, button: tuple[str, str] = ("", "")) -> None:
        """Send a form by one of its buttons, which may have no name."""
        fields = MultiDict(_list_fields(form))
        if button[0]:
            fields.add(*button)
        path = urlsplit(urljoin(self.path, form.get("action"))).path
        if form.get("method", "get").lower() == "post":
            self._read(self._client.post(path, data=fields, follow_redirects=True))
        else:
            self._read(self._client.get(path, query_string=fields, follow_redirects=True))


def _list_fields(form: Element) -> Iterator[tuple[str, str]]:
    """Yield the names and values that a form sends without a button; lxml itself sends "on" for an empty value."""
    for field in form.xpath(".//input[@name][not(@disabled)] | .//select[@name]"):
        if field.tag == "select":
            yield field.get("name"), field.value
        elif field.get("type") not in ("radio", "checkbox") or "checked" in field.attrib:
            yield field.get("name"), field.get("value", "")
