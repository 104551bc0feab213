"""Random events as documents of cases: any options, byes, cards, sanctions, time, forfeits and late corrections."""

from random import Random
from typing import Any

RANKING = ("won", "effectiveness", "for", "excess", "buchholz", "against", "best", "head", "mini", "lot")
MODES = ("swiss", "swiss", "pure_swiss", "round_robin", "double_round_robin", "single", "groups_single")


def make_event(chance: Random) -> dict[str, Any]:
    """Return an event with the results of up to six random rounds, which no draw of the program made."""
    entry = chance.choice(("pairs", "pairs", "singles", "individuals", "teams"))
    target = chance.choice((5, 61, 100, 200))
    people = [make_entrant(chance, number) for number in range(chance.randint(4, 9))]
    event: dict[str, Any] = {
        "entry": entry,
        "mode": "individual" if entry == "individuals" else chance.choice(MODES),
        "entrants": people,
        "target": target,
        "excess": chance.choice(("kept", "cut", "noted")),
        "ranking": chance.sample(RANKING, chance.randint(1, len(RANKING))),
        "options": make_options(chance, target),
    }
    if entry == "teams" and chance.random() < 0.5:
        event["boards"] = 2
    gone = [{"who": each["name"], "after": chance.randint(1, 5)} for each in people if chance.random() < 0.1]
    case: dict[str, Any] = {"kind": "evening", "event": event, "rounds": [], "withdrawn": gone, "corrections": []}
    for number in range(1, chance.randint(1, 6) + 1):
        case["rounds"].append(make_round(chance, case, number))
    for _ in range(chance.choice((0, 0, 1, 3))):
        number = chance.randint(1, len(case["rounds"]))
        if tables := case["rounds"][number - 1]["tables"]:
            table = chance.choice(tables)
            made = chance.randint(number, len(case["rounds"]))
            correction = {"made": made, "round": number, "table": table["table"], "reason": "misread"}
            case["corrections"].append({**correction, "result": make_result(chance, event, table["sides"])})
    names = [each["name"] for each in people]
    case["lots"] = [chance.sample(names, chance.randint(2, len(names))) for _ in range(chance.randint(0, 3))]
    return case


def make_entrant(chance: Random, number: int) -> dict[str, Any]:
    """Return an entrant, who may come late or not at all."""
    entrant: dict[str, Any] = {"name": f"E{number}", "team": chance.choice(("Sol", "Mar", None))}
    if chance.random() < 0.15:
        entrant["from"] = 2
    if chance.random() < 0.05:
        entrant["present"] = False
    return entrant


def make_options(chance: Random, target: int) -> dict[str, Any]:
    """Return some of the options of an event."""
    every = {
        "bye": [target, target // 3, target // 4],
        "forfeit": {"present": [target, 1, 20], "absent": [2, target, -30]},
        "card": {"offender": [0, target, -40], "others": [target, 0, 25]},
        "sanctions": [20, 40, 80],
        "escalate": False,
        "sanction_to": "both",
        "hits": "pair",
        "free_round": "nothing",
        "late": chance.choice(("bye", "nothing")),
        "withdrawn": "last",
    }
    return {key: value for key, value in every.items() if chance.random() < 0.3}


def make_round(chance: Random, case: dict[str, Any], number: int) -> dict[str, Any]:
    """Return a round of everybody present, from which a few entrants are missing."""
    event = case["event"]
    left = {each["who"] for each in case["withdrawn"] if each["after"] < number}
    there = [
        each["name"]
        for each in event["entrants"]
        if each["name"] not in left and each.get("from", 1) <= number and each.get("present", True)
    ]
    there = [name for name in there if chance.random() < 0.95]
    chance.shuffle(there)
    seats = 4 if event["entry"] == "individuals" else 2
    tables: list[dict[str, Any]] = []
    while len(there) >= seats:
        seated = [there.pop() for _ in range(seats)]
        sides = seated if seats == 2 else [seated[:2], seated[2:]]
        table = {"table": len(tables) + 1, "sides": sides}
        tables.append({**table, **make_result(chance, event, sides)})
    return {"tables": tables, "byes": there}


def make_result(chance: Random, event: dict[str, Any], sides: list[Any]) -> dict[str, Any]:
    """Return a result of a table."""
    names = [name for side in sides for name in ([side] if isinstance(side, str) else side)]
    if chance.random() < 0.08:
        return {"forfeit": chance.sample(names, chance.randint(1, len(names)))}
    if event["entry"] == "teams":
        if chance.random() < 0.3:
            return {"hands": [chance.choice((0, 1, 1, None)) for _ in range(event["target"])] + [0]}
        return {"boards": [make_match(chance, event, names) for _ in range(event.get("boards", 2))]}
    return make_match(chance, event, names)


def make_match(chance: Random, event: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """Return the points of a match with its cards and sanctions."""
    target = event["target"]
    points = [chance.choice((target, target + target // 5)), chance.randrange(target)]
    match: dict[str, Any] = {"points": points}
    if chance.random() < 0.2:
        match |= {"points": [chance.randrange(target), chance.randrange(target)], "time": True}
    if chance.random() < 0.1:
        match["points"] = [target + 1, target + 3]
    chance.shuffle(match["points"])
    if chance.random() < 0.15:
        match["cards"] = [{"who": chance.choice(names), "card": chance.choice(("yellow", "yellow", "red", "black"))}]
    if chance.random() < 0.2:
        match["sanctions"] = [
            {"who": chance.choice(names), "points": chance.choice((40, 80))} for _ in range(chance.randint(1, 2))
        ]
    return match
