"""The form that asks what is to come in of the plays of another program: games, columns, and who wins."""

from dataclasses import dataclass

from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict

from scorekeeper.play.transfer.csv_plays import ROLES, Role
from scorekeeper.play.transfer.play_import import PlayChoice

ROLE_NAMES: dict[Role, object] = {
    "": _l("leave it out"),
    "date": _l("date (2026-11-25)"),
    "day_first": _l("date, the day first (25/11/2026)"),
    "month_first": _l("date, the month first (11/25/2026)"),
    "game": _l("Game"),
    "player": _l("points of the player in the heading"),
    "names": _l("players’ names"),
    "points": _l("points of these players"),
    "winners": _l("who won"),
    "number": _l("number of the match"),
    "place": _l("Place"),
    "note": _l("Note"),
}
WINS = {"most": False, "fewest": True}


@dataclass(frozen=True, slots=True)
class PlaysForm:
    """The form as it was sent: the id and the name of the file, the choice, and whether it is only to be looked at."""

    sent: str
    called: str
    choice: PlayChoice
    only_look: bool

    @classmethod
    def read(cls, fields: MultiDict[str, str]) -> "PlaysForm":
        """Return the form in the fields of a request; a value that makes no sense is ignored."""
        known = {str(role): role for role in ROLES}
        roles = tuple(known.get(role, "") for role in fields.getlist("role"))
        games = frozenset(fields.getlist("game")) if "games" in fields else None
        choice = PlayChoice(games, roles or None, WINS.get(fields.get("wins", "")))
        return cls(fields.get("sent", ""), fields.get("called", ""), choice, fields.get("do") == "look")
