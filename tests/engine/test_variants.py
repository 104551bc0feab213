"""The declared facts of every game: they are valid and complete, and its table tries each house rule."""

import re
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from scorekeeper.engine.entries import Entry, RoundEnd
from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.layout.models import FORK
from scorekeeper.engine.options import Number, Pick, Topic
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.rules.danish import DOUBLES, NEXT_START, TARGET, TIE
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.leads import (
    find_heaviest_drawn,
    find_holder_of_best,
    find_holder_of_double,
    find_holder_of_heaviest,
)
from scorekeeper.engine.rules.trains import TrainRecord, Trains
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.fold import fold
from scorekeeper.engine.tiles import make_tile
from scorekeeper.engine.variants import VARIANTS, find_variant
from tests.cases import TABLES, Case, read_table, run_case
from tests.engine.matches import NAMES, list_tables, seat

GAMES = list(VARIANTS.values())
ROUND_GAMES = [variant for variant in GAMES if "round" in variant.takes]
RULES_OF_LEADS = "(highest|lowest)_double|double_[0-9]+|heaviest_tile|highest_drawn|youngest|own_rule"
"""The rules of a lead in the JSON of a sheet while no player is known."""
each_game = pytest.mark.parametrize("variant", GAMES, ids=[variant.key for variant in GAMES])
each_round_game = pytest.mark.parametrize("variant", ROUND_GAMES, ids=[variant.key for variant in ROUND_GAMES])


def cases(variant: Variant) -> list[Case]:
    return read_table(TABLES / f"{variant.key}.json")


@each_game
def test_the_deal_gives_out_every_tile_of_the_set(variant: Variant) -> None:
    for players in range(variant.fewest_players, variant.most_players + 1):
        for options in tables_of_settings(variant):
            with suppress(RuleError):  # fewer can play with a small set
                game = variant.at(variant.seat(NAMES[:players], options=options))
                deal = game.deal
                assert deal.each * players + deal.extra + deal.start_tile + deal.boneyard == len(game.tiles)
                assert 0 <= deal.never_drawn <= deal.boneyard
                assert 0 <= deal.extra < players


def tables_of_settings(variant: Variant) -> list[Any]:
    """Return the default house rules, and each other choice of one of them."""
    picks = [option for option in variant.options if isinstance(option, Pick)]
    changed = [{pick.key: value} for pick in picks for value in pick.offers]
    settled = [variant.settle()]
    for each in changed:
        with suppress(RuleError):  # a rule that excludes another one
            settled.append(variant.settle(each))
    return settled


def tables(variant: Variant) -> list[Game]:
    """Return the game with the default house rules, and with each other choice of one of them."""
    names = NAMES[: variant.fewest_players]
    return [variant.at(variant.seat(names, options=each)) for each in tables_of_settings(variant)]


@each_game
def test_a_game_is_refused_to_one_player_too_few_or_too_many(variant: Variant) -> None:
    for players in (variant.fewest_players - 1, variant.most_players + 1):
        with pytest.raises(RuleError) as refused:
            variant.seat(NAMES[:players])
        assert refused.value.problems[0].key == "wrong_player_count"


@pytest.mark.parametrize(
    "variant", [each for each in GAMES if each.key != "own"]
)  # tests/engine/test_own.py has its rules
def test_a_house_rule_that_is_not_shown_at_a_table_makes_no_difference_there(variant: Variant) -> None:
    """With any choice the deal, and every case of the game's table for this number of players, stay the same."""
    for players, pairs in list_tables(variant):
        shown = variant.list_options(players, pairs)
        for option in (each for each in variant.options if each not in shown):
            deals = {variant.at(seat(variant, players, pairs, {option.key: each})).deal for each in option.offers}
            assert len(deals) == 1, option.key
            for case in (each for each in cases(variant) if sits_so(variant, each, players, pairs)):
                ways = [
                    run_case({**case, "options": {**case.get("options", {}), option.key: each}})
                    for each in option.offers
                ]
                assert all(way == ways[0] for way in ways), (option.key, case["name"])


BY_FOUR = ("always_with_four", "usual_with_four")  # four sit in pairs if a case does not say how


def sits_so(variant: Variant, case: Case, players: int, pairs: bool) -> bool:
    """Return whether a case is played by so many, in pairs or not."""
    names = case.get("players", NAMES[: variant.fewest_players])
    in_pairs = bool(case.get("partners", variant.partners in BY_FOUR and len(names) == 4))
    return "entries" in case and (len(names), in_pairs) == (players, pairs)


@pytest.mark.parametrize(
    ("key", "players", "pairs", "hidden"),
    [
        ("spansk", 4, True, {"two_player_turns"}),
        ("spansk", 3, False, {"two_player_turns"}),
        ("spansk", 2, False, set()),
        ("german_draw", 2, False, {"pairs_count"}),
        ("german_draw", 4, False, {"pairs_count"}),
        ("german_draw", 4, True, set()),
        ("pl_ekspresowe", 3, False, {"pairs_count"}),
        ("dk_blinde", 4, False, {"leftovers"}),
        ("dk_blinde", 5, False, set()),
    ],
)
def test_a_house_rule_is_shown_where_it_may_matter(key: str, players: int, pairs: bool, hidden: set[str]) -> None:
    shown = VARIANTS[key].list_options(players, pairs)
    assert {option.key for option in VARIANTS[key].options if option not in shown} == hidden


@pytest.mark.parametrize(
    ("key", "players", "pairs", "settings", "hidden"),
    [
        ("block", 2, False, {}, {"tie", "pairs_count"}),
        ("block", 4, True, {}, {"tie"}),
        ("block", 4, True, {"blocked_score": "each_difference"}, {"tie"}),
        ("block", 4, True, {"blocked_score": "opponents_sum"}, set()),
        ("block", 3, False, {}, {"pairs_count"}),
        ("draw", 2, False, {"blocked_score": "opponents_sum"}, {"pairs_count"}),
        ("all_fives", 2, False, {"blocked_score": "difference"}, set()),
        ("all_fives", 2, False, {"blocked_score": "difference", "next_lead": "rotate"}, {"tie"}),
        ("all_fives", 3, False, {"blocked_score": "none"}, {"tie"}),
        ("spansk", 4, True, {"blocked_score": "difference"}, {"tie", "two_player_turns"}),
        ("matador", 2, False, {"draw": "none"}, {"boneyard_keeps"}),
        ("penalty_pad", 2, False, {}, {"limit"}),
        ("penalty_pad", 2, False, {"goal": "limit"}, {"rounds"}),
        ("latin_partner", 4, True, {}, {"capicua_blank", "capicua_same_ends", "chuchazo_both_ends"}),
        ("latin_partner", 4, True, {"chuchazo": 25}, {"capicua_blank", "capicua_same_ends"}),
        ("latin_partner", 4, True, {"capicua_doubles": True}, {"chuchazo_both_ends"}),
        ("six_love", 4, False, {}, {"key_when", "two_players", "blocked_by"}),
        ("six_love", 4, False, {"key": 2}, {"two_players", "blocked_by"}),
    ],
)
def test_a_house_rule_is_shown_where_it_may_matter_beside_the_others(
    key: str, players: int, pairs: bool, settings: dict[str, Any], hidden: set[str]
) -> None:
    variant = VARIANTS[key]
    shown = variant.list_options(players, pairs, variant.settle(settings))
    assert {option.key for option in variant.options if option not in shown} == hidden


# Blocked rounds with equal pips in every hand and with different ones, and a round in which somebody is out.
ROUNDS: tuple[dict[str, Any], ...] = (
    {"blocked": True, "locked_by": "Bo", "hands": ["6-1", "5-2", "4-3", "5-1 1-0", "3-3 1-1", "6-0 2-0"]},
    {"blocked": True, "locked_by": "Anna", "hands": ["6-6", "2-1", "4-3", "6-4", "5-5", "4-4"]},
    {"out": "Anna", "hands": ["", "2-1", "4-3", "6-4", "5-5", "4-4"]},
)


@each_round_game
def test_a_house_rule_that_cannot_matter_beside_the_others_makes_no_difference(variant: Variant) -> None:
    random, tried = Random(variant.key), 0
    for players, pairs in [each for each in list_tables(variant) if each[0] <= 6] * 6:
        chosen = {option.key: random.choice(option.offers) for option in variant.options if option.offers}
        with suppress(RuleError):  # house rules that exclude each other
            usual = tell_rounds(variant, players, pairs, chosen)
            seating = seat(variant, players, pairs, chosen)
            shown = variant.list_options(players, seating.partners, seating.options)
            hidden = ((each, offer) for each in variant.options if each not in shown for offer in each.offers)
            for option, offer in hidden:
                with suppress(RuleError):
                    assert tell_rounds(variant, players, pairs, {**chosen, option.key: offer}) == usual, option.key
                    tried += 1
    beside = {option.key for option in variant.options if not variant.may_matter(option.key, variant.settle(), 2)}
    assert tried or not beside


def tell_rounds(variant: Variant, players: int, pairs: bool, options: dict[str, Any]) -> list[object]:
    """Return by round the totals, points, next lead, whether the match is over, and the deal."""
    seating = seat(variant, players, pairs, options)
    game, entries = variant.settle_at(seating), list[Entry]()
    for each in ROUNDS:
        hands = {player: held.split() for player, held in zip(seating.players, each["hands"], strict=False)}
        said: dict[str, Any] = {"entry": "round", "lead": "Anna", **each, "hands": hands}
        entries.append(parse_entry(said, game, seating))
    sheets = [fold(game, seating, entries[: number + 1]) for number in range(len(entries))]
    return [
        (dict(sheet.totals), [line.points for line in sheet.lines], sheet.lead.player, sheet.over, sheet.game.deal)
        for sheet in sheets
    ]


@each_game
def test_what_is_usual_may_be_chosen(variant: Variant) -> None:
    for option in variant.options:
        assert option.read(option.default) == option.default
        assert option.read(str(option.default)) == option.default, "a form gives text"
        assert option.offers == () or option.default in option.offers
        assert option.find_default(variant.settle()) == option.default, "beside the usual other house rules"


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
            assert "7" in str(option.explain(7))
            assert str(option.explain(7)).endswith(".")
        else:
            assert len({choice.label for choice in option.choices}) == len(option.choices) > 1
            assert all(choice.rule.endswith(".") for choice in option.choices)


@each_game
def test_every_house_rule_is_tried_in_the_table(variant: Variant) -> None:
    tried = [case.get("options", {}) for case in cases(variant)]
    untried = [
        f"no case in tests/tables/{variant.key}.json has the house rule {option.key}: {choice}"
        for option in variant.options
        for choice in (option.offers if isinstance(option, Pick) else ("another number",))
        if choice != option.default
        and not any(option.key in given and choice in ("another number", given[option.key]) for given in tried)
    ]
    assert not untried, "\n".join(["", *untried])


@each_game
def test_the_table_of_a_game_is_about_that_game(variant: Variant) -> None:
    assert {case["variant"] for case in cases(variant)} == {variant.key}


@each_game
def test_every_game_refuses_something_in_its_table(variant: Variant) -> None:
    assert any(case["expect"].get("problems") for case in cases(variant))


@each_game
def test_it_is_said_who_leads_before_the_first_tile(variant: Variant) -> None:
    names = NAMES[: variant.fewest_players]
    assert str(variant.at(variant.seat(names)).leading.first().why)
    named = variant.at(variant.seat(names, lead=names[-1])).leading.first()
    assert named.player == names[-1]


def test_who_leads_is_not_asked_where_a_bid_a_double_or_the_only_player_begins() -> None:
    games = {game.key: game.at(game.seat(NAMES[: game.fewest_players])) for game in GAMES}
    alone = {key for key, game in games.items() if game.solitaire is not None}
    unasked = {key for key, game in games.items() if not game.leading.asks_leader}
    assert unasked == alone | {"forty_two", "moon", "mexican_train", "chicken_foot", "penalty_pad"}


@each_round_game
def test_a_game_says_what_a_first_tile_must_be(variant: Variant) -> None:
    for game in tables(variant):
        later = {game.leading.next_first_tile((game.seating.sides[0],)), game.leading.next_first_tile(())}
        assert {game.leading.first_tile, *later} <= {
            "any",
            "double",
            "no_double",
            make_tile(game.largest, game.largest),
        }


def end_round(game: Game, out: str | None) -> RoundEnd:
    """Return the end of a round in which `out` was out, or nobody if None, without hands."""
    return RoundEnd(how="out" if out else game.rounds.nobody_out, out=out, hands=())


@each_round_game
def test_a_game_says_truly_whether_only_equal_halves_join(variant: Variant) -> None:
    for game in tables(variant):
        equal = all(
            game.laying.may_lie(tile, pip, join, ()) == (join == pip)
            for tile in game.tiles
            for join in tile.halves
            for pip in range(game.largest + 1)
        )
        assert game.laying.joins_equal == equal


@each_round_game
def test_a_game_says_truly_whether_the_next_lead_hangs_on_who_led(variant: Variant) -> None:
    for game in tables(variant):
        first, second, *_ = game.seating.players
        side = game.seating.side_of(first)
        for out, ways in ((first, ((side,),)), (None, ((side,), ()))):
            leads = [
                {game.leading.next(led, end_round(game, out), won).player for led in (None, first, second)}
                for won in ways
            ]
            assert game.leading.hangs_on(out) == any(len(each) > 1 for each in leads), (game.seating.options, out)


@each_round_game
def test_a_lead_says_truly_whether_only_doubles_lead(variant: Variant) -> None:
    for game in tables(variant):
        rule = game.leading.rule
        assert rule.player or re.fullmatch(RULES_OF_LEADS, str(rule.rule))
        if rule.find is not None:
            assert rule.doubles_alone == (rule.find({"Anna": (make_tile(game.largest, 0),)}).player is None)
            assert rule.led_with_it == (rule.rule != "highest_drawn"), "what is drawn goes back, what is held is laid"


@each_game
def test_a_house_rule_is_read_as_what_its_setting_means(variant: Variant) -> None:
    """It is the default if the seating has no choice."""
    for option in variant.options:
        read = {
            setting: option.at(Seating(tuple(NAMES), options={option.key: setting}))
            for setting in (option.default, *option.offers)
        }
        meant = {choice.value: choice.means for choice in option.choices} if isinstance(option, Pick) else None
        assert read == (meant or {setting: setting for setting in read})
        assert option.at(Seating(tuple(NAMES))) == read[option.default]


def test_a_game_that_is_not_whole_is_told_what_it_must_still_say() -> None:
    make: Any = Variant  # mypy reports it, too
    with pytest.raises(TypeError, match="missing 4 required keyword-only arguments: 'source', 'subtitle', 'summary', "):
        make(key="whist", name="Whist")


def test_two_own_games_of_one_family_are_one_value() -> None:
    own = VARIANTS["own"]
    one, same, other = (
        own.settle_at(own.seat(NAMES[:2], options={"name": "Ours", "target": target})) for target in (61, 61, 62)
    )
    assert one == same
    assert hash(one) == hash(same)
    assert one != other


def test_the_danish_games_share_house_rules() -> None:
    assert {TARGET, TIE, DOUBLES, NEXT_START} <= set(find_variant("dk_almindelig").options)
    assert TIE not in find_variant("dk_to_ens").options


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


@each_game
def test_a_house_rule_is_told_in_the_words_of_what_was_chosen(variant: Variant) -> None:
    for option in variant.options:
        for setting in {option.default, *option.offers}:
            if isinstance(option, Number):
                told = str(option.explain(setting))
                assert f"{setting}" in told or (setting == 0 and told == option.none)
            else:
                told = next(choice.rule for choice in option.choices if choice.value == setting)
                assert str(option.explain(setting)) == told


@each_game
def test_a_bonus_is_told_only_where_it_is_paid(variant: Variant) -> None:
    """The rules page of every table says what blanks in a hand count."""
    for option in variant.options:
        if option.key == "shutout" or (
            isinstance(option, Number)
            and option.about in {Topic.OUT, Topic.POINTS, Topic.BLOCKED}
            and (option.default, option.least) == (0, 0)
            and option.key not in {"double_blank", "blank_half"}
        ):
            assert option.extra, option.key


@pytest.mark.parametrize(
    "find", [find_heaviest_drawn, find_holder_of_double, find_holder_of_best, find_holder_of_heaviest]
)
def test_nobody_leads_by_tiles_that_nobody_has_shown(find: Any) -> None:
    assert find({}).player is None
    assert find({}).action in ("redraw", "redeal")
    assert find({"Anna": [make_tile(3, 3)], "Bo": [make_tile(2, 2)]}).player == "Anna"


def test_tiles_are_shown_for_a_lead_only_where_they_say_it() -> None:
    german, blind = (VARIANTS[key].at(VARIANTS[key].seat(NAMES[:3])) for key in ("german_draw", "dk_blinde"))
    assert german.leading.first().by_tiles
    assert not blind.leading.first().by_tiles


@pytest.mark.parametrize(
    ("key", "options", "can_count"),
    [
        ("spansk", {}, True),
        ("spansk", {"blocked_score": "none"}, True),
        ("dk_blinde", {}, False),
        ("dk_blinde", {"blocked": "fewest_tiles"}, True),
        ("dk_to_ens", {}, False),
        ("dk_to_ens", {"hand_points": True}, True),
    ],
)
def test_hands_are_asked_for_only_where_they_can_count(key: str, options: dict[str, Any], can_count: bool) -> None:
    game = VARIANTS[key].at(VARIANTS[key].seat(NAMES[:2], options=options))
    assert game.rounds.hands.can_count is can_count
    assert any(game.rounds.hands.list_counted(out) for out in (None, "Anna")) is can_count


@each_round_game
def test_of_pairs_the_hands_that_count_are_those_that_make_a_difference(variant: Variant) -> None:
    hands = {"Bo": ["6-6"], "Carl": ["5-5"], "Dora": ["5-4"]}
    table: dict[str, Any] = {"variant": variant.key, "players": NAMES[:4], "lead": "Anna"}
    table |= {"partners": True} if variant.partners == "optional" else {}
    for settled in tables_of_settings(variant) if (4, True) in list_tables(variant) else []:
        scored = {
            player: run_case(
                {**table, "options": settled, "entries": [{"entry": "round", "out": "Anna", "hands": hands | changed}]}
            )
            for player, changed in {"": {}, **{player: {player: ["1-0"]} for player in hands}}.items()
        }
        told = {player: (outcome.get("problems"), outcome.get("totals")) for player, outcome in scored.items()}
        game = variant.at(seat(variant, 4, True, settled))
        assert {player for player in hands if told[player] != told[""]} == set(
            game.rounds.hands.list_counted("Anna")
        ), settled


def test_everybody_counts_the_own_hand_where_it_is_everybodys_penalty() -> None:
    counting = {variant.key for variant in GAMES if variant.own_hands}
    assert counting == {"jijbent", "mexican_train", "chicken_foot", "penalty_pad", "kozel_alone"}


def test_danish_doubles_fork_unless_the_table_has_one_line() -> None:
    for doubles, fork in (("fork", True), ("line", False)):
        game = VARIANTS["dk_femmer"].at(VARIANTS["dk_femmer"].seat(NAMES[:2], options={"doubles": doubles}))
        assert (game.laying.model is FORK) is fork


def test_a_name_is_as_long_as_a_line_holds() -> None:
    assert VARIANTS["spansk"].seat(["A" * 40, "Bo"]).players == ("A" * 40, "Bo")
    with pytest.raises(RuleError) as refused:
        VARIANTS["spansk"].seat(["A" * 41, "Bo"])
    assert [(problem.key, problem.place) for problem in refused.value.problems] == [("name_too_long", ("players", 1))]


@each_game
def test_every_preset_can_be_played_by_some_table(variant: Variant) -> None:
    for preset in variant.presets:
        seated = []
        for players in range(variant.fewest_players, variant.most_players + 1):
            with suppress(RuleError):
                seated.append(variant.seat(NAMES[:players], options=preset.settings))
        assert seated, preset.label


@each_game
def test_every_preset_sets_something_else_than_the_usual_house_rules_and_the_other_presets(variant: Variant) -> None:
    settled = [dict(variant.settle(preset.settings)) for preset in variant.presets]
    assert len({tuple(each.items()) for each in settled}) == len(settled)
    assert dict(variant.settle()) not in settled[1:], "only the first preset may name the usual house rules"
    for preset in variant.presets:
        usual = {key: variant.settle()[key] for key in preset.settings}
        assert not usual.items() & preset.settings.items(), preset.label


def test_every_game_has_its_own_place_in_the_menu() -> None:
    assert len({variant.menu_place for variant in GAMES}) == len(GAMES)


def test_a_train_round_may_begin_with_any_double_not_yet_played() -> None:
    trains = Trains(largest=6, dealt=7)
    assert trains.list_numbers(TrainRecord()) == (6, 5, 4, 3, 2, 1, 0)
    assert trains.list_numbers(TrainRecord((6, 3))) == (2, 5, 4, 1, 0)
    assert trains.list_numbers(TrainRecord((6, 5, 4, 3, 2, 1, 0))) == ()
