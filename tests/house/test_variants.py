"""A game has three written places and is a value: its rules are used through small protocols, never by their type."""

import ast
import inspect
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import pytest

from scorekeeper.engine.entries.round_end import FAMILY_ENDS, FAMILY_FACTS, RoundEnd
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.rules.bidding import BidRecord
from scorekeeper.engine.rules.family import Family
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import Goal
from scorekeeper.engine.rules.laying import Laying
from scorekeeper.engine.rules.leading import Leading
from scorekeeper.engine.rules.paying import Bonuses
from scorekeeper.engine.rules.rounds import Rounds
from scorekeeper.engine.rules.trains import TrainRecord
from scorekeeper.engine.rules.turns import Turns
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.folders import TEMPLATES
from tests.house.arrows import modules

ROOT = Path(__file__).resolve().parents[2]
# The places of each game by its key. A rule text that starts with _ has no page: several games share it.
PLACES = {
    "file in scorekeeper/engine/variants": {
        path.stem for path in (ROOT / "scorekeeper/engine/variants").glob("*.py") if path.stem != "__init__"
    },
    "table of expected scores in tests/tables": {path.stem for path in (ROOT / "tests/tables").glob("*.json")},
    "rule text in templates/rules": {path.stem for path in (TEMPLATES / "rules").glob("[!_]*.html")},
}


def test_every_game_has_its_three_places() -> None:
    games = set().union(*PLACES.values())
    wanting = [f"{game} has no {place}" for game in sorted(games) for place, here in PLACES.items() if game not in here]
    assert not wanting, "\n".join(["", *wanting])


def test_a_game_is_called_in_the_file_what_the_file_is_called() -> None:
    called = {key: variant.play.__module__.rpartition(".")[2] for key, variant in VARIANTS.items()}
    assert called == {key: key for key in VARIANTS}


def test_every_game_names_its_source() -> None:
    assert [key for key, variant in VARIANTS.items() if not variant.source] == []


# -- a game is a value -------------------------------------------------------------------------------------------------

MOST_MEMBERS = 10
PROTOCOLS: Mapping[str, type] = {
    "leading": Leading,
    "laying": Laying,
    "turns": Turns,
    "rounds": Rounds,
    "bonuses": Bonuses,
    "goal": Goal,
    "family": Family,
}
FLOORS = ("scorekeeper.engine", "scorekeeper.play", "scorekeeper.web")
OF_GAMES = ("scorekeeper.engine.rules", "scorekeeper.engine.variants")


def list_classes() -> Iterator[tuple[str, ast.ClassDef]]:
    """Yield every class of the package, with its module."""
    for module, path in modules():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        yield from ((module, node) for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def list_members(node: ast.ClassDef) -> list[str]:
    """Return the public names that a class declares."""
    names = [each.name for each in node.body if isinstance(each, ast.FunctionDef)]
    names += [ast.unparse(each.target) for each in node.body if isinstance(each, ast.AnnAssign)]
    return [name for name in names if not name.startswith("_")]


def test_no_protocol_declares_many_members() -> None:
    protocols = {
        f"{module}.{node.name}": list_members(node)
        for module, node in list_classes()
        if any(ast.unparse(base).partition("[")[0] == "Protocol" for base in node.bases)
    }
    assert len(protocols) > len(PROTOCOLS)
    assert {name: members for name, members in protocols.items() if len(members) > MOST_MEMBERS} == {}


def asks_for_type(source: str, of_games: set[str]) -> Iterator[int]:
    """Yield the lines that test the type of an object, or whether it is one of the classes `of_games`."""
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id == "type" and len(node.args) == 1:
            yield node.lineno
        if node.func.id == "isinstance" and of_games & {
            each.id for each in ast.walk(node.args[1]) if isinstance(each, ast.Name)
        }:
            yield node.lineno


def test_nobody_asks_a_game_or_its_rules_for_their_type() -> None:
    of_games = {node.name for module, node in list_classes() if module.startswith(OF_GAMES)}
    wrong = [
        f"{module}:{line}"
        for module, path in modules()
        if module.startswith(FLOORS)
        for line in asks_for_type(path.read_text(encoding="utf-8"), of_games)
    ]
    assert wrong == []


@pytest.mark.parametrize("source", ["type(form).read(1)", "isinstance(game.family, Trains | Plain)"])
def test_a_question_for_a_type_is_found(source: str) -> None:
    assert list(asks_for_type(source, {"Trains"})) == [1]


def test_the_end_of_a_round_and_the_sheet_have_no_field_of_a_family() -> None:
    of_families = {name for family in (*FAMILY_ENDS, *FAMILY_FACTS) for name in (*family.fields, *list_fields(family))}
    of_families |= {name for record in (BidRecord, TrainRecord) for name in list_fields(record)}
    assert {"bid", "made", "number", "pips", "played", "starting", "taken"} <= of_families
    assert of_families & {*list_fields(RoundEnd), *list_fields(Sheet)} == set()


def list_fields(kind: type) -> list[str]:
    """Return the fields of a dataclass."""
    return [each.name for each in fields(kind)]


def list_games(variant: Variant) -> Iterator[Game]:
    """Yield the game at tables of every size, with each setting of each house rule and defaults for the others."""
    chosen = [{}, *({option.key: offer} for option in variant.options for offer in option.offers)]
    for players in range(variant.fewest_players, variant.most_players + 1):
        for options in chosen:
            with suppress(RuleError):
                yield variant.at(variant.seat("ABCDEFGH"[:players], options=options))


def test_no_member_of_a_protocol_is_there_for_one_game() -> None:
    answers: dict[tuple[str, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for key, variant in VARIANTS.items():
        for game in list_games(variant):
            for part, protocol in PROTOCOLS.items():
                rules = type(getattr(game, part))
                for member in (name for name in vars(protocol) if not name.startswith("_")):
                    owner = next(each for each in inspect.getmro(rules) if member in vars(each))
                    answers[part, member][owner.__name__].add(key)
    alone = {
        f"{part}.{member}": games
        for (part, member), by in answers.items()
        for games in by.values()
        if len(by) == 2 and len(games) == 1
    }
    assert alone == {}
