"""Hands that wait for the end of the round, and whose hand this phone holds: a phone says it once in a match."""

from uuid import uuid4

from flask import g, session

from scorekeeper.play.scoring.hand_collection import HandCollection, collects_hands, find_hand_collection
from scorekeeper.play.scoring.match import Match
from scorekeeper.web.app.database import get_store
from scorekeeper.web.app.this_match import get_match_id

KEPT = 8  # matches


def find_waiting(match: Match) -> HandCollection | None:
    """What has come in for the end of the round; None in a game in which nobody gives a hand.

    It is looked up once for a match as it stands: a page shows that, and says of that what is the newest.
    """
    if match.sheet.over or not collects_hands(match):
        return None
    found: HandCollection | None = g.get("waiting")
    if found is None or found.match is not match:
        g.waiting = found = find_hand_collection(get_store(), match)
    return found


def drop_waiting() -> None:
    """Look again what has come in: something was given meanwhile."""
    g.pop("waiting", None)


def keep_seat(seat: int) -> None:
    """This phone holds the hand of whoever sits there, in this match."""
    others = [pair for pair in session.get("seats", ()) if pair[0] != get_match_id()]
    session["seats"] = [*others, [get_match_id(), seat]][-KEPT:]


def recall_seat() -> int | None:
    """The seat of the player whose hand this phone holds; None where nobody has said."""
    return next((seat for match_id, seat in session.get("seats", ()) if match_id == get_match_id()), None)


def get_phone() -> str:
    """What tells this phone from others: nothing but a word in its cookie."""
    if "phone" not in session:
        session["phone"] = uuid4().hex[:12]
    found: str = session["phone"]
    return found
