"""The JSON Schema of the match file accepts what is exported, and refuses what the reader refuses."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta

from scorekeeper.engine.entries import COMMON_FIELDS, KINDS
from scorekeeper.engine.file.match import FIELDS, FORMAT, read_match, write_match_json
from scorekeeper.engine.file.schema import FIELD_SCHEMAS, NEEDED, make_schema
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.variants import VARIANTS
from scripts.schema import write_schema
from tests.cases import NAMES, TABLES, read_table
from tests.simulator.all_rules import RULES
from tests.simulator.matches import MatchHeld, list_seated
from tests.simulator.tried import Tried

Document = dict[str, Any]
ROOT = Path(__file__).resolve().parents[2]
STRANGE: tuple[Any, ...] = (-1, 10**7, 2.5, True, None, "?", "19-0", "6-4-1", [], ["?"], {}, {"?": 1})


@cache
def make_validator() -> Draft202012Validator:
    return Draft202012Validator(make_schema())


def tell_errors(document: Document) -> list[str]:
    return [f"{error.instance_path}: {error.message}" for error in make_validator().iter_errors(document)]


def list_exports(game: str) -> Iterator[Document]:
    """Yield the matches of a game's table that can be read, as they are exported."""
    for case in read_table(TABLES / f"{game}.json"):
        players = list(NAMES[: case.get("deal", VARIANTS[game].fewest_players)])
        document = {"players": players, **{key: value for key, value in case.items() if key in FIELDS}}
        try:
            file = read_match({"format": FORMAT, **document})
        except RuleError:
            continue
        yield json.loads(json.dumps(write_match_json(file.variant, file.seating, file.entries, file.remark)))


def list_mutants(document: Document, random: Random) -> Iterator[Document]:
    """Yield copies of the document with one value replaced, removed or added, without end."""
    while True:
        mutant = json.loads(json.dumps(document))
        holder = random.choice(list(list_holders(mutant)))
        key = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        what = random.choice(("replace", "replace", "leave out", "add"))
        if what == "replace":
            holder[key] = random.choice(STRANGE)
        elif what == "leave out":
            del holder[key]
        elif isinstance(holder, dict):
            holder["surplus"] = random.choice(STRANGE)
        yield mutant


def list_holders(held: Any) -> Iterator[Any]:
    """Yield every object and list in a document that is not empty."""
    if isinstance(held, dict | list) and held:
        yield held
        for each in held.values() if isinstance(held, dict) else held:
            yield from list_holders(each)


def is_refused(document: Document) -> bool:
    """Return whether the reader refuses the document for more than an unknown name or a tile that the set lacks.

    A schema cannot know the players, and this one does not distinguish the tiles of different sets, of which there may
    be two.
    """
    try:
        read_match(document)
    except RuleError as error:
        return any(
            problem.key not in ("unknown_player", "pip_out_of_range", "duplicate_tile") for problem in error.problems
        )
    return False


def test_the_schema_is_one() -> None:
    meta.validate(make_schema())


@pytest.mark.parametrize("game", VARIANTS)
def test_every_match_of_the_tables_is_accepted(game: str) -> None:
    exports = list(list_exports(game))
    assert exports
    assert [told for document in exports if (told := tell_errors(document))] == []


@pytest.mark.parametrize("game", RULES)
def test_whole_matches_that_were_simulated_are_accepted(game: str) -> None:
    random, seated = Random(game), list_seated(game, Random(game))
    for _ in range(5):
        match = MatchHeld(game, next(seated), random, Tried(), None)
        match.play(2)
        file = read_match(match.document)
        written = write_match_json(file.variant, file.seating, file.entries)
        assert written["entries"]
        assert tell_errors(json.loads(json.dumps(written))) == []


def test_five_hundred_mutants_that_the_reader_refuses_are_refused() -> None:
    random, refused, accepted = Random(1), 0, list[Document]()
    documents = [document for game in VARIANTS for document in list_exports(game)]
    while refused < 500:
        mutant = next(list_mutants(random.choice(documents), random))
        if is_refused(mutant):
            refused += 1
            accepted += [] if tell_errors(mutant) else [mutant]
    assert [json.dumps(mutant) for mutant in accepted] == []


def test_every_field_of_every_kind_is_described_and_none_besides() -> None:
    wanted = {f"{kind}.{field}" for kind in KINDS for field in KINDS[kind].fields | COMMON_FIELDS - {"entry"}}
    described = {name for name in FIELD_SCHEMAS if "." in name}
    usual = {name.partition(".")[2] for name in wanted - described}
    assert described <= wanted
    assert usual == FIELD_SCHEMAS.keys() - described
    assert NEEDED.keys() == KINDS.keys()


def test_the_file_in_the_documents_is_the_schema_as_it_is_now() -> None:
    assert (ROOT / "docs/match-file.schema.json").read_text(encoding="utf-8") == write_schema()
