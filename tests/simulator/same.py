"""Random matches of a game of the menu and of an own game with the same rules: every line is the same."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from scorekeeper.engine.file.match import parse_entry, read_match
from scorekeeper.engine.rules.own.menu_games import KNOWN
from scorekeeper.engine.sheet.fold import Sheet, append_entries, fold
from tests.simulator.all_rules import RULES
from tests.simulator.matches import NAMES, MatchHeld, Seated
from tests.simulator.rounds import play_round
from tests.simulator.spoiling import Spoiler
from tests.simulator.tried import Tried
from tests.simulator.writing import Written

Chosen = Mapping[str, Any]
NOTHING: Chosen = MappingProxyType({})
HIGHEST_NOT_BLANK: Chosen = {"first_lead": "highest_double", "blank_leads": False}
DOUBLE_BERGEN: Chosen = {
    "tiles_2": 6,
    "tiles_3": 6,
    "tiles_4": 5,
    "doubles": "cross",
    "first_tile": "double",
    "in_play": "equal_ends",
    "winner_gets": "fixed",
    "target": 12,
}
DOUBLED: Chosen = {"capicua_doubles": True, "below_from": 2, "first_lead": "double_six"}
RECIFE: Chosen = {"tiles_4": 6, "first_lead": "highest_double", "capicua_same_ends": True, "six_doubles": 1}
# The bonuses for a last tile in a game, and those in your own game, which has none for the lowest one.
CALLS: Mapping[str, Mapping[str, str]] = {
    "batida": {"double": "last_double", "both_ends": "capicua", "both_ends_double": "double_both_ends"}
}
# House rules of games that your own game has, too: the choice in the game and in your own.
ALSO: tuple[tuple[str, Chosen, Chosen], ...] = (
    ("spansk", {"to_open": "2"}, {"to_open": 2}),
    ("dk_femmer", {"to_open": "10"}, {"to_open": 10}),
    ("latin_partner", {}, {"first_lead": "named_double", "lead_double": 6}),
    ("latin_partner", {"capicua": 25, "chuchazo": 30}, {"capicua": 25, "chuchazo": 30}),
    ("kozel", {"next_lead": "rotate"}, {"next_lead": "rotate"}),
    ("kozel_alone", HIGHEST_NOT_BLANK, HIGHEST_NOT_BLANK),
    ("kozel_alone", {"to_open": 13}, {"to_open": 13}),
    ("latin_partner", {"next_lead": "winner"}, {"next_lead": "locker_or_next"}),
    ("double_bergen", {"target": 12}, DOUBLE_BERGEN),
    ("oriente", DOUBLED, DOUBLED),
    ("batida", {"tiles_each": "six", "six_doubles": 1, "same_ends_count": True}, RECIFE),
    ("batida", {"closed": "carry", "next_lead": "winner"}, {"blocked_gets": "carried", "next_lead": "winner"}),
    ("batida", {"points_closed": 2, "points_both_ends_double": 6}, {"blocked_extra": 1, "double_both_ends": 5}),
    ("six_love", {"love": "all_others"}, {"others_back": "all_after_any"}),
    ("six_love", {"one_all": "play_two", "tied_hand": "one"}, {"one_all": "play_two", "tie": "none"}),
    ("six_love", {"tied_hand": "grows", "form": "straight_six"}, {"tie": "carried", "others_back": False}),
)


def list_unlike(
    game: str, random: Random, most_rounds: int = 60, chosen: Chosen = NOTHING, own: Chosen = NOTHING
) -> Iterator[str]:
    """Yield the differences in one match of `game` and your own game with its rules, and in rounds written wrong.

    The table has `chosen` these house rules, which are `own` among the axes of your own game.
    """
    rules = RULES[game]
    count = random.choice(rules.players)
    partners = {**KNOWN.get(game, NOTHING), **own}.get("partners", "never")
    pairs = random.choice(rules.pairs) if count == 4 and partners != "never" else False
    seated = Seated(NAMES[:count], pairs, {key: values[0] for key, values in rules.taught.items()} | dict(chosen))
    held = MatchHeld(game, seated, random, Tried())
    held.play(most_rounds)
    yield from compare(held.document, held.document["entries"], own)
    table = rules(seated.players, pairs, seated.options)
    for spoiled in Spoiler(game, table, play_round(table, random, None, first=True), random).list_spoiled():
        yield from compare({**held.document, "lead": None}, spoiled.entries, own)


def compare(document: Written, entries: Sequence[Written], own: Chosen) -> Iterator[str]:
    """Yield the differences between a match file of a game and of your own, entry by entry."""
    game = document["variant"]
    like = {**document, "variant": "own", "options": {"name": game, **KNOWN.get(game, NOTHING), **own}}
    one, other = (start(each) for each in (document, like))
    yield from tell(f"{game} before the first entry", look_at(one), look_at(other))
    for number, entry in enumerate(entries, start=1):
        one, other = (
            append_entries(sheet, parse_entry(each, sheet.variant, sheet.seating))
            for sheet, each in ((one, entry), (other, call_as_own(game, entry)))
        )
        if game in CALLS and one.lines[-1].problems and entry.get("bonus"):
            return  # a false call is refused for another reason, and your own game lacks the lowest call
        yield from tell(f"{game}, entry {number}: {entry} of {document['players']}", look_at(one), look_at(other))


def call_as_own(game: str, entry: Written) -> Written:
    """Return the entry as your own game writes it, with the rules of `game`."""
    if game not in CALLS or entry["entry"] != "round":
        return entry
    return {**entry, "bonus": [CALLS[game][call] for call in entry.get("bonus", ()) if call in CALLS[game]]}


def start(document: Written) -> Sheet:
    file = read_match({**document, "entries": []})
    return fold(file.variant, file.seating, ())


def look_at(sheet: Sheet) -> dict[str, Any]:
    """Return everything that has to be the same in both."""
    seen: dict[str, Any] = {
        "deal": sheet.game.deal,
        "lead": (sheet.lead.player, sheet.lead.rule),
        "to move": sheet.to_move,
        "ends": sheet.layout.ends,
        "begins": sheet.layout.begins,
        "totals": dict(sheet.totals),
        "winners": sheet.winners,
        "over": sheet.over,
    }
    if not sheet.lines:
        return seen
    line = sheet.lines[-1]
    seen |= {"points": dict(line.points), "problems": line.problems, "doubts": line.doubts}
    return seen | ({"won": line.score.winners, "pips": dict(line.score.pips)} if line.score else {})


def tell(place: str, one: dict[str, Any], other: dict[str, Any]) -> Iterator[str]:
    yield from (
        f"{place}: {word} {one[word]}, of your own {other.get(word)}" for word in one if one[word] != other.get(word)
    )
