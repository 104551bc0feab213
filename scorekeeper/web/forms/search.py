"""The search form of the history, as typed and as the parameters of an address."""

from dataclasses import dataclass
from datetime import date
from typing import get_args
from urllib.parse import urlencode

from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.details import MatchLocation
from scorekeeper.play.history.periods import Period
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.search import ResultFilter, Search
from scorekeeper.web.forms.period import PeriodForm
from scorekeeper.web.i18n.zones import find_zone

PLACES = {"here": _l("the matches"), "archived": _l("the archive"), "deleted": _l("the bin")}


@dataclass(frozen=True, slots=True)
class SearchForm:
    """The search as typed; a value that makes no sense is ignored."""

    q: str = ""
    game: str = ""
    player: str = ""
    since: str = ""
    until: str = ""
    result: str = ""
    place: str = "here"

    @classmethod
    def read(cls, fields: MultiDict[str, str]) -> "SearchForm":
        """Return the search form from the query parameters `fields`; the name of a period is replaced by its dates."""
        typed = {name: fields.get(name, "").strip() for name in ("q", "game", "player", "since", "until", "result")}
        typed |= PeriodForm.of(PeriodForm.read(fields).find_period() or Period()).fields
        place = fields.get("place", "")
        return cls(**typed, place=place if place in PLACES else "here")

    def search(self) -> Search:
        """Return the search of the history that this form describes."""
        result: ResultFilter | None = next((each for each in get_args(ResultFilter) if each == self.result), None)
        place: MatchLocation = next(each for each in get_args(MatchLocation) if each == self.place)
        if result in ("won", "lost") and not self.player:
            result = "over"  # it needs a player who won or lost
        game = PlayedGame.read(self.game)
        variant = game.variant if game.variant in VARIANTS else None
        since, until, zone = _day(self.since), _day(self.until), find_zone()
        return Search(self.q, variant, self.player or None, since, until, result, place, game.own_name, zone)

    @property
    def narrowed(self) -> bool:
        """Return whether the search has conditions in addition to words, such as a game or a player."""
        return any((self.game, self.player, self.since, self.until, self.result, self.place != "here"))

    def query(self, **more: object) -> str:
        """Return the search form as the query string of an address, with `more` parameters."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        fields = {name: value for name, value in fields.items() if value and (name, value) != ("place", "here")}
        return urlencode(fields | more)


def _day(typed: str) -> date | None:
    """Return the date that was typed as `2026-11-25`; None if it is no date."""
    try:
        return date.fromisoformat(typed)
    except ValueError:
        return None
