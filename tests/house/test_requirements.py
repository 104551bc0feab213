"""What we use is declared, and what is declared is pinned."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from tests.house.arrows import imports, modules

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

# These come with Flask by its own promise, the tools of training with whoever trains.
COMES_WITH = {
    "werkzeug": "flask",
    "jinja2": "flask",
    "markupsafe": "flask",
    "itsdangerous": "flask",
    "babel": "flask-babel",
    "wtforms": "flask-wtf",
}
NOT_TO_RUN = ("vision.train",)


def normal(name: str) -> str:
    """`pillow_heif>=1.1` and `Pillow-HEIF==1.8.1` are both `pillow-heif`."""
    return re.sub(r"[-_.]+", "-", re.split(r"[<>=~!;\[ ]", name, maxsplit=1)[0]).lower()


def pins(file: str) -> set[str]:
    lines = (ROOT / file).read_text().splitlines()
    return {normal(line) for line in lines if re.fullmatch(r"[\w.-]+==[\w.!]+", line)}


def test_every_library_that_the_score_pad_imports_is_declared() -> None:
    declared = {normal(line) for line in PROJECT["dependencies"]}
    distributions = packages_distributions()
    used = (
        {
            name.partition(".")[0]
            for module, path in modules()
            if not module.startswith(NOT_TO_RUN)
            for _, name in imports(module, path.read_text(), is_package=path.name == "__init__.py")
        }
        - set(sys.stdlib_module_names)
        - {"scorekeeper", "vision", ""}
    )
    undeclared = {name for name in used if not {normal(d) for d in distributions.get(name, [])} & declared}
    assert {name for name in undeclared if COMES_WITH.get(name) not in declared} == set()


def test_everything_declared_has_one_exact_version() -> None:
    declared = {normal(line) for line in PROJECT["dependencies"]}
    for_tests = {normal(line) for line in PROJECT["optional-dependencies"]["dev"]}
    assert declared <= pins("requirements.txt")
    assert for_tests <= pins("requirements.txt") | pins("requirements-dev.txt")


def test_nothing_but_exact_versions_is_pinned() -> None:
    for file in ("requirements.txt", "requirements-dev.txt"):
        lines = [line for line in (ROOT / file).read_text().splitlines() if not line.startswith(("#", "-r "))]
        assert len(pins(file)) == len(lines) > 10
