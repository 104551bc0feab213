"""Spoilt rounds of games without written tiles, and spoilt results of solitaires: only the last entry is wrong."""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

from tests.simulator.all_rules import RULES
from tests.simulator.moon import GAME as OF_MOON
from tests.simulator.moon import list_rounds
from tests.simulator.penalties import SEATS, end_round, write_round
from tests.simulator.penalties import TAUGHT as OF_PENALTIES
from tests.simulator.rounds import play_blind
from tests.simulator.solitaires import ALONE, write_tiles
from tests.simulator.spoiling import BY_NAME
from tests.simulator.tricks import TAUGHT as OF_TRICKS
from tests.simulator.tricks import TricksHeld
from tests.simulator.tried import Tried
from tests.simulator.writing import Written, write_end

DOUBLES_BEGIN = ("mexican_train", "chicken_foot")  # each round begins with a different double
Way = Callable[[Random, Written], Written | None]


def list_documents(game: str, random: Random) -> Iterator[Written]:
    """Yield match files of one round each, without end."""
    while True:
        if game in OF_PENALTIES:
            options = {key: values[0] for key, values in OF_PENALTIES[game].items()}
            hub = options["set"] if game in DOUBLES_BEGIN else None
            seats = SEATS[: random.randint(2, 8)]
            entry = write_round(random, end_round(random, game, seats, options, hub), True, {"limits": "on", **options})
            yield {"format": 1, "variant": game, "players": list(seats), "options": options, "entries": [entry]}
        elif game == TricksHeld.game:
            held = TricksHeld({key: values[0] for key, values in OF_TRICKS.items()}, random, Tried())
            held.play(1)
            if held.document["entries"]:
                yield held.document
        elif game == OF_MOON:
            yield next(list_rounds(random))
        elif game == "dk_blinde":
            seats = SEATS[: random.randint(2, 5)]
            options = {key: values[0] for key, values in RULES[game].taught.items()} | {"target": 3}
            rules = RULES[game](seats, False, options)
            played = play_blind(rules, random, random.choice(seats))
            entry = write_end(rules, played, replace(BY_NAME, hands="tiles"), needs_lead=False)
            entry.pop("locked_by", None)
            yield {"format": 1, "variant": game, "players": list(seats), "options": options, "entries": [entry]}
        else:
            play_out, taught = ALONE[game]
            options = {key: values[0] for key, values in taught.items()}
            alone = play_out(random, options)
            entry = {"entry": "result", "won": alone.won, "left": write_tiles(alone.left), **alone.more}
            yield {"format": 1, "variant": game, "players": ["Anna"], "options": options, "entries": [entry]}


def _change(document: Written, **fields: Any) -> Written:
    *before, last = document["entries"]
    return {**document, "entries": [*before, {**last, **fields}]}


def _pick(random: Random, document: Written) -> tuple[dict[str, Any], str]:
    hands = deepcopy(document["entries"][-1]["hands"])
    return hands, random.choice([player for player, hand in hands.items() if hand])


def hold_half_above(random: Random, document: Written) -> Written | None:
    hands, player = _pick(random, document)
    return _change(document, hands={**hands, player: [f"{document['options'].get('set', 6) + 1}-0"]})


def hold_what_another_holds(random: Random, document: Written) -> Written | None:
    hands, player = _pick(random, document)
    other = next((seat for seat in hands if seat != player and hands[seat]), None)
    return (other and _change(document, hands={**hands, player: ["5-4"], other: ["5-4"]})) or None


def hold_the_hub(random: Random, document: Written) -> Written | None:
    if document["variant"] not in DOUBLES_BEGIN:
        return None
    hands, player = _pick(random, document)
    hub = document["options"]["set"]
    return _change(document, hands={**hands, player: [f"{hub}-{hub}"]}, number=hub)


def hold_and_be_out(random: Random, document: Written) -> Written | None:
    hands, out = document["entries"][-1]["hands"], document["entries"][-1].get("out")
    return (out and _change(document, hands={**hands, out: ["5-4"]})) or None


def empty_two_hands(random: Random, document: Written) -> Written | None:
    hands, player = _pick(random, document)
    return _change(document, hands={**hands, player: []})


def hold_too_much(random: Random, document: Written) -> Written | None:
    hands, player = _pick(random, document)
    return _change(document, hands={**hands, player: {"pips": 12_000}})


def hold_900_more(random: Random, document: Written) -> Written | None:
    hands, player = _pick(random, document)
    if document["options"].get("blank_half"):
        return None
    return _change(document, hands={**hands, player: {"pips": 912}})


def hold_too_light(random: Random, document: Written) -> Written | None:
    hands, player = _pick(random, document)
    if document["options"].get("blank_half"):
        return None
    return _change(document, hands={**hands, player: {"pips": 3, "tiles": 7}})


def begin_with_it_again(random: Random, document: Written) -> Written | None:
    if document["variant"] not in DOUBLES_BEGIN:
        return None
    first = {**document["entries"][-1], "number": document["options"]["set"]}
    return {**document, "entries": [first, first]}


def take_43(random: Random, document: Written) -> Written | None:
    ended = {"entry": "round", "taken": {"Anna": {"points": 43}}}
    return {**document, "entries": [*document["entries"][:-1], ended]}


def take_without_bid(random: Random, document: Written) -> Written | None:
    return {**document, "entries": document["entries"][-1:]}


def bid_twice(random: Random, document: Written) -> Written | None:
    bid, ended = document["entries"][:2]
    return {**document, "entries": [bid, bid, ended]}


def bid_too_little(random: Random, document: Written) -> Written | None:
    bid, *more = document["entries"]
    bid = {key: value for key, value in bid.items() if key not in ("marks", "contract", "forced")}
    return {**document, "entries": [{**bid, "points": 29}, *more]}


def take_eight(random: Random, document: Written) -> Written | None:
    ended = {"entry": "round", "taken": {"Anna": {"tricks": 8}, "Bo": {"tricks": 0}, "Carl": {"tricks": 0}}}
    return {**document, "entries": [*document["entries"][:-1], ended]}


def bid_eight(random: Random, document: Written) -> Written | None:
    bid, *more = document["entries"]
    return {**document, "entries": [{**bid, "points": 8}, *more]}


def win_with_tiles(random: Random, document: Written) -> Written | None:
    return _change(document, won=True, left=["5-4", "6-0"])


def lose_without_tiles(random: Random, document: Written) -> Written | None:
    return _change(document, won=False, left=[])


def leave_twice(random: Random, document: Written) -> Written | None:
    return _change(document, won=False, left=["5-4", "4-5", "6-0"])


def leave_half_above(random: Random, document: Written) -> Written | None:
    return _change(document, won=False, left=["7-0"])


def leave_29(random: Random, document: Written) -> Written | None:
    return _change(document, won=False, left={"tiles": 29})


def write_after_the_end(random: Random, document: Written) -> Written | None:
    return {**document, "entries": [*document["entries"], document["entries"][-1]]}


OF_HANDS_ALONE: Mapping[str, Way] = {
    "out and still holding": hold_and_be_out,
    "two empty hands": empty_two_hands,
    "a tile that lies, in a hand": hold_the_hub,
    "a tile in two hands": hold_what_another_holds,
    "a half above the set, in a hand": hold_half_above,
    "too few pips for so many tiles": hold_too_light,
    "900 pips too many": hold_900_more,
    "12,000 pips": hold_too_much,
    "a double that began a round before": begin_with_it_again,
}
OF_TRICKS_ALONE: Mapping[str, Way] = {
    "43 points taken": take_43,
    "no bid": take_without_bid,
    "two bids": bid_twice,
    "a bid of 29": bid_too_little,
}
OF_MOON_ALONE: Mapping[str, Way] = {
    "eight tricks taken": take_eight,
    "no bid": take_without_bid,
    "two bids": bid_twice,
    "a bid of eight": bid_eight,
}
OF_SOLITAIRES: Mapping[str, Way] = {
    "won with tiles left": win_with_tiles,
    "lost without tiles": lose_without_tiles,
    "a tile left twice": leave_twice,
    "a half above the set left": leave_half_above,
    "29 tiles left": leave_29,
    "an entry after the end": write_after_the_end,
}


def list_ways(game: str) -> Mapping[str, Way]:
    """Return the ways to spoil the end of a round of this game, or the result of this solitaire."""
    if game in ALONE:
        return OF_SOLITAIRES
    return {TricksHeld.game: OF_TRICKS_ALONE, OF_MOON: OF_MOON_ALONE}.get(game, OF_HANDS_ALONE)
