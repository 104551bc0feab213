"""A rehearsal: an event with invented players, who finish ten times as fast and write their results themselves.

The organiser draws, starts the clock and settles disputes, as in a real event.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from scorekeeper.play.events.club_event import REHEARSAL_SPEED, ClubEvent, TableReport
from scorekeeper.play.events.event import Entrant, Event
from scorekeeper.play.events.league import LeagueGame
from scorekeeper.play.events.record import load_event
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.results import confirm_result, dispute_result, report_result
from scorekeeper.play.events.rounds import TableResult
from scorekeeper.play.events.season import start_season
from scorekeeper.play.events.writing import start_event
from scorekeeper.store import Store

NAMES = (
    *("Ada", "Bruno", "Carla", "Diego", "Edith", "Felix", "Greta", "Henrik", "Irene", "Jonas", "Karin", "Leon", "Maja"),
    *("Nils", "Olga", "Pablo", "Rosa", "Sven", "Tilda", "Ugo", "Vera", "Willem", "Yara", "Zeno"),
)
PUBS = ("Anchor", "Bell", "Crown", "Dray", "Eagle", "Fox", "Globe", "Harp")
TEAM = 6  # players of a team
FEWEST = 8
FEWEST_TEAMS = 4
MINUTES = 45  # the length of a match without a clock
EARLIEST = 0.5  # the fraction of the time of a match after which the first tables finish
HESITATION = timedelta(seconds=3)  # the time after which the other side answers
DISPUTES = 10  # the other side disputes one result out of this many, on average


def start_rehearsal(store: Store, record: ClubEvent, name: str, post: str) -> str:
    """Create the rehearsal of an event with as many invented entrants, but at least eight; return its id."""
    count = max(FEWEST_TEAMS if record.event.league else FEWEST, len(record.event.entrants))
    event = replace(record.event, entrants=tuple(_invent(record.event, number) for number in range(count)))
    if event.league:
        return start_season(store, name, event, post, is_rehearsal=True)
    return start_event(store, name, record.game, record.options, event, post, is_rehearsal=True)


def _invent(event: Event, number: int) -> Entrant:
    """Return the invented entrant with this number: a pair, a single player, or a team with its pairs."""
    if event.entry == "pairs":
        return Entrant(_invent_pair(number))
    if event.league:
        names = [NAMES[(number * TEAM + place) % len(NAMES)] for place in range(TEAM)]
        return Entrant(f"{PUBS[number % len(PUBS)]} {number + 1}", members=tuple(names))
    members = tuple(_invent_pair(number * (event.boards or 0) + board) for board in range(event.boards or 0))
    turn, place = divmod(number, len(NAMES))
    return Entrant(f"{NAMES[place]} {turn + 1}" if turn else NAMES[place], members=members)


def _invent_pair(number: int) -> str:
    """Return the names of two players; no two of the first five hundred pairs are equal."""
    turn, place = divmod(number, len(NAMES))
    return f"{NAMES[place]} & {NAMES[(place + 1 + turn) % len(NAMES)]}"


def play_rehearsal(store: Store, event_id: str, now: datetime) -> None:
    """Write the results of the tables of a rehearsal that finish by `now`, and the answers of the other sides.

    In a league each call plays the next round.

    Each form has an id of its own, so that repeated calls write nothing twice. Tables that wait for the desk are not
    changed, and neither is an event that is no rehearsal.
    """
    record = load_event(store, event_id)
    if not record.is_rehearsal or record.closed:
        return
    if record.event.league:
        _play_fixtures(store, record)
        return
    for report in record.now:
        chance = Random(f"{event_id} {report.round} {report.number}")  # noqa: S311 - a rehearsal keeps no secret
        place, post = (event_id, report.round, report.number), f"{event_id}-{report.round}-{report.number}"
        with suppress(EventError):  # somebody has written about the table meanwhile
            if report.progress == "missing" and now >= _find_end(record, report, chance):
                report_result(
                    store,
                    *place,
                    _invent_result(record.event.with_target(report.target), chance),
                    0,
                    report.seen,
                    f"{post}-result",
                )
            elif report.progress == "pending" and report.by == 0 and now >= report.since + HESITATION:
                answer = confirm_result if chance.randrange(DISPUTES) else dispute_result
                answer(store, *place, 1, report.seen, f"{post}-answer")


def _play_fixtures(store: Store, record: ClubEvent) -> None:
    """Let the captains of a league's rehearsal write and answer the cards of the first round that misses one."""
    missing = [each for each in record.reports.values() if each.progress == "missing"]
    for report in missing:
        if report.round > min(each.round for each in missing):
            continue
        chance = Random(f"{record.id} {report.round} {report.number}")  # noqa: S311 - a rehearsal keeps no secret
        place, post = (record.id, report.round, report.number), f"{record.id}-{report.round}-{report.number}"
        with suppress(EventError):  # somebody has written about the match meanwhile
            report_result(store, *place, _invent_card(record, report, chance), 0, report.seen, f"{post}-result")
            seen = load_event(store, record.id).reports[report.round, report.number].seen
            answer = confirm_result if chance.randrange(DISPUTES) else dispute_result
            answer(store, *place, 1, seen, f"{post}-answer")


def _invent_card(record: ClubEvent, report: TableReport, chance: Random) -> TableResult:
    """Return the games of a league's match: singles and doubles of invented players, each to its target."""
    league, games = record.event.league, []
    teams = [record.event.find(side[0]).members for side in report.sides]
    for number, target in enumerate(league.targets if league else ()):
        players = 1 if league and number < league.singles else 2
        one, other = (tuple(chance.sample(members, players)) for members in teams)
        loser = chance.randrange(target // 2, target)
        games.append(LeagueGame((one, other), chance.choice(((target, loser), (loser, target)))))
    return TableResult(games=tuple(games))


def _find_end(record: ClubEvent, report: TableReport, chance: Random) -> datetime:
    """Return when a table finishes its match."""
    length = timedelta(minutes=record.event.clock or MINUTES) / REHEARSAL_SPEED
    return (record.clock or report.since) + length * chance.uniform(EARLIEST, 1)


def _invent_result(event: Event, chance: Random) -> TableResult:
    """Return the result of a match to the target of the event, or of one match at each board."""
    results: Sequence[TableResult] = [
        TableResult(chance.choice(((event.target, other), (other, event.target))))
        for other in chance.choices(range(event.target // 4, event.target), k=event.boards or 1)
    ]
    return TableResult(boards=tuple(results)) if event.boards else results[0]
