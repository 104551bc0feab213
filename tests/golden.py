"""Runs golden cases through the engine: `python -m tests.golden FILE…`.

A case names a game, what is given and what is expected; every field expected must be equal, others are free. Each
failing case is printed with what was expected and what came, and the last line counts. Cases of games that do not
exist here are skipped, nothing else is.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from scorekeeper.engine.entries import Hand, Play, Round
from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.games.game import Variant
from scorekeeper.engine.games.leads import FoundLead
from scorekeeper.engine.games.points import add_up_ends
from scorekeeper.engine.games.round_game import RoundGame
from scorekeeper.engine.layout.growing import Layout
from scorekeeper.engine.layout.positions import check_each_once, read_position
from scorekeeper.engine.problems import Findings, RuleError
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.doubts import find_round_doubts
from scorekeeper.engine.sheet.fold import Line, Sheet, fold
from scorekeeper.engine.sheet.moves import list_next_layouts
from scorekeeper.engine.sheet.refusals import check_ends
from scorekeeper.engine.solitaires.line import LineSolitaire
from scorekeeper.engine.tiles import End, Tile, parse_end, parse_tile
from scorekeeper.engine.variants import VARIANTS

Case = Mapping[str, Any]
Outcome = dict[str, Any]
# Cases tell fewer reasons apart than the pad does.
COARSER = {"tile_not_laid": "end_not_open", "already_laid": "end_not_open"}
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
        keys = {problem.key for problem in error.problems}
        refused: Outcome = {"refused": True, "reason": keys | {COARSER[key] for key in keys & COARSER.keys()}}
        places = [place for problem in error.problems for place in problem.place[:1] if str(place).startswith("entry ")]
        if places:
            refused["at_play"] = min(int(str(place).removeprefix("entry ")) for place in places)
        return refused


def seat(variant: Variant, given: Case, options: Case) -> tuple[Seating, dict[str, str]]:
    """The table of a case, and its sides by the ids that the case gives them."""
    players = given.get("players") or names_of(variant, given)
    teams = given.get("teams")
    partners: Any = list(teams.values()) if teams else None
    if partners is None and len(players) == 4 and variant.partners != "never":
        partners = variant.partners == "always_with_four"
    seating = variant.seat(players, partners, given.get("forehand"), options)
    names = {team: seating.side_of(members[0]) for team, members in (teams or {}).items()}
    return seating, names or {side: side for side in seating.sides}


def in_rounds(variant: Variant, seating: Seating) -> RoundGame:
    game = variant.at(seating)
    assert isinstance(game, RoundGame)
    return game


def alone(variant: Any, options: Case) -> Any:
    """A solitaire with its look-ups."""
    return variant.at(variant.seat(["A"], options=options))


def names_of(variant: Variant, given: Case) -> list[str]:
    """Names for a case that lists no players: those who lay a tile in it, and as many more as the game needs."""
    few = max(2, variant.fewest_players) if variant.most_players > 1 else 1
    named = dict.fromkeys(play["by"] for play in given.get("plays", []) if play.get("by", "start") != "start")
    return [*named, *(chr(65 + seat) for seat in range(few - len(named)))]


def play_on(variant: Variant, seating: Seating, items: list[Any]) -> Sheet:
    findings, entries = Findings(), []
    for number, item in enumerate(items, start=1):
        with findings.at(f"entry {number}"):
            entries.append(parse_entry(item, variant, seating))
    findings.settle()
    sheet = fold(variant, seating, entries)
    if sheet.problems:
        raise RuleError(sheet.problems)
    return sheet


def told_of_move(variant: Variant, line: Line) -> Outcome:
    """Ends, their sum, the points and, where the game counts them, how many ends equal the one just laid."""
    told: Outcome = {"ends": [str(end) for end in line.ends], "sum": add_up_ends(line.ends)}
    told["points"] = sum(line.points.values())
    told.update(line.counts)
    return told


def open_ends(variant: Variant, given: Case, options: Case) -> Outcome:
    seating, _ = seat(variant, given, options)
    item = {"entry": "ends", "player": seating.players[0], "ends": given["ends"]}
    if "placed" in given:
        item["placed"] = given["placed"]
    return told_of_move(variant, play_on(variant, seating, [item]).lines[-1])


def round_end(variant: Variant, given: Case, options: Case) -> Outcome:
    if "result" in variant.takes:
        return solitaire_end(variant, given, options)
    seating, names = seat(variant, given, options)
    hands = given.get("hands") or {player: {"tiles": left} for player, left in given["tiles_left"].items()}
    item = {"entry": "round", "hands": hands, "lead": given.get("forehand")}
    item |= {"out": given.get("out")} if given["end"] == "out" else {given["end"]: True}
    if "boneyard" in given:
        item["boneyard_tiles"] = given["boneyard"]
    sheet = play_on(variant, seating, [item])
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
    seating, _ = seat(variant, given, options)
    left = given.get("hand", given.get("left"))
    item = {"entry": "result", "won": left == 0, "left": {"tiles": left}}
    if "stock" in given:
        item["boneyard_tiles"] = given["stock"]
    sheet = play_on(variant, seating, [item])
    return {"won": bool(sheet.winners), "tiles_left": left}


def deal(variant: Variant, given: Case, options: Case) -> Outcome:
    names = [chr(65 + seat) for seat in range(given["players"])]
    dealt = variant.at(variant.seat(names, options=options)).deal
    told = {"each": dealt.each, "boneyard": dealt.boneyard, "never_drawn": dealt.never_drawn}
    return told | {"start_tile": dealt.start_tile}


def lead(variant: Variant, given: Case, options: Case) -> Outcome:
    shown = given.get("drawn") or given.get("claims") or given.get("ages") or {}
    players = given.get("players") or list(shown)
    seating, _ = seat(variant, {"forehand": given.get("first_forehand"), **given, "players": players}, options)
    game = in_rounds(variant, seating)
    by_rule = game.first_lead()
    for _ in range(1, given["round"]):
        by_rule = game.next_lead(by_rule.player, ())
    if by_rule.player is not None or not shown:
        return {"lead": by_rule.player}
    found = youngest(given["ages"]) if "ages" in given else lead_by_tiles(game, shown)
    return {"lead": found.player, "action": found.action, "between": list(found.between)}


def lead_by_tiles(game: RoundGame, shown: Case) -> FoundLead:
    findings = Findings()
    tiles: dict[str, list[Tile]] = {}
    for player, held in shown.items():
        with findings.at("shown", player):
            tiles[player] = [parse_tile(each, game.largest) for each in ([held] if isinstance(held, str) else held)]
    findings.settle()
    check_each_once([each for held in tiles.values() for each in held])
    return game.lead_rule.find(tiles) if game.lead_rule.find else FoundLead(None, "redraw", tuple(tiles))


def add(variant: Variant, given: Case, options: Case) -> Outcome:
    scores = dict(given["scores"])
    game = in_rounds(variant, Seating(tuple(scores), options=variant.settle(options)))
    winners: tuple[str, ...] = ()
    late: Outcome = {}
    for event in given["events"]:
        if winners:  # refused, and what stood before it still stands
            late = {"refused": True, "reason": {"match_over"}}
            break
        scores[event["side"]] += event["points"]
        winners = game.winners(scores, 0, event["phase"] == "round_end")
    return {"scores": scores, "over": bool(winners), "winner": winners[0] if winners else None, **late}


def standing(variant: Variant, given: Case, options: Case) -> Outcome:
    totals: Counter[str] = Counter()
    winners: tuple[str, ...] = ()
    late: Outcome = {}
    for rounds, penalties in enumerate(given["rounds"], start=1):
        if winners:
            late = {"refused": True, "reason": {"match_over"}}
            break
        totals.update(penalties)
        variant.check_player_count(len(totals))
        game = in_rounds(variant, Seating(tuple(totals), options=variant.settle(options)))
        winners = game.winners(totals, rounds, True)
    one = winners[0] if len(winners) == 1 else None
    return {"totals": dict(totals), "over": bool(winners), "winner": one, "draw": len(winners) > 1, **late}


def plays(variant: Variant, given: Case, options: Case) -> Outcome:
    seating, names = seat(variant, given, options)
    items = []
    for turn, play in enumerate(given["plays"]):
        by = play.get("by", seating.players[turn % len(seating.players)])
        item = {"entry": "play", "player": None if by == "start" else by, **play}
        item.pop("by", None)
        items.append(item)
    sheet = play_on(variant, seating, items)
    moves = [told_of_move(variant, line) for line in sheet.lines if isinstance(line.entry, Play)]
    return {"after": moves, "totals": {name: sheet.totals[side] for name, side in names.items()}}


def playable(variant: Variant, given: Case, options: Case) -> Outcome:
    if not issubclass(variant, LineSolitaire):
        return playable_in_round(variant, given, options)
    position = read_position({"boneyard": given.get("stock", given.get("boneyard")), **given})
    found = alone(variant, options).look_for_plays(position)
    return {"playable": [str(tile) for tile in found.tiles], "action": found.action}


def playable_in_round(variant: Variant, given: Case, options: Case) -> Outcome:
    seating, _ = seat(variant, given, options)
    hand = read_tiles(variant, given["hand"])
    layout = typed_layout(
        in_rounds(variant, seating), read_ends(variant, given), read_tiles(variant, given.get("table", ())), hand
    )
    return {"playable": [str(tile) for tile in playable_tiles(in_rounds(variant, seating), layout, hand)]}


def blocked(variant: Variant, given: Case, options: Case) -> Outcome:
    seating, _ = seat(variant, given, options)
    game = in_rounds(variant, seating)
    layout = typed_layout(game, read_ends(variant, given), read_tiles(variant, given["table"]))
    return {"blocked": is_blocked(game, layout, given.get("boneyard", 0))}


def fit(variant: Variant, given: Case, options: Case) -> Outcome:
    """Whether ends and hands go together in a line with every tile in play."""
    seating, _ = seat(variant, {"players": list(given["hands"]), **given}, options)
    hands = {player: read_tiles(variant, held) for player, held in given["hands"].items()}
    game, ends = in_rounds(variant, seating), read_ends(variant, given)
    typed_layout(game, ends, hand=[tile for tiles in hands.values() for tile in tiles])
    ended = Round(how=given.get("end", "out"), hands=tuple((player, Hand(tiles)) for player, tiles in hands.items()))
    layout = typed_layout(game, ends)
    return {"fits": not find_round_doubts(game, layout, ended)}


def youngest(ages: Mapping[str, int]) -> FoundLead:
    """The youngest leads, by age in years; of equally young ones nobody knows."""
    least = min(ages.values())
    best = tuple(player for player, age in ages.items() if age == least)
    return FoundLead(best[0]) if len(best) == 1 else FoundLead(None, "redraw", best)


def playable_tiles(game: RoundGame, layout: Layout, hand: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles of `hand` that can be laid, in the order of the hand."""
    tiles = tuple(hand)
    fit = {tile for _, tile, *_ in list_next_layouts(game, layout, tiles)}
    return tuple(tile for tile in tiles if tile in fit)


def is_blocked(game: RoundGame, layout: Layout, boneyard: int) -> bool:
    """Whether nobody can ever lay a tile again, whoever holds what: no tile fits, and nobody has to draw on."""
    deal = game.deal
    may_draw = not deal.nobody_draws and boneyard > deal.never_drawn
    return not may_draw and next(list_next_layouts(game, layout, game.tiles), None) is None


def typed_layout(
    game: RoundGame, ends: tuple[End, ...], lying: Iterable[Tile] = (), hand: Iterable[Tile] = ()
) -> Layout:
    """The layout known by its `ends` alone; `lying` are tiles known to lie on the table.

    Raises RuleError for ends that cannot be, and for a tile that is there twice: on the table, or in the `hand` too.
    """
    findings = Findings()
    model = game.model
    if ends:
        with findings.at():
            check_ends(ends, model, game.largest)
    seen: set[Tile] = set()
    for tile in lying:
        if tile in seen:
            findings.add("duplicate_tile", "table", tile=str(tile))
        seen.add(tile)
    layout = Layout(model).with_typed_ends(ends)
    held = seen | layout.seen
    for tile in hand:
        if tile in held:
            findings.add("duplicate_tile", "hand", tile=str(tile))
        held = held | {tile}
    findings.settle()
    return replace(layout, typed=bool(ends), seen=layout.seen | seen)


def read_tiles(variant: Variant, given: list[str]) -> tuple[Tile, ...]:
    return tuple(parse_tile(each, variant.largest) for each in given)


def read_ends(variant: Variant, given: Case) -> tuple[End, ...]:
    return tuple(parse_end(end, variant.largest) for end in given["ends"])


def pairs(variant: Any, given: Case, options: Case) -> Outcome:
    seen = alone(variant, options).look_for_pairs(read_position({"boneyard": given.get("stock"), **given}))
    told: Outcome = {"pairs": [[str(tile) for tile in pair] for pair in seen.pairs]}
    if "columns" not in given:
        return told | {"over": seen.over, "won": seen.won}
    free = [str(tile) for tile in seen.free]
    return told | {"over": not seen.steps, "won": seen.empty, "available": free, "can_fill_column": seen.can_fill}


def runs(variant: Any, given: Case, options: Case) -> Outcome:
    found = alone(variant, options).look_for_runs(read_position(given))
    return {
        "runs": [list(places) for places in found.runs],
        "best_left": len(found.best.left) if found.best.exact else None,
    }


def simulate(variant: Any, given: Case, options: Case) -> Outcome:
    played = alone(variant, options).play_out(read_position(given).row)
    removed = [[str(tile) for tile in tiles] for tiles in played.removed_by_pass]
    return {"removed_by_pass": removed, "left": [str(tile) for tile in played.left], "won": played.won}


ASKS: dict[str, Any] = {
    "deal": deal,
    "lead": lead,
    "add": add,
    "standing": standing,
    "plays": plays,
    "playable": playable,
    "blocked": blocked,
    "fit": fit,
    "pairs": pairs,
    "runs": runs,
    "simulate": simulate,
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
    if isinstance(expected, str) and isinstance(got, str):
        return normal(expected) == normal(got)
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
