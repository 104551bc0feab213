"""Tiles are drawn as they lie, and picked from a set that has each of them once."""

import re
from collections import Counter
from html.parser import HTMLParser
from typing import Any

import pytest
from flask import Flask, render_template, render_template_string

from scorekeeper.engine.tiles import make_set
from scorekeeper.folders import STATIC
from vision.lab.render.patterns import PATTERNS

MACROS = '{% from "parts/_tiles.html" import tile, half, end %}'


class Elements(HTMLParser):
    """Parses a page; `found` is the name and the attributes of each element."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.found if name == tag]


def drawn(app: Flask, call: str) -> Elements:
    with app.test_request_context():
        return Elements(render_template_string(MACROS + "{{ " + call + " }}"))


def picker(app: Flask, **given: Any) -> Elements:
    usual: dict[str, Any] = {"name": "hand-2", "kind": "checkbox", "picked": [], "used": frozenset(), "largest": 6}
    with app.test_request_context():
        return Elements(render_template("parts/_picker.html", **usual | given))


def test_the_set_shows_each_number_by_as_many_pips(app: Flask) -> None:
    with app.test_request_context():
        page = render_template("parts/_tiles.html")
    for number in range(1, 19):
        symbol = re.search(rf'<g id="pips-{number}".*?</g>', page)
        assert symbol
        shapes = re.findall(r' d="([^"]*)"', symbol[0])
        assert [shape.count("M") for shape in shapes] == [number, number]  # the hollow, and the paint in it


@pytest.mark.parametrize("number", range(7, 19))
def test_the_set_shows_a_number_in_the_columns_in_which_the_reader_learns_it(app: Flask, number: int) -> None:
    with app.test_request_context():
        page = render_template("parts/_tiles.html")
    symbol = re.search(rf'<g id="pips-{number}".*?<path d="([^"]*)"', page)
    assert symbol
    drawn_rows = Counter(float(y) for y in re.findall(r"M[\d.]+ ([\d.]+)h0", symbol[1]))  # it lies down
    columns = Counter(x for x, _ in PATTERNS[number])
    assert [drawn_rows[y] for y in sorted(drawn_rows)] == [columns[x] for x in sorted(columns)]


def test_a_tile_is_drawn_from_its_two_halves_and_named(app: Flask) -> None:
    page = drawn(app, "tile(6, 4)")
    assert [use["href"] for use in page.named("use")] == ["#tile", "#pips-6", "#pips-4"]
    assert page.named("svg")[0]["aria-label"] == "6-4"


def test_a_standing_tile_has_its_first_half_on_top(app: Flask) -> None:
    page = drawn(app, "tile(3, 5, True)")
    assert [use.get("x") for use in page.named("use")] == [None, None, "40"]
    assert page.named("g")[0]["transform"] == "rotate(90 20 20)"  # the left half is drawn on top


def test_a_blank_half_shows_no_pips(app: Flask) -> None:
    assert [use["href"] for use in drawn(app, "tile(0, 0)").named("use")] == ["#tile"]


def test_a_half_that_is_hidden_lies_in_the_shade_and_bears_a_question_mark(app: Flask) -> None:
    page = drawn(app, 'tile(5, "?")')
    assert [use["href"] for use in page.named("use")] == ["#tile", "#pips-5"]
    assert [veil["x"] for veil in page.named("rect")] == ["40.5"]
    assert page.named("svg")[0]["aria-label"] == "5-?"
    assert len(drawn(app, 'half("?")').named("text")) == 1


def test_a_tile_that_words_name_already_is_not_named_again(app: Flask) -> None:
    svg = drawn(app, 'tile(6, 4, name="")').named("svg")[0]
    assert svg["aria-hidden"] == "true"
    assert "aria-label" not in svg


@pytest.mark.parametrize(
    ("end", "uses"), [("5", ["#half", "#pips-5"]), ("0", ["#half"]), ("4-4", ["#tile-upright", "#pips-4", "#pips-4"])]
)
def test_an_open_double_stands_across_and_another_end_is_a_half(app: Flask, end: str, uses: list[str]) -> None:
    page = drawn(app, f'end("{end}")')
    assert [use["href"] for use in page.named("use")] == uses
    assert page.named("svg")[0]["aria-label"] == end


@pytest.mark.parametrize("largest", [6, 9, 12, 15, 18])
def test_the_picker_holds_every_tile_of_the_set_once(app: Flask, largest: int) -> None:
    tiles = [box["value"] for box in picker(app, largest=largest).named("input") if box["name"] == "hand-2"]
    assert sorted(filter(None, tiles)) == sorted(map(str, make_set(largest)))


def test_of_a_large_set_one_half_is_tapped_and_then_its_partners_lie_there(app: Flask) -> None:
    page = picker(app, largest=18)
    halves = [box for box in page.named("input") if box["name"] == "half"]
    assert [box["value"] for box in halves] == [str(half) for half in range(19)]
    assert [box["value"] for box in halves if "checked" in box] == ["18"]
    shown = [(attrs["class"] or "").split() for attrs in page.named("span") if "partner" in (attrs.get("class") or "")]
    css = (STATIC / "css/tiles.css").read_text(encoding="utf-8")
    for half in range(19):
        assert sum(f"has-{half}" in classes for classes in shown) == 19, half  # a double is drawn once under its half
        assert f".by-half:has(.half-{half}:checked) .has-{half}" in css


def test_the_half_that_was_tapped_stays_tapped_when_the_page_is_drawn_anew(app: Flask) -> None:
    usual = {"name": "hand-2", "kind": "checkbox", "picked": [], "used": frozenset(), "largest": 12}
    with app.test_request_context("/?half=5"):
        boxes = Elements(render_template("parts/_picker.html", **usual)).named("input")
    assert [box["value"] for box in boxes if box["name"] == "half" and "checked" in box] == ["5"]


def test_picked_tiles_are_ticked_however_they_were_typed(app: Flask) -> None:
    boxes = picker(app, picked=["6-4", "1-5", "13", ""]).named("input")
    assert [box["value"] for box in boxes if "checked" in box] == ["6-4", "5-1"]


def test_used_tiles_cannot_be_picked_and_say_so(app: Flask) -> None:
    boxes = picker(app, used={"6-6"}).named("input")
    assert [(box["value"], box["aria-label"]) for box in boxes if "disabled" in box] == [("6-6", "6-6, already used")]


def test_a_tile_picked_although_it_is_used_can_be_put_back(app: Flask) -> None:
    box = next(box for box in picker(app, used={"6-6"}, picked=["6-6"]).named("input") if box["value"] == "6-6")
    assert "checked" in box
    assert "disabled" not in box


def test_a_picker_of_buttons_adds_a_tile_with_one_tap(app: Flask) -> None:
    buttons = picker(app, kind="button", name="do", says="add %s", used={"2-0"}).named("button")
    assert len(buttons) == 28
    assert buttons[0]["value"] == "add 6-0"
    assert [button["value"] for button in buttons if "disabled" in button] == ["add 2-0"]
