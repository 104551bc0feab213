"""The check of licences reports a stricter licence, a version that is not the pinned one, and a missing package."""

import pytest

from scripts import licences


@pytest.mark.parametrize(
    ("pinned", "told"),
    [
        ([("flask", "0.1")], "not 0.1"),
        ([("no-such-thing", "1.0")], "no-such-thing 1.0 is not installed"),
    ],
)
def test_what_is_not_as_it_is_pinned_is_told(
    monkeypatch: pytest.MonkeyPatch, pinned: list[tuple[str, str]], told: str
) -> None:
    monkeypatch.setattr(licences, "list_pinned", lambda: iter(pinned))
    assert [line for line in licences.find_wrong() if line.endswith(told)]


@pytest.mark.parametrize("licence", ["", "GPL-3.0-only", "MIT AND GPL-2.0-or-later", "AGPL-3.0"])
def test_a_licence_that_asks_for_more_is_told(monkeypatch: pytest.MonkeyPatch, licence: str) -> None:
    pinned = next(pin for pin in licences.list_pinned() if pin[0] == "flask")
    monkeypatch.setattr(licences, "list_pinned", lambda: iter([pinned]))
    monkeypatch.setattr(licences, "read_licence", lambda _: licence)
    assert list(licences.find_wrong()) == [f"flask {pinned[1]} is under {licence or 'no licence that it names'}"]


def test_everything_that_is_used_may_be_passed_on() -> None:
    assert list(licences.find_wrong()) == []
