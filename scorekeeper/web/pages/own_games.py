"""Games of the book's own: create, change, delete and restore them, or save the game of an imported match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.play import NotFoundError
from scorekeeper.play.scoring.own_games import (
    SavedGame,
    delete_own_game,
    list_saved_games,
    restore_own_game,
    save_own_game,
)
from scorekeeper.web.forms.own_game import OwnGameForm, open_own_game, read_own_game
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import go_to, show_page
from scorekeeper.web.http.this_match import get_match

blueprint = Blueprint("own_games", __name__)


@dataclass(frozen=True, slots=True)
class OwnGamePage:
    """The form for a game of the book's own, with the URL to which it is sent and the problems by field (`wrong`).

    `opened` is the number of the group of fields that is unfolded.
    """

    form: OwnGameForm
    address: str
    wrong: Mapping[str, Sequence[Problem]]
    opened: int


@blueprint.get("/own-games")
def own_games() -> str:
    """GET /own-games: show the book's own games, and those that were deleted."""
    saved = list_saved_games(get_store())
    return render_template(
        "games/own_games.html",
        games=tuple(game for game in saved if not game.gone),
        gone=tuple(game for game in saved if game.gone),
    )


@blueprint.get("/own-games/new")
def make() -> tuple[str, int]:
    """GET /own-games/new: show an empty form, or with `like` one that has the rules of a known game."""
    return _form(OwnGameForm().tapped(f"from {request.args.get('like', '')}"))


@blueprint.post("/own-games/new")
def fill() -> tuple[str, int] | Response:
    """POST /own-games/new: do the tap `do` on the form and show it again; with `keep`, save the game.

    After a save, redirect to the set-up of a match of the game; answer 422 with the form if the game is refused.
    """
    return _fill(None)


@blueprint.get("/own-games/<game_id>")
def change(game_id: str) -> tuple[str, int]:
    """GET /own-games/<game_id>: show the form with a saved game."""
    return _form(open_own_game(_find(game_id).variant.settle()), game_id)


@blueprint.post("/own-games/<game_id>")
def fill_change(game_id: str) -> tuple[str, int] | Response:
    """POST /own-games/<game_id>: do the tap `do` on the form and show it again; with `keep`, save the new rules.

    Matches that have begun keep the old rules.
    """
    return _fill(_find(game_id).id)


@blueprint.post("/own-games/<game_id>/away")
def throw_away(game_id: str) -> Response:
    """POST /own-games/<game_id>/away: delete the game, and redirect to the list."""
    delete_own_game(get_store(), game_id)
    return redirect(url_for("own_games.own_games"), 303)


@blueprint.post("/own-games/<game_id>/back")
def take_back(game_id: str) -> Response:
    """POST /own-games/<game_id>/back: restore a deleted game, and redirect to the list."""
    restore_own_game(get_store(), game_id)
    return redirect(url_for("own_games.own_games"), 303)


@blueprint.post("/m/<match_id>/keep-game")
def keep_of_match() -> Response | tuple[str, int]:
    """POST /m/<match_id>/keep-game: save the game of a match, which may come from another book.

    If it has no name, show the form that asks for one.
    """
    rules = get_match().variant.settle()
    try:
        save_own_game(get_store(), rules)
    except RuleError as error:
        return _form(open_own_game(rules), None, error.problems, 422)
    return redirect(url_for("own_games.own_games"), 303)


def _find(game_id: str) -> SavedGame:
    """Return the saved game of this id. Raise NotFoundError if there is none."""
    saved = next((game for game in list_saved_games(get_store()) if game.id == game_id), None)
    if saved is None:
        raise NotFoundError(game_id)
    return saved


def _fill(game_id: str | None) -> tuple[str, int] | Response:
    """Do the posted tap on the form, or save the game; `game_id` None saves a new one."""
    form, do = read_own_game(request.form), request.form.get("do", "keep")
    if do != "keep":
        return _form(form.tapped(do), game_id, opened=form.find_group(do))
    try:
        saved = save_own_game(get_store(), form.rules_to_save, game_id)
    except RuleError as error:
        return _form(form, game_id, error.problems, 422)
    return go_to(url_for("matches.new", own=saved.id))


def _form(
    form: OwnGameForm,
    game_id: str | None = None,
    problems: tuple[Problem, ...] = (),
    status: int = 200,
    opened: int = 0,
) -> tuple[str, int]:
    """Return the page with the form, its group `opened` unfolded, and `problems` next to their fields."""
    wrong: dict[str, list[Problem]] = {}
    for problem in problems:
        wrong.setdefault(str(problem.place[1]) if len(problem.place) > 1 else "form", []).append(problem)
    address = url_for("own_games.fill_change", game_id=game_id) if game_id else url_for("own_games.fill")
    page = OwnGamePage(form, address, wrong, opened)
    return show_page("games/own_game.html", page, status, fragment="games/_own_game.html")
