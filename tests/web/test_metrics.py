"""Figures for Prometheus and the access log: off unless they are configured, and without any secret in them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.hosting.app import create_host
from scorekeeper.hosting.book_folders import make_book
from scorekeeper.play.access import make_link
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.upkeep.ephemeral import Queue, write_metrics
from scorekeeper.web import create_app
from scorekeeper.web.access.access_log import open_access_log
from tests.web.conftest import KEY
from tests.web.pages import Page, Phone

METRICS = "a-key-for-prometheus"
LINE = re.compile(r'([a-z_]+)(?:\{([a-z]+="[^"\\\n]*"(?:,[a-z]+="[^"\\\n]*")*)\})? ([0-9.e+-]+)')


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Flask]:
    settings = {"DATA": tmp_path / "data", "OWNER_KEY": KEY, "METRICS": METRICS, "ACCESS_LOG": tmp_path / "access.log"}
    yield create_app({**settings, "TESTING": True})
    open_access_log("")


def read(app: Flask) -> dict[str, float]:
    """Return every figure by its name and labels, and check that Prometheus can read each line."""
    answer = app.test_client().get("/metrics", headers={"Authorization": f"Bearer {METRICS}"})
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = [line for line in answer.text.splitlines() if not line.startswith("# ")]
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    assert answer.text.endswith("\n")
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


def table(phone: Phone) -> Page:
    pad = phone.new_match(players="Annemarie Bo")
    phone.send(phone.open(f"{pad.path}?kind=ends"), "fill", do="save", ends="5 0", player="Annemarie")
    return pad


@pytest.mark.parametrize("authorization", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic YTpi"}])
def test_who_has_not_the_key_reads_no_figures(watched: Flask, authorization: dict[str, str]) -> None:
    answer = watched.test_client().get("/metrics", headers=authorization)
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert "scorekeeper_" not in answer.text


def test_without_a_key_there_are_none(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_requests_are_counted_by_view_and_status(watched: Flask) -> None:
    pad = table(Phone(watched.test_client(), KEY))
    watched.test_client().get(f"{pad.path}/sheet")
    watched.test_client().get(f"{pad.path}/sheet")
    found = read(watched)
    assert found['scorekeeper_requests_total{endpoint="sheets.sheet",status="403"}'] == 2
    assert found['scorekeeper_requests_total{endpoint="join.sign_in",status="303"}'] == 1
    total = sum(value for name, value in found.items() if name.startswith("scorekeeper_requests_total"))
    assert found["scorekeeper_request_seconds_count"] == total
    assert found['scorekeeper_request_seconds_bucket{le="+Inf"}'] == total
    assert found["scorekeeper_request_seconds_sum"] > 0
    buckets = [value for name, value in found.items() if "_bucket" in name]
    assert buckets == sorted(buckets)


def test_news_that_is_answered_before_any_view_is_counted(watched: Flask) -> None:
    phone = Phone(watched.test_client(), KEY)
    pad = table(phone)
    seen = load_match(watched.extensions["scorekeeper"], pad.path.rpartition("/")[2]).seen
    assert phone.client.get(f"{pad.path}/news?seen={seen}").status_code == 204
    assert read(watched)['scorekeeper_requests_total{endpoint="live.news",status="204"}'] == 1


def test_what_another_process_has_counted_is_added(watched: Flask) -> None:
    name = 'scorekeeper_requests_total{endpoint="pad.show",status="200"}'
    write_metrics(watched.extensions["ephemeral"], "another", {name: 41})
    phone = Phone(watched.test_client(), KEY)
    pad = table(phone)
    before = read(watched)[name]
    phone.open(pad.path)
    assert (before > 41, read(watched)[name] - before) == (True, 1)


def test_photos_in_the_queue_and_open_books_are_told(watched: Flask, tmp_path: Path) -> None:
    Queue(watched.extensions["ephemeral"], "photos", "book", 1).join()
    found = read(watched)
    assert (found["scorekeeper_photos_queued"], found["scorekeeper_books_open"]) == (1, 1)
    host = create_host({"DATA": tmp_path / "host", "METRICS": METRICS, "TESTING": True})
    assert read(host)["scorekeeper_books_open"] == 0
    host.test_client().get(f"/b/{make_book(tmp_path / 'host')}/")
    assert read(host)["scorekeeper_books_open"] == 1


def test_no_name_key_or_id_is_among_figures_and_lines(watched: Flask, tmp_path: Path) -> None:
    phone = Phone(watched.test_client(), KEY)
    pad = table(phone)
    match = pad.path.rpartition("/")[2]
    key = make_link(watched.extensions["scorekeeper"], match, "watch")
    guest = watched.test_client()
    for address in (f"/join/{key}", "/join/a-wrong-key", f"{pad.path}/sheet?key={key}", f"/nothing/{key}"):
        guest.get(address)
    phone.open("/players/Annemarie")
    told = " ".join(read(watched)) + (tmp_path / "access.log").read_text()
    assert [each for each in (KEY, key, "a-wrong-key", match, "Annemarie", METRICS, "nothing") if each in told] == []
    assert "/join/<key>" in told


def test_the_access_log_has_a_line_for_each_request(watched: Flask, tmp_path: Path) -> None:
    client = watched.test_client()
    client.get("/healthz")
    client.post(f"/in/{KEY}")
    client.get("/nothing")
    events = [json.loads(line) for line in (tmp_path / "access.log").read_text().splitlines()]
    told = [(event["method"], event["route"], event["status"]) for event in events]
    assert told == [("GET", "/healthz", 200), ("POST", None, 403), ("GET", None, 403)]
    assert all(event["ms"] >= 0 and event["bytes"] > 0 for event in events)
    assert (tmp_path / "access.log").stat().st_mode & 0o077 == 0


def test_without_a_file_nothing_is_written(phone: Phone, caplog: pytest.LogCaptureFixture) -> None:
    phone.open("/")
    assert [record for record in caplog.records if record.name == "scorekeeper.requests"] == []
