"""The form with which a player sends their own hand from their own phone at the end of a round.

The phone asks once whose hand it holds. The hands that players send are stored in the book; when all that count have
been sent, the round is closed. The match's owner may send any hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.play.scoring.hand_collection import (
    HandCollection,
    HandConflictError,
    PendingHand,
    close_round,
    is_hand_submitted,
    set_blocked,
    set_round_double,
    submit_hand,
)
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.preview import Preview, preview_entry
from scorekeeper.play.scoring.writing import StaleError
from scorekeeper.web.access.permissions import for_scorers, is_allowed
from scorekeeper.web.forms.form import read_number
from scorekeeper.web.forms.one_tap import BLOCKED, GIVE, OUT
from scorekeeper.web.forms.own_hand import OwnHand, fill_round
from scorekeeper.web.forms.round import RoundForm
from scorekeeper.web.forms.typed_hand import describe_unreadable
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.choices import get_phone_id, recall_seat, remember_seat
from scorekeeper.web.http.fragments import go_to, make_post, show_page, wants_part
from scorekeeper.web.http.offline_queue import is_queued, refuse_hand
from scorekeeper.web.http.this_match import get_match, keep_match
from scorekeeper.web.views.news import MatchNews, find_match_news
from scorekeeper.web.views.pending_hands import HandStatus, drop_pending_hands, find_pending_hands, list_hand_statuses
from scorekeeper.web.views.round_card import RoundCard, find_round_card

blueprint = Blueprint("hands", __name__)


@dataclass(frozen=True, slots=True)
class HandPage:
    """The `form` for one hand, or if it is None the question whose hand the phone holds.

    `pending` are the hands that were sent, and `mine` is the one of the form's player; `entering` says that the form is
    shown although it was sent. `doubles` are those that can have begun the round. `preview` is that of the round once
    all hands are there, and `on_pad` the URL that fills in the pad's form with them. `card` is that of the last round,
    until a hand of this one was sent. `message` and `found` say what was wrong.
    """

    match: Match
    sheet: Sheet
    news: MatchNews
    pending: HandCollection
    hand_statuses: Sequence[HandStatus]
    form: OwnHand | None
    mine: PendingHand | None
    entering: bool
    doubles: Sequence[int]
    preview: Preview | None
    on_pad: str
    card: RoundCard | None
    message: str
    found: Sequence[Problem]
    post: str


@blueprint.get("/m/<match_id>/hand")
@for_scorers
def hand() -> ResponseReturnValue:
    """GET /m/<match_id>/hand: show the form for the hand of this phone's player, or first ask whose hand it holds.

    Only the owner may choose the player, by `seat` in the address.
    """
    seat = None if "who" in request.args else _find_seat(request.args.get("seat", ""))
    return _answer(get_match(), seat)


@blueprint.post("/m/<match_id>/hand")
@for_scorers
def give() -> ResponseReturnValue:
    """POST /m/<match_id>/hand: do what the field `do` says, and show the page again.

    `am 2` says whose hand this phone holds, `give` and `out` send the hand, `blocked`, `open`, `double` and `close` are
    about the end of the round, and `by` and `count` change the form and write nothing.
    """
    match, do = get_match(), request.form.get("do", GIVE)
    what, _, value = do.partition(" ")
    if what == "am":
        if (seat := _read_seat(value)) is not None:
            remember_seat(seat)
        return go_to(url_for(".hand"))
    pending, seat = find_pending_hands(match), _find_seat(request.form.get("seat", ""))
    if pending is None:
        submitted = is_hand_submitted(get_store(), match.id, request.form.get("post", ""))
        return _go_on(match) if submitted else _tell_that_over(match, seat)
    if seat is None and what in (GIVE, OUT, "by", "count"):
        return _ask_whose(match)
    if what in (GIVE, OUT):
        return _give(match, OwnHand.read(pending, seat or 1, request.form), out=what == OUT)
    if what in ("by", "count"):
        return _answer(match, seat, OwnHand.read(pending, seat or 1, request.form).tapped(do))
    return _write_round_fact(match, seat, what)


def _ask_whose(match: Match) -> ResponseReturnValue:
    """Show the page that asks whose hand this phone holds; if the hand was stored on the phone, refuse it instead."""
    return (
        _answer(match, None, message=_("Whose hand do you hold?"), status=409) if is_queued() else _answer(match, None)
    )


def _give(match: Match, form: OwnHand, *, out: bool) -> ResponseReturnValue:
    """Store the hand in `form`, or that its player went out (`out`), and show the page.

    A refused hand is shown with the reason.
    """
    player, hand = form.player, [] if out else form.hand
    if request.form.get("seat", "") != str(form.seat):
        return _answer(
            match, form.seat, message=_("This phone holds the hand of %(player)s now.", player=player), status=409
        )
    if hand is None:
        missing = Problem("hand_missing", ("hands", player), (("player", player),))
        return _answer(match, form.seat, form, problems=(missing,), status=422)
    seen = request.form.get("round", -1, int), request.form.get("before", 0, int)
    own, post = is_allowed("own", match.id), request.form.get("post") or make_post()
    try:
        after = submit_hand(get_store(), match.id, player, hand, seen, get_phone_id(), post, own)
    except StaleError as over:
        return _tell_that_over(over.match, form.seat)
    except HandConflictError:
        sentence = _(
            "The hand of %(player)s came from another phone. It is given anew there, or by the owner.",
            player=player,
        )
        return _answer(match, form.seat, form, message=sentence, status=409)
    except RuleError as error:
        return _answer(match, form.seat, form, problems=describe_unreadable(match.sheet, error.problems), status=422)
    return _go_on(after)


def _write_round_fact(match: Match, seat: int | None, what: str) -> ResponseReturnValue:
    """Write a fact about the round, and show the page.

    `what` is `blocked` if nobody can play or `open` if somebody can; `double` sets the double that began the round;
    `close` closes the round.
    """
    store, round_ = get_store(), request.form.get("round", -1, int)
    phone, post = get_phone_id(), request.form.get("post") or make_post()
    try:
        if what in (BLOCKED, "open"):
            match = set_blocked(store, match.id, what == BLOCKED, round_, phone, post)
        elif what == "double" and (number := read_number(request.form.get("number", ""))) is not None:
            set_round_double(store, match.id, number, round_, phone, post)
        elif what == "close":
            match = close_round(store, match.id, request.form.getlist("accepted"))
    except StaleError as over:
        return _tell_that_over(over.match, seat)
    except RuleError as error:
        return _answer(match, seat, problems=error.problems, status=422)
    return _go_on(match)


def _go_on(match: Match) -> ResponseReturnValue:
    """Show the page after something was written: part of it for htmx while the match runs, else by a redirect."""
    if wants_part() and not match.sheet.over:
        keep_match(match)
        return _answer(match, _find_seat(request.form.get("seat", "")))
    return go_to(url_for(".hand", **_name_seat()))


def _tell_that_over(match: Match, seat: int | None) -> ResponseReturnValue:
    """Show the page with the sentence that the round is over already, so the hand was not stored."""
    sentence = _(
        "That round is over already, so this hand was not taken. If it is wrong there, correct it on the sheet."
    )
    keep_match(match)
    return _answer(match, seat, message=sentence, look=url_for("sheets.sheet"), status=409)


def _answer(
    match: Match,
    seat: int | None,
    form: OwnHand | None = None,
    *,
    message: str = "",
    look: str = "",
    problems: tuple[Problem, ...] = (),
    status: int = 200,
) -> ResponseReturnValue:
    """Return the page with the form for the hand, or with the sentence `message` and the `problems`.

    If `seat` is None, the page asks whose hand it is. A refused hand that was stored on its phone is answered with JSON
    instead, which has the reasons and the URL `look`.
    """
    if status >= 400 and is_queued():
        return refuse_hand(problems, message, look or _find_look(form), status)
    drop_pending_hands()
    pending = find_pending_hands(match)
    if pending is None:
        return go_to(url_for("pad.show"))
    sheet = match.sheet
    changing = form is not None or "again" in request.args or f"hand-{seat}" in request.args
    if form is None and seat is not None:
        form = OwnHand.read(pending, seat, request.args)
    mine = pending.hands.get(form.player) if form else None
    preview = preview_entry(sheet, pending.entry()) if pending.complete and not pending.asks_more else None
    on_pad: dict[str, Any] = {"kind": "round", **fill_round(pending)}
    page = HandPage(
        match=match,
        sheet=sheet,
        news=find_match_news(match),
        pending=pending,
        hand_statuses=list_hand_statuses(pending),
        form=form,
        mine=mine,
        entering=changing or mine is None,
        doubles=RoundForm(sheet).doubles,
        preview=preview,
        on_pad=url_for("pad.show", **on_pad),
        card=None if pending.hands else find_round_card(sheet),
        message=message,
        found=problems,
        post=make_post(),
    )
    return show_page("hand/hand.html", page, status, fragment="hand/_hand.html")


def _find_look(form: OwnHand | None) -> str:
    """Return the URL where a player sees why a hand that was stored on the phone was refused, and can send it again."""
    carried: dict[str, Any] = form.carried if form else {}
    return url_for(".hand", **carried, instead=request.form.get("post", ""))


def _find_seat(named: str) -> int | None:
    """Return the seat whose hand is sent: for the owner the seat `named`, else the one that this phone has chosen.

    Return None if there is none.
    """
    seat = _read_seat(named)
    return seat if seat is not None and is_allowed("own", get_match().id) else recall_seat()


def _read_seat(typed: str) -> int | None:
    """Return the typed number of a seat; None if there is no such seat."""
    seat = read_number(typed)
    return seat if seat is not None and 1 <= seat <= len(get_match().seating.players) else None


def _name_seat() -> dict[str, Any]:
    """Return the address parameter `seat` if the seat is not the one that this phone holds, else nothing."""
    seat = _find_seat(request.form.get("seat", ""))
    return {} if seat is None or seat == recall_seat() else {"seat": seat}
