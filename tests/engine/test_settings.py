"""A setting that is written into a form as text is read back unchanged, for every option of every game."""

import re
from collections.abc import Iterator

import pytest

from scorekeeper.engine.options import Number, Option, Setting, read_setting, write_setting
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.variants import VARIANTS
from tests.house.arrows import modules

OWN = VARIANTS["own"]

GAMES: list[Variant] = [*VARIANTS.values()]
OPTIONS = [pytest.param(option, id=f"{variant.key}-{option.key}") for variant in GAMES for option in variant.options]


def list_settings(option: Option) -> Iterator[Setting]:
    yield from (option.default, *option.offers)
    if isinstance(option, Number):
        yield from (option.least, option.most)


@pytest.mark.parametrize("option", OPTIONS)
def test_what_a_form_is_given_comes_back_as_the_same_value(option: Option) -> None:
    for setting in list_settings(option):
        found = read_setting(option, write_setting(setting))
        assert (found, type(found)) == (setting, type(setting))


@pytest.mark.parametrize("option", OPTIONS)
def test_what_is_no_setting_stays_as_it_was_typed(option: Option) -> None:
    assert read_setting(option, "no such setting") == "no such setting"


@pytest.mark.parametrize("option", OPTIONS)
def test_no_two_settings_of_an_option_are_one_text(option: Option) -> None:
    texts = [write_setting(setting) for setting in option.offers]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("text", ["True", "TRUE", "true"])
def test_a_file_may_write_a_setting_in_any_case(text: str) -> None:
    option = next(each for each in VARIANTS["dk_kabale"].options if True in each.offers)
    assert option.read(text) is True


def test_no_other_module_writes_settings_as_text() -> None:
    pattern = re.compile(r"str\([^()]*(?:\([^()]*\))?[^()]*\)\.lower\(\)")
    found = [module for module, path in modules() if pattern.search(path.read_text(encoding="utf-8"))]
    assert found == ["scorekeeper.engine.options"]
