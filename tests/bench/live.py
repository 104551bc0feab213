"""Asking whether anything is new, which every phone at the table does all the time."""

import tempfile
from collections.abc import Callable, Iterator

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import play
from scorekeeper.web import create_app
from tests.bench.rows import Row, ratio
from tests.bench.web import KEY, a_match


def rows() -> Iterator[Row]:
    """What it costs while nothing is."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA": folder, "OWNER_KEY": KEY})
        store = app.extensions["scorekeeper"]
        short, long = (play.import_matches(store, [a_match(entries)])[0] for entries in (10, 1000))
        owner, guest = app.test_client(), app.test_client()
        owner.get(f"/in/{KEY}")
        guest.get(f"/join/{play.list_match_links(store, long.id).watch}")
        bare = asker(owner, "/healthz", 200)
        yield Row("asking for news, owner ÷ a view that says ok", ratio(news(owner, long), bare, 200), 2.5)
        yield Row("asking for news, guest ÷ a view that says ok", ratio(news(guest, long), bare, 200), 3.5)
        yield Row("asking for news of 1000 entries ÷ of 10", ratio(news(owner, long), news(owner, short), 200), 1.2)
        yield Row("the answer that nothing is new, with its headers", whole(news(guest, long)()), 250, "B")
        app.extensions["scorekeeper"].close()


def news(phone: FlaskClient, match: play.Match) -> Callable[[], TestResponse]:
    """Asks for news of a match in which there is none."""
    return asker(phone, f"/m/{match.id}/news?seen={match.seen}", 204)


def asker(phone: FlaskClient, path: str, status: int) -> Callable[[], TestResponse]:
    """Opens `path`, which answers with `status`."""

    def ask() -> TestResponse:
        answer = phone.get(path)
        assert answer.status_code == status, answer.status
        return answer

    return ask


def whole(answer: TestResponse) -> float:
    """The bytes of an answer: its first line, headers and body."""
    head = [f"HTTP/1.1 {answer.status}", *(f"{name}: {value}" for name, value in answer.headers), "", ""]
    return len("\r\n".join(head).encode()) + len(answer.data)
