"""All values of a page are worked out before it is rendered: no template causes a query."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from flask import Flask, before_render_template, render_template_string, template_rendered
from jinja2 import Template

from scorekeeper.store import SqliteStore
from tests.web.test_get_writes_nothing import PART, Table, app

__all__ = ["app"]


class Rendering:
    """Records the templates during whose rendering a query was made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.running: list[str] = []
        self.queried: set[str] = set()
        lend = SqliteStore._lend

        def lend_and_note(store: SqliteStore) -> Any:
            if self.running:
                self.queried.add(self.running[-1])
            return lend(store)

        monkeypatch.setattr(SqliteStore, "_lend", lend_and_note)

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


def test_a_template_that_causes_a_query_would_be_noticed(app: Flask, rendering: Rendering) -> None:
    store = Table(app).book.store
    with app.test_request_context():
        render_template_string("{{ look(find) }}", look=store.look, find=lambda db: db.execute("SELECT 1").fetchone())
    assert rendering.queried
