"""Measure the sizes of answers: the first page, the pad, the answer to an entry, and the answer that nothing is new."""

import re
import tempfile
from collections.abc import Iterator
from uuid import uuid4

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.play.access import list_match_links
from scorekeeper.web import create_app
from tests.bench.rows import Row
from tests.bench.wire.matches import KEY, TYPED, make_match
from tests.bench.wire.phones import PART
from tests.play.match_files import import_matches

ENTRIES = 10
PAGE = {"Accept-Encoding": "gzip"}


def rows() -> Iterator[Row]:
    """Yield the sizes of all answers, compressed as they are sent."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA": folder, "OWNER_KEY": KEY})
        store = app.extensions["scorekeeper"]
        phone, guest = app.test_client(), app.test_client()
        phone.get(f"/in/{KEY}")
        match = import_matches(store, [make_match(ENTRIES)])[0].id
        guest.get(f"/join/{list_match_links(store, match).watch}")
        yield Row("the list of matches, everything, compressed", page_kilobytes(phone, "/"), 20, "kB")
        yield Row("the pad, everything, compressed", page_kilobytes(phone, f"/m/{match}"), 60, "kB")
        yield Row("the answer that nothing is new, with its headers", whole(find_no_news(guest, match)), 250, "B")
        yield Row("the answer to an entry, compressed", len(post_entry(phone, match).data) / 1000, 3, "kB")
        store.close()


def page_kilobytes(phone: FlaskClient, path: str) -> float:
    """Return the size of a page with all files that it loads."""
    page = phone.get(path, headers=PAGE)
    text = phone.get(path).text
    files = set(re.findall(r'<(?:link|script|img)[^>]+(?:href|src)="(/[^"#]+)', text))
    assert files
    answers = [phone.get(file, headers=PAGE) for file in files]
    return sum(len(answer.data) for answer in [page, *answers]) / 1000


def find_no_news(phone: FlaskClient, match: str) -> TestResponse:
    """Return the answer to a request for news if nothing is new."""
    answer = phone.get(f"/m/{match}/news?seen={ENTRIES}")
    assert answer.status_code == 204, answer.status
    return answer


def post_entry(phone: FlaskClient, match: str) -> TestResponse:
    """Post one more entry as the pad's form does, and return the answer."""
    (token, *_) = re.findall(r'name="csrf_token"[^>]*value="([^"]+)"', phone.get(f"/m/{match}").text)
    given = {**TYPED, "csrf_token": token, "seen": str(ENTRIES), "post": uuid4().hex}
    answer = phone.post(f"/m/{match}", data=given, headers=PART)
    assert answer.status_code == 200, answer.status
    return answer


def whole(answer: TestResponse) -> float:
    """Return the number of bytes of an answer: its status line, headers and body."""
    head = [f"HTTP/1.1 {answer.status}", *(f"{name}: {value}" for name, value in answer.headers), "", ""]
    return len("\r\n".join(head).encode()) + len(answer.data)
