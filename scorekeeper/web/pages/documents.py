"""Pages as JSON or CSV for other programs, at the same URL with `.json` or `.csv` appended.

A device that may see the page may read them.
"""

import json
from hashlib import sha256
from typing import Any

from flask import Blueprint, Response, request

from scorekeeper.play.history.evenings import find_evening, list_evenings
from scorekeeper.play.history.tallies import Tally, count_tallies
from scorekeeper.play.player_names import list_guests
from scorekeeper.play.transfer.match_files import make_schema
from scorekeeper.play.transfer.spreadsheets import write_standings_csv
from scorekeeper.web.access.permissions import for_outside, for_watchers, is_allowed
from scorekeeper.web.forms.period import PeriodForm
from scorekeeper.web.forms.search import SearchForm
from scorekeeper.web.forms.standings import StandingsForm
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.downloads import serve_text
from scorekeeper.web.http.this_match import get_match, get_match_id
from scorekeeper.web.views.documents import describe_evening, describe_night, describe_scored, describe_standings
from scorekeeper.web.views.nights import find_shown_night

blueprint = Blueprint("documents", __name__)
MOST_PLAYERS = 500


@blueprint.get("/m/<match_id>/sheet.json")
@for_watchers
def sheet() -> Response:
    """Return the scored sheet of the match. The match file, which can be imported, is `match.json`."""
    return _answer(describe_scored(get_match()))


@blueprint.get("/m/<match_id>/evening.json")
@for_watchers
def evening() -> Response:
    """Return the evening of the match, and the night that it is part of.

    A guest gets only the matches that the guest's links open.
    """
    its_evening = find_evening(get_store(), get_match_id())
    visible = [each for each in its_evening.matches if is_allowed("watch", each.id)]
    return _answer(describe_evening(its_evening, visible) | {"night": describe_night(find_shown_night())})


@blueprint.get("/history.json")
def history() -> Response:
    """Return the evenings of the history, the newest first, with the search fields of that page."""
    page = list_evenings(get_store(), SearchForm.read(request.args).search())
    return _answer({"evenings": [describe_evening(each, each.matches) for each in page.evenings]})


@blueprint.get("/players.json")
def players() -> Response:
    """Return the matches and wins of each player except guests, those who played last first.

    It takes the fields of the period and of the table of that page.
    """
    tallies = StandingsForm.read(request.args).choose_table(_count_tallies())
    return _answer({"players": describe_standings(tallies)})


@blueprint.get("/players.csv")
def players_csv() -> Response:
    """Return the standings as CSV, a row for each player except guests, with the fields of that page."""
    standings = StandingsForm.read(request.args).rank(_count_tallies())
    return serve_text(write_standings_csv(standings), "text/csv", "domino-players.csv")


def _count_tallies() -> list[Tally]:
    """Return the tallies of all players except guests, in the period of the request."""
    guests, period = list_guests(get_store()), PeriodForm.read(request.args).find_period()
    counted = count_tallies(get_store(), MOST_PLAYERS, period)
    return [tally for tally in counted.values() if tally.player not in guests]


@blueprint.get("/match-file.schema.json")
@for_outside
def schema() -> Response:
    """Return the JSON Schema of the match file."""
    return _answer(make_schema())


def _answer(document: Any) -> Response:
    """Return the document with an ETag: a program that has it already gets a 304 without a body."""
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    response = Response(text, mimetype="application/json")
    response.set_etag(sha256(text.encode()).hexdigest()[:32])
    return response
