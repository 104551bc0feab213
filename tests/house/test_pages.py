"""Every page is in the sweep, in the gallery and in its README, and a view renders each template.

What a page prints is one frozen dataclass.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.folders import TEMPLATES
from scorekeeper.hosting.app import create_host
from scorekeeper.web import create_app
from tests.browser import every_host_page, every_page, gallery

ROOT = Path(__file__).resolve().parents[2]
PICTURE = re.compile(r"\(([\w-]+)\.webp\)")

NO_PAGES = {
    "static": "files",
    "books.begin": "goes on to a book",
    "installed.worker": "a script",
    "installed.favicon": "a picture",
    "installed.robots": "two lines for machines",
    "join.sign_in": "goes on to the matches",
    "join.join": "goes on to the match",
    "join.health": "a word for machines",
    "camera.show": "a part of the pad",
    "camera.picture": "a picture",
    "camera.seats": "only there while a camera watches; test_camera_seats looks at it",
    "metrics.show": "figures for Prometheus",
    "documents.sheet": "JSON for other programs",
    "documents.evening": "JSON for other programs",
    "documents.history": "JSON for other programs",
    "documents.players": "JSON for other programs",
    "documents.schema": "JSON for other programs",
    "exports.archive": "a download",
    "exports.matches_csv": "a download",
    "exports.bg_stats": "a download",
    "documents.players_csv": "a download",
    "exports.entries_csv": "a download",
    "keeping.download": "a download",
    "keeping.job": "goes on to what came of the job; until then a sentence that is gone in a moment",
    "sheets.export": "a download",
    "sheets.export_notation": "a download",
    "photos.line": "nothing, or a sentence",
    "photos.picture": "a picture",
    "result_picture.show": "a picture",
    "result_picture.show_shared": "a picture",
    "result_picture.show_night": "a picture",
    "result_picture.show_replay": "a picture",
    "result_picture.show_year": "a picture",
    "live.news": "nothing, or a number",
    "live.stream": "nothing, or events",
    "solitaires.news": "nothing, or a number",
    "wall.news": "nothing, or a number",
    "event_standings.as_json": "JSON for other programs",
    "event_standings.as_csv": "a download",
    "event_standings.bracket_as_csv": "a download",
    "league.as_json": "JSON for other programs",
    "league.as_csv": "a download",
}
NOT_IN_THE_GALLERY = {
    "hands.hand": "the pad's form for a round's end, with one hand",
    "photos.take": "two buttons, seen only without scripts",
    "photos.entry": "the photo's page, where nothing can be tapped",
    "camera.phone": "a button, and what the camera sees; test_watching_phone looks at it",
    "keeping.ask": "asks as the page for throwing away does",
    "installed.offline": "one sentence",
    "notes.note": "two fields",
    "replay.show": "a sheet, entry by entry",
    "analysis.show": "tables and tiles as in the replay",
    "rules.own_rules": "rules as those of every game",
    "own_games.own_games": "a list with buttons",
    "own_games.change": "as it is made",
    "rivals.rivals": "tables and charts as on a player's page",
    "year.show": "cards with one figure each, as the picture of the year has them",
    "rivals.compare": "tables and charts as on a player's page",
    **dict.fromkeys(
        (
            *("events.index", "events.new", "desk.show", "desk.links", "draw.preview", "entrants.entrants"),
            *("event_seats.seats", "event_seats.entrant", "event_tables.table", "event_tables.result"),
            *("event_standings.standings", "wall.wall", "event_paper.paper"),
            *("league.new", "league.fixtures", "league.card", "league.season"),
        ),
        "docs/your-first-evening.md tells of the pages of an evening",
    ),
}


BY_KIND = {"entries", "rules", "unsent"}  # folders with a template for each kind of entry, or for each game


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_app({"DATA": tmp_path_factory.mktemp("pad"), "OWNER_KEY": "key"})


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_host({"DATA": tmp_path_factory.mktemp("host")})


def list_pages(app: Flask) -> dict[str, str]:
    """Return the address of every page by its endpoint."""
    return {
        rule.endpoint: rule.rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and rule.endpoint not in NO_PAGES
    }


def find_missing(app: Flask, shown: Iterable[str], reasons: Mapping[str, str]) -> list[str]:
    """Return the addresses of the pages that are neither `shown` nor left out for a reason."""
    adapter = app.url_map.bind("localhost")
    paths = (re.sub(r"\{\w+\}", "1", path).partition("?")[0] for path in shown)
    found = {adapter.match(path)[0] for path in paths}
    return [path for endpoint, path in list_pages(app).items() if endpoint not in found | set(reasons)]


def test_every_page_is_in_the_sweep(app: Flask) -> None:
    assert find_missing(app, every_page.PAGES, {}) == []


def test_every_page_is_in_the_gallery(app: Flask) -> None:
    assert find_missing(app, [*gallery.PAGES.values(), *gallery.TAKEN_APART.values()], NOT_IN_THE_GALLERY) == []


def test_every_page_of_a_host_is_in_its_sweep(app: Flask, host: Flask) -> None:
    inside = [re.sub(r"^/b/\{\w+\}", "", path) for path in every_host_page.PAGES.values()]
    in_a_house = dict.fromkeys(list_pages(app), "in the sweep of a house")
    assert find_missing(host, [*every_host_page.PAGES.values(), *filter(None, inside)], in_a_house) == []
    assert set(gallery.OF_HOST) <= set(every_host_page.PAGES)


def test_a_page_that_is_forgotten_is_told(app: Flask) -> None:
    assert "/m/<match_id>/board" in find_missing(app, ["/", "/m/{id}"], {})


def test_what_is_no_page_is_still_there(host: Flask) -> None:
    endpoints = {rule.endpoint for rule in host.url_map.iter_rules()}
    assert set(NO_PAGES) | set(NOT_IN_THE_GALLERY) <= endpoints


def test_the_readme_of_the_gallery_shows_every_picture() -> None:
    taken = {
        f"{name}-{look}"
        for name in (*gallery.PAGES, *gallery.TAKEN_APART, "host", *gallery.OF_HOST)
        for look in gallery.LOOKS
    }
    assert {path.stem for path in (ROOT / "docs/pages").glob("*.webp")} == taken
    assert set(PICTURE.findall((ROOT / "docs/pages/README.md").read_text(encoding="utf-8"))) == taken


MOST_VALUES = 3  # values that a template gets without a dataclass


def list_sources() -> dict[str, str]:
    """Return the source of every module with views or with what they print, by its path."""
    paths = [path for room in ("web", "hosting") for path in (ROOT / "scorekeeper" / room).rglob("*.py")]
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}


def list_loose_calls(source: str) -> list[int]:
    """Return the line of each call that gives a template more than `MOST_VALUES` values, or any number by `**`."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.startswith("render_template")
        if len(node.keywords) > MOST_VALUES or any(each.arg is None for each in node.keywords)
    ]


def list_classes_of_pages(source: str) -> list[ast.ClassDef]:
    """Return the classes whose name ends in `Page`."""
    tree = ast.parse(source)
    return [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name.endswith("Page")]


def test_a_view_gives_its_template_at_most_three_values_or_one_page() -> None:
    sources = list_sources()
    renders_pages = sources.pop("scorekeeper/web/http/fragments.py")
    assert len(list_loose_calls(renders_pages)) == 1
    assert [f"{path}:{line}" for path, source in sources.items() for line in list_loose_calls(source)] == []


@pytest.mark.parametrize("values", ["a=1, b=2, c=3, d=4", "**values"])
def test_a_view_with_loose_values_would_be_found(values: str) -> None:
    assert list_loose_calls(f"def show():\n    return render_template('a.html', {values})") == [2]
    assert list_loose_calls("render_template('a.html', a=1, b=2, c=3)") == []


def test_a_page_is_a_frozen_dataclass() -> None:
    pages = [page for source in list_sources().values() for page in list_classes_of_pages(source)]
    assert len(pages) >= 40
    frozen = "dataclass(frozen=True, slots=True)"
    assert [page.name for page in pages if [ast.unparse(each) for each in page.decorator_list] != [frozen]] == []


def list_templates() -> dict[str, str]:
    """Return every template's text by its name."""
    return {str(path.relative_to(TEMPLATES)): path.read_text() for path in sorted(TEMPLATES.rglob("*.html"))}


def test_every_template_is_drawn_by_a_view_or_by_another_template() -> None:
    sources = "".join(list_sources().values())
    users: dict[str, set[str]] = defaultdict(set)
    for name, text in [("views", sources), *list_templates().items()]:
        for used in re.findall(r"[\"']([\w/]+\.html)[\"']", text):
            users[used] |= {name} - {used}
    found_by_key = set(re.findall(r"[\"'](\w+)/(?:%s|[\"'] ~)", "".join([sources, *list_templates().values()])))
    by_key = {name for name in list_templates() if name.partition("/")[0] in found_by_key and "/_" not in name}
    assert [name for name in list_templates() if not users[name] and name not in by_key] == []
    assert sorted(set(users) - set(list_templates())) == []


def test_a_page_is_named_after_what_it_is_and_a_part_of_one_begins_with_a_line() -> None:
    paths = [Path(name) for name in list_templates() if Path(name).parts[0] not in BY_KIND]
    pages = {path for path in paths if '{% extends "base.html" %}' in list_templates()[str(path)]}
    assert {str(path) for path in paths if path.name.startswith("_") == (path in pages)} == {"base.html"}


def test_every_template_lies_in_the_folder_of_its_page() -> None:
    assert {name for name in list_templates() if "/" not in name} == {"base.html", "problem.html"}
