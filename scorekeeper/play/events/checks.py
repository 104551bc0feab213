"""Checks of what may be done with an event; each function raises EventError if it is not allowed."""

from collections.abc import Sequence

from scorekeeper.play.events.event import ELIMINATIONS, ROUND_ROBINS, Event
from scorekeeper.play.events.league import LeagueFormat
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.rounds import EventSheet, EventTable, TableResult
from scorekeeper.play.events.standings import find_withdrawn

LEAST = 2
LEAST_INDIVIDUALS = 4
LEAST_IN_ELIMINATION = 3
MOST_IN_ELIMINATION = 256


def check_result(event: Event, table: EventTable, result: TableResult) -> None:
    """Raise EventError if a result is not possible for `table`."""
    event = event.with_target(table.target)
    for board in result.boards:
        check_result(event, table, board)
    if event.league:
        _check_card(event.league, result)
    elif not result.boards:
        _check_points(event, result)
    for name in (*result.absent, *(card.name for card in result.cards), *(each.name for each in result.sanctions)):
        if name not in table.names():
            raise EventError("not_at_table", name=name)
    for sanction in result.sanctions:
        if sanction.points not in event.options.sanctions:
            raise EventError("sanction_amount", points=sanction.points)


def _check_points(event: Event, result: TableResult) -> None:
    """Raise EventError for points that do not end a match or are too many."""
    points = result.total or ()
    if any(each < 0 for each in points):
        raise EventError("negative")
    for each in points:
        if each > event.limit:
            raise EventError("over_limit", points=each, limit=event.limit)
    if result.absent or any(card.colour != "yellow" for card in result.cards):
        return
    if not points or (max(points) < event.target and not result.time):
        raise EventError("not_finished", target=event.target)
    if points[0] == points[1] and event.options.equal == "play_on":
        raise EventError("tie_played_on")


def _check_card(league: LeagueFormat, result: TableResult) -> None:
    """Raise EventError for impossible games of a league's match, or for an impossible score if only that is known."""
    for number, (game, target) in enumerate(zip(result.games, league.targets, strict=False), 1):
        if max(game.points) > target:
            raise EventError("over_limit", points=max(game.points), limit=target)
        if game.points[0] == game.points[1] or min(game.points) < 0:
            raise EventError("no_winner", game=number)
    games = len(league.targets)
    if not result.absent and sum(result.total or ()) != games:
        raise EventError("score_of_games", games=games)


def check_posted_result(sheet: EventSheet, round_: int, table: int, result: TableResult) -> None:
    """Raise EventError if a result is not possible for table number `table` in round number `round_`."""
    drawn = sheet.rounds[round_ - 1].find(table) if 0 < round_ <= len(sheet.rounds) else None
    if drawn is None:
        raise EventError("no_table", table=table)
    check_result(sheet.event, drawn, result)


def check_correction(sheet: EventSheet, round_: int, table: int, result: TableResult, reason: str) -> None:
    """Raise EventError if a result may not replace another one: it is impossible, or `reason` is empty."""
    check_posted_result(sheet, round_, table, result)
    if not reason.strip():
        raise EventError("no_reason")


def list_drawn(sheet: EventSheet) -> tuple[str, ...]:
    """Return the entrants who play in the next round: those who are present, have entered by then and have not left."""
    left = find_withdrawn(sheet)
    number = len(sheet.rounds) + 1
    return tuple(
        each.name
        for each in sheet.event.entrants
        if each.present and each.first_round <= number and left.get(each.name, number) >= number
    )


def check_draw(sheet: EventSheet) -> None:
    """Raise EventError if the next round cannot be drawn yet."""
    last = len(sheet.rounds)
    for number, drawn in enumerate(sheet.rounds_as_seen(last, last), 1):
        for table in drawn.tables:
            if table.result is None:
                raise EventError("no_result", table=table.number, round=number)
    check_number(sheet)


def check_number(sheet: EventSheet) -> None:
    """Raise EventError if too few or too many entrants are present for the next round."""
    event = sheet.event
    if event.mode not in (*ELIMINATIONS, "groups_single"):
        present, least = len(list_drawn(sheet)), LEAST_INDIVIDUALS if event.entry == "individuals" else LEAST
    else:
        present, least = sum(each.present for each in event.entrants), LEAST_IN_ELIMINATION
        if present > MOST_IN_ELIMINATION:
            raise EventError("too_many", most=MOST_IN_ELIMINATION)
    if present < least:
        raise EventError("too_few", least=least)


def check_bye(sheet: EventSheet, name: str) -> None:
    """Raise EventError if the entrant `name` may not have the bye of the next round."""
    if name not in sheet.event.names():
        raise EventError("not_at_table", name=name)
    if find_withdrawn(sheet).get(name, len(sheet.rounds) + 1) <= len(sheet.rounds):
        raise EventError("withdrawn", name=name)
    if sheet.event.mode not in ROUND_ROBINS and count_byes(sheet, name) >= sheet.event.options.max_byes:
        raise EventError("bye_limit", name=name)


def count_byes(sheet: EventSheet, name: str) -> int:
    """Return how many byes an entrant has had."""
    return sum(name in drawn.byes for drawn in sheet.rounds)


def check_entry(sheet: EventSheet, first_round: int) -> None:
    """Raise EventError if an entrant may no longer enter to play from the round `first_round` on."""
    last = sheet.event.options.late_until
    if first_round > last or first_round <= len(sheet.rounds):
        raise EventError("too_late", round=last)


def check_swap(sheet: EventSheet, names: Sequence[str]) -> None:
    """Raise EventError if the two seats of `names` in the last drawn round may not be swapped."""
    check_redraw(sheet, len(sheet.rounds))
    for name in names:
        if name not in sheet.rounds[-1].names():
            raise EventError("not_at_table", name=name)


def check_redraw(sheet: EventSheet, round_: int) -> None:
    """Raise EventError unless this round may be drawn again: it is the last one, and no table has a result."""
    if round_ != len(sheet.rounds) or not round_ or sheet.has_result(round_):
        raise EventError("drawn_round", round=round_)
