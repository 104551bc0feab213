"""Run a case: a match file, or a question about a game, with what is expected of it (docs/cases.md)."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from scorekeeper.engine.file.match import FIELDS, FORMAT, write_sheet_json
from scorekeeper.engine.layout.positions import read_position
from scorekeeper.engine.problems import Findings, Problem, RuleError, refuse
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.rules.leads import FoundLead
from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.rules.points import add_up_ends
from scorekeeper.engine.rules.scores import RoundScore, Score
from scorekeeper.engine.sheet.fold import Line, Sheet, append_entries, start_sheet
from scorekeeper.engine.sheet.moves import list_next_moves
from scorekeeper.engine.sheet.open_ends import check_ends
from scorekeeper.engine.text import Text
from scorekeeper.engine.tiles import check_each_once, parse_end, parse_tile
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.transfer.match_files import check_match
from tests.match_file import score_document

Case = Mapping[str, Any]
Outcome = dict[str, Any]
TABLES = Path(__file__).parent / "tables"
NAMES = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn", "Gerda", "Hugo", "Ida", "Jan", "Kim", "Leo", "Mia", "Nils")
ANY_ORDER = {"ends", "fits", "free", "between", "problems", "doubts", "bonus"}


def read_table(path: Path) -> list[Case]:
    """Return the cases of one file, each with the game that the file names."""
    table = json.loads(path.read_text(encoding="utf-8"))
    return [{"variant": table["variant"], **case} for case in table["cases"]]


def run_case(case: Case) -> Outcome:
    """Return the outcome of a case, or the problems for which it is refused."""
    players = case.get("players", NAMES[: case.get("deal", VARIANTS[case["variant"]].fewest_players)])
    try:
        document = {key: value for key, value in case.items() if key in FIELDS}
        sheet = score_waiting({"format": FORMAT, **document, "players": list(players)}, case.get("carried", 0))
        asked = next((key for key in ASKS if key in case), None)
        return ASKS[asked](sheet, case[asked]) if asked else tell_sheet(sheet)
    except RuleError as error:
        return tell_problems(error.problems)


def score_waiting(document: Outcome, carried: int) -> Sheet:
    """Return the sheet of a match file whose next winner also gets the `carried` points."""
    if not carried:
        return score_document(document)
    file = check_match(document).file
    return append_entries(replace(start_sheet(file.variant, file.seating), carried=carried), *file.entries)


# -- a match ---------------------------------------------------------------------------------------------------------


def tell_sheet(sheet: Sheet) -> Outcome:
    """Return what `scorekeeper score --json` prints, and what else the sheet has about each entry."""
    told = write_sheet_json(sheet)
    told["lead"] = sheet.lead.player or sheet.lead.rule  # also for a match that is over: tables ask after each round
    told["entries"] = [{**entry, **tell_line(line)} for entry, line in zip(told["entries"], sheet.lines, strict=True)]
    doubts = [write_problem(doubt.under(f"entry {line.number}")) for line in sheet.lines for doubt in line.open_doubts]
    for line, entry in zip(sheet.lines, told["entries"], strict=True):
        if sheet.layout.model.incomplete(1, first=True) and parse_end("6-6", 6) in line.ends:
            entry["must"] = 6
    told["carried"] = sheet.carried
    told["shutout"] = sheet.over and sheet.game.goal.counts_for(sheet.totals, sheet.winners) > 1
    return {**told, **tell_winners(sheet.winners), "doubts": doubts}


def tell_line(line: Line) -> Outcome:
    told: Outcome = {"ends": [str(end) for end in line.ends], "sum": add_up_ends(line.ends), **line.counts}
    told["scored"] = {side: points for side, points in line.points.items() if points}
    told["hands_fit"] = all(doubt.key != "parity" for doubt in line.doubts)
    if line.score is not None:
        told |= {"pips": dict(line.score.pips), "winners": list(line.score.winners)}
        told |= {"taken": dict(line.score.taken), "made": line.score.made, "bonus": list(line.score.bonus)}
    return told


def tell_winners(winners: tuple[str, ...]) -> Outcome:
    return {"winners": list(winners), "winner": winners[0] if len(winners) == 1 else None, "draw": len(winners) > 1}


def tell_problems(problems: tuple[Problem, ...]) -> Outcome:
    """Return every problem with its place; `refused` are the keys, `at` is the first entry that has one."""
    places = [str(problem.place[0]) for problem in problems if problem.place]
    entries = [int(place.removeprefix("entry ")) for place in places if place.startswith("entry ")]
    told: Outcome = {"problems": [write_problem(problem) for problem in problems]}
    return told | {"refused": [problem.key for problem in problems], "at": min(entries, default=None)}


def write_problem(problem: Problem) -> str:
    """Return a problem as `entry 3, hands, Anna: duplicate_tile`."""
    return ": ".join([*filter(None, [", ".join(map(str, problem.place))]), problem.key])


# -- a question ------------------------------------------------------------------------------------------------------


def tell_deal(sheet: Sheet, _players: int) -> Outcome:
    return asdict(sheet.game.deal)


def tell_lead(sheet: Sheet, shown: Mapping[str, list[str]]) -> Outcome:
    """Return who leads: the player that the sheet knows, or the one whose drawn or shown tiles are best."""
    if sheet.lead.player is not None or not shown:
        return {"lead": sheet.lead.player}
    read_position({"hand": [tile for held in shown.values() for tile in held]}, sheet.game.largest)
    tiles = {player: read_position({"hand": held}, sheet.game.largest).hand for player, held in shown.items()}
    find = sheet.game.leading.rule.find
    found = find(tiles) if find else FoundLead(None, "redraw", tuple(tiles))
    return {"lead": found.player, "action": found.action, "between": list(found.between)}


def tell_youngest(sheet: Sheet, ages: Mapping[str, int]) -> Outcome:
    """Return who leads if the youngest player does; only the players know their ages."""
    best = [player for player, age in ages.items() if age == min(ages.values()) and sheet.lead.rule == "youngest"]
    if len(best) == 1:
        return {"lead": best[0]}
    return {"lead": None, "action": "redraw", "between": best}


def tell_standing(sheet: Sheet, scored: list[Any]) -> Outcome:
    """Return the standing after the points of `scored`, in play (`move`) or at the end of a `round`."""
    totals, rounds, winners, carried = Counter(sheet.totals), 0, tuple[str, ...](), 0
    for number, each in enumerate(scored, start=1):
        if winners:
            raise refuse("match_over", f"scored {number}")
        (when, points), *_ = each.items()
        if when == "round":
            waiting = RoundScore(points, (), Text(""), {}, carried=carried)
            score = sheet.game.goal.count_round(totals, waiting)
            carried, points = score.carried, score.points
            totals = Counter(dict.fromkeys(totals, 0)) if score.all_back else totals
        elif when == "move":
            points = count_move(sheet.game, totals, points, each)
        totals.update(points)
        rounds += when == "round"
        if when != "so_far":
            winners = sheet.game.goal.winners(totals, rounds, when == "round")
    told: Outcome = {"carried": carried, "totals": dict(totals), "over": bool(winners), **tell_winners(winners)}
    told |= {"result": str(sheet.game.goal.explain(totals, winners))} if winners else {}
    goal: Any = sheet.game.goal
    return told | ({"goats": list(goal.find_goats(totals))} if hasattr(goal, "find_goats") else {})


def tell_toes(sheet: Sheet, plays: list[Mapping[str, Any]]) -> Outcome:
    """Return the open halves after each tile of Chicken Foot, and the double that has to be covered (`must`)."""
    layout, wants, told = sheet.layout, None, list[Outcome]()
    for number, play in enumerate(plays, start=1):
        tile, at = parse_tile(play["tile"], sheet.game.largest), None
        if "at" in play:
            at = parse_tile(play["at"], sheet.game.largest)
        findings = Findings()
        with findings.at(f"entry {number}"):
            if wants is not None and at != wants:
                raise RuleError((Problem("double_not_covered", ("at",)),))
            layout = layout.lay(tile, at, play.get("pip"))
        findings.settle()
        doubles = (laid for laid in layout.laid.values() if laid.tile.double)
        wants = next((laid.tile for laid in doubles if layout.model.incomplete(laid.joined[0], laid.first)), None)
        told.append({"ends": [str(end) for end in layout.ends], "must": str(wants.high) if wants else None})
    return {"entries": told}


def count_move(game: Game, totals: Mapping[str, int], points: Mapping[str, int], said: Case) -> Mapping[str, int]:
    """Return the points that count with the totals so far; with `last` the move was the last tile of a side."""
    scores = {side: Score(worth, Text("")) for side, worth in points.items()}
    scores = {side: game.moves.score_last(score) if said.get("last") else score for side, score in scores.items()}
    return {side: game.goal.count_move(totals[side], score).points for side, score in scores.items()}


def tell_open(sheet: Sheet, given: Mapping[str, Any]) -> Outcome:
    """Return the advice of the solitaire's assistant, or in other games the tiles that fit the open halves."""
    if sheet.variant.chapter is Chapter.TRAINS:
        ends = [*given.get("ends", ()), *given.get("open", ()), *([given["own"]] if "own" in given else [])]
        hand = read_position({"hand": given["hand"]}, sheet.game.largest).hand
        halves = {parse_end(end, sheet.game.largest).pip for end in ends}
        wanted = {int(given["must"])} if "must" in given else halves
        return {"fits": write_tiles(tile for tile in hand if wanted & set(tile.halves))}
    position = read_position(given, sheet.game.largest)
    if sheet.variant.most_players == 1:
        return tell_advice(sheet, position)
    if position.ends:
        check_ends(position.ends, sheet.layout.model, sheet.game.largest)
    layout = sheet.layout.with_typed_ends(position.ends)
    layout = replace(layout, typed=bool(position.ends), seen=layout.seen | set(position.table))
    check_each_once((*position.hand, *layout.seen))
    deal = sheet.game.deal
    draws = not deal.nobody_draws and (position.boneyard or 0) > deal.never_drawn
    moves = list_next_moves(sheet.game, layout, position.hand if "hand" in given else None)
    return {"fits": list(dict.fromkeys(str(move.tile) for move in moves)), "blocked": not draws and not moves}


def tell_advice(sheet: Sheet, position: Any) -> Outcome:
    game: Any = sheet.game.solitaire
    advice = game.advise(position)
    told: Outcome = {
        "verdict": advice.verdict,
        "over": advice.verdict in ("won", "lost"),
        "won": advice.verdict == "won",
    }
    told |= {"says": [str(line) for line in advice.lines], "doubts": [write_problem(doubt) for doubt in advice.doubts]}
    if hasattr(game, "look_for_plays"):
        told["fits"] = write_tiles(game.look_for_plays(position).tiles)
    if hasattr(game, "look_for_pairs"):
        seen = game.look_for_pairs(position)
        told["pairs"] = [write_tiles(pair) for pair in seen.pairs]
        if "columns" in game.room:
            told |= {"free": write_tiles(seen.free), "can_fill_column": seen.can_fill}
    if hasattr(game, "look_for_runs"):
        found = game.look_for_runs(position)
        told |= {
            "runs": [list(places) for places in found.runs],
            "best_left": len(found.best.left) if found.best.exact else None,
        }
    if hasattr(game, "play_out"):
        played = game.play_out(position.row)
        told |= {"leave": [write_tiles(tiles) for tiles in played.removed_by_pass], "left": write_tiles(played.left)}
    return told


def write_tiles(tiles: Any) -> list[str]:
    return [str(tile) for tile in tiles]


ASKS: Mapping[str, Any] = {
    "deal": tell_deal,
    "shown": tell_lead,
    "ages": tell_youngest,
    "scored": tell_standing,
    "open": tell_open,
    "toes": tell_toes,
}


# -- what is expected ------------------------------------------------------------------------------------------------


def agrees(expected: Any, got: Any, field: str = "") -> bool:
    """Return whether every expected field is equal; other fields do not matter."""
    if isinstance(expected, Mapping):
        return isinstance(got, Mapping) and all(key in got and agrees(expected[key], got[key], key) for key in expected)
    if field == "points" and isinstance(got, Mapping):
        return bool(expected == sum(got.values()))
    if field == "refused":
        return any(key in got for key in expected)
    if field == "pairs":
        return Counter(map(unordered, expected)) == Counter(map(unordered, got))
    if field in ANY_ORDER and isinstance(expected, list):
        return Counter(map(normal, expected)) == Counter(map(normal, got))
    if isinstance(expected, list) and isinstance(got, list | tuple):
        return len(expected) == len(got) and all(agrees(one, other) for one, other in zip(expected, got, strict=True))
    if isinstance(expected, str) and isinstance(got, str):
        return normal(expected) == normal(got)
    return type(expected) is type(got) and bool(expected == got)


def normal(notation: str) -> str:
    """Return a tile with the higher half first: 2-3 is 3-2."""
    return "-".join(sorted(notation.split("-"), reverse=True)) if notation.count("-") == 1 else notation


def unordered(pair: Any) -> tuple[str, ...]:
    return tuple(sorted(map(normal, pair)))
