"""The players and their statistics: opponents and partners, games, ratings and best moves."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play import NotFoundError, Profile
from scorekeeper.play.history.nights import find_last_night
from scorekeeper.play.history.rivalries import MET_ENOUGH, count_rivalries
from scorekeeper.play.history.statistics import record_statistics
from scorekeeper.play.history.tallies import count_tallies, count_tally
from scorekeeper.play.history.year import YEARS, list_months, make_year
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
from scorekeeper.web.http.fragments import wants_part
from scorekeeper.web.i18n.zones import find_zone
from scorekeeper.web.views.charts import draw_ratings, draw_shares
from scorekeeper.web.views.marks import COLOUR_NAMES, SHAPE_NAMES
from scorekeeper.web.views.periods import describe_period
from scorekeeper.web.views.persons import load_persons, make_initials
from scorekeeper.web.views.rivalries import find_rivals, list_played

blueprint = Blueprint("players", __name__)
NIGHTS = 10  # newest nights among which the last player of the night is searched for
MOST = 500
"""Players on one page. A restored book may have more; a page with all of them would delay other books' requests."""


@blueprint.get("/players")
def players() -> str:
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
    return render_template(
        "players/players.html",
        form=form,
        **describe_period(period, make_year(year, find_zone())),
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
    page = render_template(
        "players/player.html",
        **describe_period(period),
        tally=tally,
        met=[
            {other: each for other, each in met.items() if other not in guests}
            for met in (tally.against, tally.partners)
        ],
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
        met_enough=MET_ENOUGH,
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
    return page, status
