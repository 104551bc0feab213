"""The pad answers any request to any address in any game without failing."""

from pathlib import Path

from flask import request

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.web.access.permissions import for_everybody
from tests.long import LONG
from tests.trust.fuzz import Fuzzer

REQUESTS = 10_000 if LONG else 600


def test_no_request_to_any_game_makes_the_pad_fail(tmp_path: Path) -> None:
    fuzzer = Fuzzer(tmp_path, seed=28)
    report = fuzzer.run(REQUESTS)
    rules = {rule.endpoint for app in fuzzer.apps for rule in app.url_map.iter_rules()}
    fuzzer.close()
    assert report.failures == {}
    assert report.statuses[303] > REQUESTS // 30  # many forms succeed
    assert len(set(report.endpoints) & rules) > len(rules) * (0.95 if LONG else 0.5)
    assert len(report.games) >= (len(VARIANTS) if LONG else 20)


def test_a_view_that_fails_is_found_with_the_request_that_made_it_fail(tmp_path: Path) -> None:
    fuzzer = Fuzzer(tmp_path, seed=1, only="weak")
    for app in fuzzer.apps:
        view = for_everybody(lambda: str(int(request.form.get("weak", "1"))))
        app.add_url_rule("/m/<match_id>/weak", "weak", view, methods=["POST"])
    report = fuzzer.run(200)
    fuzzer.close()
    [(what, how)] = report.failures.items()
    assert "ValueError" in what
    assert "weak=" in how
