"""What `make bench` measures can still be played: it runs by hand alone, and would break unseen."""

from pathlib import Path

from tests.bench.trace import trace
from tests.bench.web import PAGES, history, opener


def test_the_pages_of_the_bench_open_on_a_history_of_its_making(tmp_path: Path) -> None:
    phone = history(tmp_path, 8)
    for path in PAGES.values():
        opener(phone, path)()


def test_every_tap_of_the_bench_is_traced() -> None:
    assert all(found.calls for found in trace([]).values())
