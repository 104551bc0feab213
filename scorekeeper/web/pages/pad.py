"""The pad of one match: its standing, the last entries, and the form for the next one."""

from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.play.player_names import list_names
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import DoubtfulEntryError, LinkedCorrection, StaleError, add_entry
from scorekeeper.web.access.permissions import for_scorers, is_allowed
from scorekeeper.web.forms import Form, find_form, find_forms
from scorekeeper.web.forms.choice import form_names, usual_form
from scorekeeper.web.forms.correction import Correction
from scorekeeper.web.forms.form import Fields, list_problems, read_number, rename_in_fields
from scorekeeper.web.forms.lead import find_leading_move, name_lead
from scorekeeper.web.forms.one_tap import PASS, SAVE, find_form_of
from scorekeeper.web.forms.typed_hand import describe_unreadable
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.choices import remember_form
from scorekeeper.web.http.fragments import go_to, make_post, show_page, wants_part
from scorekeeper.web.http.offline_queue import is_queued, list_reasons
from scorekeeper.web.http.this_match import get_match
from scorekeeper.web.views.lines import is_shown
from scorekeeper.web.views.pad_page import NOTHING_SENT, Outcome, make_pad_page
from scorekeeper.web.views.round_card import RoundCard, find_round_card

blueprint = Blueprint("pad", __name__)

FORMS = find_forms()


@blueprint.get("/m/<match_id>")
@for_scorers
def show() -> ResponseReturnValue:
    """GET /m/<match_id>: show the pad with the form that the URL names and fills in, or the usual one."""
    match = get_match()
    name = request.args.get("kind", "")
    if correction := _read_correction(match, request.args):
        fields = request.args if name in FORMS else correction.fields()
        return _answer(
            match, find_form(fields["kind"], correction.base).read(correction.base, fields), correction=correction
        )
    is_named = name in (*form_names(match.sheet), PASS)
    if is_named and list(request.args) == ["kind"]:
        remember_form(name)
    kind = find_form(name if is_named else usual_form(match.sheet), match.sheet)
    # If no form is asked for, the result of the last round is shown first.
    return _answer(match, kind.read(match.sheet, request.args), card=None if name else find_round_card(match.sheet))


@blueprint.post("/m/<match_id>")
@for_scorers
def fill() -> ResponseReturnValue:
    """POST /m/<match_id>: do the tap `do` on the form, which writes nothing, or with `save` write the entry.

    A tap that contains a whole move (see `forms/one_tap.py`) writes it at once.
    """
    match = get_match()
    correction = _read_correction(match, request.form)
    base = correction.base if correction else match.sheet
    fields = rename_in_fields(request.form, match.seating.players, lambda: list_names(get_store()))
    do = request.form.get("do", SAVE)
    what, at_once = do.partition(" ")[0], find_form_of(do)
    name = at_once or request.form.get("kind", "")
    form = _find_sent_form(name, base).read(base, fields)
    if what == "along" and correction:
        return _together(match, form, correction, do)
    if what == SAVE or at_once:
        return _save(match, form.tapped(do), correction)
    return _answer(match, form.tapped(do), correction=correction, post=request.form.get("post"))


def _find_sent_form(name: str, sheet: Sheet) -> type[Form]:
    """Return the form class called `name`, or the usual one if the game has no such entry.

    The name may be anything, since it comes from the client.
    """
    takes = sheet.variant.takes
    known = name in FORMS and (name in takes or (name == "lead" and "round" in takes))
    return find_form(name if known else usual_form(sheet), sheet)


def _read_correction(match: Match, fields: Fields) -> Correction | None:
    """Return the correction that `fields` ask for, or None; only the owner may correct a match that is over."""
    return None if match.sheet.over and not is_allowed("own", match.id) else Correction.read(match, fields)


@blueprint.post("/m/<match_id>/led")
@for_scorers
def led() -> ResponseReturnValue:
    """POST /m/<match_id>/led: set who led the round in play, if its first move implied somebody else."""
    match = get_match()
    first, player = find_leading_move(match.sheet), request.form.get("lead", "")
    if first is None or player not in match.seating.players:
        return _answer(match, status=422)
    post = request.form.get("post") or make_post()
    try:
        after = add_entry(get_store(), match.id, name_lead(first, player), request.form.get("seen", 0, int), post)
    except StaleError as stale:
        return _answer(stale.match, outcome=Outcome(stale=True), status=409)
    except (RuleError, DoubtfulEntryError):
        return _answer(match, status=422)
    return _answer(after) if wants_part() else redirect(url_for("pad.show"), 303)


def _together(match: Match, form: Form, correction: Correction, do: str) -> ResponseReturnValue:
    """Link the correction with one of a later entry that it makes impossible, and show the form again.

    `do` is `along strike 4 5` to void entries, or `along correct 4`, whose form is shown next.
    """
    _, what, *words = [*do.split(), ""]
    numbers = [number for each in words if (number := read_number(each))]
    if what == "strike":
        more = correction.together(*(LinkedCorrection({"entry": "void", "of": each}) for each in numbers))
        return _answer(match, form, correction=more, post=request.form.get("post"))
    now = LinkedCorrection(correction.entry(_entry(form)), request.form.get("photo") or None)
    following = correction.together(now).of(numbers[0]) if numbers else None
    if following is None:
        return _answer(match, form, correction=correction, post=request.form.get("post"))
    fields = following.fields()
    return _answer(
        match,
        find_form(fields["kind"], following.base).read(following.base, fields),
        Outcome(moved_on=True),
        correction=following,
    )


def _entry(form: Form) -> dict[str, Any]:
    """Return the entry of `form`, with the doubts that the players have accepted."""
    accepted = request.form.getlist("accepted")
    return form.entry() | ({"accepted": accepted} if accepted else {})


def _save(match: Match, form: Form, correction: Correction | None) -> ResponseReturnValue:
    """Write the entry of `form` and show the pad; if it is refused, show the form again with the reasons."""
    post = request.form.get("post") or make_post()
    entry = correction.entry(_entry(form)) if correction else _entry(form)
    photo, along = request.form.get("photo") or None, correction.along if correction else ()
    try:
        after = add_entry(get_store(), match.id, entry, request.form.get("seen", 0, int), post, photo, along)
    except StaleError as stale:
        # Show the same form on the new sheet, so that nothing typed is lost.
        again = _read_correction(stale.match, request.form)
        fresh = form.read(again.base if again else stale.match.sheet, request.form)
        return _answer(stale.match, fresh, Outcome(stale=True), correction=again, post=post, status=409)
    except RuleError as error:
        later = correction.later(entry) if correction else ()
        problems = () if later and not is_queued() else list_problems(form.sheet, entry, error.problems)
        problems = describe_unreadable(form.sheet, problems)
        return _answer(match, form, Outcome(problems=tuple(problems)), correction=correction, post=post, status=422)
    except DoubtfulEntryError as hardly:
        # The doubts are shown once; the next save sends them as accepted.
        return _answer(match, form, Outcome(doubts=hardly.doubts), correction=correction, post=post, status=422)
    if correction and not is_queued():
        # The sheet shows what the correction has changed.
        here: dict[str, Any] = {} if is_shown(after.sheet, after.seen) else {"all": 1}
        return go_to(url_for("sheets.sheet", _anchor=f"entry-{after.seen}", **here))
    if not match.sheet.between_rounds:
        remember_form(request.form.get("kind", ""))
    if not wants_part():
        return redirect(url_for("pad.show"), 303)
    return _answer(after, outcome=Outcome(saved=True), card=find_round_card(after.sheet))


def _answer(
    match: Match,
    form: Form | None = None,
    outcome: Outcome = NOTHING_SENT,
    *,
    correction: Correction | None = None,
    post: str | None = None,
    status: int = 200,
    card: RoundCard | None = None,
) -> ResponseReturnValue:
    """Return the page of the pad with `form` (None: the usual one), `outcome` and `card`.

    A refused entry that was stored on its phone is answered with JSON instead, which has the reasons.
    """
    if status >= 400 and is_queued():
        answer = list_reasons([*outcome.problems, *outcome.doubts], stale=outcome.stale)
        answer.status_code = status
        return answer
    form = form or find_form(usual_form(match.sheet), match.sheet).read(match.sheet, MultiDict())
    page = make_pad_page(match, form, outcome, correction, post, card)
    return show_page("pad/pad.html", page, status, fragment="pad/_pad.html")
