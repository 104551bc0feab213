"""Run golden cases through the rules: `python -m tests.golden FILE…`."""

import json
import sys
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.rules.own.fitting import renew_settings
from scorekeeper.engine.variants import VARIANTS
from tests.cases import Case, Outcome, agrees, run_case

# Words of golden cases and our words for them, in entries, positions and expectations. Other words are the same.
ENTRY = {"boneyard": "boneyard_tiles", "stock": "boneyard_tiles"}
OPEN = {"stock": "boneyard", "ask": None}
EXPECT = {
    "hand_pips": "pips",
    "penalty": "points",
    "scores": "totals",
    "playable": "fits",
    "action": "verdict",
    "available": "free",
    "removed_by_pass": "leave",
}
AT = {"at_play": "at", "at_entry": "at"}
# These are not fields of the entry for the end of a round.
ABOUT_ROUND = {"players", "teams", "forehand", "end", "out", "tiles_left", "target", "bid", "carried"}
# Expected of the sheet after a round, not of its line.
AFTER_ROUND = ("next_lead", "carried")
# If all 28 tiles are dealt, the highest double is the 6-6.
LEADS = {"batida": {"highest_double": "double_6"}}
# Cases of these games have the end of one round alone, so no opening points are required.
WITHOUT_OPENING = ("kozel", "kozel_alone")
# Golden cases distinguish fewer reasons than the pad does.
FINER = {
    "end_not_open": ["end_not_open", "tile_not_laid", "already_laid"],
    "start_not_double": ["start_not_double", "start_not_led_double"],
    "bonus_not_true": ["bonus_not_true", "bonus_without_out"],
    "impossible_total": ["impossible_total", "not_the_pips_left"],
    "impossible_hands": ["impossible_hands", "not_the_pips_left", "not_the_tiles_left", "too_few_tiles"],
    "too_many_tiles": ["too_many_tiles", "laid_all"],
    "option_off": ["option_off", "no_claims_here"],
    "two_empty_hands": ["two_empty_hands", "both_pairs_out"],
    "empty_hand_but_blocked": ["empty_hand_but_blocked", "empty_pair_but_blocked"],
    "tile_not_in_set": ["tile_removed"],
    "hand_wants_tiles": ["hand_wants_tiles", "hand_hides_doubles", "hand_hides_double_six"],
    "nothing_to_claim": ["nothing_to_claim", "claimed_own_points"],
}


def translate(case: Case) -> Outcome:
    """Return a golden case as a case of this project."""
    given, expect = case["given"], case["expect"]
    given, expect = count_worth(given), count_worth(expect)
    options = {**case.get("options", {}), **({"target": given["target"]} if "target" in given else {})}
    if case["kind"] == "round_end" and case["variant"] in WITHOUT_OPENING:
        options |= {"to_open": 0}
    # In an own game `partners` is a word, and a house rule.
    alone = {"partners": options.pop("partners")} if isinstance(options.get("partners"), bool) else {}
    unpaid = options.keys() - renew_settings(options).keys()
    if unpaid and not expect.get("refused"):
        options, given, expect = leave_unpaid_out(options, given, expect)
    ours: Outcome = {"name": case["id"], "variant": case["variant"], "options": options}
    ours |= alone
    ours |= KINDS[given.get("ask", case["kind"])](case["variant"], given, expect)
    if expect.get("refused"):
        ours["expect"] = {"refused": FINER.get(expect["reason"], [expect["reason"]])}
        ours["expect"] |= rename(AT, {word: value for word, value in expect.items() if word in AT})
        if unpaid:
            ours["expect"] = {"refused": [*ours["expect"]["refused"], "bad_option"]}
    return ours


def count_worth(fields: Case) -> Case:
    """Return the fields with the worth of a round of Six-love as the carried points, which are one less."""
    worth = {"worth": "carried", "next_worth": "carried"}
    return {worth.get(word, word): value - 1 if word in worth else value for word, value in fields.items()}


def leave_unpaid_out(options: Case, given: Case, expect: Case) -> tuple[Outcome, Case, Case]:
    """Return a case without its bonuses if it has penalties, because those pay no bonus and a file may not have both.

    They are not called at the end of a round either; those in play are left out with their lines.
    """
    kept = [number for number, entry in enumerate(given.get("entries", [])) if entry["entry"] != "bonus"]
    given = {word: value for word, value in given.items() if word != "bonus"}
    if "entries" in given:
        given |= {"entries": [given["entries"][number] for number in kept]}
    if "lines" in expect:
        expect = {**expect, "lines": [expect["lines"][number] for number in kept]}
    return dict(renew_settings(options)), given, expect


def seat(variant: str, given: Case) -> Outcome:
    """Return the players that the case names anywhere, and as many more as the game needs."""
    named = given.get("players") or given.get("hands") or given.get("tiles_left") or given.get("scores")
    named = named or next(iter(given.get("rounds", [])), None) or given.get("drawn") or given.get("claims")
    if not named:
        players = [play["by"] for play in given.get("plays", []) if play.get("by", "start") != "start"]
        few = VARIANTS[variant].fewest_players - len(set(players))
        free = (letter for letter in ascii_uppercase if letter not in players)
        named = [*dict.fromkeys(players), *islice(free, max(0, few))]
    seats: Outcome = {"players": list(named)}
    for word in ("forehand", "first_forehand", "lead"):
        seats |= {"lead": given[word]} if word in given else {}
    return seats | ({"partners": list(given["teams"].values())} if "teams" in given else {})


def rename(words: Mapping[str, str | None], given: Case) -> Outcome:
    """Return the fields in our words."""
    renamed = {words.get(theirs, theirs): value for theirs, value in given.items()}
    return {word: value for word, value in renamed.items() if word is not None}


def name_sides(given: Case, value: Any) -> Any:
    """Return a value with its sides named as on the sheet, `A & C`."""
    sides = {
        team: " & ".join(player for player in given.get("players", []) if player in members)
        for team, members in given.get("teams", {}).items()
    }
    if isinstance(value, Mapping):
        return {sides.get(side, side): each for side, each in value.items()}
    if isinstance(value, list):
        return [name_sides(given, each) for each in value]
    return sides.get(value, value) if isinstance(value, str) else value


def write_ends(variant: str, given: Case, expect: Case) -> Outcome:
    seats = seat(variant, given)
    entry = {"entry": "ends", "player": seats["players"][0], "ends": given["ends"], "placed": given.get("placed")}
    return {**seats, "entries": [entry], "expect": {"entries": [expect]}}


def write_plays(variant: str, given: Case, expect: Case) -> Outcome:
    if "play" not in VARIANTS[variant].takes:  # only the tiles that fit are asked for
        return {"toes": given["plays"], "expect": rename({"after": "entries"}, expect)}
    seats, entries = seat(variant, given), []
    for turn, play in enumerate(given["plays"]):
        by = play.get("by", seats["players"][turn % len(seats["players"])])
        entries.append({"entry": "play", "player": None if by == "start" else by, **rename({"by": None}, play)})
    ours = {word: name_sides(given, value) for word, value in rename({"after": "entries"}, expect).items()}
    return {**seats, "entries": entries, "expect": ours}


def write_round(variant: str, given: Case, expect: Case) -> Outcome:
    if VARIANTS[variant].most_players == 1:
        return write_result(given, expect)
    entry = {"entry": "round", **rename(ENTRY | dict.fromkeys(ABOUT_ROUND), given)}
    if given["end"] != "tricks":
        entry |= {"out": given.get("out")} if given["end"] == "out" else {given["end"]: True}
    if "number" not in given and VARIANTS[variant].chapter is Chapter.TRAINS:
        # Such a case checks no engine: the round begins with a double that nobody holds.
        held = {tile for hand in given["hands"].values() if isinstance(hand, list) for tile in hand}
        entry["number"] = next(number for number in range(6, -1, -1) if f"{number}-{number}" not in held)
    before = [{"entry": "bid", **given["bid"]}] if "bid" in given else []
    if "tiles_left" in given:
        entry["hands"] = {player: {"tiles": left} for player, left in given["tiles_left"].items()}
    line = {word: name_sides(given, value) for word, value in rename(EXPECT, expect).items()}
    after = rename({"next_lead": "lead"}, {word: line.pop(word) for word in AFTER_ROUND if word in line})
    if "lead" in after:
        after["lead"] = LEADS.get(variant, {}).get(after["lead"], after["lead"])
    if "winner" in line:
        winner = line.pop("winner")
        line["winners"] = winner if isinstance(winner, list) else [winner] if winner is not None else []
    if "win" in line:
        kind = line.pop("win")
        line["bonus"] = [] if kind == "closed" else [kind]
    none: list[Outcome] = [{} for _ in before]
    waiting = {"carried": given["carried"]} if "carried" in given else {}
    return {
        **seat(variant, given),
        **waiting,
        "entries": [*before, entry],
        "expect": {"entries": [*none, line], **after},
    }


def write_result(given: Case, expect: Case) -> Outcome:
    left = given.get("hand", given.get("left"))
    boneyard = {"boneyard_tiles": given["stock"]} if "stock" in given else {}
    entry = {"entry": "result", "won": left == 0, "left": {"tiles": left}, **boneyard}
    ours = rename({"won": None, "tiles_left": None}, expect)
    ours |= {"winner": "A" if expect["won"] else None} if "won" in expect else {}
    ours |= {"totals": {"A": expect["tiles_left"]}} if "tiles_left" in expect else {}
    return {"players": ["A"], "entries": [entry], "expect": ours}


def write_fit(variant: str, given: Case, expect: Case) -> Outcome:
    """Return the ends and then the hands; if nobody is out the round is blocked."""
    seats = seat(variant, given)
    out = next((player for player, held in given["hands"].items() if not held), None)
    entries = [
        {"entry": "ends", "player": seats["players"][0], "ends": given["ends"]},
        {"entry": "round", "hands": given["hands"], "out": out, "blocked": out is None},
    ]
    return {
        "lead": seats["players"][0],
        **seats,
        "entries": entries,
        "expect": {"entries": [{}, rename({"fits": "hands_fit"}, expect)]},
    }


def write_sheet(variant: str, given: Case, expect: Case) -> Outcome:
    ours = {word: name_sides(given, value) for word, value in expect.items() if word != "lines"}
    if "lines" in expect:
        ours |= {"entries": [{"scored": name_sides(given, points)} for points in expect["lines"]]}
    entries = given["entries"]
    return {**seat(variant, given), "entries": entries, "expect": ours}


def ask_deal(variant: str, given: Case, expect: Case) -> Outcome:
    return {"deal": given["players"], "expect": expect}


def ask_lead(variant: str, given: Case, expect: Case) -> Outcome:
    """Return who leads a round; the rounds before it are blocked with equal hands, or played for a bid of four."""
    seats = seat(variant, given)
    hands = dict(zip(seats["players"], (["6-0"], ["5-1"], ["4-2"], ["3-3"], ["2-2"]), strict=False))
    before: list[Outcome] = [{"entry": "round", "blocked": True, "hands": hands}]
    if variant == "moon":
        first = seats["players"][0]
        taken = {player: {"tricks": 1} for player in seats["players"]} | {first: {"tricks": 8 - len(seats["players"])}}
        before = [{"entry": "bid", "player": first, "points": 4}, {"entry": "round", "taken": taken}]
    entries = before * (given["round"] - 1)
    shown = given.get("drawn") or given.get("claims") or {}
    if {"drawn", "claims"} <= given.keys():  # each player shows the tile drawn, and then a double or another tile
        singles = (f"{high}-{low}" for high in range(1, 7) for low in range(high))
        unused = (tile for tile in singles if not {tile, tile[::-1]} & {*given["drawn"].values()})
        shown = {player: [drawn, given["claims"].get(player) or next(unused)] for player, drawn in shown.items()}
    shown = {player: [held] if isinstance(held, str) else held for player, held in shown.items()}
    question = {"ages": given["ages"]} if "ages" in given else {"shown": shown}
    return {**seats, "entries": entries, **question, "expect": expect}


def seat_sides(variant: str, given: Case) -> Case:
    """Return the case with its players, if it has only sides of pairs, named by first letters: `AC`, `BD`."""
    sides = list(given.get("scores", ()))
    if "players" in given or VARIANTS[variant].fewest_players < 4 or len(sides) != 2:
        return given
    first, second = (list(side) for side in sides)
    players = [player for pair in zip(first, second, strict=True) for player in pair]
    return {**given, "players": players, "teams": dict(zip(sides, (first, second), strict=True))}


def ask_standing(variant: str, given: Case, expect: Case) -> Outcome:
    given = seat_sides(variant, given)
    scored: list[Outcome] = [{"so_far": name_sides(given, given["scores"])}] if "scores" in given else []
    for event in given.get("events", []):
        points = name_sides(given, {event["side"]: event["points"]})
        last = {"last": True} if event.get("last") else {}
        scored.append({"move" if event["phase"] == "play" else "round": points, **last})
    scored += [{"round": penalties} for penalties in given.get("rounds", [])]
    ours = {word: name_sides(given, value) for word, value in rename(EXPECT, expect).items()}
    return {**seat(variant, given), "scored": scored, "expect": ours}


def ask_open(variant: str, given: Case, expect: Case) -> Outcome:
    return {"open": rename(OPEN, given), "expect": rename(EXPECT, expect)}


KINDS: Mapping[str, Callable[[str, Case, Case], Outcome]] = {
    "open_ends": write_ends,
    "plays": write_plays,
    "round_end": write_round,
    "fit": write_fit,
    "sheet": write_sheet,
    "deal": ask_deal,
    "lead": ask_lead,
    "add": ask_standing,
    "standing": ask_standing,
    **dict.fromkeys(("playable", "blocked", "pairs", "runs", "simulate"), ask_open),
}


def main(arguments: list[str]) -> int:
    """Run the files named; 0 when no case fails."""
    passed = failed = skipped = 0
    for case in (case for name in arguments for case in json.loads(Path(name).read_text(encoding="utf-8"))["cases"]):
        if case["variant"] not in VARIANTS:
            skipped += 1
            continue
        expected: Any = case["expect"]
        got: Any = None
        try:
            ours = translate(case)
            expected, got = ours["expect"], run_case(ours)
            right = agrees(expected, got)
        except Exception as error:  # a crash fails its case and does not end the run
            got, right = repr(error), False
        passed, failed = passed + right, failed + (not right)
        if not right:
            print(f"{case['id']}\n  expected {expected}\n  got      {got}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
