"""One place decides what a device may do: nothing else reads the links or the permissions in a cookie."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.house.arrows import modules

DECIDES = "scorekeeper.play.access"
ASKS = "scorekeeper.web.access.permissions"

# The modules that read or write the links of a match, or fill in a cookie.
LINKS_IN_SQL = {"scorekeeper.store.links", "scorekeeper.store.schema.step_0004_links"}
SIGNS_IN = {ASKS, "scorekeeper.web.pages.join", "scorekeeper.hosting.pages.book"}


def list_sources() -> Iterator[tuple[str, str]]:
    for module, path in modules():
        yield module, path.read_text(encoding="utf-8")


def find_users(name: str, sources: Iterator[tuple[str, str]]) -> set[str]:
    """Return the modules that use this name, without those that define it or list it for export."""
    return {
        module
        for module, source in sources
        if name in source
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.Name) and node.id == name) or (isinstance(node, ast.Attribute) and node.attr == name)
    }


def test_one_function_decides_and_one_module_asks_it() -> None:
    assert find_users("find_rights", list_sources()) == {DECIDES}
    assert find_users("decide_permission", list_sources()) == {ASKS}


def test_links_are_read_by_one_module_and_the_one_that_counts_is_defined_once() -> None:
    pattern = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+links\b", re.IGNORECASE)
    assert {module for module, source in list_sources() if pattern.search(source)} == LINKS_IN_SQL
    assert sum(source.count("FROM links AS each") for _, source in list_sources()) == 1


@pytest.mark.parametrize("said", ["owner", "keys"])
def test_what_a_cookie_says_of_a_device_is_read_where_it_is_asked_for(said: str) -> None:
    pattern = re.compile(rf"""session(?:\.get\(|\[)["']{said}["']""")
    assert {module for module, source in list_sources() if pattern.search(source)} <= SIGNS_IN
    written = re.compile(rf"""session\[["']{said}["']\] = """)
    for module, source in list_sources():
        if module in SIGNS_IN - {ASKS}:
            assert len(pattern.findall(source)) == len(written.findall(source)), module


def test_no_middleware_decides_by_itself() -> None:
    """Middleware before Flask calls `may_watch`; the limit of uploads tests only whether a device is known."""
    assert find_users("may_watch", list_sources()) == {
        f"scorekeeper.web.access.{each}" for each in ("news_middleware", "news_streams")
    }
    assert find_users("read_device", list_sources()) == {ASKS, "scorekeeper.web.access.upload_auth"}


def test_what_was_decided_is_asked_for_by_name_and_not_taken_out_of_the_request() -> None:
    pattern = re.compile(r"""\bg(?:\.may\b|\.permissions\b|\.(?:get|setdefault)\(["'](?:may|permissions)["'])""")
    assert {module for module, source in list_sources() if pattern.search(source)} == {ASKS}


def test_a_second_place_that_decides_would_be_found() -> None:
    other = "from scorekeeper.play import access\naccess.decide_permission(1, 2, 3)"
    assert find_users("decide_permission", iter([("web.other", other)])) == {"web.other"}
