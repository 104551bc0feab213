"""The JSON Schema of the match file, made from the games, their options and the kinds of entries.

It describes each field by itself. Only `read_match` and the rules of the game check whether a tile
fits, whose turn it is, and who is a player of the match.
"""

from collections.abc import Mapping
from typing import Any

from scorekeeper.engine.entries import COMMON_FIELDS, CONTRACTS, KINDS, TRUMPS, WINS
from scorekeeper.engine.entries.reader import LARGEST, count_tiles
from scorekeeper.engine.file.match import FORMAT, MOST_ENTRIES
from scorekeeper.engine.file.remark import LONGEST
from scorekeeper.engine.options import Number, Option, Pick
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.rules.own.naming import LONGEST_GAME_NAME
from scorekeeper.engine.seating import LONGEST_NAME
from scorekeeper.engine.variants import VARIANTS

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MOST_PIPS = 18  # pips of a half in the largest set
MOST_TILES = count_tiles(MOST_PIPS)
HALF = "(1[0-8]|[0-9])"


def _refer(name: str) -> Schema:
    """Return a JSON Schema that refers to the definition `name`."""
    return {"$ref": f"#/$defs/{name}"}


def _list(item: Schema, **limits: int) -> Schema:
    """Return the JSON Schema of a list of `item`; `limits` are keywords such as `maxItems`."""
    return {"type": "array", "items": item, **limits}


def _object(properties: Mapping[str, Schema], **also: Any) -> Schema:
    """Return the JSON Schema of an object with these `properties` alone; `also` are further keywords."""
    return {"type": "object", "properties": dict(properties), "additionalProperties": False, **also}


FLAG: Schema = {"type": "boolean"}
KEY: Schema = {"type": "string"}
NAME, COUNT, NUMBER = _refer("name"), _refer("count"), _refer("number")
PIPS: Schema = {"type": "integer", "minimum": 0, "maximum": MOST_PIPS}
TILE, END, HAND = _refer("tile"), _refer("end"), _refer("hand")
WHOLE_DOUBLE: Schema = {"type": "string", "pattern": rf"^{HALF}-\1$", "examples": ["5-5"]}

DEFINITIONS: Mapping[str, Schema] = {
    "name": {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
    "count": {"type": "integer", "minimum": 0, "maximum": LARGEST},
    "number": {"type": "integer", "minimum": 1, "maximum": LARGEST, "description": "an entry, numbered from 1"},
    "tile": {"type": "string", "pattern": f"^{HALF}-{HALF}$", "examples": ["6-4"]},
    "end": {"type": "string", "pattern": rf"^{HALF}(-\1)?$", "description": "5, or 5-5: a double with both halves"},
    "hand": {
        "anyOf": [
            _list(TILE, maxItems=MOST_TILES),
            _object(
                {
                    "pips": {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST},
                    "tiles": COUNT,
                    "has": {"enum": [[], ["0-0"]]},
                },
                minProperties=1,
            ),
        ]
    },
    "taken": _object(
        {"points": COUNT, "tricks": COUNT, "count": _list(TILE, maxItems=28)},
        anyOf=[{"required": ["points"]}, {"required": ["tricks"]}],
    ),
}

# The schema of each field of an entry, by its name, or by `kind.field` where the kinds of entry differ.
FIELD_SCHEMAS: Mapping[str, Schema] = {
    "accepted": _list(KEY),
    "at": TILE,
    "blocked": FLAG,
    "bonus.bonus": KEY,
    "boneyard": FLAG,
    "boneyard_tiles": COUNT,
    "claimed": NAME,
    "contract": {"enum": list(CONTRACTS)},
    "ends": _list(END, maxItems=MOST_TILES),
    "forced": FLAG,
    "hands": {"type": "object", "propertyNames": NAME, "additionalProperties": HAND},
    "join": PIPS,
    "last": FLAG,
    "last_ends": {"anyOf": [_list(END, minItems=2, maxItems=2), _list(WHOLE_DOUBLE, minItems=1, maxItems=1)]},
    "lead": NAME,
    "left": HAND,
    "locked_by": NAME,
    "made": FLAG,
    "marks": COUNT,
    "number": PIPS,
    "of": NUMBER,
    "out": NAME,
    "passes": COUNT,
    "pip": PIPS,
    "placed": END,
    "player": NAME,
    "points": COUNT,
    "replaces": NUMBER,
    "round.bonus": _list(KEY),
    "round.last": TILE,
    "side": {"enum": ["end", "long"]},
    "taken": {"type": "object", "propertyNames": NAME, "additionalProperties": _refer("taken")},
    "tile": TILE,
    "trump": {"enum": list(TRUMPS)},
    "with": NUMBER,
    "win": {"enum": list(WINS)},
    "won": FLAG,
}


def _has(*names: str) -> Schema:
    """Return a JSON Schema that requires the fields `names`."""
    return {"required": list(names)}


# The fields that an entry of each kind must have; of `anyOf` and `oneOf` one of the alternatives.
NEEDED: Mapping[str, Schema] = {
    "result": _has("won"),
    "bid": {**_has("player"), "oneOf": [_has("points"), _has("marks")]},
    "ends": _has("player", "ends"),
    "play": _has("tile"),
    "pass": _has("player"),
    "bonus": _has("player", "bonus"),
    "round": {
        "anyOf": [
            *(_has("out"), _has("taken"), _has("made")),
            *({**_has(way), "properties": {way: {"const": True}}} for way in ("blocked", "boneyard")),
        ]
    },
    "void": _has("of"),
    "restore": _has("of"),
}


def make_schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of a match file, as `write_match_json` writes one."""
    kinds = {f"entry_{kind}": describe_kind(kind) for kind in KINDS}
    return {
        "$schema": DIALECT,
        "title": "A match of dominoes, as the domino score pad writes and reads it",
        "type": "object",
        "required": ["format", "variant", "players"],
        "additionalProperties": False,
        "properties": {
            "format": {"const": FORMAT},
            "variant": {"enum": list(VARIANTS)},
            "players": _list(NAME, minItems=1, uniqueItems=True),
            "partners": {"anyOf": [FLAG, _list(_list(NAME, minItems=2, maxItems=2), minItems=2, maxItems=2)]},
            "lead": {"anyOf": [NAME, {"type": "null"}]},
            "options": {"type": "object"},
            **{field: {"type": "string", "maxLength": most} for field, most in LONGEST.items()},
            "entries": _list(
                {
                    **_object({"entry": {"enum": list(KINDS)}}, required=["entry"], additionalProperties=True),
                    "allOf": [_when("entry", kind, _refer(f"entry_{kind}")) for kind in KINDS],
                },
                maxItems=MOST_ENTRIES,
            ),
        },
        "allOf": [
            {
                "if": {"properties": {"partners": {"not": {"const": False}}}, "required": ["partners"]},
                "then": {"properties": {"players": {"minItems": 4, "maxItems": 4}}},
            },
            *(_when("variant", key, describe_game(variant)) for key, variant in VARIANTS.items()),
        ],
        "$defs": {**DEFINITIONS, **kinds},
    }


def describe_kind(kind: str) -> Schema:
    """Return the JSON Schema of an entry of the kind `kind`, a key of `KINDS`."""
    fields = sorted(KINDS[kind].fields | COMMON_FIELDS - {"entry"})
    schemas = {field: FIELD_SCHEMAS.get(f"{kind}.{field}") or FIELD_SCHEMAS[field] for field in fields}
    return {**_object({"entry": {"const": kind}, **schemas}), **NEEDED[kind]}


def describe_game(variant: Variant) -> Schema:
    """Return the JSON Schema of the number of players and the house rules of `variant`.

    The number of players of your own game depends on its house rules.
    """
    options = {option.key: _describe_option(option) for option in variant.options}
    if variant.may_be_named:
        options["name"] = {"type": "string", "maxLength": LONGEST_GAME_NAME}
    partners = {"partners": {"const": False}} if variant.partners == "never" and not variant.may_be_named else {}
    players = {"minItems": variant.fewest_players, "maxItems": variant.most_players}
    if not variant.settled:
        return {"properties": {"players": players, "options": _object(options), **partners}}
    limits = [
        _when_option(option.key, count, {"properties": {"players": {limit: count}}})
        for key, limit in (("players_from", "minItems"), ("players_to", "maxItems"))
        for option in variant.options
        if isinstance(option, Number) and option.key == key
        for count in range(option.least, option.most + 1)
    ]
    return {
        "properties": {"players": {"minItems": variant.fewest_players}, "options": _object(options)},
        "allOf": limits,
    }


def _describe_option(option: Option) -> Schema:
    """Return the JSON Schema of the value of one house rule."""
    if isinstance(option, Pick):
        return {"title": option.label, "enum": list(option.offers)}
    return {"title": option.label, "type": "integer", "minimum": option.least, "maximum": option.most}


def _when(field: str, value: str, then: Schema) -> Schema:
    """Return a JSON Schema that applies `then` to objects whose `field` has this `value`."""
    return {"if": {"properties": {field: {"const": value}}, "required": [field]}, "then": then}


def _when_option(key: str, value: int, then: Schema) -> Schema:
    """Return a JSON Schema that applies `then` to files whose house rule `key` has this `value`."""
    options = {"properties": {key: {"const": value}}, "required": [key]}
    return {"if": {"properties": {"options": options}, "required": ["options"]}, "then": then}
