"""The entrants of an event: who is present, who comes late and who leaves."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.play.events.club_event import ClubEvent
from scorekeeper.play.events.entrants import add_entrants, change_presence, substitute, withdraw
from scorekeeper.play.events.event import SCHEDULED
from scorekeeper.play.events.record import load_event
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.player_names import normalize_name
from scorekeeper.web.forms.events import read_names
from scorekeeper.web.forms.setup import BETWEEN_NAMES
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import show_page

blueprint = Blueprint("entrants", __name__)


@dataclass(frozen=True, slots=True)
class EntrantsPage:
    """The entrants of an event, those who have `left`, and the forms for new ones and for substitutes.

    `names` are the new ones as typed, if they were refused. `players` are those for whom somebody else can play, each
    with the name of their entrant, which `between` separates in the form. `scheduled` are the ways to play whose
    entrants cannot change after the first draw.
    """

    record: ClubEvent
    left: Collection[str]
    names: str
    error: EventError | None
    players: Sequence[tuple[str, str]]
    scheduled: Collection[str] = SCHEDULED
    between: str = BETWEEN_NAMES


@blueprint.get("/event/<event_id>/entrants")
def entrants(event_id: str) -> ResponseReturnValue:
    """GET /event/<event_id>/entrants: show all entrants, who of them is present, and a form for new ones."""
    return _show(event_id)


@blueprint.post("/event/<event_id>/entrants")
def change(event_id: str) -> ResponseReturnValue:
    """POST /event/<event_id>/entrants: do what `do` says: `add` names, save who is `present`, or `withdraw NAME`.

    With `substitute` the person whose name is in the field `substitute` plays for the `player` of an entrant; the field
    `player` has the name of the entrant before that of the player.
    """
    sent, post = request.form, request.form.get("post", "")
    do, _, name = sent.get("do", "").partition(" ")
    try:
        if do == "add":
            is_of_teams = load_event(get_store(), event_id).event.entry == "teams"
            add_entrants(get_store(), event_id, read_names(sent.get("names", ""), has_members=is_of_teams), post)
        elif do == "present":
            present = set(sent.getlist("present"))
            change_presence(get_store(), event_id, {each: each in present for each in sent.getlist("shown")}, post)
        elif do == "withdraw":
            withdraw(get_store(), event_id, name, post)
        elif do == "substitute":
            who, _, player = sent.get("player", "").partition(BETWEEN_NAMES)
            substitute(get_store(), event_id, who, player, normalize_name(sent.get("substitute", "")), post)
        else:
            abort(400)
    except EventError as error:
        return _show(event_id, error)
    return redirect(url_for("entrants.entrants" if do != "present" else "desk.show", event_id=event_id), 303)


def _show(event_id: str, error: EventError | None = None) -> tuple[str, int]:
    """Return the page, with the reason and the text typed if a form was refused."""
    record = load_event(get_store(), event_id)
    page = EntrantsPage(
        record=record,
        left=record.list_left(),
        names=request.form.get("names", "") if error else "",
        error=error,
        players=[
            (name, player)
            for name in record.event.names()
            for pair in record.list_pairs(name)
            for player in pair
            if len(pair) > 1
        ],
    )
    return show_page("events/entrants.html", page, 422 if error else 200)
