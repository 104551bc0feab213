"""Every game on the menu can be set up, opened with each of its forms, and read about."""

from uuid import uuid4

import pytest

from scorekeeper.engine.options import Option
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.variants import VARIANTS
from tests.web.pages import Phone

NAMES = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn", "Gerda", "Hugo", "Ida", "Jan", "Kim", "Leo", "Mia", "Nils")


@pytest.mark.parametrize("key", VARIANTS)
def test_a_game_is_set_up_with_the_fewest_and_the_most_players(phone: Phone, key: str) -> None:
    variant = VARIANTS[key]
    for players in {variant.fewest_players, variant.most_players}:
        form = phone.open("/new")
        if ("variant", key) not in form.forms["new"].fields:
            form = phone.send(form, "new", f"game-{key}")
        form = phone.send(form, "new", "sit", player=list(NAMES[: players - 1]), name=NAMES[players - 1])
        page = phone.send(form, "new", "start")
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


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key, variant in VARIANTS.items() if not variant.settled])
def test_the_rules_at_a_table_tell_each_house_rule_it_can_have(phone: Phone, key: str) -> None:
    """Each rule is tried at a table at which it can matter; forms of other tables do not have it."""
    variant = VARIANTS[key]
    form = phone.open("/new")
    if ("variant", key) not in form.forms["new"].fields:
        form = phone.send(form, "new", f"game-{key}")
    for option in variant.options:
        players, table = table_for(variant, option)
        for setting in option.offers:
            rule = str(option.explain(setting))
            chosen = {**table, f"option-{option.key}": str(setting), "post": uuid4().hex}
            pad = phone.send(form, "new", "start", player=list(NAMES[:players]), **chosen)
            page = phone.open(f"/rules/{key}?match={pad.path.removeprefix('/m/')}")
            assert page.status == 200, (option.key, setting)
            unsaid = option.extra and setting == option.default  # a rule that only some tables play
            assert (rule in page.text) is not unsaid, (option.key, setting)


def table_for(variant: Variant, option: Option) -> tuple[int, dict[str, str]]:
    """Return the smallest table at which a house rule matters: the number of players, and other fields of its form."""
    others = ({each.key: offer} for each in variant.options if each != option for offer in each.offers)
    for chosen in ({}, *others):
        settings, said = variant.settle(chosen), {f"option-{key}": str(value) for key, value in chosen.items()}
        for players in range(variant.fewest_players, variant.most_players + 1):
            for pairs in pairings(variant, players):
                if option in variant.list_options(players, pairs, settings):
                    return players, said | ({"partners": "yes"} if pairs and variant.partners == "optional" else {})
    pytest.fail(f"{option.key} matters at no table")


def pairings(variant: Variant, players: int) -> tuple[bool, ...]:
    """Return whether this number of players sits in pairs; both answers where the game leaves it to the table."""
    if players != 4 or variant.partners == "never":
        return (False,)
    return (True,) if variant.partners == "always_with_four" else (False, True)


def test_a_game_that_does_not_exist_has_no_rules(phone: Phone) -> None:
    assert phone.open("/rules/poker").status == 404
