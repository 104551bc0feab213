"""The page of a year: the number of matches, the players of the year, and the matches that people remember."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint

from scorekeeper.play.history.year import ENOUGH, Year
from scorekeeper.web.forms.period import PeriodForm
from scorekeeper.web.http.fragments import show_page
from scorekeeper.web.views.periods import PeriodCoverage, find_coverage
from scorekeeper.web.views.persons import load_persons
from scorekeeper.web.views.year import YearCard, find_shown_year, list_cards, write_line

blueprint = Blueprint("year", __name__)


@dataclass(frozen=True, slots=True)
class YearPage:
    """The review of a calendar year as cards, and the `line` of text to share, from `enough` matches on."""

    year: Year
    period: PeriodForm
    coverage: PeriodCoverage
    cards: Sequence[YearCard]
    line: str
    enough: int = ENOUGH


@blueprint.get("/year/<int:number>")
def show(number: int) -> tuple[str, int]:
    """GET /year/<number>: show the review of a calendar year as cards, each as large as the screen of a phone."""
    year, period = find_shown_year(number)
    form = PeriodForm.of(period)
    load_persons()
    page = YearPage(year, form, find_coverage(form, period), list_cards(year), write_line(year))
    return show_page("year/year.html", page)
