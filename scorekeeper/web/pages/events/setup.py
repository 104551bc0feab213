"""The events of a book, and the form that makes one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.play.events.event import Criterion, Entry, Excess, Mode
from scorekeeper.play.events.record import list_events
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.writing import start_event
from scorekeeper.play.history.search import list_known_players
from scorekeeper.play.player_names import normalize_name
from scorekeeper.play.scoring.own_games import list_saved_games
from scorekeeper.web.forms.event_games import EventGame, find_game, list_event_games
from scorekeeper.web.forms.events import (
    CHOICE_NAMES,
    CRITERIA_ASKED,
    CRITERION_NAMES,
    ENTRY_NAMES,
    EXCESS_NAMES,
    FINALS,
    MODE_NAMES,
    RANKINGS,
    TEAM_MATCHES,
    EventForm,
)
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import show_page

blueprint = Blueprint("events", __name__)
PLAYERS = 60  # players of the book to choose from


@dataclass(frozen=True, slots=True)
class NewEventPage:
    """The form that makes an event, with the reason why it was refused (`error`), and what it offers to choose from.

    `choices` are the answers to each question about the rules, and `criteria_asked` says how many criteria of the
    standings can be chosen.
    """

    form: EventForm
    error: EventError | None
    games: Sequence[EventGame]
    players: Sequence[str]
    entries: Mapping[Entry, str]
    modes: Mapping[Mode, str]
    excesses: Mapping[Excess, str]
    team_matches: Mapping[str, str]
    rankings: Mapping[str, tuple[str, tuple[Criterion, ...]]]
    criteria: Mapping[Criterion, str]
    choices: Mapping[str, Mapping[str, str]]
    finals: Mapping[str, str]
    criteria_asked: int = CRITERIA_ASKED


@blueprint.get("/events")
def index() -> ResponseReturnValue:
    """GET /events: show the events of the book, the newest first; without one, go on to the form for the first."""
    events = list_events(get_store())
    if not events:
        return redirect(url_for("events.new"), 303)
    return render_template("events/events.html", events=events)


@blueprint.get("/events/new")
def new() -> tuple[str, int]:
    """GET /events/new: show the form that makes an event."""
    return _show(EventForm())


@blueprint.post("/events/new")
def make() -> ResponseReturnValue:
    """POST /events/new: make the event, and redirect to its desk."""
    form = EventForm.read(request.form)
    name = normalize_name(form.name)[:80]
    try:
        choice = find_game(list_event_games(list_saved_games(get_store())), form.game)
        event = form.make_event()
        options = choice.settle(event.target)
        event_id = start_event(get_store(), name, choice.game.key, options, event, request.form.get("post", ""))
    except EventError as error:
        return _show(form, error)
    return redirect(url_for("desk.show", event_id=event_id), 303)


def _show(form: EventForm, error: EventError | None = None) -> tuple[str, int]:
    """Return the form as typed, with why it was refused."""
    page = NewEventPage(
        form=form,
        error=error,
        games=list_event_games(list_saved_games(get_store())),
        entries=ENTRY_NAMES,
        modes=MODE_NAMES,
        excesses=EXCESS_NAMES,
        team_matches=TEAM_MATCHES,
        rankings=RANKINGS,
        criteria=CRITERION_NAMES,
        choices=CHOICE_NAMES,
        finals=FINALS,
        players=list_known_players(get_store())[:PLAYERS],
    )
    return show_page("events/new_event.html", page, 422 if error else 200)
