"""A proxy may serve the score pad below a path: every link, form, script, cookie and redirection stays below it."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.folders import STATIC
from scorekeeper.hosting.app import create_host
from scorekeeper.web import create_app
from tests.browser import every_host_page, every_page
from tests.web.conftest import KEY
from tests.web.pages import Page, Phone

BELOW = "/games/dominoes"
LINKS = (
    "href",
    "src",
    "action",
    "formaction",
    "hx-get",
    "hx-post",
    "poster",
    "data-match",
    "data-pad",
    "data-news",
    "data-stream",
)


class Proxy:
    """A proxy in front of the app `inside`: it strips its own path from the address, and names it in a header."""

    def __init__(self, inside: WSGIApplication) -> None:
        self.inside = inside

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        assert path.startswith(BELOW), path
        environ |= {"PATH_INFO": path.removeprefix(BELOW) or "/", "HTTP_X_FORWARDED_PREFIX": BELOW}
        return self.inside(environ, start)


class ProxiedClient(FlaskClient):
    """A test client of the proxy, which adds the proxy's path to an address without it."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        address, *others = args  # a redirection that is followed is an `EnvironBuilder`, and is left as it is
        if isinstance(address, str) and not address.startswith(BELOW):
            address = BELOW + address
        return super().open(address, *others, **kwargs)


def list_links(page: Page) -> Iterator[str]:
    """Yield every address on this server that an element of the page names."""
    for _, attributes in page.elements:
        for name in LINKS:
            if (value := attributes.get(name)) and value.startswith("/"):
                yield value


def proxied(app: Flask) -> FlaskClient:
    app.wsgi_app = Proxy(app.wsgi_app)  # type: ignore[method-assign, assignment]  # Flask's documented way
    app.test_client_class = ProxiedClient
    return app.test_client()


@pytest.fixture
def house(tmp_path: Path) -> Flask:
    return create_app({"DATA": tmp_path, "OWNER_KEY": KEY, "PROXIES": "1", "TESTING": True})


@pytest.fixture
def host(tmp_path: Path) -> Flask:
    return create_host({"DATA": tmp_path, "PROXIES": "1", "TESTING": True})


@pytest.mark.slow
def test_every_link_on_every_page_stays_below_it(house: Flask) -> None:
    client, values, seen = proxied(house), every_page.filled(house), 0
    came = client.get(f"/in/{KEY}")
    assert came.headers["Location"] == f"{BELOW}/"
    assert f"Path={BELOW};" in "".join(came.headers.getlist("Set-Cookie"))
    for address in every_page.PAGES:
        page = Page(client.get(address.format(**values)))
        links = list(list_links(page))
        assert [link for link in links if not link.startswith(f"{BELOW}/")] == [], address
        seen += len(links)
    assert seen > 1000


@pytest.mark.slow
def test_every_link_on_every_page_of_a_host_stays_below_it(host: Flask) -> None:
    values = every_host_page.filled(host)
    client = proxied(host)
    for link in every_host_page.list_owners_links(values):
        came = client.get(link)
        book = link[: link.index("/in/")]
        assert came.headers["Location"].startswith(f"{BELOW}{book}/")
        assert f"Path={BELOW}{book};" in "".join(came.headers.getlist("Set-Cookie"))
    for address in every_host_page.PAGES.values():
        page = Page(client.get(address.format(**values)))
        assert [link for link in list_links(page) if not link.startswith(f"{BELOW}/")] == [], address
    assert client.get("/").headers["Location"] == f"{BELOW}/begin"


def test_a_new_book_is_opened_below_it(host: Flask) -> None:
    phone = Phone.__new__(Phone)
    phone.client = proxied(host)
    page = phone.open("/books")
    [form] = [form for form in page.forms.values() if form.action.endswith("/open")]
    answer = phone.client.post(form.action, data=dict(form.fields))
    book = form.action.removesuffix("/open")
    assert answer.headers["Location"].startswith(f"{book}/in/")
    assert phone.client.get(answer.headers["Location"]).status_code == 303


def test_a_form_is_sent_below_it_and_counts(house: Flask) -> None:
    phone = Phone(proxied(house), KEY)
    pad = phone.new_match()
    assert phone.send(pad, "fill", "save", tile="5-0", player="Anna").status == 200
    assert "5 + 0 = 5" in phone.open(f"{pad.path}/sheet").text


def test_a_link_to_share_names_it(house: Flask) -> None:
    phone = Phone(proxied(house), KEY)
    assert f'href="http://localhost{BELOW}/join/' in phone.open(f"{phone.new_match().path}/share").html


def test_what_a_phone_installs_is_below_it() -> None:
    manifest = f"{BELOW}/static/manifest.webmanifest"
    text = (STATIC / "manifest.webmanifest").read_text(encoding="utf-8")
    for name in ("start_url", "scope"):
        [path] = re.findall(rf'"{name}": "(.*)"', text)
        assert urljoin(manifest, path) == f"{BELOW}/"


def test_no_script_names_an_address_at_the_top() -> None:
    for script in (STATIC / "js").glob("*.js"):
        strings = re.findall(r"""["'`](/[a-z]\w*/?[^"'`\n]*)["'`]""", script.read_text(encoding="utf-8"))
        assert [each for each in strings if each not in ("/hand", "/strike", "/static/")] == [], script.name


@pytest.mark.parametrize("prefix", ["no-path", "/a b", '/"><script>', "//elsewhere.example", "/a;b", "/" + "x" * 300])
def test_a_prefix_that_is_no_path_is_left_out(house: Flask, prefix: str) -> None:
    answer = house.test_client().get(f"/in/{KEY}", headers={"X-Forwarded-Prefix": prefix})
    assert answer.headers["Location"] == "/"
    assert "Path=/;" in answer.headers["Set-Cookie"]


def test_a_slash_at_its_end_makes_no_difference(house: Flask) -> None:
    answer = house.test_client().get(f"/in/{KEY}", headers={"X-Forwarded-Prefix": f"{BELOW}/"})
    assert answer.headers["Location"] == f"{BELOW}/"


def test_without_a_proxy_nobody_can_say_so(tmp_path: Path) -> None:
    app = create_app({"DATA": tmp_path, "OWNER_KEY": KEY, "TESTING": True})
    assert app.test_client().get(f"/in/{KEY}", headers={"X-Forwarded-Prefix": BELOW}).headers["Location"] == "/"
