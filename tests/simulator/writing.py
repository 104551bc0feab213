"""How players write a round: every move, only those that score, or none, as open ends or tiles; and its end."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.simulator.latin import LATIN
from tests.simulator.layout import write_tile
from tests.simulator.rounds import Played, Turn
from tests.simulator.rules import Rules

Written = dict[str, Any]
WAYS = ("moves", "tiles", "mixed", "ends", "laid", "scoring", "rounds")
WITH_PASSES = ("moves", "tiles", "mixed")


@dataclass(frozen=True)
class Habit:
    """How a table writes: which moves (`way`), hands as `tiles`, `pips` or both, and the lead if it is not asked for.

    It `calls` the bonus for the last tile, unless every tile of the round is on the sheet and shows it.
    """

    way: str
    hands: str
    says_lead: bool
    says_boneyard: bool
    asks_placed: bool
    says_last: bool = False
    calls: bool = True


def choose_habit(rules: Rules, game: str, random: Random, way: str) -> Habit:
    calls = game not in LATIN or way not in ("tiles", "laid") or random.random() < 0.5
    hands = "both" if game == "dk_blinde" else random.choice(["tiles", "pips", "both"])
    says_last = rules.asks_last and random.random() < 0.5
    return Habit(way, hands, random.random() < 0.5, random.random() < 0.3, rules.asks_placed, says_last, calls)


def write_turns(played: Played, habit: Habit, random: Random) -> Iterator[tuple[Turn, Written]]:
    """Yield the turns that this table writes, each with its entry, without the passes that end the round."""
    turns = list(played.turns)
    while turns and turns[-1].tile is None:
        turns.pop()
    for turn in turns:
        entry = write_turn(turn, habit, random)
        if entry is not None:
            yield turn, entry


def write_turn(turn: Turn, habit: Habit, random: Random) -> Written | None:
    """Return the entry of a turn; None if this table writes none."""
    says_last = habit.says_last and turn.last
    last = {"last": True} if says_last else {}
    if habit.way == "rounds" or (habit.way == "scoring" and not (turn.points or says_last)):
        return None
    if turn.tile is None:
        return {"entry": "pass", "player": turn.player} if habit.way in WITH_PASSES else None
    if turn.player is None:
        named = habit.way in ("tiles", "laid", "mixed")
        return {"entry": "play", "tile": write_tile(turn.tile)} if named else None
    as_tile = habit.way in ("tiles", "laid") or (habit.way == "mixed" and random.random() < 0.5)
    if as_tile:
        return write_tile_laid(turn) | last
    placed = {"placed": turn.shows} if habit.asks_placed else {}
    return {"entry": "ends", "player": turn.player, "ends": random.sample(turn.ends, len(turn.ends)), **placed, **last}


def write_tile_laid(turn: Turn) -> Written:
    assert turn.tile is not None
    entry: Written = {"entry": "play", "player": turn.player, "tile": write_tile(turn.tile)}
    if turn.place.at is not None:
        entry |= {"at": write_tile(turn.place.at), "pip": turn.place.pip, "join": turn.join}
    return entry


def write_end(rules: Rules, played: Played, habit: Habit, needs_lead: bool) -> Written:
    """Return the entry for the end of the round, with the lead if no entry shows it (`needs_lead`)."""
    hands: dict[str, Any] = {}
    for player, held in played.hands.items():
        if player == played.out:
            continue
        pips, tiles = played.finish.pips[player], [write_tile(tile) for tile in held]
        hands[player] = {"tiles": tiles, "pips": {"pips": pips}, "both": {"pips": pips, "tiles": len(held)}}[
            "tiles" if rules.wants_faces(played.out) else habit.hands
        ]
        if not held:
            hands[player] = []
    ended: Written = {"entry": "round", "hands": hands}
    ended |= {"out": played.out} if played.how == "out" else {played.how: True}
    ended |= {"lead": played.lead} if needs_lead or habit.says_lead else {}
    ended |= {"locked_by": played.last} if played.how != "out" and played.last else {}
    ended |= {"bonus": [played.call]} if played.call and habit.calls else {}
    return ended | ({"boneyard_tiles": played.boneyard} if habit.says_boneyard else {})
