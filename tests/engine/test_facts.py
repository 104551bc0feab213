"""The facts of each game and the house rules of stored matches do not change by accident."""

import pytest

from scorekeeper.engine.options import Number
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.variants import VARIANTS
from tests.engine.kept import FACTS, KEPT, OTHER_NAMES, PRESETS
from tests.engine.matches import NAMES

each_kept = pytest.mark.parametrize(("key", "option"), [(key, option) for key in KEPT for option in KEPT[key]])


@pytest.mark.parametrize("key", FACTS)
def test_a_game_is_what_its_rule_sheet_says(key: str) -> None:
    game = VARIANTS[key]
    players = (game.fewest_players, game.most_players, game.partners)
    lowest_wins = game.at(game.seat(NAMES[: game.fewest_players])).goal.lowest_wins
    facts = (game.name, game.source, *players, game.chapter.name, game.shape.name, game.takes, lowest_wins)
    assert (game.key, facts) == (key, FACTS[key])


def test_a_game_is_found_by_its_other_names_and_in_its_languages() -> None:
    assert {key: (game.aliases, game.languages) for key, game in VARIANTS.items()} == OTHER_NAMES


GOES_WITH: dict[str, dict[str, object]] = {"divide_by": {"hand_rounding": "total"}, "players_from": {"players_to": 8}}
"""Settings that other settings of an own game require."""


def read_setting(key: str, option: str, given: object) -> object:
    """Return the setting at a table where `given` was chosen; None where the value is refused."""
    variant = VARIANTS[key]
    try:
        return variant.settle({option: given, **GOES_WITH.get(option, {})})[option]
    except RuleError as refused:
        return None if refused.problems[0].key == "bad_option" else refused


@each_kept
def test_what_a_stored_match_says_of_a_house_rule_is_read_for_ever(key: str, option: str) -> None:
    usual, *others = KEPT[key][option]
    assert VARIANTS[key].settle()[option] == usual, "an old match that does not name it would be scored anew"
    known = next(each for each in VARIANTS[key].options if each.key == option)
    if isinstance(known, Number):
        least, most, offers = others
        assert (known.least, known.most) == (least, most)
        assert (read_setting(key, option, least), read_setting(key, option, most)) == (least, most)
        assert read_setting(key, option, least - 1) is read_setting(key, option, most + 1) is None
        others = list(offers)
    assert [read_setting(key, option, each) for each in (usual, *others)] == [usual, *others]


@each_kept
def test_a_form_offers_the_usual_settings(key: str, option: str) -> None:
    known = next(each for each in VARIANTS[key].options if each.key == option)
    kept = KEPT[key][option][3] if isinstance(known, Number) else KEPT[key][option]
    assert set(kept) <= set(known.offers)
    assert known.default in known.offers or known.offers == ()


@pytest.mark.parametrize("key", VARIANTS)
def test_a_way_of_playing_sets_what_they_play_there(key: str) -> None:
    assert {preset.label: dict(preset.settings) for preset in VARIANTS[key].presets} == PRESETS.get(key, {})


@pytest.mark.parametrize("given", ["", "many", "-5", "60.5", "６０", "1" * 10, 60.0, True, None, [60], "0x3c"])
def test_a_target_is_a_whole_number(given: object) -> None:
    assert read_setting("spansk", "target", given) is None


@pytest.mark.parametrize("given", [61, "61", " 61 ", "061", "0000000061"[1:]])
def test_a_target_may_be_typed(given: object) -> None:
    assert read_setting("spansk", "target", given) == 61


@pytest.mark.parametrize(
    ("given", "read"), [("NONE", "none"), ("Lead", "lead"), ("seat", None), (None, None), (0, None)]
)
def test_a_choice_is_read_however_it_is_spelled_but_only_one_of_those_there_are(given: object, read: object) -> None:
    assert read_setting("spansk", "tie", given) == read


@pytest.mark.parametrize(
    ("key", "room"),
    [
        ("dk_kabale", {"ends": 2, "hand": 28}),
        ("dk_stop_ved_fem", {"ends": 2, "hand": 5}),
        ("dk_bingo", {"row": 28}),
        ("dk_fem_kolonner", {"reserve": 3, "columns": 5}),
        ("dk_knock_out", {"row": 28}),
        ("dk_tolveren", {"table": 6}),
    ],
)
def test_a_solitaire_has_room_for_what_can_lie_there(key: str, room: dict[str, int]) -> None:
    game = VARIANTS[key].at(VARIANTS[key].seat(["Anna"])).solitaire
    assert game is not None
    assert game.room == room


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"tie": "maybe"}, "“maybe” is not a choice here: none, lead, last_to_play."),
        ({"target": 0}, "“0” is not a choice here: 1–9999."),
        ({"exact_target": "perhaps"}, "“perhaps” is not a choice here: false, true."),
    ],
)
def test_of_what_cannot_be_chosen_it_is_told_what_can(options: dict[str, object], told: str) -> None:
    with pytest.raises(RuleError) as refused:
        VARIANTS["spansk"].settle(options)
    assert [str(problem.text) for problem in refused.value.problems] == [told]
