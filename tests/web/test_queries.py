"""All values of a page are worked out before it is rendered: no template causes a query."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from flask import Flask, before_render_template, render_template_string, template_rendered
from jinja2 import Template

from scorekeeper.store import SqliteStore
from scorekeeper.store.ephemeral.database import SqliteEphemeralStore
from tests.web.test_get_writes_nothing import PART, Table, app

__all__ = ["app"]


class Rendering:
    """Records the templates during whose rendering a query was made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.running: list[str] = []
        self.queried: set[str] = set()
        for store_type in (SqliteStore, SqliteEphemeralStore):
            monkeypatch.setattr(store_type, "_lend", self.note_calls(store_type._lend))

    def note_calls(self, lend: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Return a function that does what `lend` does, and notes the template that is being rendered."""

        def lend_and_note(store: Any) -> Any:
            self.queried.update(self.running[-1:])
            return lend(store)

        return lend_and_note

    def start(self, _app: Flask, template: Template, **_: object) -> None:
        self.running.append(str(template.name))

    def end(self, _app: Flask, **_: object) -> None:
        self.running.pop()


@pytest.fixture
def rendering(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rendering]:
    found = Rendering(monkeypatch)
    with ExitStack() as stack:
        stack.enter_context(before_render_template.connected_to(found.start, app))
        stack.enter_context(template_rendered.connected_to(found.end, app))
        yield found


@pytest.mark.slow
def test_no_template_causes_a_query(app: Flask, rendering: Rendering) -> None:
    table = Table(app)
    for who in ("owner", "watcher"):
        for path in dict.fromkeys(table.list_addresses()):
            for headers in ({}, PART):
                table.devices[who].get(path, headers=headers).close()
                assert rendering.running == [], path
    assert rendering.queried == set()


@pytest.mark.parametrize("name", ["scorekeeper", "ephemeral"])
def test_a_template_that_causes_a_query_would_be_noticed(app: Flask, rendering: Rendering, name: str) -> None:
    Table(app)

    def query() -> None:
        with app.extensions[name].read():
            pass

    with app.test_request_context():
        render_template_string("{{ query() }}", query=query)
    assert rendering.queried
