"""Read the values of a case: an event with its rounds, or a league with its matches."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scorekeeper.play.events.event import Entrant, Event, EventOptions, FixedLine
from scorekeeper.play.events.league import League, LeagueCorrection, LeagueGame, LeagueMatch, LeagueRules
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.rounds import (
    Card,
    EventRound,
    EventSheet,
    EventTable,
    ResultCorrection,
    Sanction,
    Side,
    TableResult,
    Withdrawal,
)

Document = Mapping[str, Any]
FIELDS = ("entry", "mode", "rounds", "excess", "clock", "boards", "groups")
PLAIN_OPTIONS = {
    *("escalate", "sanction_to", "hits", "max_byes", "free_round", "late", "late_until", "equal", "first"),
    *("avoid_clubs", "third", "consolation", "reset"),
}
NAMES_OF_CRITERIA = {"given away": "against", "given_away": "against"}


def read_sheet(case: Document) -> EventSheet:
    """Return the event of a case with everything that was recorded."""
    rounds = tuple(read_round(each) for each in case.get("rounds", ()))
    return EventSheet(
        read_event(case["event"]),
        rounds,
        tuple(
            ResultCorrection(
                each["made"], each["round"], each["table"], read_result(each["result"]), each.get("reason", "")
            )
            for each in case.get("corrections", ())
        ),
        tuple(Withdrawal(each["who"], each["after"]) for each in case.get("withdrawn", ())),
        tuple(tuple(lot) for lot in case.get("lots", ())),
    )


def read_event(found: Document) -> Event:
    """Return the settings and entrants of an event."""
    given = {field: found[field] for field in FIELDS if found.get(field) is not None}
    if "ranking" in found:
        given["ranking"] = tuple(NAMES_OF_CRITERIA.get(each, each) for each in found["ranking"])
    entrants = tuple(read_entrant(each) for each in found["entrants"])
    return Event(entrants, found["target"], options=read_options(found.get("options", {})), **given)


def read_entrant(found: str | Document) -> Entrant:
    """Return an entrant, which may be written as a name alone."""
    if isinstance(found, str):
        return Entrant(found)
    return Entrant(
        found["name"], found.get("club"), found.get("team"), found.get("from") or 1, found.get("present", True)
    )


def read_options(found: Document) -> EventOptions:
    """Return the options of an event that differ from the defaults."""
    given: dict[str, Any] = {}
    for key, value in found.items():
        match key:
            case "accept":
                given["accept"] = Fraction(str(value))
            case "bye":
                given["bye"] = FixedLine(*value)
            case "forfeit":
                given |= {side: FixedLine(*line) for side, line in value.items()}
            case "card":
                given |= {f"card_{side}": FixedLine(*line) for side, line in value.items()}
            case "sanctions":
                given["sanctions"] = tuple(value or ())
            case "withdrawn":
                given["withdrawn"] = "last" if value == "last" else "ranked"
            case _ if key in PLAIN_OPTIONS:
                given[key] = value
            case _:
                raise KeyError(key)
    return EventOptions(**given)


def read_round(found: Document) -> EventRound:
    """Return a drawn round with the results of its tables."""
    return EventRound(tuple(read_table(each) for each in found.get("tables", ())), tuple(found.get("byes", ())))


def read_table(found: Document) -> EventTable:
    """Return a table of a round; without points, a forfeit or a card it has no result yet."""
    has_result = any(found.get(key) for key in ("points", "forfeit", "cards", "boards", "hands"))
    one, other = (read_side(side) for side in found["sides"])
    return EventTable(found["table"], (one, other), read_result(found) if has_result else None)


def read_side(found: str | Sequence[str]) -> Side:
    """Return a side, written as one name or a list of two individuals."""
    return (found,) if isinstance(found, str) else tuple(found)


def read_whole(value: object) -> int:
    """Return points of a case as a whole number. Raises EventError."""
    text = str(int(value) if isinstance(value, float) and value.is_integer() else value).strip()
    if isinstance(value, bool) or not text.removeprefix("-").isdecimal():
        raise EventError("not_whole")
    return int(text)


def read_result(found: Document) -> TableResult:
    """Return the result of a table."""
    one_and_other = [read_whole(each) for each in found.get("points") or ()]
    return TableResult(
        (one_and_other[0], one_and_other[1]) if one_and_other else None,
        bool(found.get("time")),
        tuple(name for side in read_side(found.get("forfeit") or ()) for name in read_side(side)),
        tuple(Card(each["who"], each["card"]) for each in found.get("cards") or ()),
        tuple(Sanction(each["who"], each["points"]) for each in found.get("sanctions") or ()),
        bool(found.get("pending")),
        tuple(read_result(each) for each in found.get("boards") or ()),
        tuple(found.get("hands") or ()),
    )


def read_league(case: Document) -> League:
    """Return the season of a case."""
    found, rules = case["league"], dict(case["league"].get("rules", {}))
    close, forfeit = rules.pop("close", None), rules.pop("forfeit", None)
    if close:
        rules |= {"close": tuple(close["games"]), "close_points": close["points"]}
    if forfeit:
        rules |= {"forfeit_games": tuple(forfeit.get("games", (0, 0)))}
        rules |= {f"forfeit_{who}": forfeit[who] for who in ("present", "absent") if who in forfeit}
    ranking = {"ranking": tuple(found["ranking"])} if "ranking" in found else {}
    return League(
        tuple(found["teams"]),
        LeagueRules(**rules),
        tuple(read_match(each) for each in case["matches"]),
        tuple(
            LeagueCorrection(each["match"], read_match(each["result"]), each["reason"])
            for each in case.get("corrections", ())
        ),
        **ranking,
    )


def read_match(found: Document) -> LeagueMatch:
    """Return a match of a season, or a result that corrects one."""
    score = tuple(found["score"]) if found.get("score") is not None else None
    games = tuple(
        LeagueGame(claimed=each["claimed"])
        if "claimed" in each
        else LeagueGame((read_side(each["players"][0]), read_side(each["players"][1])), tuple(each["points"]))
        for each in found.get("games") or ()
    )
    return LeagueMatch(found.get("home", ""), found.get("away", ""), score, games, found.get("forfeit"))
