"""Taking back and putting back: striking out an entry, however old, or restoring a struck-out one, with one tap.

The result is shown on the page of the tap. If other entries depend on it, or the match is over, the players first see
what would happen, and confirm it with one more tap.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, jsonify, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.sheet.line import Line, Sheet
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.taking_back import (
    Consequence,
    find_strike_cause,
    list_linked_strikes,
    preview_put_back,
    preview_strike_out,
    put_back,
    strike_out,
)
from scorekeeper.play.scoring.writing import StaleError
from scorekeeper.web.access.permissions import for_scorers, is_allowed
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import go_back_to, make_post, show_page
from scorekeeper.web.http.offline_queue import is_queued, list_reasons
from scorekeeper.web.http.this_match import get_match, keep_match
from scorekeeper.web.views.changes import write_totals
from scorekeeper.web.views.news import MatchNews, find_match_news

blueprint = Blueprint("taking_back", __name__)


@dataclass(frozen=True, slots=True)
class Way:
    """One of two ways, taking back or putting back: the form field with the entry's number, and two functions.

    `write` writes it, and `preview` returns a preview of its effect on a sheet.
    """

    field: str
    write: Callable[..., Match]
    preview: Callable[..., Consequence]


STRIKE = Way("number", strike_out, preview_strike_out)
PUT_BACK = Way("back", put_back, preview_put_back)


@dataclass(frozen=True, slots=True)
class StrikeQuestion:
    """The question whether to take an entry back or put it back (`way`), and what would happen.

    `line` is that of the entry, None if there is none. `others` are the entries that would be struck out with it.
    `foretold` is the sentence on the result of a match that is over, empty for one that goes on. An entry that cannot
    be put back alone was struck out because of another one, the `root`; `together` are all that can be put back with
    that one.
    """

    way: Way
    line: Line | None
    consequence: Consequence
    others: list[int]
    foretold: str
    root: int | None
    together: Sequence[int]


@dataclass(frozen=True, slots=True)
class StrikePage:
    """The `question` whether to take back or put back; None says instead that somebody else wrote first.

    `back_to` is the URL of the page where the tap was made.
    """

    match: Match
    news: MatchNews
    question: StrikeQuestion | None
    back_to: str
    post: str


@blueprint.post("/m/<match_id>/strike")
@for_scorers
def strike() -> ResponseReturnValue:
    """POST /m/<match_id>/strike: strike out the entry `number`, or restore the entry `back`.

    Show the page where it was tapped. `others` are entries to strike out with it. If the match is over, only its owner
    may do this, and is asked first. The same post counts once.
    """
    way = PUT_BACK if PUT_BACK.field in request.form else STRIKE
    match = get_match()
    number, seen = (request.form.get(name, 0, int) for name in (way.field, "seen"))
    others, post = request.form.getlist("others", int), request.form.get("post") or make_post()
    if match.sheet.over and not is_allowed("own", match.id):
        abort(403)
    if match.sheet.over and seen == match.seen and "sure" not in request.form:
        return _ask(way, match, number, others)
    try:
        after = way.write(get_store(), match.id, number, seen, post, others)
    except StaleError as stale:
        return _tell_meanwhile(stale.match)
    except RuleError:
        return _ask(way, match, number, others)
    keep_match(after)
    return go_back_to(_find_origin(), **_keep_all())


def _ask(way: Way, match: Match, number: int, others: list[int]) -> ResponseReturnValue:
    """Return the page that shows what would happen and asks whether to do it; nothing is written."""
    consequence = way.preview(match.sheet, number, others)
    known = 0 < number <= len(match.sheet.lines) and match.sheet.lines[number - 1].entry.has_line
    if is_queued():
        problems = [*consequence.refused, *(problem for each in consequence.impossible for problem in each.problems)]
        answer = list_reasons(problems, stale=False) if problems else jsonify(reasons=[foretell(consequence.after)])
        answer.status_code = 422
        return answer
    status = 422 if consequence.refused or consequence.impossible else 200
    root = find_strike_cause(match.sheet, number) if consequence.refused and known else None
    question = StrikeQuestion(
        way=way,
        line=(match.sheet if way is STRIKE else consequence.after).lines[number - 1] if known else None,
        consequence=consequence,
        others=[*others, *(each.line.number for each in consequence.impossible)],
        foretold=foretell(consequence.after) if match.sheet.over else "",
        root=root,
        together=sorted((root, *list_linked_strikes(match.sheet, root))) if root else [],
    )
    return _show_question(match, question, status)


def _tell_meanwhile(match: Match) -> ResponseReturnValue:
    """Return the page that says that somebody else wrote first, so nothing was written."""
    if is_queued():
        answer = list_reasons((), stale=True)
        answer.status_code = 409
        return answer
    return _show_question(match, None, 409)


def _show_question(match: Match, question: StrikeQuestion | None, status: int) -> ResponseReturnValue:
    """Return the page with the question, or with the message that somebody else wrote first, and the status."""
    page = StrikePage(match, find_match_news(match), question, url_for(_find_origin(), **_keep_all()), make_post())
    return show_page("taking_back/strike.html", page, status, fragment="taking_back/_strike.html")


def _find_origin() -> str:
    """Return the endpoint of the page where the tap was made."""
    return "sheets.sheet" if request.form.get("from") == "sheet" else "pad.show"


def _keep_all() -> dict[str, Any]:
    """Return the address parameter `all` if that page showed all entries of a long sheet, else nothing."""
    return {"all": "1"} if "all" in request.form else {}


def foretell(sheet: Sheet) -> str:
    """Return the sentence on the standing of a finished match after the change.

    An example is `The match would be running again, 47 : 19.`
    """
    values = {"figures": write_totals(sheet.totals), "side": "".join(sheet.winners[:1])}
    if not sheet.over:
        return str(_("The match would be running again, %(figures)s.", **values))
    if len(sheet.winners) == 1:
        return str(_("The match would still be over, won by %(side)s, %(figures)s.", **values))
    return str(_("The match would still be over, without a winner, %(figures)s.", **values))
