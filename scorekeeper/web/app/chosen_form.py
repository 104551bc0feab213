"""How this phone enters its moves, match by match: the tab that was tapped stays, whatever is written or undone."""

from flask import session

from scorekeeper.web.app.this_match import get_match_id

KEPT = 8  # matches
FORMS = ("ends", "play")


def keep_chosen_form(name: str) -> None:
    """This phone enters the moves of this match by the form `name`; any other form is for once."""
    if name not in FORMS or name == recall_chosen_form():
        return
    others = [pair for pair in session.get("forms", ()) if pair[0] != get_match_id()]
    session["forms"] = [*others, [get_match_id(), name]][-KEPT:]


def recall_chosen_form() -> str:
    """The form that this phone enters the moves of this match by; empty where none was chosen."""
    return next((name for match_id, name in session.get("forms", ()) if match_id == get_match_id()), "")
