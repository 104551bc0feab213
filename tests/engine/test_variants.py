"""The declared facts of every game: sane, whole, and each house rule tried in its table."""

from typing import Any

import pytest

from scorekeeper.engine.games.game import Variant
from scorekeeper.engine.options import Number, Pick
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.variants import VARIANTS, find_variant
from tests.cases import TABLES, Case, read_table

GAMES = list(VARIANTS.values())
each_game = pytest.mark.parametrize("variant", GAMES, ids=[variant.key for variant in GAMES])


def cases(variant: Variant) -> list[Case]:
    return read_table(TABLES / f"{variant.key}.json")


@each_game
def test_the_deal_gives_out_every_tile_of_the_set(variant: Variant) -> None:
    for players in range(variant.fewest_players, variant.most_players + 1):
        for options in tables_of_settings(variant):
            deal = variant.deal(players, options)
            assert deal.each * players + deal.extra + deal.start_tile + deal.boneyard == len(variant.tiles)
            assert 0 <= deal.never_drawn <= deal.boneyard
            assert 0 <= deal.extra < players


def tables_of_settings(variant: Variant) -> list[Any]:
    """The usual house rules, and each other choice of one of them."""
    picks = [option for option in variant.options if isinstance(option, Pick)]
    changed = [{pick.key: value} for pick in picks for value in pick.offers]
    return [variant.settings(), *(variant.settings(each) for each in changed)]


@each_game
def test_a_game_is_refused_to_one_player_too_few_or_too_many(variant: Variant) -> None:
    for players in (variant.fewest_players - 1, variant.most_players + 1):
        with pytest.raises(RuleError) as refused:
            variant.deal(players, variant.settings())
        assert refused.value.problems[0].key == "wrong_player_count"


@each_game
def test_what_is_usual_may_be_chosen(variant: Variant) -> None:
    for option in variant.options:
        assert option.read(option.default) == option.default
        assert option.read(str(option.default)) == option.default, "a form gives text"
        assert option.offers == () or option.default in option.offers


@each_game
def test_every_choice_can_be_read_from_a_form_and_from_a_file(variant: Variant) -> None:
    for option in variant.options:
        for offer in option.offers:
            assert option.read(offer) == option.read(str(offer)) == offer


@each_game
def test_every_choice_has_a_label_and_a_rule_in_plain_words(variant: Variant) -> None:
    for option in variant.options:
        assert option.label
        if isinstance(option, Number):
            assert "%(n)s" in option.rule
            assert option.rule.endswith(".")
        else:
            assert len({choice.label for choice in option.choices}) == len(option.choices) > 1
            assert all(choice.rule.endswith(".") for choice in option.choices)


@each_game
def test_every_house_rule_is_tried_in_the_table(variant: Variant) -> None:
    tried = [case.get("options", {}) for case in cases(variant)]
    untried = [
        f"{option.key}: {choice}"
        for option in variant.options
        for choice in (option.offers if isinstance(option, Pick) else ("any",))
        if choice != option.default
        and not any(option.key in given and choice in ("any", given[option.key]) for given in tried)
    ]
    assert untried == []


@each_game
def test_the_table_of_a_game_is_about_that_game(variant: Variant) -> None:
    assert {case["variant"] for case in cases(variant)} == {variant.key}


@each_game
def test_every_game_refuses_something_in_its_table(variant: Variant) -> None:
    assert any(case["expect"].get("problems") for case in cases(variant))


@each_game
def test_it_is_said_who_leads_before_the_first_tile(variant: Variant) -> None:
    names = ("Anna", "Bo", "Carl", "Dora", "Eva")[: variant.fewest_players]
    assert str(variant.first_lead(variant.seat(names)).why)
    named = variant.first_lead(variant.seat(names, lead=names[-1]))
    assert named.player == names[-1]


@each_game
def test_a_game_says_what_a_first_tile_must_be(variant: Variant) -> None:
    seating = variant.seat(("Anna", "Bo", "Carl", "Dora", "Eva")[: variant.fewest_players])
    assert variant.first_tile(seating) in ("any", "double", "no_double")


def test_no_two_games_have_one_name() -> None:
    assert len({variant.name for variant in GAMES}) == len(GAMES)


def test_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(RuleError) as refused:
        find_variant("whist")
    assert refused.value.problems[0].key == "unknown_variant"


def test_two_pairs_of_one_name_are_refused() -> None:
    with pytest.raises(RuleError) as refused:
        find_variant("spansk").seat(["A & B", "A", "C", "B & C"], True)
    assert [problem.key for problem in refused.value.problems] == ["name_twice"]
