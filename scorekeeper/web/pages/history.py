"""The history: a search of all matches, and moving matches to the archive or the bin and back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import LazyString
from flask_babel import lazy_gettext as _l
from werkzeug.wrappers import Response

from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.details import MatchLocation, call_off_match, move_match
from scorekeeper.play.history.evenings import list_evenings
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.search import list_known_players, list_own_games_played
from scorekeeper.play.history.year import list_years
from scorekeeper.play.scoring.match import load_match
from scorekeeper.web.forms.search import PLACES, SearchForm
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import show_page, wants_part
from scorekeeper.web.i18n.zones import find_zone
from scorekeeper.web.views.evenings import DayView, group_by_day
from scorekeeper.web.views.persons import load_persons

blueprint = Blueprint("history", __name__)
RESULTS = {
    "running": _l("still running"),
    # Translators: a match that nobody has touched for hours.
    "left": _l("left off"),
    "over": _l("finished"),
    "won": _l("won by the player"),
    "lost": _l("lost by the player"),
    "drawn": _l("a draw"),
}
MOST_YEARS = 12  # the most years to which the page has links
MOST_PLAYERS = 500  # the most players in the list of the form
MOST_DIGITS = 18  # all numbers of this length fit into SQLite's integers


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """The matches that the search in `form` finds, and what the form offers to choose from.

    The `days` have `shown` matches; `older` is the number of the match at which the next page begins, or
    None. `after` is the day with which the page before ended, as in the URL. The choices are empty where only the list
    is sent.
    """

    form: SearchForm
    days: Sequence[DayView]
    shown: int
    older: int | None
    after: str | None
    variants: Mapping[str, Variant]
    own_games: Sequence[PlayedGame]
    players: Sequence[str]
    results: Mapping[str, LazyString]
    places: Mapping[str, LazyString]
    years: Sequence[int]


@blueprint.get("/history")
def history() -> tuple[str, int]:
    """GET /history: show the matches that match the search, the newest first.

    htmx gets the list alone, or with `before` (the number of a match) the matches that follow it in the list.
    """
    form = SearchForm.read(request.args)
    before = request.args.get("before", type=_serial)
    results = list_evenings(get_store(), form.search(), before=before)
    load_persons()
    page = HistoryPage(
        form=form,
        days=group_by_day(results.evenings),
        shown=sum(len(evening.matches) for evening in results.evenings),
        older=results.older,
        after=request.args.get("after"),
        variants=VARIANTS,
        own_games=() if before is not None else list_own_games_played(get_store()),
        players=() if before is not None else _list_choices(form.player),
        results=RESULTS,
        places=PLACES,
        years=() if wants_part() else list_years(get_store(), find_zone(), MOST_YEARS),
    )
    fragment = "history/_matches_found.html" if before is None else "history/_older_matches.html"
    return show_page("history/history.html", page, fragment=fragment)


@blueprint.get("/history/<kept_id>/delete")
def ask(kept_id: str) -> str:
    """GET /history/<kept_id>/delete: show the page that asks whether to move the match to the bin."""
    return render_template("history/delete.html", match=load_match(get_store(), kept_id))


@blueprint.post("/history/<kept_id>/put")
def put(kept_id: str) -> Response:
    """POST /history/<kept_id>/put: move the match to the `place` in the form: `here`, `archived` or `deleted`.

    Redirect to the history after deleting it, else to its sheet.
    """
    place: MatchLocation | None = next(
        (each for each in get_args(MatchLocation) if each == request.form.get("place")), None
    )
    if place is None:
        abort(400)
    move_match(get_store(), kept_id, place)
    if place == "deleted":
        return redirect(url_for("history.history", gone=kept_id), 303)
    return redirect(url_for("sheets.sheet", match_id=kept_id), 303)


@blueprint.post("/history/<kept_id>/off")
def call_off(kept_id: str) -> Response:
    """POST /history/<kept_id>/off: call the match off, or with `off` other than `yes` take it up again.

    Redirect to the first page or to the match's pad.
    """
    off = request.form.get("off") == "yes"
    call_off_match(get_store(), kept_id, off)
    if off:
        return redirect(url_for("matches.index", off=kept_id), 303)
    return redirect(url_for("pad.show", match_id=kept_id), 303)


def _list_choices(chosen: str) -> list[str]:
    """Return the names to choose from in alphabetical order: those who played last, and `chosen`."""
    everybody = list_known_players(get_store())
    return sorted({*everybody[:MOST_PLAYERS], *({chosen} & {*everybody})}, key=str.casefold)


def _serial(typed: str) -> int:
    """Return the number of a match from the address. Raise ValueError if it is not one."""
    if len(typed) > MOST_DIGITS:
        raise ValueError(typed)
    return int(typed)
