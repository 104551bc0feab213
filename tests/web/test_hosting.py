"""A host of many books, each with its own phones: no page of one book shows anything of another."""

import io
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.hosting.app import create_host
from scorekeeper.hosting.book_folders import find_folder, list_folders
from scorekeeper.play.transfer.match_files import export_match
from scorekeeper.play.upkeep.size import BookSize, HostLimits
from scorekeeper.store.free_space import measure_folder
from scorekeeper.web import create_app
from scorekeeper.web.uploads.limits import GROWS
from tests.web.pages import Page, Phone


class HostPhone(Phone):
    """A phone on a host that no link has let in."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def open_new(self) -> Page:
        """Open a new book, and return its owner's page."""
        return self.send(self.open("/books"), "opening", "")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_host({"DATA": tmp_path, "TESTING": True})
    yield app
    app.extensions["books"].close()


@pytest.fixture
def phone(app: Flask) -> HostPhone:
    return HostPhone(app.test_client())


def find_address(page: Page) -> str:
    """Return the address of the book that a page belongs to, such as `/b/abcd…`."""
    return "/".join(page.path.split("/")[:3])


def start(phone: HostPhone, book: str, names: str = "Anna Bo") -> Page:
    """Start a match in the book, and return its pad."""
    page = phone.open(f"{book}/new")
    return phone.send(page, "new", "start", player=names.split())


def test_one_tap_opens_a_book_and_its_key_is_shown_first(phone: HostPhone) -> None:
    page = phone.open_new()
    book = find_address(page)
    assert page.status == 200
    assert page.has("first")
    [link] = [at["href"] for _, at in page.elements if "/in/" in at.get("href", "") and at["href"].startswith("http")]
    [letter] = [at["href"] for _, at in page.elements if at.get("id") == "to-myself"]
    assert unquote(letter).endswith(f"body={link}")
    assert phone.open(f"{book}/").status == 200


def test_a_book_is_opened_at_the_address_at_which_it_will_be_found(phone: HostPhone, app: Flask) -> None:
    page = phone.open("/books")
    action = page.forms["opening"].action
    opened = phone.send(page, "opening", "")
    assert action == f"{find_address(opened)}/open"
    # Opening it once more with the same address and ticket gives no key.
    other = HostPhone(app.test_client())
    sent = {**dict(page.forms["opening"].fields), **_find_token(other)}
    answer = other.client.post(action, data=sent)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/books")


def _find_token(phone: HostPhone) -> dict[str, str]:
    return {"csrf_token": dict(phone.open("/books").forms["opening"].fields)["csrf_token"]}


def test_a_second_tap_that_comes_after_the_first_shows_the_key_of_the_same_book(phone: HostPhone, app: Flask) -> None:
    page = phone.open("/books")
    first, second = (
        phone.client.post(page.forms["opening"].action, data=dict(page.forms["opening"].fields)) for _ in "12"
    )
    assert (first.status_code, second.status_code) == (303, 303)
    assert "/in/" in second.headers["Location"]
    assert first.headers["Location"] == second.headers["Location"]
    assert phone.open(second.headers["Location"]).has("key")
    assert len(list(list_folders(app.config["DATA"]))) == 1


def test_a_second_tap_shows_no_key_that_was_made_anew_or_is_long_known(
    phone: HostPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = phone.open("/books")
    form = page.forms["opening"]
    opened = phone.send(page, "opening")
    with monkeypatch.context() as later:
        later.setattr("scorekeeper.hosting.book_folders.SECOND_TAP", -1.0)
        assert phone.client.post(form.action, data=dict(form.fields)).headers["Location"] == "/books"
    assert "/in/" in phone.client.post(form.action, data=dict(form.fields)).headers["Location"]
    phone.send(opened, "renewing")
    assert phone.client.post(form.action, data=dict(form.fields)).headers["Location"] == "/books"


def test_an_id_that_no_page_has_made_opens_nothing(phone: HostPhone, tmp_path: Path) -> None:
    fields = dict(phone.open("/books").forms["opening"].fields)
    for ticket in (fields["ticket"], fields["ticket"] + "x", "", "A" * 14):
        answer = phone.client.post("/b/AAAAAAAAAAAAAA/open", data={**fields, "ticket": ticket})
        assert answer.headers["Location"] == "/books"
    assert not list(tmp_path.glob("books/*"))


@pytest.mark.parametrize("book_id", ["abcdefgh", "a" * 15, "0" * 14])
def test_a_book_gets_no_address_that_somebody_has_thought_up(phone: HostPhone, tmp_path: Path, book_id: str) -> None:
    token = dict(phone.open("/books").forms["opening"].fields)["csrf_token"]
    assert phone.client.post(f"/b/{book_id}/open", data={"csrf_token": token}).headers["Location"] == "/books"
    assert not list(tmp_path.glob("books/*"))


def test_the_host_itself_shows_nothing_of_any_book(phone: HostPhone, app: Flask) -> None:
    phone.open_new()
    stranger = app.test_client()
    assert stranger.get("/").headers["Location"] == "/begin"
    for path in ("/new", "/history", "/keeping", "/m/abc", "/players", "/book", "/in/key", "/join/key"):
        assert stranger.get(path).status_code == 404, path
    assert "Your books" not in Page(stranger.get("/books")).text


def test_a_phone_goes_on_in_the_book_that_it_used_last(phone: HostPhone) -> None:
    first, second = (find_address(phone.open_new()) for _ in range(2))
    assert phone.client.get("/begin").headers["Location"] == f"{second}/"
    phone.open(f"{first}/")
    assert phone.client.get("/begin").headers["Location"] == f"{first}/"
    links = [at["href"] for tag, at in phone.open("/books").elements if tag == "a" and "/b/" in at["href"]]
    assert links == [f"{first}/", f"{second}/"]


def test_what_is_written_in_one_book_is_in_no_other(phone: HostPhone) -> None:
    first, second = (find_address(phone.open_new()) for _ in range(2))
    pad = start(phone, first, "Anna Bo")
    assert pad.path.startswith(f"{first}/m/")
    assert "Anna" in phone.open(f"{first}/").text
    assert "Anna" not in phone.open(f"{second}/").text
    assert phone.open(pad.path.replace(first, second)).status == 404
    assert all(at["href"].startswith((f"{first}/", "/static/", "#")) for _, at in pad.elements if "href" in at)


def test_pages_of_two_books_in_one_language_have_their_own_addresses(phone: HostPhone) -> None:
    for book in [find_address(phone.open_new()) for _ in range(2)]:
        page = phone.open(f"{book}/")
        inside = [at["href"] for tag, at in page.elements if tag == "a" and at.get("id") in ("new", "to-book")]
        assert inside == [f"{book}/new", f"{book}/book"]
        assert page.forms["languages"].action == f"{book}/language"
        assert dict(page.forms["languages"].fields)["back"] == f"{book}/"


def test_each_book_has_a_cookie_for_its_own_addresses(phone: HostPhone) -> None:
    book = find_address(phone.open_new())
    cookie = phone.client.get_cookie("scorekeeper", path=book)
    assert cookie is not None
    assert (cookie.path, cookie.http_only, cookie.same_site) == (book, True, "Lax")
    assert phone.client.get_cookie("scorekeeper") is None


def test_a_book_with_a_name_is_called_so_on_this_phone(phone: HostPhone) -> None:
    page = phone.open_new()
    phone.send(page, "naming", name="  Sunday \n club " + "x" * 80)
    assert "Sunday club xx" in phone.open("/books").text
    assert "Sunday club xx" in phone.open(f"{find_address(page)}/").text
    assert len(phone.open(f"{find_address(page)}/book").forms["naming"].fields[1][1]) == 40


def test_a_new_key_shuts_out_every_other_device_and_its_link(phone: HostPhone, app: Flask) -> None:
    page = phone.open_new()
    book = find_address(page)
    [link] = [
        at["href"]
        for tag, at in page.elements
        if tag == "a" and "/in/" in at.get("href", "") and at.get("id") != "to-myself"
    ]
    other = HostPhone(app.test_client())
    other.open(link)
    assert other.open(f"{book}/book").status == 200
    renewed = phone.send(page, "renewing")
    assert renewed.has("renewed")
    assert other.open(f"{book}/book").status == 403
    assert HostPhone(app.test_client()).open(link).status == 403
    assert phone.open(f"{book}/book").status == 200


def test_a_deleted_book_is_gone_for_everybody_until_its_owners_link_brings_it_back(
    phone: HostPhone, app: Flask
) -> None:
    page = phone.open_new()
    book = find_address(page)
    pad = start(phone, book)
    other = HostPhone(app.test_client())
    other.open(f"{book}/in/{app.extensions['books'].find_keys(book.removeprefix('/b/')).owner}")
    assert other.client.get("/begin").headers["Location"] == f"{book}/"
    gone = phone.send(phone.open(f"{book}/book/delete"), "deleting")
    assert gone.has("bring-back")
    assert not phone.client.get("/books").text.count(f"{book}/")
    assert ("a", "/books") in [(tag, at.get("href")) for tag, at in other.open("/").elements]
    for path in (f"{book}/", pad.path, f"{book}/in/another-key"):
        assert phone.open(path).status == 410, path
    phone.send(gone, "bringing")
    assert phone.open(pad.path).status == 200
    assert "Anna" in phone.open(f"{book}/").text


def test_a_book_tells_before_it_is_full_and_then_takes_nothing_more(tmp_path: Path) -> None:
    app = create_host({"DATA": tmp_path, "TESTING": True, "MOST_MATCHES": 5})
    phone = HostPhone(app.test_client())
    book = find_address(phone.open_new())
    for _ in range(3):
        start(phone, book)
    assert not phone.open(f"{book}/").has("nearly-full")
    start(phone, book)
    assert "80 percent" in phone.open(f"{book}/").text
    form = phone.open(f"{book}/new")
    pad = start(phone, book)
    full = phone.open(f"{book}/new")
    assert (full.status, full.has("to-book"), full.has("go-on")) == (507, True, True)
    first = phone.open(f"{book}/")
    assert (first.has("new"), first.has("nearly-full"), first.has("to-book")) == (False, False, True)
    assert ("a", "/books") in [(tag, at.get("href")) for tag, at in first.elements if at.get("id") == "go-on"]
    assert phone.open("/books").has("open-new")
    refused = phone.send_by_htmx(form, "new", "start", player=["Anna", "Bo"])
    assert (refused.status, refused.text.startswith("This book is full.")) == (507, True)
    scored = phone.send(phone.open(pad.path), "fill", "", kind="play", player="Anna", tile="5-0", do="save")
    assert scored.status == 200
    app.extensions["books"].close()


def test_the_limits_name_pages_that_there_are(app: Flask) -> None:
    assert set(app.view_functions) >= GROWS


def test_a_host_says_whether_it_is_well_and_so_does_each_book(phone: HostPhone, app: Flask) -> None:
    book = find_address(phone.open_new())
    well = {"ok": True, "write": True, "photo": True, "copies": True}
    for path in ("/healthz", f"{book}/healthz"):
        answer = app.test_client().get(path)
        assert (answer.status_code, answer.json) == (200, well), path
    folder = Path(app.config["DATA"]) / "books"
    shutil.rmtree(folder)
    folder.write_text("no folder")
    app.extensions["health"].clear()
    assert app.test_client().get("/healthz").status_code == 503
    folder.unlink()


def test_files_in_parts_may_be_no_larger_than_a_book_all_together(tmp_path: Path) -> None:
    app = create_host({"DATA": tmp_path, "TESTING": True, "WTF_CSRF_ENABLED": False})
    phone = HostPhone(app.test_client())
    [book] = [find_address(phone.open_new()).removeprefix("/b/")]
    folder = find_folder(tmp_path, book)
    assert folder is not None
    held = measure_folder(folder)
    app.config["LIMITS"] = HostLimits(BookSize(5, 5, (held + 1000) / 1e6))
    for sent, size, status in (("a", 1000, 200), ("a", 1001, 507), ("b", 400, 200), ("c", 600, 200), ("d", 1, 507)):
        part = {"sent": sent * 32, "at": "0", "part": (io.BytesIO(bytes(size)), "part")}
        assert phone.client.post(f"/b/{book}/keeping/part", data=part).status_code == status
    app.extensions["books"].close()


@pytest.mark.slow
def test_matches_move_from_a_house_to_a_host_and_home_again_by_the_pages(phone: HostPhone, tmp_path: Path) -> None:
    houses = [create_app({"DATA": tmp_path / name, "OWNER_KEY": "k", "TESTING": True}) for name in ("old", "new")]
    old, new = (Phone(house.test_client(), "k") for house in houses)
    match = old.new_match(players="Anna Bo").path
    book = find_address(phone.open_new())
    with old.client.get("/keeping/archive.zip") as archive:
        carried = archive.data
    for carrier, root in ((phone, book), (new, "")):
        page = carrier.open(f"{root}/keeping")
        token = dict(page.forms["bring-in"].fields)["csrf_token"]
        sent = {"csrf_token": token, "files": (io.BytesIO(carried), "archive.zip")}
        assert carrier.client.post(f"{root}/keeping/import", data=sent).status_code == 303
        assert carrier.open(f"{root}{match}").status == 200
        with carrier.client.get(f"{root}/keeping/archive.zip") as archive:
            carried = archive.data
    stores = [house.extensions["scorekeeper"] for house in houses]
    assert len({str(export_match(store, match.rpartition("/")[2])) for store in stores}) == 1
    for house in houses:
        house.extensions["books"].close()
