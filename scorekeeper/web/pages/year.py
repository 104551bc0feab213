"""The page of a year: what was played, who was the best, and the matches that people remember."""

from flask import Blueprint, render_template

from scorekeeper.play.history.statistics import has_unrecorded_statistics
from scorekeeper.play.history.tallies import MOST_IN_PERIOD
from scorekeeper.play.history.year import ENOUGH
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.views.persons import load_persons
from scorekeeper.web.views.year import find_shown_year, list_cards, write_line

blueprint = Blueprint("year", __name__)


@blueprint.get("/year/<int:number>")
def show(number: int) -> str:
    """GET /year/<number>: show the year in cards, each of which fills the glass of a phone."""
    year = find_shown_year(number)
    load_persons()
    return render_template(
        "year/year.html",
        year=year,
        cards=list_cards(year),
        line=write_line(year),
        enough=ENOUGH,
        most=MOST_IN_PERIOD,
        uncounted=has_unrecorded_statistics(get_store()),
    )
