"""Templates are compiled once for each language: what they print is what they would say word by word."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask, g, render_template
from jinja2 import DictLoader

from scorekeeper.web import create_app

PARTS = {
    "_part.html": "{% set word = _('Undo') %}{{ word }} {{ name }}",
    "_same.html": "{{ 1 }}",
    "_macros.html": "{% macro bold(it) %}<b>{{ it }}</b>{% endmacro %}",
}


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    app = create_app({"DATA": tmp_path, "TESTING": True})
    app.jinja_env.loader = DictLoader(dict(PARTS))
    return app


def say(app: Flask, source: str, language: str = "sv", root: str = "", match_id: str = "", **values: Any) -> str:
    """The page that is written so, in a language, for a request about a match."""
    pages = app.jinja_env.loader
    assert isinstance(pages, DictLoader)
    name = f"{source}.html"
    pages.mapping = {**pages.mapping, name: source}
    with app.test_request_context(headers={"Accept-Language": language}, environ_overrides={"SCRIPT_NAME": root}):
        g.match_id = match_id
        return render_template(name, **values)


def test_each_language_has_its_own_words(app: Flask) -> None:
    assert [say(app, "{{ _('Save') }}", language) for language in ("en", "sv", "de")] == ["Save", "Spara", "Speichern"]


def test_what_stands_in_a_sentence_is_escaped_and_a_value_may_come_from_the_page(app: Flask) -> None:
    told = say(app, "{{ _('Undo entry %(number)s', number=name) }}", "en", name="<4 & 5>")
    assert told == "Undo entry &lt;4 &amp; 5&gt;"


def test_a_sentence_in_an_expression_is_the_same_sentence(app: Flask) -> None:
    source = "{% set told = _('Undo entry %(number)s', number=name) if name else _('Undo') %}{{ told }}"
    assert say(app, source, "en", name="<4>") == "Undo entry &lt;4&gt;"
    assert say(app, source, "en") == "Undo"


@pytest.mark.parametrize(("n", "told"), [(1, "1 punkt"), (2, "2 punkty"), (5, "5 punktów")])
def test_a_number_has_the_form_that_its_language_gives_it(app: Flask, n: int, told: str) -> None:
    assert say(app, "{{ ngettext('%(n)s point', '%(n)s points', n, n=n) }}", "pl", n=n) == told


def test_what_is_included_knows_what_stands_around_it_and_changes_nothing_there(app: Flask) -> None:
    source = "{% set word = 'mine' %}{% for name in 'ab' %}{% include '_part.html' %};{% endfor %}{{ word }}"
    assert say(app, source, "en") == "Undo a;Undo b;mine"


def test_what_is_included_without_context_and_macros_of_others_are_there_too(app: Flask) -> None:
    source = "{% include '_same.html' without context %}{% from '_macros.html' import bold as b %}{{ b('<') }}"
    assert say(app, source) == "1<b>&lt;</b>"


def test_an_address_names_the_match_of_each_request_anew(app: Flask) -> None:
    source = "{{ url_for('sheets.sheet') }} {{ url_for('matches.index') }}"
    for match_id in ("abc", "def", "x" * 200):
        assert say(app, source, match_id=match_id) == f"/m/{match_id}/sheet /"
    assert say(app, source, root="/pad", match_id="abc") == "/pad/m/abc/sheet /pad/"


@pytest.mark.parametrize("value", ["<b>&\"'", 5, None, 2.5, True, ["<"], "plain"])
def test_a_value_is_printed_as_jinja_prints_it(app: Flask, value: object) -> None:
    with app.app_context():
        plain = app.jinja_env.from_string("{{ value }}{{ missing }}{{ value | safe }}").render(value=value)
    assert say(app, "{{ value }}{{ missing }}{{ value | safe }}", value=value) == plain
