"""The forecast of a match that is set up, and fair pairs, by the ratings of those who sit down."""

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.engine.seating import AND
from scorekeeper.play.history.ratings import RATED_FROM, forecast, seat_fairly
from scorekeeper.play.history.rivalries import find_ratings
from scorekeeper.web.forms.setup import SetupForm
from scorekeeper.web.http.book_middleware import get_store


def write_forecast(setup: SetupForm) -> str:
    """Return who will probably win how many of 100 matches, or what is missing; empty unless it is to be shown.

    There is a forecast for two sides only, of players who all have enough matches for a rating.
    """
    if not setup.forecast or len(setup.sides) != 2:
        return ""
    one, other = (find_ratings(get_store(), setup.variant.key, side) for side in setup.sides)
    if not all(rating.shown for rating in (*one, *other)):
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
    """Return the form with the most equal pairs and the forecast; without enough matches nobody changes seats."""
    setup = setup if setup.forecast else setup.tapped("forecast")
    ratings = find_ratings(get_store(), setup.variant.key, setup.players) if setup.pairs else []
    if not ratings or not all(rating.shown for rating in ratings):
        return setup
    return setup.seated(seat_fairly(setup.players, ratings))
