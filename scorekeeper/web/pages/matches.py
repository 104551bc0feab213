"""The matches, running and finished, and the form for a new one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.engine.options import Setting, write_setting
from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play import NotFoundError
from scorekeeper.play.history.overview import RecentMatches, list_recent_matches
from scorekeeper.play.history.search import list_known_players, list_matches
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.own_games import list_saved_games
from scorekeeper.play.scoring.writing import play_again, start_match
from scorekeeper.web.access.permissions import for_scorers
from scorekeeper.web.forms.setup import SetupForm, read_setup
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import go_to, make_post, show_page
from scorekeeper.web.http.this_match import get_match_id
from scorekeeper.web.i18n.languages import find_language
from scorekeeper.web.uploads.limits import find_fullness
from scorekeeper.web.views.forecasts import pair_fairly, write_forecast
from scorekeeper.web.views.house_rules import name_settings
from scorekeeper.web.views.menu import MenuGame, MenuSection, arrange_menu, show_game
from scorekeeper.web.views.persons import load_persons
from scorekeeper.web.views.year import find_offered_year

blueprint = Blueprint("matches", __name__)
KNOWN = 16
OWN = "own-"  # the prefix, in the form, of the id of one of the book's own games
RECENT = 8  # matches that are searched for the last players and games
SHORTCUTS = 4  # games played last that the menu puts first


@dataclass(frozen=True, slots=True)
class MatchesPage:
    """The first page: the `latest` matches, or the invitation to start one.

    `more` says that the book has matches. `off` is the match that was just called off, or None. `fullness` is the size
    of the book in percent of its limit, 0 while that is far. `year` is the year whose review is offered, or None.
    """

    latest: RecentMatches
    more: bool
    off: Match | None
    fullness: int
    year: int | None


@dataclass(frozen=True, slots=True)
class NewMatchPage:
    """The form for a new match.

    `known` are the players to choose from, each with their seat or None. `last_seated` are those of the last match that
    fit the game, and `last_settings` its house rules, if they are not the usual ones. `own_games` are the book's own
    games by their value in the form. `by_rule` says how the game itself decides who leads. `changed_options` names the
    house rules that differ from the usual ones; `options_open` unfolds them all. `sat` says that a player was just
    added. `wrong` has the problems by field.
    """

    setup: SetupForm
    known: Sequence[tuple[str, int | None]]
    last_seated: Sequence[str]
    menu: Sequence[MenuSection]
    own_games: Sequence[tuple[str, MenuGame]]
    chosen_game: MenuGame
    forecast: str
    by_rule: Lead
    last_settings: Mapping[str, Setting]
    changed_options: str
    options_open: bool
    sat: bool
    wrong: Mapping[str, Sequence[Problem]]
    post: str


@blueprint.get("/")
def index() -> tuple[str, int]:
    """GET /: show the running matches, the finished ones with their winners, and the abandoned ones.

    In each list the newest comes first.
    """
    latest = list_recent_matches(get_store())
    more = bool(latest.running or latest.over or list_matches(get_store(), limit=1))
    load_persons()
    return show_page("matches/index.html", MatchesPage(latest, more, _find_off(), find_fullness(), find_offered_year()))


@blueprint.get("/new")
def new() -> tuple[str, int]:
    """GET /new: show an empty form for a new match, with the game that was played last.

    `own` in the address chooses one of the book's own games instead.
    """
    last = list_matches(get_store(), limit=1)
    variant = VARIANTS.get(last[0].variant if last else "") or next(iter(VARIANTS.values()))
    own = _list_own()
    return _form(SetupForm(variant, own=own).tapped(f"variant {OWN}{request.args.get('own', '')}"))


@blueprint.post("/new")
def fill() -> tuple[str, int] | Response:
    """POST /new: do the tap `do` on the form and show it again; with `fair`, seat equal pairs; with `start`, start.

    After `start` redirect to the match's pad. `enter` with an empty name means `start`.
    """
    setup = read_setup(request.form, next(iter(VARIANTS.values())), _list_own())
    do = request.form.get("do", "enter")
    if do == "enter" and not setup.name.strip():
        do = "start"
    if do == "preset last":
        options = {key: write_setting(setting) for key, setting in _find_last_settings(setup.variant).items()}
        setup = replace(setup, options=options)
    if do == "fair":
        return _form(pair_fairly(setup))
    if do != "start":
        return _form(setup.tapped(do), options_open=do.startswith(("offer", "steer")), sat=do.startswith("enter"))
    if setup.name.strip():
        setup = setup.tapped("enter")  # a name that was typed and not yet sat down
    seating = setup.players, setup.wanted_partners, setup.lead or None, setup.settings
    try:
        match = start_match(get_store(), setup.variant.key, *seating, post=request.form.get("post"))
    except RuleError as error:
        return _form(setup, error.problems, 422)
    return go_to(url_for("pad.show", match_id=match.id))


@blueprint.post("/m/<match_id>/again")
@for_scorers
def again() -> Response:
    """POST /m/<match_id>/again: start a new match of the same table, and redirect to its pad.

    A second tap on the same form starts no further match.
    """
    match = play_again(get_store(), get_match_id(), request.form.get("post"))
    return go_to(url_for("pad.show", match_id=match.id))


def _list_own() -> dict[str, Variant]:
    """Return the games of the book's own, by their value in the form."""
    return {f"{OWN}{game.id}": game.variant for game in list_saved_games(get_store()) if not game.gone}


def _find_off() -> Match | None:
    """Return the match that was just called off, which our redirect names; None if there is none."""
    try:
        return load_match(get_store(), request.args["off"]) if "off" in request.args else None
    except NotFoundError:
        return None


def _form(
    setup: SetupForm,
    problems: tuple[Problem, ...] = (),
    status: int = 200,
    *,
    options_open: bool = False,
    sat: bool = False,
) -> tuple[str, int]:
    """Return the page with the form for a new match, with `problems` next to their fields, and the status."""
    known = list_known_players(get_store())[:KNOWN]
    seats = {player: seat for seat, player in enumerate(setup.players, 1)}
    load_persons()
    page = NewMatchPage(
        setup=setup,
        known=tuple((name, seats.get(name)) for name in known),
        last_seated=_find_last_seated(setup.variant),
        menu=arrange_menu(_list_played(), find_language()),
        own_games=tuple((choice, show_game(variant)) for choice, variant in setup.own.items()),
        chosen_game=show_game(setup.variant),
        forecast=write_forecast(setup),
        by_rule=_by_rule(setup),
        last_settings=_find_last_settings(setup.variant),
        changed_options=_changed(setup),
        options_open=options_open,
        sat=sat,
        wrong=_by_field(problems),
        post=request.form.get("post") or make_post(),
    )
    return show_page("matches/new.html", page, status, fragment="matches/_new.html")


def _list_played() -> tuple[str, ...]:
    """Return the keys of the games that this book played last, the newest first."""
    played = dict.fromkeys(match.variant for match in list_matches(get_store(), limit=RECENT))
    return tuple(played)[:SHORTCUTS]


def _find_last_seated(variant: Variant) -> tuple[str, ...]:
    """Return the players of the last match whose number suits this game, in their order; empty if there is none.

    Solitaires are not considered.
    """
    fewest, most = max(2, variant.fewest_players), variant.most_players
    last = (match.players for match in list_matches(get_store(), limit=RECENT))
    return next((players for players in last if fewest <= len(players) <= most), ())


def _find_last_settings(variant: Variant) -> Mapping[str, Setting]:
    """Return the house rules of the last match of this game in the book; none if they are the usual ones or a preset's.

    A game of the book's own has none to choose.
    """
    last = () if variant.settled else list_matches(get_store(), variant.key, limit=1)
    try:
        settings = load_match(get_store(), last[0].id).seating.options if last else {}
    except RuleError:  # a damaged match
        return {}
    known = ({}, *(preset.settings for preset in variant.presets))
    return {} if any(settings == variant.settle(each) for each in known) else settings


def _by_rule(setup: SetupForm) -> Lead:
    """Return how the game itself decides who leads the first round."""
    try:
        seating = setup.variant.seat(setup.players, setup.wanted_partners, options=setup.settings)
    except RuleError:
        seating = setup.variant.seat(PLACEHOLDERS[: setup.variant.fewest_players])
    return setup.variant.at(seating).leading.first()


PLACEHOLDERS = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn", "Gerda", "Hugo")


def _changed(setup: SetupForm) -> str:
    """Return the house rules that differ from the usual ones, in one line."""
    chosen = {option.key: setup.chosen(option.key) for option in setup.shown_options}
    changed = [option for option in setup.shown_options if chosen[option.key] != setup.usual(option.key)]
    return name_settings(changed, chosen)


def _by_field(problems: tuple[Problem, ...]) -> dict[str, list[Problem]]:
    """Return the problems by the field of the form next to which they are displayed."""
    by_field: dict[str, list[Problem]] = {}
    for problem in problems:
        place = [str(part) for part in problem.place]
        by_field.setdefault("-".join(place[:2]) if place else "form", []).append(problem)
        if place[:1] == ["options"]:
            by_field.setdefault("options", [])
    return by_field
