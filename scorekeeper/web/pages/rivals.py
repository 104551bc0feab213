"""The rivals of a book: who beats whom, belts, pairs and ratings; and two players compared."""

from datetime import UTC, datetime

from flask import Blueprint, render_template, request

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play import NotFoundError
from scorekeeper.play.history.periods import LAST, Period, count_by_day, find_night_day
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.ratings import RATED_FROM, forecast
from scorekeeper.play.history.rivalries import MET_ENOUGH, count_rivalries
from scorekeeper.play.history.tallies import Tally, count_tally
from scorekeeper.web.forms.period import PeriodForm
from scorekeeper.web.forms.standings import StandingsForm, list_games
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.i18n.words import call_played, speak
from scorekeeper.web.i18n.zones import find_zone
from scorekeeper.web.views.charts import YearChart, draw_ratings, draw_year, find_first_day
from scorekeeper.web.views.periods import describe_period, list_busiest
from scorekeeper.web.views.persons import load_persons
from scorekeeper.web.views.rivalries import (
    arrange_heat_table,
    choose_games,
    compare_points,
    list_played,
    list_shared_games,
    rank_ratings,
    sort_partnerships,
)

blueprint = Blueprint("rivals", __name__)
MOST = 500  # players that can be chosen


@blueprint.get("/rivals")
def rivals() -> str:
    """GET /rivals: show who beats whom in one game or chapter of games, the pairs, the ratings and all belts.

    The parameter `game` chooses the games; `period`, or `since` and `until`, choose the nights.
    """
    period = PeriodForm.read(request.args)
    counted = count_rivalries(get_store(), period.find_period(), find_zone())
    guests = {player for player, each in load_persons().items() if each.guest}
    played, form = list_played(counted), StandingsForm.read(request.args)
    form = StandingsForm(choose_games(form.game, played, form.chooses))
    variant = VARIANTS.get(PlayedGame.read(form.game).variant)
    chapter = form.chapter or (variant.chapter if variant else None)
    games, year = list_games(played), _draw_year(period)
    return render_template(
        "rivals/rivals.html",
        form=form,
        **describe_period(period),
        games=games,
        rated_games=dict(games),
        chosen=speak(form.chapter.value) if form.chapter else call_played(PlayedGame.read(form.game)),
        heat=arrange_heat_table(counted.sum_meetings(form.chooses), guests),
        pairs=sort_partnerships(counted.sum_partnerships(form.chooses), guests),
        rated=rank_ratings(counted, chapter, guests) if chapter else None,
        belts=[(game, belt) for game, belt in counted.belts.items() if not guests.intersection(belt.holders)],
        year=year,
        busiest=list_busiest(year.busiest, year.most),
        streaks=[each for each in counted.streaks if not {each.player, *each.by} & guests],
        met_enough=MET_ENOUGH,
        rated_from=RATED_FROM,
    )


def _count(player: str, form: PeriodForm) -> Tally:
    """Return the tally of a player in the period. Raise NotFoundError if there is no such player."""
    tally = count_tally(get_store(), player, form.find_period())
    if tally is None:
        raise NotFoundError(player)
    return tally


def _draw_year(form: PeriodForm) -> YearChart:
    """Return the chart of the 53 weeks that end with the period, or with tonight."""
    zone, period = find_zone(), form.find_period()
    last = min(period.until if period and period.until else LAST, find_night_day(datetime.now(UTC), zone))
    first = find_first_day(last)
    if period and period.since:
        first = max(first, period.since)
    return draw_year(count_by_day(get_store(), Period(first, last, zone)), last)


@blueprint.get("/compare")
def compare() -> str:
    """GET /compare: compare the players `one` and `other` in the nights of a period.

    Without two different players, show only the form that asks for them.
    """
    profiles, period = load_persons(), PeriodForm.read(request.args)
    one, other = (request.args.get(name, "") for name in ("one", "other"))
    names = {
        "players": [player for player, each in profiles.items() if not each.guest][:MOST],
        "one": one,
        "other": other,
        "met_enough": MET_ENOUGH,
        "rated_from": RATED_FROM,
        **describe_period(period),
    }
    if not one or not other or one == other:
        return render_template("rivals/compare.html", **names)
    tallies = [_count(player, period) for player in (one, other)]
    rivalries = count_rivalries(get_store(), period.find_period(), find_zone())
    rated = [
        (chapter, [ratings[one], ratings[other]])
        for chapter, ratings in rivalries.ratings.items()
        if one in ratings and other in ratings and ratings[one].established and ratings[other].established
    ]
    met, together = list_shared_games(rivalries, one, other)
    return render_template(
        "rivals/compare.html",
        **names,
        tallies=tallies,
        points=compare_points(*tallies),
        met=met,
        together=together,
        rated_games=dict(list_games(list_played(rivalries))),
        rated=[
            (
                chapter,
                those,
                round(100 * forecast([those[0]], [those[1]])),
                draw_ratings({player: rivalries.find_course(chapter, player) for player in (one, other)}),
            )
            for chapter, those in rated
        ],
        streaks=[
            each
            for each in rivalries.streaks
            if (each.player == one and other in each.by) or (each.player == other and one in each.by)
        ],
    )
