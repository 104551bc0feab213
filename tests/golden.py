"""Runs golden cases through the engine: `python -m tests.golden FILE…`.

A case names a game, what is given and what is expected; every field expected must be equal, others are free. Each
failing case is printed with what was expected and what came, and the last line counts. Cases of games that do not
exist here are skipped, nothing else is.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scorekeeper.engine.entries import Play
from scorekeeper.engine.matchfile import parse_entry
from scorekeeper.engine.points import ends_sum
from scorekeeper.engine.problems import Findings, RuleError
from scorekeeper.engine.sheet import Line, Sheet, fold
from scorekeeper.engine.table import Table
from scorekeeper.engine.text import Text
from scorekeeper.engine.tiles import parse_tile
from scorekeeper.engine.variant import RoundScore, Variant
from scorekeeper.engine.variants import VARIANTS

Case = Mapping[str, Any]
Outcome = dict[str, Any]
MULTISETS = {"ends", "playable", "available", "between"}


def run_case(case: Case) -> Outcome:
    """What the engine makes of a case: the fields that cases expect, or a refusal with its reasons."""
    variant = VARIANTS[case["variant"]]
    given = case["given"]
    how = {"open_ends": open_ends, "round_end": round_end}.get(case["kind"]) or ASKS[given["ask"]]
    if case["kind"] == "round_end" and given.get("ask"):
        how = ASKS[given["ask"]]
    options = dict(case.get("options", {}))
    if "target" in given:
        options["target"] = given["target"]
    try:
        return how(variant, given, options)
    except RuleError as error:
        refused: Outcome = {"refused": True, "reason": {problem.key for problem in error.problems}}
        places = [place for problem in error.problems for place in problem.place[:1] if str(place).startswith("entry ")]
        if places:
            refused["at_play"] = min(int(str(place).removeprefix("entry ")) for place in places)
        return refused


def seat(variant: Variant, given: Case, options: Case) -> tuple[Table, dict[str, str]]:
    """The table of a case, and its sides by the ids that the case gives them."""
    few = max(2, variant.fewest_players) if variant.most_players > 1 else 1
    players = given.get("players") or [chr(65 + seat) for seat in range(few)]
    teams = given.get("teams")
    partners: Any = list(teams.values()) if teams else None
    if partners is None and len(players) == 4 and variant.partners != "never":
        partners = variant.partners == "always_with_four"
    table = variant.table(players, partners, given.get("forehand"), options)
    names = {team: table.side_of(members[0]) for team, members in (teams or {}).items()}
    return table, names or {side: side for side in table.sides}


def play_on(variant: Variant, table: Table, items: list[Any]) -> Sheet:
    findings, entries = Findings(), []
    for number, item in enumerate(items, start=1):
        with findings.at(f"entry {number}"):
            entries.append(parse_entry(item, variant, table))
    findings.settle()
    sheet = fold(variant, table, entries)
    if sheet.problems:
        raise RuleError(sheet.problems)
    return sheet


def told_of_move(variant: Variant, line: Line) -> Outcome:
    """Ends, their sum, the points and, where the game counts them, how many ends equal the one just laid."""
    told: Outcome = {"ends": [str(end) for end in line.ends], "sum": ends_sum(line.ends)}
    told["points"] = sum(line.points.values())
    told.update(line.counts)
    return told


def open_ends(variant: Variant, given: Case, options: Case) -> Outcome:
    table, _ = seat(variant, given, options)
    item = {"entry": "ends", "player": table.players[0], "ends": given["ends"]}
    if "placed" in given:
        item["placed"] = given["placed"]
    return told_of_move(variant, play_on(variant, table, [item]).lines[-1])


def round_end(variant: Variant, given: Case, options: Case) -> Outcome:
    if "result" in variant.takes:
        return solitaire_end(variant, given, options)
    table, names = seat(variant, given, options)
    hands = given.get("hands") or {player: {"tiles": left} for player, left in given["tiles_left"].items()}
    item = {"entry": "round", "hands": hands, "lead": given.get("forehand")}
    item |= {"out": given.get("out")} if given["end"] == "out" else {given["end"]: True}
    if "boneyard" in given:
        item["boneyard_tiles"] = given["boneyard"]
    sheet = play_on(variant, table, [item])
    score = sheet.lines[-1].score
    if score is None:
        raise AssertionError("the end of a round has no score")
    points = {name: score.points.get(side, 0) for name, side in names.items()}
    winners = [name for name, side in names.items() if side in score.winners]
    return {
        "hand_pips": dict(score.pips),
        "winner": winners[0] if len(winners) == 1 else winners or None,
        "penalty" if variant.lowest_wins else "points": points,
        "next_lead": sheet.lead.player or sheet.lead.rule,
    }


def solitaire_end(variant: Variant, given: Case, options: Case) -> Outcome:
    table, _ = seat(variant, given, options)
    left = given.get("hand", given.get("left"))
    item = {"entry": "result", "won": left == 0, "left": {"tiles": left}}
    if "stock" in given:
        item["boneyard_tiles"] = given["stock"]
    sheet = play_on(variant, table, [item])
    return {"won": bool(sheet.winners), "tiles_left": left}


def deal(variant: Variant, given: Case, options: Case) -> Outcome:
    dealt = variant.deal(given["players"], variant.settings(options))
    told = {"each": dealt.each, "boneyard": dealt.boneyard, "never_drawn": dealt.never_drawn}
    return told | {"start_tile": dealt.start_tile}


def lead(variant: Variant, given: Case, options: Case) -> Outcome:
    shown = given.get("drawn") or given.get("claims")
    if "ages" in given:
        return {"lead": min(given["ages"], key=given["ages"].get)}
    if shown:
        tiles = {
            player: [parse_tile(each, variant.largest) for each in ([held] if isinstance(held, str) else held)]
            for player, held in shown.items()
        }
        found = variant.find_lead(tiles, variant.settings(options))
        return {"lead": found.player, "action": found.action, "between": list(found.between)}
    table, _ = seat(variant, {"forehand": given.get("first_forehand"), **given}, options)
    found_lead = variant.first_lead(table)
    for rounds in range(1, given["round"]):
        found_lead = variant.next_lead(table, found_lead.player, NOTHING, rounds)
    return {"lead": found_lead.player}


def add(variant: Variant, given: Case, options: Case) -> Outcome:
    scores = dict(given["scores"])
    table = Table(tuple(scores), options=variant.settings(options))
    winners: tuple[str, ...] = ()
    late: Outcome = {}
    for event in given["events"]:
        if winners:  # refused, and what stood before it still stands
            late = {"refused": True, "reason": {"match_over"}}
            break
        scores[event["side"]] += event["points"]
        winners = variant.winners(table, scores, 0, event["phase"] == "round_end")
    return {"scores": scores, "over": bool(winners), "winner": winners[0] if winners else None, **late}


def standing(variant: Variant, given: Case, options: Case) -> Outcome:
    totals: Counter[str] = Counter()
    for penalties in given["rounds"]:
        totals.update(penalties)
    table = Table(tuple(totals), options=variant.settings(options))
    winners = variant.winners(table, totals, len(given["rounds"]), True)
    one = winners[0] if len(winners) == 1 else None
    return {"totals": dict(totals), "over": bool(winners), "winner": one, "draw": len(winners) > 1}


def plays(variant: Variant, given: Case, options: Case) -> Outcome:
    table, names = seat(variant, given, options)
    items = []
    for turn, play in enumerate(given["plays"]):
        by = play.get("by", table.players[turn % len(table.players)])
        item = {"entry": "play", "player": None if by == "start" else by, **play}
        item.pop("by", None)
        items.append(item)
    sheet = play_on(variant, table, items)
    moves = [told_of_move(variant, line) for line in sheet.lines if isinstance(line.entry, Play)]
    return {"after": moves, "totals": {name: sheet.totals[side] for name, side in names.items()}}


def asked(name: str) -> Any:
    """The help that some games give: the case's own fields go to the game's method of that name."""

    def ask(variant: Variant, given: Case, options: Case) -> Outcome:
        told: Outcome = getattr(variant, name)(given, variant.settings(options))
        return told

    return ask


NOTHING = RoundScore({}, (), Text("nothing"), {})

ASKS: dict[str, Any] = {
    "deal": deal,
    "lead": lead,
    "add": add,
    "standing": standing,
    "plays": plays,
    "playable": asked("playable"),
    "blocked": asked("blocked"),
    "fit": asked("fit"),
    "pairs": asked("pairs"),
    "runs": asked("runs"),
    "simulate": asked("simulate"),
}


def agrees(expected: Any, got: Any, field: str = "") -> bool:
    """Whether every expected field is there and equal; ends and other unordered lists as multisets."""
    if isinstance(expected, Mapping):
        return isinstance(got, Mapping) and all(agrees(expected[key], got.get(key), key) for key in expected)
    if field == "reason":
        return isinstance(got, set) and expected in got
    if field in MULTISETS:
        return got is not None and Counter(map(normal, expected)) == Counter(map(normal, got))
    if field == "pairs":
        return {frozenset(map(normal, pair)) for pair in expected} == {frozenset(map(normal, pair)) for pair in got}
    if isinstance(expected, list) and isinstance(got, list | tuple):
        return len(expected) == len(got) and all(agrees(one, other) for one, other in zip(expected, got, strict=True))
    return bool(expected == got)


def normal(notation: str) -> str:
    """3-2 and 2-3 are the same tile."""
    return "-".join(sorted(notation.split("-"), reverse=True)) if notation.count("-") == 1 else notation


def cases(paths: list[Path]) -> Iterator[Case]:
    for path in paths:
        yield from json.loads(path.read_text(encoding="utf-8"))["cases"]


def main(arguments: list[str]) -> int:
    """Run the files named; 0 when no case fails."""
    passed = failed = skipped = 0
    for case in cases([Path(name) for name in arguments]):
        if case["variant"] not in VARIANTS:
            skipped += 1
            continue
        try:
            got: Any = run_case(case)
        except Exception as error:  # a crash is a failing case, not the end of the run
            got = repr(error)
        if agrees(case["expect"], got):
            passed += 1
        else:
            failed += 1
            print(f"{case['id']}\n  expected {case['expect']}\n  got      {got}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
