"""Templates use only names and attributes that are defined: Jinja prints nothing for a misspelt one."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask, Request
from jinja2 import meta, nodes
from jinja2.runtime import LoopContext

from scorekeeper.folders import TEMPLATES
from scorekeeper.web import create_app

PACKAGE = Path(__file__).parents[2] / "scorekeeper"
# an argument of a call, a field of a dataclass, or a key of a dictionary
SET_BY_VIEWS = re.compile(r'\b(\w+)=(?!=)|^    (\w+): |"(\w+)":', re.MULTILINE)
BUILT_IN = frozenset[str]().union(*map(dir, (str, dict, list, tuple, LoopContext, Request)))


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app({"DATA": tmp_path, "OWNER_KEY": "key-of-this-table", "TESTING": True})


def find_undefined(app: Flask, templates: dict[str, str]) -> set[tuple[str, str]]:
    """Return the template and the name or attribute of each use that nothing can have defined.

    `templates` has the source of each template by its name. A name is defined by any template, by an argument, field or
    key in the code, or for all templates. An attribute is defined if its name is in the code or is a macro.
    """
    trees = {name: app.jinja_env.parse(source) for name, source in templates.items()}
    in_templates = {name for tree in trees.values() for name in list_defined(tree)}
    modules = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    by_views = {name for source in modules for found in SET_BY_VIEWS.findall(source) for name in found}
    values = dict[str, object]()
    with app.test_request_context():
        app.update_template_context(values)
    names = in_templates | by_views | values.keys() | app.jinja_env.globals.keys()
    attributes = in_templates | BUILT_IN | {word for source in modules for word in re.findall(r"\w+", source)}
    return {
        *((name, used) for name, tree in trees.items() for used in meta.find_undeclared_variables(tree) - names),
        *(
            (name, each.attr)
            for name, tree in trees.items()
            for each in tree.find_all(nodes.Getattr)
            if each.attr not in attributes
        ),
    }


def list_defined(tree: nodes.Template) -> Iterator[str]:
    """Yield the names that a template sets, and those of its macros and their parameters."""
    for name in tree.find_all(nodes.Name):
        if name.ctx in ("store", "param"):
            yield name.name
    for macro in tree.find_all(nodes.Macro):
        yield macro.name


def test_each_name_and_attribute_in_a_template_is_defined(app: Flask) -> None:
    templates = {str(path): path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html")}
    assert find_undefined(app, templates) == set()


@pytest.mark.parametrize(
    ("source", "undefined"),
    [
        ("{{ sheet.mtach }}", "mtach"),
        ("{% if shete %}{% endif %}", "shete"),
        ("{% set shete = sheet %}{{ shete.match }}", None),
        ("{% macro shete(match) %}{{ match.id }}{% endmacro %}{{ shete(sheet) }}", None),
    ],
    ids=["attribute", "name", "set", "macro"],
)
def test_a_misspelt_name_or_attribute_is_found(app: Flask, source: str, undefined: str | None) -> None:
    assert find_undefined(app, {"a.html": source}) == ({("a.html", undefined)} if undefined else set())
