"""The entries of an event: the facts written about it, as the JSON objects that the store holds.

An entry of the kind `settings` opens an event. `entrants`, `presence` and `withdrawal` record who plays; `draw` and
`clock` belong to a round; `match`, `hand`, `result`, `confirmation`, `dispute` and `correction` to a table of a round;
a `lot` decides between entrants who share a place; a `substitution` replaces a player; a `date` is that of a league's
round, or of one of its matches if `table` is not 0; `close` ends the event, and `delete` takes a rehearsal away. The
functions here read and write the values in them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeVar, get_args

from scorekeeper.play.events.event import CRITERIA, ENTRIES, MODES, Entrant, Entry, Event, EventOptions, Excess, Mode
from scorekeeper.play.events.league import LeagueFormat, LeagueGame, LeagueRules
from scorekeeper.play.events.rounds import (
    Card,
    CardColour,
    EventRound,
    EventTable,
    Sanction,
    Side,
    Substitution,
    TableResult,
)

Word = TypeVar("Word", bound=str)
LIMITS = {
    "target": 1_000_000,
    "warning": 600,
    "grace": 600,
    "rounds": 200,
    "clock": 600,
    "groups": 26,
    "boards": 8,
    "games": 20,
    "max_byes": 200,
    "late_until": 200,
}
COLOURS: tuple[CardColour, ...] = get_args(CardColour)
EXCESSES: tuple[Excess, ...] = get_args(Excess)
FLAGS = ("across", "third", "consolation", "reset", "escalate")
NUMBERS = ("max_byes", "late_until")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "first": ("lot", "seed"),
    "hits": ("player", "pair"),
    "late": ("absent", "bye", "nothing"),
    "equal": ("time", "play_on"),
    "last_hand": ("in_play", "one_more"),
    "withdrawn": ("ranked", "last"),
    "sanction_to": ("offender", "both"),
    "free_round": ("bye", "nothing"),
}
"""The options of an event that a form can set, with all values that they may have."""


def write_settings(
    name: str, game: str, options: Mapping[str, Any], event: Event, *, is_rehearsal: bool = False
) -> dict[str, Any]:
    """Return the entry that opens an event: its name, the key and options of its game, and its settings."""
    return {
        "entry": "settings",
        "name": name,
        "game": game,
        "options": dict(options),
        "entrants": event.entry,
        "mode": event.mode,
        "rounds": event.rounds,
        "target": event.target,
        "excess": event.excess,
        "final_target": event.final_target,
        "clock": event.clock,
        "warning": event.warning,
        "grace": event.grace,
        "groups": event.groups,
        "boards": event.boards,
        "league": None if event.league is None else asdict(event.league),
        "ranking": list(event.ranking),
        "avoid_clubs": event.options.avoid_clubs,
        **{key: getattr(event.options, key) for key in (*FLAGS, *NUMBERS, *CHOICES)},
        "rehearsal": is_rehearsal,
    }


def read_settings_entry(entry: Mapping[str, Any]) -> Event:
    """Return the event, without entrants, from an entry that `write_settings` wrote.

    Raises KeyError for a missing setting, and ValueError or TypeError for one that is not valid.
    """
    settled: dict[str, Any] = {key: bool(entry[key]) for key in FLAGS if key in entry}
    settled |= {key: _read_word(entry[key], words) for key, words in CHOICES.items() if key in entry}
    settled |= {key: _read_number(entry[key], LIMITS[key], fewest=0) for key in NUMBERS if key in entry}
    rules = EventOptions(avoid_clubs=_read_number(entry["avoid_clubs"], LIMITS["rounds"], fewest=0), **settled)
    kind: Entry = _read_word(entry["entrants"], ENTRIES)
    mode: Mode = _read_word(entry["mode"], MODES)
    return Event(
        (),
        _read_number(entry["target"], LIMITS["target"]),
        kind,
        mode,
        _read_optional(entry, "rounds"),
        _read_word(entry["excess"], EXCESSES),
        clock=_read_optional(entry, "clock"),
        warning=_read_optional(entry, "warning"),
        grace=_read_optional(entry, "grace"),
        final_target=_read_optional(entry, "final_target", LIMITS["target"]),
        boards=_read_optional(entry, "boards"),
        groups=_read_number(entry.get("groups", 2), LIMITS["groups"]),
        ranking=tuple(_read_word(each, CRITERIA) for each in entry["ranking"]),
        options=rules,
        league=None if entry.get("league") is None else _read_league(entry["league"]),
    )


def _read_league(data: Mapping[str, Any]) -> LeagueFormat:
    """Return the format of a league from JSON. Raises KeyError, ValueError or TypeError."""
    rules: dict[str, Any] = {
        key: tuple(each) if isinstance(each, list) else each for key, each in data["rules"].items()
    }
    return LeagueFormat(
        LeagueRules(**rules),
        _read_number(data["singles"], LIMITS["games"], fewest=0),
        _read_number(data["doubles"], LIMITS["games"], fewest=0),
        _read_number(data["single_target"], LIMITS["target"]),
        _read_number(data["double_target"], LIMITS["target"]),
    )


def write_entrants(entrants: Iterable[Entrant]) -> dict[str, Any]:
    """Return the entry that adds `entrants` to the event."""
    items = [
        {"name": each.name, "club": each.club, "from": each.first_round, "members": list(each.members)}
        for each in entrants
    ]
    return {"entry": "entrants", "entrants": items}


def read_entrants(entry: Mapping[str, Any]) -> tuple[Entrant, ...]:
    """Return the entrants in an entry that `write_entrants` wrote. Raises KeyError, ValueError or TypeError."""
    return tuple(
        Entrant(
            _read_text(each["name"]),
            None if each["club"] is None else _read_text(each["club"]),
            first_round=_read_number(each["from"], LIMITS["rounds"]),
            members=tuple(_read_text(name) for name in each.get("members", ())),
        )
        for each in entry["entrants"]
    )


def write_draw(number: int, seed: int, drawn: EventRound) -> dict[str, Any]:
    """Return the entry of the drawn round with this `number` and `seed`."""
    tables = [
        {"table": table.number, "sides": [list(side) for side in table.sides]}
        | ({} if table.target is None else {"target": table.target})
        for table in drawn.tables
    ]
    return {"entry": "draw", "round": number, "seed": seed, "tables": tables, "byes": list(drawn.byes)}


def read_draw(entry: Mapping[str, Any]) -> EventRound:
    """Return the round in an entry that `write_draw` wrote. Raises KeyError, ValueError or TypeError."""
    tables = []
    for each in entry["tables"]:
        first, second = (_read_side(side) for side in each["sides"])
        target = _read_optional(each, "target")
        tables.append(EventTable(_read_number(each["table"], 1_000), (first, second), target=target))
    return EventRound(tuple(tables), tuple(_read_text(name) for name in entry["byes"]))


def write_result(result: TableResult) -> dict[str, Any]:
    """Return the result of a match as a JSON object; empty fields are left out."""
    fields: dict[str, Any] = {
        "points": None if result.points is None else list(result.points),
        "time": result.time,
        "forfeit": list(result.absent),
        "cards": [{"who": card.name, "card": card.colour} for card in result.cards],
        "sanctions": [{"who": each.name, "points": each.points} for each in result.sanctions],
        "boards": [write_result(board) for board in result.boards],
        "hands": list(result.hands),
        "games": [
            {"players": [list(side) for side in game.players], "points": list(game.points)} for game in result.games
        ],
    }
    return {key: value for key, value in fields.items() if value}


def read_result(data: Mapping[str, Any]) -> TableResult:
    """Return the result in a JSON object that `write_result` wrote. Raises KeyError, ValueError or TypeError."""
    points = data.get("points")
    pair = None if points is None else (int(points[0]), int(points[1]))
    return TableResult(
        pair,
        bool(data.get("time", False)),
        tuple(_read_text(name) for name in data.get("forfeit", ())),
        tuple(Card(_read_text(each["who"]), _read_word(each["card"], COLOURS)) for each in data.get("cards", ())),
        tuple(Sanction(_read_text(each["who"]), int(each["points"])) for each in data.get("sanctions", ())),
        boards=tuple(read_result(board) for board in data.get("boards", ())),
        hands=tuple(read_winner(winner) for winner in data.get("hands", ())),
        games=tuple(_read_game(game) for game in data.get("games", ())),
    )


def _read_game(data: Mapping[str, Any]) -> LeagueGame:
    """Return a game of a league's match from JSON. Raises KeyError, ValueError or TypeError."""
    home, away = (_read_side(side) for side in data["players"])
    one, other = (int(points) for points in data["points"])
    return LeagueGame((home, away), (one, other))


def read_substitution(entry: Mapping[str, Any]) -> Substitution:
    """Return the substitution in an entry. Raise KeyError, ValueError or TypeError if there is none."""
    who, player, substitute = (_read_text(entry[key]) for key in ("who", "out", "in"))
    return Substitution(who, player, substitute, _read_number(entry["round"], LIMITS["rounds"] + 1))


def read_winner(value: object) -> int | None:
    """Return the side that won a hand, 0 or 1; None for a tied block. Raises ValueError for another value."""
    if value not in (0, 1, None):
        raise ValueError(value)
    return None if value is None else int(value == 1)


def _read_side(names: Sequence[Any]) -> Side:
    """Return the names of a side from JSON. Raises ValueError."""
    return tuple(_read_text(name) for name in names)


def _read_text(value: object) -> str:
    """Return `value` if it is a text that is not empty. Raises ValueError."""
    if not isinstance(value, str) or not value:
        raise ValueError(value)
    return value


def _read_number(value: object, most: int, fewest: int = 1) -> int:
    """Return `value` if it is a whole number from `fewest` to `most`. Raises ValueError."""
    if not isinstance(value, int) or not fewest <= value <= most:
        raise ValueError(value)
    return value


def _read_optional(data: Mapping[str, Any], key: str, most: int | None = None) -> int | None:
    """Return the number in the field `key` of `data`, or None if it is missing. Raises ValueError."""
    number = data.get(key)
    return None if number is None else _read_number(number, most or LIMITS[key])


def _read_word(value: object, words: Sequence[Word]) -> Word:
    """Return `value` if it is one of `words`. Raises ValueError."""
    for word in words:
        if word == value:
            return word
    raise ValueError(value)
