"""The headers of every answer: the content security policy, how long it may be cached, and its size."""

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.web import create_app
from tests.web.pages import Phone


def test_a_page_may_load_nothing_from_elsewhere_and_run_nothing_inline(phone: Phone) -> None:
    policy = phone.client.get("/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    ("header", "value"),
    [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"), ("X-Frame-Options", "DENY")],
)
def test_every_answer_is_guarded(app: Flask, header: str, value: str) -> None:
    assert app.test_client().get("/nothing").headers[header] == value


def test_a_page_is_never_kept_and_a_file_with_its_digest_for_ever(phone: Phone) -> None:
    answer = phone.client.get("/")
    assert "no-cache" in answer.headers["Cache-Control"]
    address = re.search(r'href="([^"]*base\.css[^"]*)"', answer.text)
    assert address is not None
    with phone.client.get(address[1]) as file:
        assert "immutable" in file.headers["Cache-Control"]


def test_an_answer_is_compressed_only_for_those_who_can_read_it(phone: Phone) -> None:
    plain = phone.client.get("/new")
    squeezed = phone.client.get("/new", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert squeezed.headers["Content-Encoding"] == "gzip"
    assert len(squeezed.data) < len(plain.data) / 2
    assert b"New match" in gzip.decompress(squeezed.data)


def test_a_part_of_a_file_and_no_content_at_all_are_never_compressed(phone: Phone) -> None:
    pad = phone.new_match()
    asked = {"Accept-Encoding": "gzip"}
    with phone.client.get("/static/css/base.css", headers=asked | {"Range": "bytes=0-999"}) as part:
        assert (part.status_code, len(part.data), part.headers.get("Content-Encoding")) == (206, 1000, None)
    news = phone.client.get(f"{pad.path}/news?seen=0", headers=asked)
    assert (news.status_code, news.data, news.headers.get("Content-Encoding")) == (204, b"", None)


def test_a_picture_is_not_compressed_again_and_neither_is_what_travels_in_one_packet(phone: Phone) -> None:
    for path in ("/keeping/archive.zip", "/static/icons/icon-192.png", "/healthz"):
        with phone.client.get(path, headers={"Accept-Encoding": "gzip"}) as answer:
            assert (answer.status_code, answer.headers.get("Content-Encoding")) == (200, None), path


def test_a_compressed_file_that_did_not_change_is_not_sent_again(phone: Phone) -> None:
    asked = {"Accept-Encoding": "gzip"}
    with phone.client.get("/static/css/base.css", headers=asked) as first:
        assert first.headers["Content-Encoding"] == "gzip"
        tag = first.headers["ETag"]
    with phone.client.get("/static/css/base.css", headers=asked | {"If-None-Match": tag}) as again:
        assert (again.status_code, again.data) == (304, b"")


def test_the_pad_with_everything_it_needs_is_at_most_60_kilobytes(phone: Phone) -> None:
    pad = phone.new_match()
    page = phone.client.get(pad.path, headers={"Accept-Encoding": "gzip"})
    size = len(page.data)
    for address in set(re.findall(r'(?:href|src)="(/static/[^"#]*)', gzip.decompress(page.data).decode())):
        with phone.client.get(address, headers={"Accept-Encoding": "gzip"}) as file:
            size += len(file.data)
    assert size <= 60_000


def test_hosts_that_are_not_trusted_are_refused(tmp_path: Path) -> None:
    app = create_app({"DATA": tmp_path, "TRUSTED_HOSTS": "pad.example, pad.local", "TESTING": True})
    assert app.test_client().get("/healthz", base_url="http://pad.local").status_code == 200
    assert app.test_client().get("/healthz", base_url="http://elsewhere.example").status_code == 400


def test_a_proxy_in_front_is_believed_where_that_was_set(tmp_path: Path) -> None:
    app = create_app({"DATA": tmp_path, "PROXIES": "1", "OWNER_KEY": "k", "TESTING": True})
    answer = app.test_client().get("/in/k", headers={"X-Forwarded-Proto": "https", "X-Forwarded-Host": "pad.example"})
    assert answer.status_code == 303
    assert "Secure" in answer.headers["Set-Cookie"]


def test_too_much_at_once_is_refused(phone: Phone) -> None:
    answer = phone.client.post("/new", data={"name": "x" * 40_000_000})
    assert answer.status_code == 413


def test_keys_are_made_once_and_for_the_owner_s_eyes_alone(tmp_path: Path) -> None:
    first, second = (create_app({"DATA": tmp_path}).config["OWNER_KEY"] for _ in range(2))
    assert first == second
    assert (tmp_path / "keys.json").stat().st_mode & 0o077 == 0
