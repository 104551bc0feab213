"""Parts of pages that are rendered once are cached for each language and for each address of the server."""

import pytest
from flask import Flask, render_template_string

PICK = "{{ draw_pick('radio', 'tile', '', '6-4', 6, 4, False, True, False) }}"


def render(app: Flask, source: str, language: str = "en", top: str = "") -> str:
    """Render the template for a phone with this language, on a server below the address `top`."""
    with app.test_request_context(headers={"Accept-Language": language}, environ_overrides={"SCRIPT_NAME": top}):
        return render_template_string(source)


@pytest.mark.parametrize(("language", "words"), [("en", "6-4, already used"), ("sv", "6-4, redan använd")])
def test_a_tile_to_pick_is_named_in_the_language_of_whoever_asks(app: Flask, language: str, words: str) -> None:
    for _ in range(2):
        assert words in render(app, PICK, language)


def test_the_head_of_a_page_names_files_below_the_address_of_the_server(app: Flask) -> None:
    for top in ("", "/pad", ""):
        assert f'href="{top}/static/css/base.css' in render(app, "{{ draw_fixed('parts/_links.html') }}", top=top)


def test_an_endless_argument_is_drawn_and_escaped_all_the_same(app: Flask) -> None:
    assert "&lt;&lt;" in render(app, "{{ draw_half('0', '<' * 50) }}")
