"""The forecast of a match that is being set up, and equal pairs, both by the ratings of the players."""

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.engine.seating import AND
from scorekeeper.play.history.ratings import RATED_FROM, forecast, seat_fairly
from scorekeeper.play.history.rivalries import find_ratings
from scorekeeper.web.forms.setup import SetupForm
from scorekeeper.web.http.book_middleware import get_store


def write_forecast(setup: SetupForm) -> str:
    """Return how many of 100 matches each side will probably win, or what is missing for that.

    Return an empty text unless the form asks for a forecast and there are two sides. It needs a rating for every
    player.
    """
    if not setup.forecast or len(setup.sides) != 2:
        return ""
    one, other = (find_ratings(get_store(), setup.variant.key, side) for side in setup.sides)
    if not all(rating.established for rating in (*one, *other)):
        return str(
            ngettext(
                "A forecast needs %(n)s finished match of these games from everybody.",
                "A forecast needs %(n)s finished matches of these games from everybody.",
                RATED_FROM,
                n=RATED_FROM,
            )
        )
    wins = round(100 * forecast(one, other))
    names = [AND.join(side) for side in setup.sides]
    return str(_("Of 100 matches: %(one)s %(n)s, %(other)s %(m)s", one=names[0], n=wins, other=names[1], m=100 - wins))


def pair_fairly(setup: SetupForm) -> SetupForm:
    """Return the form with the most equal pairs and with the forecast; the seats stay if a player has no rating yet."""
    setup = setup if setup.forecast else setup.tapped("forecast")
    ratings = find_ratings(get_store(), setup.variant.key, setup.players) if setup.pairs else []
    if not ratings or not all(rating.established for rating in ratings):
        return setup
    return setup.seated(seat_fairly(setup.players, ratings))
