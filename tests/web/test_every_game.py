"""Every game on the menu can be set up, opened with each of its forms, and read about."""

import pytest

from scorekeeper.engine.options import Number, Pick
from scorekeeper.engine.variants import VARIANTS
from tests.web.pages import Phone

NAMES = ("Anna", "Bo", "Carl", "Dora", "Eva")


@pytest.mark.parametrize("key", VARIANTS)
def test_a_game_is_set_up_with_the_fewest_and_the_most_players(phone: Phone, key: str) -> None:
    variant = VARIANTS[key]
    for players in {variant.fewest_players, variant.most_players}:
        page = phone.new_match(key, " ".join(NAMES[:players]))
        assert page.path.startswith("/m/")
        assert variant.name in page.text


@pytest.mark.parametrize("key", VARIANTS)
def test_each_form_of_a_game_opens_and_refuses_to_be_saved_empty(phone: Phone, key: str) -> None:
    variant = VARIANTS[key]
    pad = phone.new_match(key, " ".join(NAMES[: variant.fewest_players]))
    tabs = [at["href"] for tag, at in pad.elements if tag == "a" and at.get("id", "").startswith("tab-")]
    for address in [pad.path, *tabs]:
        page = phone.open(address)
        assert page.status == 200
        assert phone.send(page, "fill", do="save").status == 422


@pytest.mark.parametrize("key", VARIANTS)
def test_the_rules_of_a_game_can_be_read(phone: Phone, key: str) -> None:
    page = phone.open(f"/rules/{key}")
    assert page.status == 200
    assert VARIANTS[key].source in page.text


@pytest.mark.parametrize("key", VARIANTS)
def test_the_rules_at_a_table_tell_each_house_rule_it_can_have(phone: Phone, key: str) -> None:
    variant = VARIANTS[key]
    for option in variant.options:
        rules = {choice.value: choice.rule for choice in option.choices} if isinstance(option, Pick) else {}
        for setting in option.offers:
            rule = rules.get(setting) or (option.rule % {"n": setting} if isinstance(option, Number) else "")
            pad = phone.new_match(
                key, " ".join(NAMES[: variant.fewest_players]), **{f"option-{option.key}": str(setting)}
            )
            page = phone.open(f"/rules/{key}?match={pad.path.removeprefix('/m/')}")
            assert page.status == 200, (option.key, setting)
            assert rule in page.text


def test_a_game_that_does_not_exist_has_no_rules(phone: Phone) -> None:
    assert phone.open("/rules/poker").status == 404
