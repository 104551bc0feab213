"""The choices of this phone in each match, stored in its session: the form for moves, and the hand that it holds."""

from uuid import uuid4

from flask import session

from scorekeeper.web.http.this_match import get_match_id

MAX_MATCHES = 8  # the most matches whose choices are stored
FORMS = ("ends", "play")


def remember_form(name: str) -> None:
    """Remember the form `name` for the moves of this match; forms that are not in FORMS are ignored."""
    if name in FORMS and name != recall_form():
        _remember("forms", name)


def recall_form() -> str:
    """Return the name of the form remembered for the moves of this match; empty if there is none."""
    return str(_recall("forms") or "")


def remember_seat(seat: int) -> None:
    """Remember that this phone holds the hand of the player at `seat` (from 1) in this match."""
    _remember("seats", seat)


def recall_seat() -> int | None:
    """Return the seat of the player whose hand this phone holds in this match; None if it never chose one."""
    seat = _recall("seats")
    return seat if isinstance(seat, int) else None


def get_phone_id() -> str:
    """Return a random id of this phone, which is made on first use and stored in its session."""
    if "phone" not in session:
        session["phone"] = uuid4().hex[:12]
    phone: str = session["phone"]
    return phone


def _remember(kind: str, value: str | int) -> None:
    """Store `value` as this match's choice of the `kind` `forms` or `seats`."""
    others = [pair for pair in session.get(kind, ()) if pair[0] != get_match_id()]
    session[kind] = [*others, [get_match_id(), value]][-MAX_MATCHES:]


def _recall(kind: str) -> object:
    """Return this match's choice of the `kind` `forms` or `seats`; None if there is none."""
    return next((value for match_id, value in session.get(kind, ()) if match_id == get_match_id()), None)
