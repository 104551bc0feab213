"""The page of a year: the number of matches, the players of the year, and the matches that people remember."""

from flask import Blueprint, render_template

from scorekeeper.play.history.year import ENOUGH
from scorekeeper.web.forms.period import PeriodForm
from scorekeeper.web.views.periods import describe_period
from scorekeeper.web.views.persons import load_persons
from scorekeeper.web.views.year import find_shown_year, list_cards, write_line

blueprint = Blueprint("year", __name__)


@blueprint.get("/year/<int:number>")
def show(number: int) -> str:
    """GET /year/<number>: show the review of a calendar year as cards, each as large as the screen of a phone."""
    year, period = find_shown_year(number)
    load_persons()
    return render_template(
        "year/year.html",
        **describe_period(PeriodForm.of(period), period),
        year=year,
        cards=list_cards(year),
        line=write_line(year),
        enough=ENOUGH,
    )
