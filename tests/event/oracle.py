"""The standings of an event worked out a second time, from the documents of a case.

It shares no code with the program: plain dictionaries, one loop after the other, and no care for speed.
"""

from typing import Any

Case = dict[str, Any]
Line = dict[str, Any]
OUT_IN_TIME = ("single", "double", "groups_single")


def work_out_standings(case: Case, after: int, seen: int) -> list[Line]:
    """Return the rows of the standings in the order of the places."""
    lines, gone = _all_lines(case, after, seen)
    people = [each if isinstance(each, dict) else {"name": each} for each in case["event"]["entrants"]]
    rows = {}
    for one in people:
        name = one["name"]
        if one.get("from", 1) > max(after, 1):
            continue
        if not lines[name] and (one.get("present", True) is False or gone.get(name) == 0):
            continue
        rows[name] = _row(name, [name], lines)
    last = case["event"].get("options", {}).get("withdrawn") == "last"
    behind = [name for name in rows if last and gone.get(name, after) < after]
    ahead = [name for name in rows if name not in behind]
    ranked = _rank(case, {name: rows[name] for name in ahead})
    ranked_behind = _rank(case, {name: rows[name] for name in behind})
    if ranked and ranked_behind:
        ranked_behind[0] = ("withdrawn", ranked_behind[0][1])
    return _places(ranked + ranked_behind, rows)


def work_out_teams(case: Case, after: int, seen: int) -> list[Line]:
    """Return the rows of the entrants' teams."""
    lines, _ = _all_lines(case, after, seen)
    teams: dict[str, list[str]] = {}
    for one in case["event"]["entrants"]:
        if isinstance(one, dict) and one.get("team"):
            teams.setdefault(one["team"], []).append(one["name"])
    rows = {team: _row(team, names, lines) for team, names in teams.items()}
    return _places(_rank(case, rows), rows)


def _row(name: str, names: list[str], lines: dict[str, list[Line]]) -> Line:
    own = [line for each in names for line in lines[each]]
    met = {(line["who"], line["round"], foe) for line in own for foe in line["foes"]}
    return {
        "name": name,
        "names": names,
        "lines": own,
        "played": len(own),
        "won": len([line for line in own if line["won"]]),
        "effectiveness": sum(line["effectiveness"] for line in own),
        "points": sum(line["for"] for line in own),
        "against": sum(line["against"] for line in own),
        "excess": sum(line["excess"] for line in own),
        "buchholz": sum(len([line for line in lines[foe] if line["won"]]) for _, _, foe in met),
    }


def _places(groups: list[tuple[str | None, list[str]]], rows: dict[str, Line]) -> list[Line]:
    out: list[Line] = []
    for by, names in groups:
        place = len(out) + 1
        kept = (
            {key: row[key] for key in row if key not in ("lines", "names")}
            for row in (rows[name] for name in sorted(names))
        )
        out += [{**row, "place": place, "by": by} for row in kept]
    return out


def _rank(case: Case, rows: dict[str, Line]) -> list[tuple[str | None, list[str]]]:
    groups: list[tuple[str | None, list[str]]] = [(None, list(rows))] if rows else []
    for criterion in case["event"].get("ranking", ["won", "effectiveness", "for"]):
        after: list[tuple[str | None, list[str]]] = []
        for by, names in groups:
            marks = {name: _mark(criterion, name, names, rows, case.get("lots", [])) for name in names}
            for index, mark in enumerate(sorted(set(marks.values()), reverse=True)):
                after.append((criterion if index else by, [name for name in names if marks[name] == mark]))
        groups = after
    return groups


def _mark(criterion: str, name: str, tied: list[str], rows: dict[str, Line], lots: list[list[str]]) -> tuple[int, ...]:
    """Return the value of a criterion, of which more is better."""
    row, others = rows[name], [rows[each] for each in tied if each != name]
    if criterion == "for":
        return (row["points"],)
    if criterion in ("won", "effectiveness", "excess", "buchholz"):
        return (row[criterion],)
    if criterion == "against":
        return (-row["against"],)
    if criterion == "best":
        points = sorted((line["for"] for line in row["lines"]), reverse=True)
        longest = max(len(rows[each]["lines"]) for each in tied)
        return tuple(points + [0] * (longest - len(points)))
    if criterion == "head" and len(tied) == 2:
        return (_wins(row, others[0]),)
    if criterion == "mini" and len(tied) >= 3:
        if all(_wins(row, other) > _wins(other, row) for other in others):
            return (1, 0)
        foes = {foe for other in others for foe in other["names"] if foe not in row["names"]}
        return (0, sum(line["for"] for line in row["lines"] if foes & set(line["foes"])))
    if criterion == "lot":
        for lot in lots:
            if set(tied) <= set(lot):
                return (-lot.index(name),)
    return (0,)


def _wins(row: Line, other: Line) -> int:
    foes = set(other["names"]) - set(row["names"])
    return len([line for line in row["lines"] if line["won"] and foes & set(line["foes"])])


def _all_lines(case: Case, after: int, seen: int) -> tuple[dict[str, list[Line]], dict[str, int]]:
    event, options = case["event"], case["event"].get("options", {})
    goal = event["target"]
    people = [each if isinstance(each, dict) else {"name": each} for each in event["entrants"]]
    gone = _gone(case, people)
    rounds = _as_known(case, seen)[:after]
    boards = 1
    if event["entry"] == "teams":
        most = max([len(table.get("boards", [])) for each in rounds for table in each["tables"]] + [1])
        boards = event.get("boards") or most
    lines: dict[str, list[Line]] = {each["name"]: [] for each in people}
    cards: dict[str, int] = {}
    for number, each in enumerate(rounds, 1):
        fresh: dict[str, int] = {}
        for table in each["tables"]:
            for line in _table(event, table, number, cards, fresh, boards):
                lines[line["who"]].append(line)
        for name, card in fresh.items():
            cards[name] = max(card, cards.get(name, 0))
        seated = {name for table in each["tables"] for name in _names(table)}
        for one in people:
            name = one["name"]
            if name in seated or number > gone.get(name, number):
                continue
            is_robin = event.get("mode") in ("round_robin", "double_round_robin")
            if name in each.get("byes", []) or (is_robin and number >= one.get("from", 1)):
                if name not in each.get("byes", []) and one.get("present", True) is False:
                    continue
                what = "nothing" if is_robin and options.get("free_round") == "nothing" else "bye"
            elif one.get("present", True) is False or event.get("mode") in OUT_IN_TIME:
                what = "nothing"
            else:
                what = options.get("late", "absent")
            if what == "bye":
                lines[name] += [_fixed(name, number, options.get("bye", [goal, 0, goal // 2]), True, [])] * boards
            elif what == "absent":
                absent = options.get("forfeit", {}).get("absent", [0, goal, -goal])
                lines[name] += [_fixed(name, number, absent, False, [])] * boards
    return lines, gone


def _gone(case: Case, people: list[Line]) -> dict[str, int]:
    gone = {each["who"]: each["after"] for each in case.get("withdrawn", [])}
    rounds = _as_known(case, 2)
    if len(rounds) >= 2 and case["event"].get("mode") not in OUT_IN_TIME:
        for one in people:
            name = one["name"]
            missing = []
            for each in rounds[:2]:
                tables = [table for table in each["tables"] if name in _names(table)]
                if tables:
                    missing.append(name in tables[0].get("forfeit", []))
                else:
                    is_robin = case["event"].get("mode") in ("round_robin", "double_round_robin")
                    missing.append(name not in each.get("byes", []) and not is_robin)
            back = any(
                name in each.get("byes", []) or any(name in _names(table) for table in each["tables"])
                for each in rounds[2:]
            )
            if all(missing) and not back and one.get("from", 1) <= 2 and name not in gone:
                gone[name] = 2
    return gone


def _as_known(case: Case, seen: int) -> list[Line]:
    rounds = [{**each, "tables": [dict(table) for table in each["tables"]]} for each in case["rounds"]]
    for made in range(seen + 1):
        for each in case.get("corrections", []):
            if each["made"] == made and each["round"] <= len(rounds):
                for table in rounds[each["round"] - 1]["tables"]:
                    if table["table"] == each["table"]:
                        kept = {"table": table["table"], "sides": table["sides"]}
                        table.clear()
                        table.update({**kept, **each["result"]})
    return rounds


def _sides(table: Line) -> list[list[str]]:
    return [[side] if isinstance(side, str) else list(side) for side in table["sides"]]


def _names(table: Line) -> list[str]:
    return [name for side in _sides(table) for name in side]


def _fixed(who: str, number: int, line: list[int], won: bool, foes: list[str]) -> Line:
    return {"who": who, "round": number, "for": line[0], "against": line[1], "effectiveness": line[2]} | {
        "won": won,
        "excess": 0,
        "foes": foes,
    }


def _table(
    event: Line, table: Line, number: int, cards: dict[str, int], fresh: dict[str, int], boards: int
) -> list[Line]:
    options, goal, sides = event.get("options", {}), event["target"], _sides(table)
    matches = table.get("boards") or [table]
    if table.get("forfeit") and event["entry"] == "teams":
        matches = [table] * boards
    out = []
    for match in matches:
        shown: dict[str, int] = {}
        for card in match.get("cards", []):
            level = {"yellow": 1, "red": 2, "black": 3}[card["card"]]
            if level == 1 and options.get("escalate", True):
                level = min(3, 1 + cards.get(card["who"], 0))
            shown[card["who"]] = max(level, shown.get(card["who"], 0))
        for fine in match.get("sanctions", []):
            if fine["points"] == 80:
                level = min(3, 1 + cards.get(fine["who"], 0)) if options.get("escalate", True) else 1
                shown[fine["who"]] = max(level, shown.get(fine["who"], 0))
        for name, level in shown.items():
            fresh[name] = max(level, fresh.get(name, 0))
        sent_off = [name for name in shown if shown[name] >= 2]
        if match.get("forfeit"):
            bad = options.get("forfeit", {}).get("absent", [0, goal, -goal])
            good = options.get("forfeit", {}).get("present", [goal, 0, goal // 2])
            out += _hit(event, sides, number, match["forfeit"], bad, good)
        elif sent_off:
            bad = options.get("card", {}).get("offender", [0, goal, -goal])
            good = options.get("card", {}).get("others", [goal, 0, goal])
            out += _hit(event, sides, number, sent_off, bad, good)
        elif match.get("points") or match.get("hands"):
            out += _played(event, sides, number, match)
    return out


def _hit(
    event: Line, sides: list[list[str]], number: int, who: list[str], bad: list[int], good: list[int]
) -> list[Line]:
    out = []
    for side, foes in (sides, sides[::-1]):
        for name in side:
            is_hit = name in who
            if event.get("options", {}).get("hits") == "pair":
                is_hit = any(each in who for each in side)
            out.append(_fixed(name, number, bad if is_hit else good, not is_hit, foes))
    return out


def _played(event: Line, sides: list[list[str]], number: int, match: Line) -> list[Line]:
    options, goal = event.get("options", {}), event["target"]
    points = list(match.get("points") or [0, 0])
    if match.get("hands"):
        double = False
        for winner in match["hands"]:
            if winner is None:
                double = True
            else:
                points[winner] += 2 if double else 1
                double = False
    stop = event.get("excess", "kept") != "kept"
    made = [min(each, goal) if stop else each for each in points]
    fines: dict[str, int] = {}
    for fine in match.get("sanctions", []):
        fines[fine["who"]] = fines.get(fine["who"], 0) + fine["points"]
    out = []
    for me, you in ((0, 1), (1, 0)):
        side_fine = sum(fines.get(name, 0) for name in sides[me])
        other_fine = sum(fines.get(name, 0) for name in sides[you])
        both = options.get("sanction_to") == "both"
        other = max(0, made[you] - other_fine) if both else made[you]
        for name in sides[me]:
            fine = side_fine if options.get("hits") == "pair" else fines.get(name, 0)
            own = max(0, made[me] - fine)
            if own == other:
                value = 0
            elif own < goal and other < goal:
                value = own - other
            elif own > other:
                value = goal - other
            else:
                value = -(goal - own)
            won = own > other
            if not fine and not (both and other_fine):
                won = points[me] > points[you]
            line = _fixed(name, number, [own, other, value], won, sides[you])
            line["excess"] = max(0, points[me] - goal) if event.get("excess") == "noted" else 0
            out.append(line)
    return out
