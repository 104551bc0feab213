"""The papers of an event, printed by the browser: seats, a sheet for each table, slips, codes and standings."""

from flask import Blueprint, abort, render_template, url_for

from scorekeeper.play.events.links import list_links_of_event
from scorekeeper.play.events.record import load_event
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.views.events import list_seats_by_name, list_standing_groups
from scorekeeper.web.views.links import draw_link, make_whole_link

blueprint = Blueprint("event_paper", __name__)
PAPERS = ("seats", "sheets", "standings", "slips", "codes")


@blueprint.get("/event/<event_id>/paper/<what>")
def paper(event_id: str, what: str) -> str:
    """GET /event/<event_id>/paper/<what>: show the `seats`, the tables' `sheets`, the `standings`, `slips` or `codes`.

    A slip lets the phone of an entrant in; a code stands on a table for the whole event.
    """
    if what not in PAPERS:
        abort(404)
    record = load_event(get_store(), event_id)
    links = list_links_of_event(get_store(), event_id)
    doing = {"slips": "play", "codes": "table", "sheets": "table"}.get(what)
    whole = {link.what: make_whole_link(url_for("join.join", key=link.key)) for link in links if link.doing == doing}
    return render_template(
        "events/paper.html",
        record=record,
        what=what,
        seats=list_seats_by_name(record),
        groups=list_standing_groups(record),
        links=whole,
        code=draw_link,
    )
