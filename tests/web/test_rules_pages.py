"""The rules page depends on the seating: at every table, with every choice, its sentences are true of that table.

Every house rule of every game is tried with each of its settings, with each number of players, in pairs and not.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from html import unescape
from math import floor
from random import Random

import pytest
from flask import Flask

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Number, Option, Setting, Topic, find_option_at
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import Text
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.own_games import build_own_game
from scorekeeper.web import create_app
from scorekeeper.web.i18n.words import speak
from scorekeeper.web.pages.rules import Example, show_rules
from scripts.messages import RELEASED

OWN = VARIANTS["own"]

NAMES = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn", "Gerda", "Hugo", "Ida", "Jan", "Kim", "Leo", "Mia", "Nils")
Pages = dict[str, list[tuple[Seating, str]]]
each_game = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
each_language = pytest.mark.parametrize("language", ["en", *RELEASED])


def list_tables(variant: Variant) -> Iterator[Seating]:
    """Yield tables of a game: each number of players, in pairs or not, with one house rule changed, or all of them."""
    for count in range(variant.fewest_players, variant.most_players + 1):
        for pairs in {
            "never": (False,),
            "always_with_four": (count == 4,),
            "usual_with_four": (False, True),
            "optional": (False, True),
        }[variant.partners]:
            if pairs <= (count == 4):
                own = {option.key: list_settings(option) for option in variant.list_options(count, pairs)}
                one = [{key: setting} for key, settings in own.items() for setting in settings]
                together = [{key: settings[turn % len(settings)] for key, settings in own.items()} for turn in range(4)]
                for options in [{}, *one, *together]:
                    with suppress(RuleError):  # house rules that exclude each other
                        yield variant.seat(NAMES[:count], pairs, options=options)


def list_settings(option: Option) -> list[Setting]:
    """Return all settings but the default; of a number those offered, the least, and one that is unlikely."""
    offers = {*option.offers, option.least, 37} if isinstance(option, Number) else set(option.offers)
    return sorted(offers - {option.default}, key=str)


def may_sit(variant: Variant, count: int, options: Mapping[str, Setting]) -> bool:
    """Return whether so many can play with these house rules; a small set is for few players."""
    try:
        variant.seat(NAMES[:count], options=options)
    except RuleError:
        return False
    return True


def list_sentences(game: Game) -> dict[str, list[Text]]:
    """Return what the house rules say at this table (`stands`) and what they say with other settings (`others`)."""
    seating = game.seating
    told: dict[str, list[Text]] = {"stands": [], "others": []}
    count, pairs = len(seating.players), seating.partners
    for listed in game.variant.list_options(count, pairs, seating.options):
        option = find_option_at(listed, seating.options, count, pairs)
        setting = option.find_setting(seating.options[option.key])
        if option.extra and setting == option.find_default(seating.options):
            continue  # a rule that only some tables play
        if option.key == "tie" and game.rounds.hands.when_blocked == "none":
            continue  # a blocked round counts nothing, so it has no tie
        if option.about is Topic.DRAWING and not game.deal.boneyard:
            continue
        settings = [setting, *(() if isinstance(option, Number) else option.offers)]
        told["stands"].append(option.explain(settings[0], seating.options))
        told["others"] += [option.explain(other) for other in settings[1:] if other != settings[0]]
    return told


def read_words(page: str) -> str:
    """Return the text of a page."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", "", page))).strip()


def read_page(app: Flask, variant: Variant, seating: Seating | None, language: str = "en") -> str:
    """Return the text of a rules page."""
    with app.test_request_context("/rules/", headers={"Accept-Language": language}):
        return read_words(show_rules(variant, seating)[0].partition("<main")[2].partition("</main>")[0])


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_app({"DATA": tmp_path_factory.mktemp("pad"), "OWNER_KEY": "key", "TESTING": True})


@each_game
def test_the_engine_works_out_three_examples_of_each_game(app: Flask, variant: Variant) -> None:
    with app.test_request_context("/rules/", headers={"Accept-Language": "en"}):
        assert show_rules(variant, None)[0].count('class="worked"') >= 3


@each_game
def test_without_a_table_no_page_tells_of_tiles_that_no_deal_leaves_over(app: Flask, variant: Variant) -> None:
    page = read_page(app, variant, None)
    left_over = any(
        variant.at(variant.seat(NAMES[:count], None)).deal.boneyard
        for count in range(variant.fewest_players, variant.most_players + 1)
    )
    for told in (
        "Tiles that were not dealt sleep",
        "What is left over is the boneyard",
        "two players with seven tiles",
    ):
        assert told not in page or left_over


@pytest.fixture(scope="module")
def pages(app: Flask) -> Pages:
    """Return the English pages of every table, by the game's key."""
    with app.test_request_context("/rules/", headers={"Accept-Language": "en"}):
        return {
            key: [(seating, show_rules(variant, seating)[0]) for seating in list_tables(variant)]
            for key, variant in VARIANTS.items()
        }


@pytest.mark.slow
@each_game
def test_every_house_rule_is_told_just_once_and_no_other_choice(pages: Pages, variant: Variant) -> None:
    for seating, html in pages[variant.key]:
        page, told = read_words(html), list_sentences(variant.at(seating))
        stands = {str(sentence): page.count(str(sentence)) for sentence in told["stands"]}
        assert set(stands.values()) <= {1}, (stands, seating)
        assert not [str(sentence) for sentence in told["others"] if str(sentence) in page], seating


@each_game
def test_a_page_of_no_table_tells_every_house_rule_as_it_usually_is(app: Flask, variant: Variant) -> None:
    page, settings = read_page(app, variant, None), variant.settle()
    told = {option.key for option in variant.options if str(option.explain(option.default)) in page}
    played = {option.key for option in variant.options if not option.extra}
    assert told == {key for key in played if variant.may_matter(key, settings)}
    assert "Our rules" not in page


def test_the_rules_page_tells_what_the_house_rules_of_a_country_change(app: Flask) -> None:
    page = read_page(app, VARIANTS["draw"], None)
    assert "Mexico Tiles each: seven · Tiles that stay in the boneyard: none of them United States" in page
    assert "International, Brazil the usual ones Spain, to 300" in read_page(app, VARIANTS["latin_partner"], None)
    seating = VARIANTS["draw"].seat(NAMES[:2])
    assert "Mexico" not in read_page(app, VARIANTS["draw"], seating), "a table reads what it plays itself"


def list_own_games(count: int) -> Iterator[Variant]:
    """Yield own games made at random; every second one is played with penalties."""
    random = Random("rules pages")
    for number in range(count):
        settings: dict[str, Setting] = {"round_gives": "penalties" if number % 2 else "points"}
        variant = build_own_game({"name": "Ours", **settings})
        for option in random.sample(OWN.options, 35):
            tried = {option.key: random.choice(option.offers), **settings}
            with suppress(RuleError):  # settings that exclude each other, or deal more tiles than the set has
                variant = build_own_game({"name": "Ours", **tried})
                settings = tried
        yield variant


@pytest.mark.slow
def test_no_page_of_a_game_tells_a_house_rule_that_cannot_matter(app: Flask) -> None:
    games = [*VARIANTS.values(), *list_own_games(150)]
    for variant in games:
        page, settings = read_page(app, variant, None), variant.settle()
        idle = [option for option in variant.options if not variant.may_matter(option.key, settings)]
        told = [(option.key, each) for option in idle for each in list_rules(option) if each in page]
        assert told == [], (variant, settings)
        dealt = set(map(int, re.findall(r"(\d+) players are dealt", page)))
        assert dealt <= set(range(variant.fewest_players, variant.most_players + 1)), settings


# A sentence, and whether it is about this game or table: how many may sit at it, and whether in pairs.
IDLE: dict[str, Callable[[Mapping[str, Setting], range, bool], bool]] = {
    "With three players the double blank": lambda settings, counts, pairs: 3 in counts,
    "At least": lambda settings, counts, pairs: settings["players_from"] != settings["players_to"],
    "At most": lambda settings, counts, pairs: settings["players_from"] != settings["players_to"],
    "Exactly": lambda settings, counts, pairs: settings["players_from"] == settings["players_to"],
    "of any other tile counts": lambda settings, counts, pairs: has_double_blank(settings, counts),
    "and the double blank, go anywhere": lambda settings, counts, pairs: has_double_blank(settings, counts),
    "themselves go anywhere": lambda settings, counts, pairs: not has_double_blank(settings, counts),
    "A blank half left": lambda settings, counts, pairs: not has_double_blank(settings, counts),
    "ouble blank left": lambda settings, counts, pairs: has_double_blank(settings, counts),
    "partners score their own": lambda settings, counts, pairs: pairs,
    "partners than the other two": lambda settings, counts, pairs: pairs,
    "tiles that stay": lambda settings, counts, pairs: False,
}


def has_double_blank(settings: Mapping[str, Setting], counts: range) -> bool:
    """Return whether the double blank is in the set, for some of these numbers of players."""
    taken_out = settings["taken_out"]
    return taken_out == "none" or (taken_out == "of_three" and set(counts) != {3})


@pytest.mark.slow
def test_no_page_of_an_own_game_tells_what_cannot_be_at_its_tables(app: Flask) -> None:
    told = set[str]()
    for variant in list_own_games(200):
        settings, most = variant.settle(), variant.most_players
        tables: list[tuple[Seating | None, range, bool]] = [
            (None, range(variant.fewest_players, most + 1), variant.partners != "never")
        ]
        with suppress(RuleError):  # so many players may need more tiles than the set has
            seating = variant.seat(NAMES[:most])
            tables.append((seating, range(most, most + 1), seating.partners))
        for table, counts, pairs in tables:
            page = read_page(app, variant, table)
            told |= (stands := {sentence for sentence in IDLE if sentence in page})
            idle = {sentence for sentence in stands if not IDLE[sentence](settings, counts, pairs and 4 in counts)}
            assert idle == set(), (table, settings)
            assert page.count("Exactly") <= 1
    assert set(IDLE) - told == {"tiles that stay"}, "each of the others stands on some page"


def list_rules(option: Option) -> list[str]:
    """Return what an option says of each of its settings."""
    return [str(option.explain(offer)) for offer in option.offers]


# -- what sentences claim ----------------------------------------------------------------------------------------------


def who_leads_after(game: Game) -> str:
    """Return who leads after a round that Anna led and Bo won: `next`, `winner`, or `rule` as in the first round."""
    player = game.leading.next("Anna", RoundEnd(how="out", out="Bo", hands=()), (game.seating.side_of("Bo"),)).player
    if len(game.seating.players) == 2 and player == "Bo":
        return "next" if game.leading.hangs_on("Bo") else "winner"
    return {None: "rule", "Bo": "next" if game.leading.hangs_on("Bo") else "winner"}.get(player, "next")


def count_winners_of_a_tie(game: Game) -> int:
    """Return how many sides win a blocked round in which all hold nine pips."""
    held = ("6-3", "5-4", "6-2 1-0", "5-2 2-0", "3-3 2-1")
    hands = dict(zip(game.seating.players, held, strict=False))
    score = Example(game).blocked(game.seating.players[0], **hands).score
    assert score is not None
    return len(score.winners)


def wins_at_once(game: Game) -> bool:
    """Return whether the match ends in the middle of the round in which the first side reaches the target."""
    assert game.goal.target is not None
    sides = game.seating.sides
    return bool(
        game.goal.winners({**dict.fromkeys(sides, 0), sides[0]: int(game.goal.target)}, 1, between_rounds=False)
    )


def keeps(game: Game, tiles: int) -> bool:
    """Return whether this number of tiles, or the whole boneyard if it is smaller, is never drawn."""
    return game.deal.never_drawn == min(tiles, game.deal.boneyard)


def draws_at_most(game: Game) -> int | None:
    """Return how many tiles a player draws in a turn at most; None if there is no limit."""
    return game.turns.most_drawn


def count_at_nine(game: Game) -> int:
    """Return how many sit at a table with a double-nine set; 0 with another set."""
    return len(game.seating.players) if game.largest == 9 else 0


WORDS = {"five": 5, "six": 6, "seven": 7, "nine": 9}


# A sentence, and the function that returns for a table the number which the sentence names.
def stays_at_own(game: Game) -> int:
    """Return how many tiles of the boneyard an own game never draws, which may be all; 0 for another game."""
    return int(game.seating.options["boneyard_keeps"]) if game.variant.settled else 0


CLAIMS: dict[str, Callable[[Game, str], bool]] = {
    r"goes to (\d+) points": lambda game, found: game.goal.target == int(found),
    r"has (\d+) rounds?\b": lambda game, found: game.goal.rounds == int(found),
    r"(\d+) penalty points? on top": lambda game, found: game.seating.options.get("out_bonus") == int(found),
    r"Everybody draws (five|six|seven) tiles(?![;,])": lambda game, found: game.deal.each == WORDS[found],
    r"Everybody draws seven tiles, of three players (nine)": lambda game, found: (
        game.deal.each == (9 if len(game.seating.players) == 3 else 7)
    ),
    r"Two players draw (fourteen) tiles each, three nine, four seven": lambda game, found: (
        game.deal.each == {2: 14, 3: 9, 4: 7}[len(game.seating.players)]
    ),
    r"Everybody draws (nine) tiles": lambda game, found: game.deal.each == (9 if len(game.seating.players) < 4 else 7),
    r"draws (seven) tiles; of a double-nine two draw nine and eight six, of a double-six five": lambda game, found: (
        game.deal.each == (5 if game.largest == 6 else {2: 9, 8: 6}.get(count_at_nine(game), 7))
    ),
    r"share (42) tiles: two draw 21 each, three 14, eight five; of a double-six five each": lambda game, found: (
        game.deal.each == (5 if game.largest == 6 else floor(42 / len(game.seating.players) + 0.5))
    ),
    r"Two players draw seven tiles each, more players (five|six)": lambda game, found: (
        game.deal.each == (7 if len(game.seating.players) == 2 else {"five": 5, "six": 6}[found])
    ),
    r"Two players draw (seven) tiles each, three six": lambda game, found: (
        game.deal.each == 9 - len(game.seating.players)
    ),
    r"(last) tile of the boneyard is never drawn": lambda game, found: keeps(game, 1),
    r"(last two) tiles (?:of the boneyard )?are never drawn": lambda game, found: keeps(game, 2),
    r"(whole) boneyard may be drawn|passes when the boneyard is empty": lambda game, found: keeps(game, 0),
    r"(nobody draws), and tiles": lambda game, found: game.deal.nobody_draws,
    r"draws until (something|a tile) does": lambda game, found: (
        draws_at_most(game) is None and (not game.deal.nobody_draws or game.deal.boneyard <= max(2, stays_at_own(game)))
    ),
    r"draws (one tile), and passes if that does not fit\.": lambda game, found: draws_at_most(game) == 1,
    r"draws (one tile)[,;] (?:and passes )?if that does not fit either": lambda game, found: not game.deal.nobody_draws,
    r"draws up to (three tiles)": lambda game, found: draws_at_most(game) == 3,
    r"(nothing that fits passes)\.": lambda game, found: game.deal.nobody_draws,
    r"(all tiles are in the hands)": lambda game, found: game.deal.boneyard == 0,
    r"(Every round) starts with the (?:high|low)est double": lambda game, found: who_leads_after(game) == "rule",
    r"(?:led by the next player|next player in turn order leads|lead passes on|start (changes))": lambda game, found: (
        who_leads_after(game) == "next"
    ),
    r"Who won a round (leads) the next": lambda game, found: who_leads_after(game) == "winner",
    r"won (at once), in the middle of a round": lambda game, found: wins_at_once(game),
    r"round is (played to its end)": lambda game, found: not wins_at_once(game),
    r"equal pips in a blocked round (nobody) scores": lambda game, found: count_winners_of_a_tie(game) == 0,
    r"equal pips in a blocked round (each) of them": lambda game, found: count_winners_of_a_tie(game) > 1,
    r"equal pips in a blocked round the (first|lead)": lambda game, found: count_winners_of_a_tie(game) == 1,
    r"((?i:\ba pair\b|\bthe partner\b))": lambda game, found: game.seating.partners,
    r"(plays alone|all opponents still) ": lambda game, found: not game.seating.partners,
    r"many points, play another (round)": lambda game, found: count_winners_of_a_tie(game) > 1,
    r"(double blank) (?:always stays|can never leave)": lambda game, found: game.seating.options["count_after_12"] == 1,
    r"only a (part) of a run": lambda game, found: not game.seating.options["whole_runs"],
}


@each_game
def test_what_the_sentences_claim_is_what_the_engine_does(pages: Pages, variant: Variant) -> None:
    for seating, html in pages[variant.key]:
        game, page = variant.at(seating), read_words(html)
        untrue = [
            found[0]
            for claim, holds in CLAIMS.items()
            for found in re.finditer(claim, page)
            if not holds(game, found[1] or "")
        ]
        assert untrue == [], seating


def test_every_claim_is_made_on_some_page(pages: Pages) -> None:
    words = " ".join({read_words(page) for tables in pages.values() for _, page in tables})
    assert [claim for claim in CLAIMS if not re.search(claim, words)] == []


@each_game
def test_the_deal_adds_up_to_the_set(pages: Pages, variant: Variant) -> None:
    for seating, page in pages[variant.key]:
        columns = re.findall(r'<th scope="col">([^<]*)', page)
        rows = re.findall(r'<th scope="row" class="number">(\d+)</th>((?:\s*<td class="number">\d+</td>)+)', page)
        if not variant.at(seating).deal.each:  # how many an own game deals is a setting
            assert not rows
            continue
        counts = range(variant.fewest_players, variant.most_players + 1)
        able = [count for count in counts if may_sit(variant, count, seating.options)]
        assert able == [*counts] or "set" in seating.options, seating
        assert [int(players) for players, _ in rows] == able
        for players, cells in rows:
            row = dict(zip(columns[1:], map(int, re.findall(r">(\d+)<", cells)), strict=True))
            dealt = int(players) * row["Tiles each"] + row.get("Who get one more", 0) + row.get("Start tile", 0)
            table = variant.seat([str(seat) for seat in range(int(players))], options=seating.options)
            assert dealt + row["Boneyard"] == len(variant.at(table).tiles), (players, row)
            assert 0 <= row.get("Of those never drawn", 0) <= row["Boneyard"]


# -- in every language -------------------------------------------------------------------------------------------------


@pytest.mark.slow
@each_language
@each_game
def test_a_number_that_was_agreed_stands_there_and_not_the_usual_one(
    app: Flask, variant: Variant, language: str
) -> None:
    count = variant.fewest_players if variant.settled or "rounds" in variant.settle() else variant.most_players
    asked = variant.list_options(count, False) if variant.settled else variant.options
    for option in [each for each in asked if isinstance(each, Number) and (each.most > 36 or not variant.settled)]:
        agreed = next(
            each for each in (37, 7, 3) if each != option.default and may_sit(variant, count, {option.key: each})
        )
        chosen = option.key == "limit" and not variant.settled and any(each.key == "goal" for each in variant.options)
        goal = {"goal": "limit"} if chosen else {}
        seating = variant.seat(NAMES[:count], options={option.key: agreed, **goal})
        page = read_page(app, variant, seating, language)
        with app.test_request_context(headers={"Accept-Language": language}):
            assert read_words(speak(option.explain(agreed))) in page
            assert read_words(speak(option.explain(option.default))) not in page


# At a table with this rule the page once had the sentence of another rule: the sentence, and its figures.
CONTRADICTED = [
    ("german_draw", {"pairs_count": "opponents_only"}, True, "pairs_count", "11 + 10 = 21", "11 + 10 + 2 = 23"),
    ("german_draw", {"tie": "none"}, False, "tie", ": nobody scores", "Carl led, so Carl wins"),
    ("jijbent", {"out_bonus": 0}, False, "out_bonus", "holds 28: 28 penalty points", "five"),
    ("jijbent", {"rounds": 6}, False, "rounds", "6", "our rounds"),
    ("spansk", {"target": 100}, True, "target", "100", "60"),
    ("spansk", {"end_when": "after_round"}, True, "end_when", "", "at once"),
    ("dk_to_ens", {"target": 25}, False, "target", "25", "15"),
    (
        "dk_femmer",
        {"blocked_subtract_own": True},
        False,
        "blocked_subtract_own",
        "each against 20",
        "others' pips in full",
    ),
]


@each_language
@pytest.mark.parametrize(("key", "options", "pairs", "about", "shown", "gone"), CONTRADICTED)
def test_what_the_audit_found_contradicted_is_told_as_it_is_played(
    app: Flask, language: str, key: str, options: dict[str, object], pairs: bool, about: str, shown: str, gone: str
) -> None:
    variant = VARIANTS[key]
    seating = variant.seat(NAMES[: variant.most_players], pairs, options=options)
    page = read_page(app, variant, seating, language)
    option = next(each for each in variant.options if each.key == about)
    with app.test_request_context(headers={"Accept-Language": language}):
        assert read_words(speak(option.explain(seating.options[about]))) in page
        assert read_words(speak(option.explain(option.default))) not in page
    if language == "en" or shown[:1].isdigit():
        assert shown in page
    if language == "en" or gone[:1].isdigit():
        assert not re.search(rf"(?<!\d){re.escape(gone)}(?!\d)", page)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "two tiles lie in the boneyard"),
        ("sv", "två brickor ligger i högen"),
        ("da", "ligger to brikker i banken"),
        ("de", "zwei Steine in der Reserve liegen"),
        ("nl", "twee stenen in de pot liggen"),
        ("pl", "w rezerwie leżą tylko dwa klocki"),
        ("es", "en el pozo solo quedan dos fichas"),
        ("pt", "só há duas peças no monte"),
    ],
)
def test_two_tiles_lie_in_the_boneyard_and_are_not_left_to_draw(app: Flask, language: str, told: str) -> None:
    """They are never drawn, so no language says that they are drawn."""
    assert told in read_page(app, VARIANTS["jijbent"], None, language)
