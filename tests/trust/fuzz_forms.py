"""The requests that a pad expects: the forms of its pages, and the fields that its views read."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import urlencode

from flask import Request, has_request_context, request
from werkzeug.datastructures import ImmutableMultiDict

from tests.web.pages import Page

Pairs = list[tuple[str, str]]

NASTY = (
    *("", " ", "0", "1", "-1", "2", "3", "²", "9" * 30, "1e309", "NaN", "1.5", "0x1", "true", "None", "null"),
    *("\0", "\ud800", "\u202e", "é" * 200, "x" * 5000, "<b>&\"'", "%", "%s", "{}", "[]", '[["x"]]', "a,b;c", "\r\n"),
    *("5-5", "6-4", "4-6", "9-9", "?-?", "5-?", "0-0", "5-5 0", "5-0 6-6 1-1", "12 7", "-", "--", "out 2", "out 99"),
    *("Nobody", "Anna", "Bo", "anna", "Anna & Carl", "save", "strike", "yes", "../..", "/b/x", "http://e.example/"),
)


class NotedFields(ImmutableMultiDict[str, str]):
    """The fields of a request; they record which fields the view reads."""

    asked: ClassVar[dict[str, set[str]]] = defaultdict(set)

    def get(self, key: str, default: Any = None, type: Any = None) -> Any:  # type: ignore[override]  # noqa: A002  # Werkzeug's name
        note_field(key)
        return super().get(key, default, type)

    def __getitem__(self, key: str) -> str:
        note_field(key)
        return super().__getitem__(key)

    def getlist(self, key: str, type: Any = None) -> Any:  # noqa: A002
        note_field(key)
        return super().getlist(key, type) if type else super().getlist(key)

    def __contains__(self, key: object) -> bool:
        note_field(str(key))
        return super().__contains__(key)


def note_field(name: str) -> None:
    """Record that the view of this request has read a field."""
    if has_request_context() and request.endpoint:
        NotedFields.asked[request.endpoint].add(name)


class FuzzedRequest(Request):
    """A request whose fields record what is read from them."""

    parameter_storage_class = NotedFields


@dataclass(frozen=True, slots=True)
class SeenForm:
    """A form of a page: its URL, its fields, its buttons, and which of its fields take files."""

    action: str
    method: str
    fields: tuple[tuple[str, str], ...]
    buttons: tuple[tuple[str, str], ...]
    files: tuple[str, ...]


def read_forms(page: Page) -> list[SeenForm]:
    """Return the forms of a page, with all values that their fields can have."""
    found: list[tuple[str, str, Pairs, Pairs, list[str]]] = []
    for tag, at in page.elements:
        if tag == "form":
            found.append((at.get("action", page.path), at.get("method", "get").lower(), [], [], []))
        elif not found or not at.get("name"):
            continue
        elif tag == "button":
            found[-1][3].append((at["name"], at.get("value", "")))
        elif at.get("type") == "file":
            found[-1][4].append(at["name"])
        elif tag in ("input", "textarea", "select"):
            found[-1][2].append((at["name"], at.get("value", "")))
    return [
        SeenForm(action, method, tuple(fields), tuple(buttons), tuple(files))
        for action, method, fields, buttons, files in found
    ]


def write_pairs(fields: Pairs) -> str:
    """Return the fields in URL encoding; a lone surrogate is encoded as no browser would do it."""
    return urlencode(fields, errors="surrogatepass")
