"""The players and their statistics: opponents and partners, games, ratings and best moves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, request, url_for
from flask_babel import LazyString
from werkzeug.wrappers import Response

from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play import NotFoundError, Profile
from scorekeeper.play.history.nights import Night, find_last_night
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.ratings import Rating
from scorekeeper.play.history.rivalries import MET_ENOUGH, Belt, EndedStreak, count_rivalries
from scorekeeper.play.history.standings import Standings
from scorekeeper.play.history.statistics import record_statistics
from scorekeeper.play.history.tallies import Against, Best, InGame, Tally, count_tallies, count_tally
from scorekeeper.play.history.year import YEARS, MonthTally, list_months, make_year
from scorekeeper.play.player_names import (
    NameTakenError,
    change_profile,
    list_former_names,
    list_names,
    rename_player,
    split_name,
)
from scorekeeper.web.forms.form import group_by_field
from scorekeeper.web.forms.period import PeriodForm
from scorekeeper.web.forms.standings import StandingsForm, list_games
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import show_page, wants_part
from scorekeeper.web.i18n.zones import find_zone
from scorekeeper.web.views.charts import CourseChart, draw_ratings, draw_shares
from scorekeeper.web.views.marks import COLOUR_NAMES, SHAPE_NAMES
from scorekeeper.web.views.periods import PeriodCoverage, find_coverage
from scorekeeper.web.views.persons import load_persons, make_initials
from scorekeeper.web.views.rivalries import Rivals, find_rivals, list_played

blueprint = Blueprint("players", __name__)
NIGHTS = 10  # newest nights among which the last player of the night is searched for
MOST = 500
"""Players on one page. A restored book may have more; a page with all of them would delay other books' requests."""


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """The standings of the players in a period, in the games, at the table and in the order that `form` chooses.

    `months` has the best players of each month of the year, with the parameters of its period. `games` and `tables` are
    those to choose from. The standings are of `shown` players, and `more` says that there are others. `crown` is the
    last night of the book, whose best players wear the crown.
    """

    form: StandingsForm
    period: PeriodForm
    coverage: PeriodCoverage
    months: Sequence[tuple[MonthTally, Mapping[str, str]]]
    standings: Standings
    games: Sequence[tuple[Chapter, Sequence[PlayedGame]]]
    tables: Sequence[str]
    shown: int
    more: bool
    guests: Sequence[str]
    crown: Night | None


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The statistics of one player in a period, and the forms that change their mark and their name.

    `against` and `partners` are the records with the other players, without guests. `ratings` has the rating in each
    chapter of games, with its chart and that of the share of wins, and `rated_games` the games of each chapter. The
    games that the player plays alone are in `solitaires`, not in `games`. `crowned` says whether they were the best of
    the last night. `once_called` are the former names.

    `profile` and `initials` fill in the form of the mark, `typed` that of the name; `wrong` has the problems by field.
    `taken` is the name of another player that the new name equals, or None.
    """

    period: PeriodForm
    coverage: PeriodCoverage
    tally: Tally
    against: Mapping[str, Against]
    partners: Mapping[str, Against]
    rivals: Rivals
    belts: Sequence[tuple[PlayedGame, Belt]]
    streaks: Sequence[EndedStreak]
    ratings: Sequence[tuple[Chapter, Rating, CourseChart | None, CourseChart | None]]
    rated_games: Mapping[Chapter, Sequence[PlayedGame]]
    games: Mapping[PlayedGame, InGame]
    solitaires: Mapping[PlayedGame, InGame]
    best: Best | None
    crowned: bool
    once_called: Sequence[str]
    profile: Profile
    initials: str
    typed: str
    taken: str | None
    wrong: Mapping[str, Sequence[Problem]]
    colours: Mapping[int, LazyString]
    shapes: Mapping[int, LazyString]
    met_enough: int = MET_ENOUGH


@blueprint.get("/players")
def players() -> tuple[str, int]:
    """GET /players: show the standings of the `MOST` players who played last, and the names of guests below.

    The parameter `game` chooses the games, `table` the table and `sort` the order; `period`, or `since` and `until`,
    choose the nights. The months are those of all tables and left out if a table is chosen.
    """
    profiles = load_persons()
    period = PeriodForm.read(request.args)
    counted = tuple(count_tallies(get_store(), MOST + 1, period.find_period()).values())
    guests = [tally.player for tally in counted if profiles[tally.player].guest]
    tallies = [tally for tally in counted if tally.player not in guests]
    form, year = StandingsForm.read(request.args), period.year
    page = PlayersPage(
        form=form,
        period=period,
        coverage=find_coverage(period, make_year(year, find_zone())),
        months=[
            (each, PeriodForm.of_month(each.month).fields)
            for each in (() if form.table else list_months(get_store(), year, find_zone(), form.chooses))
        ],
        standings=form.rank(tallies[:MOST]),
        games=list_games(game for tally in tallies for game in tally.games),
        tables=form.list_tables(tallies),
        shown=len(tallies[:MOST]),
        more=len(counted) > MOST,
        guests=guests,
        crown=find_last_night(get_store(), find_zone(), NIGHTS),
    )
    return show_page("players/players.html", page)


@blueprint.post("/players/count")
def count() -> Response:
    """POST /players/count: store the tallies that the page has just counted, so that the next request reads them.

    The page itself sends this.
    """
    year = request.form.get("year", 0, int)
    calendar_year = make_year(year, find_zone()) if year in YEARS else None
    record_statistics(get_store(), PeriodForm.read(request.form).find_period(), calendar_year)
    return Response(status=204) if wants_part() else redirect(url_for(".players"), 303)


@blueprint.get("/players/<name:name>")
def player(name: str) -> Response | tuple[str, int]:
    """GET /players/<name>: show one player's statistics; a former name redirects to the present one."""
    today = list_names(get_store()).get(name, name)
    return _page(name) if today == name else redirect(url_for(".player", name=today), 303)


@blueprint.post("/players/<name:name>/rename")
def rename(name: str) -> Response | tuple[str, int]:
    """POST /players/<name>/rename: rename the player; if the name is taken, ask whether both are one person."""
    typed = request.form.get("name", "")
    try:
        called = rename_player(get_store(), name, typed, merge=request.form.get("merge") == "yes")
    except NameTakenError as taken:
        return _page(name, typed=typed, taken=taken.player, status=422)
    except RuleError as error:
        return _page(name, typed=typed, problems=error.problems, status=422)
    return redirect(url_for("players.player", name=called), 303)


@blueprint.post("/players/<name:name>/profile")
def profile(name: str) -> Response | tuple[str, int]:
    """POST /players/<name>/profile: change the player's mark, and whether they are a guest."""
    colour, shape = (request.form.get(field, 0, type=int) for field in ("colour", "shape"))
    if colour not in COLOUR_NAMES or shape not in SHAPE_NAMES:
        abort(400)
    initials = request.form.get("initials", "").strip()
    wanted = Profile(
        colour, shape, "" if initials == make_initials(name) else initials, request.form.get("guest") == "yes"
    )
    try:
        change_profile(get_store(), name, wanted)
    except RuleError as error:
        return _page(name, profile=wanted, problems=error.problems, status=422)
    return redirect(url_for("players.player", name=name), 303)


@blueprint.post("/players/<name:name>/split")
def split(name: str) -> Response:
    """POST /players/<name>/split: make two names that were merged into one person two persons again."""
    split_name(get_store(), name, request.form.get("name", ""))
    return redirect(url_for("players.players"), 303)


def _page(
    name: str,
    *,
    typed: str | None = None,
    taken: str | None = None,
    profile: Profile | None = None,
    problems: tuple[Problem, ...] = (),
    status: int = 200,
) -> tuple[str, int]:
    """Return the page of the player `name`, with `problems` or the name `taken` if a form failed, and the status.

    `typed` is the new name that was typed, `profile` the profile that was refused. Raise NotFoundError if there is no
    such player.
    """
    period = PeriodForm.read(request.args)
    tally = count_tally(get_store(), name, period.find_period())
    if tally is None:
        raise NotFoundError(name)
    crown = find_last_night(get_store(), find_zone(), NIGHTS)
    solitaires = {key for key, variant in VARIANTS.items() if "result" in variant.takes}
    profiles = load_persons()
    guests = {player for player, each in profiles.items() if each.guest}
    displayed = profile or profiles[name]
    rivalries = count_rivalries(get_store(), period.find_period(), find_zone())
    page = PlayerPage(
        period=period,
        coverage=find_coverage(period),
        tally=tally,
        against={other: each for other, each in tally.against.items() if other not in guests},
        partners={other: each for other, each in tally.partners.items() if other not in guests},
        rivals=find_rivals(rivalries, name, guests),
        belts=[(game, belt) for game, belt in rivalries.belts.items() if name in belt.holders],
        streaks=[each for each in rivalries.streaks if name in (each.player, *each.by)],
        ratings=[
            (chapter, ratings[name], draw_ratings({name: course}), draw_shares(name, course))
            for chapter, ratings in rivalries.ratings.items()
            if name in ratings and ratings[name].established
            for course in (rivalries.find_course(chapter, name),)
        ],
        rated_games=dict(list_games(list_played(rivalries))),
        profile=displayed,
        initials=displayed.initials or make_initials(name),
        colours=COLOUR_NAMES,
        shapes=SHAPE_NAMES,
        games={each: game for each, game in tally.games.items() if each.variant not in solitaires},
        solitaires={each: game for each, game in tally.games.items() if each.variant in solitaires},
        best=max((g.best_move for g in tally.games.values() if g.best_move), key=lambda b: b.points, default=None),
        crowned=bool(crown and name in crown.best),
        once_called=list_former_names(get_store(), name),
        typed=name if typed is None else typed,
        taken=taken,
        wrong=group_by_field(problems),
    )
    return show_page("players/player.html", page, status)
