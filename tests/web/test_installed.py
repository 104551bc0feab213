"""What makes the score pad an installable app: the manifest, its icons, and the service worker, which needs https."""

import json
from io import BytesIO
from urllib.parse import urljoin

import pytest
from flask import Flask
from PIL import Image

from scorekeeper.folders import STATIC
from scorekeeper.web.forms.one_tap import FORM_OF, QUEUED_TAPS
from tests.web.pages import Phone


def test_the_manifest_names_icons_that_are_there_in_the_size_it_says(phone: Phone) -> None:
    address = "/static/manifest.webmanifest"
    assert f'rel="manifest" href="{address}' in phone.open("/").html
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    begins, scope = urljoin(address, manifest["start_url"]), urljoin(address, manifest["scope"])
    assert (begins, scope, manifest["display"]) == ("/", "/", "standalone")
    sizes = set()
    for icon in manifest["icons"]:
        assert (STATIC / icon["src"]).is_file()
        if icon["type"] == "image/png":
            with Image.open(STATIC / icon["src"]) as image:
                assert icon["sizes"] == f"{image.width}x{image.height}"
                assert "maskable" in icon["purpose"]
                # A phone may cut the icon to any shape, so the felt goes up to the edge.
                assert len({image.convert("RGB").getpixel(at) for at in [(0, 0), (image.width - 1, 0)]}) == 1
            sizes.add(icon["sizes"])
    assert sizes == {"192x192", "512x512"}


@pytest.mark.parametrize(
    "path", ["/worker.js", "/offline", "/static/manifest.webmanifest", "/favicon.ico", "/robots.txt"]
)
def test_what_an_app_is_made_of_is_for_everybody_and_tells_nothing(app: Flask, phone: Phone, path: str) -> None:
    phone.new_match()
    with app.test_client().get(path) as answer:
        assert answer.status_code == 200
        assert b"Anna" not in answer.data


def test_what_programs_ask_for_by_themselves_is_there(app: Flask) -> None:
    client = app.test_client()
    with client.get("/favicon.ico") as icon, Image.open(BytesIO(icon.data)) as image:
        assert (icon.mimetype, image.size) == ("image/png", (192, 192))
    assert client.get("/robots.txt").text == "User-agent: *\nDisallow: /\n"


def test_the_scripts_of_a_phone_without_connection_know_the_taps_that_the_server_knows(phone: Phone) -> None:
    first, _, script = phone.open("/worker.js").html.partition("\n")
    name, _, taps = first.removesuffix(";").partition(" = ")
    assert tuple(json.loads(taps)) == QUEUED_TAPS
    assert {"save", "lay", "all", "pass", "give", "out", "blocked"} == set(QUEUED_TAPS)
    assert name.removeprefix("const ") in script
    page = phone.open(f"{phone.new_match().path}/unsent")
    [forms] = [at["data-forms"] for _, at in page.elements if at.get("id") == "main"]
    assert json.loads(forms) == FORM_OF


def test_the_worker_is_asked_for_anew_each_time(app: Flask) -> None:
    with app.test_client().get("/worker.js") as answer:
        assert answer.mimetype == "text/javascript"
        assert "no-cache" in answer.headers["Cache-Control"]
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        again = app.test_client().get("/worker.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
