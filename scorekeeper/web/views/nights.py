"""A night as text and as a picture to share: who was the best, and how many matches everybody has won."""

from collections.abc import Callable

from flask_babel import format_date, ngettext
from flask_babel import gettext as _

from scorekeeper.play import Profiles
from scorekeeper.play.history.nights import Night, NightScore, count_night_scores, find_night
from scorekeeper.web.access.permissions import get_permission, is_allowed
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.this_match import get_match_id
from scorekeeper.web.i18n.words import join_value, write_list
from scorekeeper.web.i18n.zones import find_zone
from scorekeeper.web.picture import PicturedSide, ResultPicture
from scorekeeper.web.views.persons import picture_mark

BETWEEN = " \u00b7 "
MOST_PICTURED = 8


def find_shown_night() -> Night:
    """Return the night of the request's match; for a guest only with the matches that their links open."""
    return find_night(get_store(), get_match_id(), find_zone(), _find_only())


def find_shown_scores() -> tuple[NightScore, ...]:
    """Return the scores of the night of the request's match; empty if the night has only one evening.

    For a guest only the matches that their links open count.
    """
    return count_night_scores(get_store(), get_match_id(), find_zone(), _find_only())


def _find_only() -> Callable[[str], bool] | None:
    """Return a function that returns for a match id whether that match counts for this device; None if all count."""
    return None if get_permission().allows("own") else lambda match_id: is_allowed("watch", match_id)


def write_best(night: Night) -> str:
    """Return the players of the night: `Player of the night: Anna`; empty if there is none."""
    if not night.best:
        return ""
    title = ngettext("Player of the night", "Players of the night", len(night.best))
    return join_value(title, write_list(night.best))


def write_line(night: Night) -> str:
    """Return the night in one line: the day, the players of the night, and the scores `Anna 3/4 · Bo 2/4`."""
    day = _("Our domino evening of %(day)s", day=format_date(night.day, "long"))
    scores = BETWEEN.join(f"{score.player}\u00a0{write_score(score)}" for score in night.scores)
    return ". ".join(filter(None, (day, write_best(night), scores)))


def write_score(score: NightScore) -> str:
    """Return how many of their matches a player has won: `3/4`."""
    return f"{score.won}/{score.matches}"


def picture_night(night: Night, profiles: Profiles) -> ResultPicture:
    """Return the texts of the picture of the night, with the first `MOST_PICTURED` players.

    `profiles` has the players' marks.
    """
    played, over = night.played, night.over
    matches = ngettext(
        "%(n)s match, %(over)s finished", "%(n)s matches, %(over)s finished", played, n=played, over=over
    )
    sides = tuple(
        PicturedSide(
            score.player,
            write_score(score),
            score.player in night.best,
            (picture_mark(score.player, profiles[score.player]),),
        )
        for score in night.scores[:MOST_PICTURED]
    )
    day = str(format_date(night.day, "medium"))
    return ResultPicture(_("Domino evening"), day, write_best(night) or _("Nobody was the best"), sides, (matches,), "")
