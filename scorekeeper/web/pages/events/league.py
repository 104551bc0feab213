"""A league's season: the form that makes it, its fixtures, the card of a match, the table and the averages."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.problems import RuleError
from scorekeeper.play import NotFoundError
from scorekeeper.play.access import list_match_links
from scorekeeper.play.events.club_event import DESK, ClubEvent, TableReport
from scorekeeper.play.events.league import LeagueRow, LeagueRules, compute_league_table
from scorekeeper.play.events.record import load_event
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.results import confirm_result, correct_result, dispute_result, report_result
from scorekeeper.play.events.season import PlayerRow, list_averages, list_fixtures, read_season, start_season
from scorekeeper.play.events.tables import find_pads, start_pad
from scorekeeper.play.events.writing import write_date
from scorekeeper.play.player_names import normalize_name
from scorekeeper.play.transfer.events import describe_season, write_season_csv
from scorekeeper.web.access.permissions import find_event_permission, for_event_guests
from scorekeeper.web.forms.form import read_number
from scorekeeper.web.forms.leagues import MEETINGS, RULES, LeagueForm, read_card, read_day, read_players
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.downloads import serve_text
from scorekeeper.web.http.fragments import show_page
from scorekeeper.web.views.events import find_writer
from scorekeeper.web.views.leagues import GameForm, list_game_forms

blueprint = Blueprint("league", __name__)


@dataclass(frozen=True, slots=True)
class NewLeaguePage:
    """The form that makes a season: the `rules` and the numbers of `meetings` to choose from."""

    form: LeagueForm
    error: EventError | None
    rules: Mapping[str, tuple[str, LeagueRules]]
    meetings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class FixturesPage:
    """The matches of a season by round, or those of one `team`; `desk` says that this is the organiser's device."""

    record: ClubEvent
    team: str
    rounds: Sequence[tuple[int, Sequence[TableReport]]]
    desk: bool


@dataclass(frozen=True, slots=True)
class CardPage:
    """The card of a match of two teams, with the values that were `sent` if they were refused (`error`).

    `games` has the fields of each game. `by` is the side for which this device may write, DESK or None; `plays` says
    that it may open the pad of a game, and `writes` that it may write the result. `date` is the day of the match, and
    `members` are the players of each team. `desk` says that this is the organiser's device.
    """

    record: ClubEvent
    report: TableReport
    games: Sequence[GameForm]
    by: int | None
    plays: bool
    writes: bool
    date: date | None
    members: Sequence[Sequence[str]]
    desk: bool
    error: EventError | None
    sent: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """The table of a league and the averages of its players; `desk` says that this is the organiser's device."""

    record: ClubEvent
    rows: Sequence[LeagueRow]
    players: Sequence[PlayerRow]
    desk: bool


@blueprint.get("/leagues/new")
def new() -> tuple[str, int]:
    """GET /leagues/new: show the form that makes a season."""
    return _show_form(LeagueForm())


@blueprint.post("/leagues/new")
def make() -> ResponseReturnValue:
    """POST /leagues/new: make the season with all its fixtures, and redirect to them."""
    form = LeagueForm.read(request.form)
    try:
        event_id = start_season(
            get_store(),
            normalize_name(form.name)[:80],
            form.make_event(),
            request.form.get("post", ""),
            first=form.find_first_day(),
            days=form.count_days(),
        )
    except EventError as error:
        return _show_form(form, error)
    return redirect(url_for("league.fixtures", event_id=event_id), 303)


@blueprint.get("/event/<event_id>/fixtures")
@for_event_guests
def fixtures(event_id: str) -> tuple[str, int]:
    """GET /event/<event_id>/fixtures: show the matches round by round; with `team`, only those of one team."""
    record, team = _load_season(event_id), request.args.get("team", "")
    page = FixturesPage(record, team, list_fixtures(record, team), find_event_permission().desk)
    return show_page("events/fixtures.html", page)


@blueprint.get("/event/<event_id>/card/<int:round_>/<int:number>")
@for_event_guests
def card(event_id: str, round_: int, number: int) -> tuple[str, int]:
    """GET /event/<event_id>/card/<round_>/<number>: show the card of a match, with what this device may do about it."""
    return _show_card(_load_season(event_id), round_, number)


@blueprint.post("/event/<event_id>/card/<int:round_>/<int:number>")
@for_event_guests
def write(event_id: str, round_: int, number: int) -> ResponseReturnValue:
    """POST /event/<event_id>/card/<round_>/<number>: do what `do` says: `report`, `confirm` or `dispute` a result.

    The captains of the two teams do so on their phones. The organiser also writes that a team was absent, corrects a
    confirmed result for a `reason`, and chooses the `date` of the match. `pad N` opens the pad for the game N of the
    card, also on a phone that has scanned the code of the table.
    """
    sent, record = request.form, _load_season(event_id)
    report, permission = record.reports.get((round_, number)), find_event_permission()
    by = None if report is None else find_writer(report, permission)
    if report and sent.get("do", "").startswith("pad ") and (by is not None or number in permission.tables):
        return _open_pad(record, report, read_number(sent["do"].removeprefix("pad ")) or 0)
    if report is None or by is None:
        abort(403)
    do, post, seen = sent.get("do", ""), sent.get("post", ""), read_number(sent.get("seen", "")) or 0
    place = (event_id, round_, number)
    try:
        if do == "report" and record.event.league:
            result = read_card(sent, report, record.event.league)
            if by != DESK and result.absent:
                abort(403)
            if by == DESK and report.progress == "done":
                correct_result(get_store(), *place, result, sent.get("reason", ""), seen, post)
            else:
                report_result(get_store(), *place, result, by, seen, post)
        elif do == "confirm":
            confirm_result(get_store(), *place, by, seen, post)
        elif do == "dispute":
            dispute_result(get_store(), *place, by, seen, post)
        elif do == "date" and by == DESK:
            day = read_day(sent.get("date", ""))
            if day is None:
                raise EventError("no_day")
            write_date(get_store(), *place, day, post)
        else:
            abort(400)
    except EventError as error:
        return _show_card(_load_season(event_id), round_, number, error)
    return redirect(url_for("league.card", event_id=event_id, round_=round_, number=number), 303)


@blueprint.get("/event/<event_id>/season")
@for_event_guests
def season(event_id: str) -> tuple[str, int]:
    """GET /event/<event_id>/season: show the league's table and the players' averages."""
    record = _load_season(event_id)
    rows = compute_league_table(read_season(record))
    page = SeasonPage(record, rows, list_averages(record), find_event_permission().desk)
    return show_page("events/season.html", page)


@blueprint.get("/event/<event_id>/season.json")
@for_event_guests
def as_json(event_id: str) -> Response:
    """GET /event/<event_id>/season.json: return the season with its matches, the table and the averages."""
    document = describe_season(_load_season(event_id))
    return Response(json.dumps(document, ensure_ascii=False), mimetype="application/json")


@blueprint.get("/event/<event_id>/season.csv")
@for_event_guests
def as_csv(event_id: str) -> Response:
    """GET /event/<event_id>/season.csv: return the table as CSV, a row for each team."""
    return serve_text(write_season_csv(_load_season(event_id)), "text/csv", "domino-league.csv")


def _open_pad(record: ClubEvent, report: TableReport, game: int) -> ResponseReturnValue:
    """Redirect to the pad of a game of a card; a new match begins with the players typed on the card."""
    match_id = report.matches.get(game, "")
    if not match_id:
        sides = read_players(request.form, game)
        if record.event.league is None or not 1 <= game <= len(record.event.league.targets):
            abort(400)
        try:
            if not all(sides):
                raise EventError("no_players", game=game)
            if record.closed or report.progress != "missing":
                raise EventError("confirmed")
            match_id = start_pad(get_store(), record, report, request.form.get("post", ""), game, sides)
        except EventError as error:
            return _show_card(_load_season(record.id), report.round, report.number, error)
        except RuleError:  # the game is not for these players
            return _show_card(_load_season(record.id), report.round, report.number, EventError("not_on_pad"))
    return redirect(url_for("join.join", key=list_match_links(get_store(), match_id).score or "-"), 303)


def _load_season(event_id: str) -> ClubEvent:
    """Return the event. Raises NotFoundError, also for one that is no league's season."""
    record = load_event(get_store(), event_id)
    if record.event.league is None:
        raise NotFoundError(event_id)
    return record


def _show_form(form: LeagueForm, error: EventError | None = None) -> tuple[str, int]:
    """Return the form as typed, with the reason if it was refused."""
    return show_page("events/new_league.html", NewLeaguePage(form, error, RULES, MEETINGS), 422 if error else 200)


def _show_card(record: ClubEvent, round_: int, number: int, error: EventError | None = None) -> tuple[str, int]:
    """Return the card of a match, with the reason and the values typed if it was refused."""
    report = record.reports.get((round_, number))
    if report is None:
        raise NotFoundError(f"{round_}/{number}")
    permission = find_event_permission()
    by, is_missing = find_writer(report, permission), report.progress == "missing" and not record.closed
    page = CardPage(
        record=record,
        report=report,
        games=list_game_forms(record, report, request.form, find_pads(get_store(), report)),
        by=by,
        plays=is_missing and (by is not None or number in permission.tables),
        writes=is_missing or (by == DESK and report.progress != "pending" and not record.closed)
        if by is not None
        else False,
        date=record.find_date(round_, number),
        members=[record.event.find(side[0]).members for side in report.sides],
        desk=by == DESK,
        error=error,
        sent=request.form,
    )
    return show_page("events/card.html", page, 422 if error else 200)
