"""The rivals of a book: who beats whom, belts, pairs and ratings; and two players compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from flask import Blueprint, request

from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play import NotFoundError
from scorekeeper.play.history.periods import LAST, Period, count_by_day, find_night_day
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.ratings import RATED_FROM, Rating, forecast
from scorekeeper.play.history.rivalries import (
    MET_ENOUGH,
    Belt,
    EndedStreak,
    Meeting,
    Pair,
    Partnership,
    count_rivalries,
)
from scorekeeper.play.history.tallies import Tally, count_tally
from scorekeeper.web.forms.period import PeriodForm
from scorekeeper.web.forms.standings import StandingsForm, list_games
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import show_page
from scorekeeper.web.i18n.words import call_played, speak
from scorekeeper.web.i18n.zones import find_zone
from scorekeeper.web.views.charts import CourseChart, YearChart, draw_ratings, draw_year, find_first_day
from scorekeeper.web.views.periods import BusyEvening, PeriodCoverage, find_coverage, list_busiest
from scorekeeper.web.views.persons import load_persons
from scorekeeper.web.views.rivalries import (
    HeatTable,
    RatedPlayers,
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


@dataclass(frozen=True, slots=True)
class RivalsPage:
    """The rivalries of a book in a period, in the games that `form` chooses and `chosen` names.

    `games` are those to choose from, by chapter, and `rated_games` the same as a mapping. `pairs` are the best pairs.
    `rated` has the ratings in the chapter of the chosen games; it is None if all games are chosen. The `belts` and the
    `streaks` that were ended are those of all games. `year` is a chart of the matches of each day, and `busiest` are
    the evenings with the most matches.
    """

    form: StandingsForm
    period: PeriodForm
    coverage: PeriodCoverage
    games: Sequence[tuple[Chapter, Sequence[PlayedGame]]]
    rated_games: Mapping[Chapter, Sequence[PlayedGame]]
    chosen: str
    heat: HeatTable
    pairs: Sequence[tuple[Pair, Partnership]]
    rated: RatedPlayers | None
    belts: Sequence[tuple[PlayedGame, Belt]]
    year: YearChart
    busiest: Sequence[BusyEvening]
    streaks: Sequence[EndedStreak]
    met_enough: int = MET_ENOUGH
    rated_from: int = RATED_FROM


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two players compared: their tallies, the games in which they `met` and in which they played `together`.

    `points` compares their points a round. `rated` has each chapter of games in which both have a rating: the two
    ratings, of 100 matches the number that the first player is expected to win, and a chart. `streaks` are the runs of
    wins that one of them ended for the other.
    """

    tallies: Sequence[Tally]
    points: Sequence[tuple[PlayedGame, tuple[tuple[float, float], ...]]]
    met: Sequence[tuple[PlayedGame, Meeting]]
    together: Sequence[tuple[PlayedGame, Partnership]]
    rated_games: Mapping[Chapter, Sequence[PlayedGame]]
    rated: Sequence[tuple[Chapter, Sequence[Rating], int, CourseChart | None]]
    streaks: Sequence[EndedStreak]


@dataclass(frozen=True, slots=True)
class ComparePage:
    """The form that chooses two of the `players`, `one` and `other`, and a period, and the `comparison` if it did."""

    players: Sequence[str]
    one: str
    other: str
    period: PeriodForm
    coverage: PeriodCoverage
    comparison: Comparison | None
    met_enough: int = MET_ENOUGH
    rated_from: int = RATED_FROM


@blueprint.get("/rivals")
def rivals() -> tuple[str, int]:
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
    page = RivalsPage(
        form=form,
        period=period,
        coverage=find_coverage(period),
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
    )
    return show_page("rivals/rivals.html", page)


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
def compare() -> tuple[str, int]:
    """GET /compare: compare the players `one` and `other` in the nights of a period.

    Without two different players, show only the form that asks for them.
    """
    profiles, period = load_persons(), PeriodForm.read(request.args)
    one, other = (request.args.get(name, "") for name in ("one", "other"))
    page = ComparePage(
        players=[player for player, each in profiles.items() if not each.guest][:MOST],
        one=one,
        other=other,
        period=period,
        coverage=find_coverage(period),
        comparison=_compare(one, other, period) if one and other and one != other else None,
    )
    return show_page("rivals/compare.html", page)


def _compare(one: str, other: str, period: PeriodForm) -> Comparison:
    """Return the comparison of two players in the period. Raise NotFoundError if there is no such player."""
    tallies = [_count(player, period) for player in (one, other)]
    rivalries = count_rivalries(get_store(), period.find_period(), find_zone())
    rated = [
        (chapter, [ratings[one], ratings[other]])
        for chapter, ratings in rivalries.ratings.items()
        if one in ratings and other in ratings and ratings[one].established and ratings[other].established
    ]
    met, together = list_shared_games(rivalries, one, other)
    return Comparison(
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
