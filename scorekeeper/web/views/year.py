"""A year as cards, as a picture and as a line to share."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from flask import abort, url_for
from flask_babel import format_date, ngettext
from flask_babel import gettext as _

from scorekeeper.play import Profiles
from scorekeeper.play.history.periods import Period, find_night_day
from scorekeeper.play.history.rivalries import MET_ENOUGH
from scorekeeper.play.history.year import YEARS, Moments, Year, find_year, has_enough_matches, make_year
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.i18n.words import call_played, join_value, write_list, write_percent
from scorekeeper.web.i18n.zones import find_zone
from scorekeeper.web.picture import PicturedSide, ResultPicture
from scorekeeper.web.views.periods import list_busiest
from scorekeeper.web.views.persons import picture_mark

BETWEEN = " \u00b7 "
DASH = "\u00a0\u2013\u00a0"
MOST_OPEN = 3  # equal lines of a card that are always visible
MOST_FOLDED = 60  # equal lines below them that can be unfolded


@dataclass(frozen=True, slots=True)
class CardLine:
    """One of the equal lines on a card: the players of each side, a game or another name, a text, and a page's URL."""

    sides: tuple[tuple[str, ...], ...] = ()
    name: str = ""
    text: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class YearCard:
    """A card of the year: its heading, its figure and the lines that the figure is of.

    `more` is the number of further equal lines, of which `folded` has those that can be unfolded. `note` is the rule by
    which they were chosen.
    """

    key: str
    heading: str
    figure: str
    lines: tuple[CardLine, ...] = ()
    more: int = 0
    note: str = ""
    folded: tuple[CardLine, ...] = ()


def find_shown_year(number: int) -> tuple[Year, Period]:
    """Return the year of this number and its period, by the clock of the requesting phone.

    Abort with 404 for a number that is not a possible year.
    """
    if number not in YEARS:
        abort(404)
    return find_year(get_store(), number, find_zone()), make_year(number, find_zone())


def find_offered_year() -> int | None:
    """Return the year that the first page links to: this one in December, the last one until the 1st of February.

    Return None at other times, or if that year has too few matches.
    """
    zone = find_zone()
    today = find_night_day(datetime.now(UTC), zone)
    if (2, 1) < (today.month, today.day) < (12, 1):
        return None
    year = today.year - (today.month < 12)
    return year if has_enough_matches(get_store(), year, zone) else None


def write_matches(year: Year) -> str:
    """Return the number of matches and evenings of the year: `212 matches on 48 evenings`."""
    nights = ngettext("%(n)s evening", "%(n)s evenings", year.nights, n=year.nights)
    return str(
        ngettext("%(n)s match on %(days)s", "%(n)s matches on %(days)s", year.matches, n=year.matches, days=nights)
    )


def write_time(year: Year) -> str:
    """Return the time at the table in hours; empty if it is known for less than half of the matches."""
    hours = round(year.time.total_seconds() / 3600)
    if not hours or 2 * year.timed < year.matches:
        return ""
    return str(ngettext("%(n)s hour", "%(n)s hours", hours, n=hours))


def write_best(year: Year) -> str:
    """Return the players of the year: `Player of the year: Anna`; empty if there is none."""
    if not year.best:
        return ""
    title = ngettext("Player of the year", "Players of the year", len(year.best))
    return join_value(title, write_list(score.player for score in year.best))


def write_line(year: Year) -> str:
    """Return the year in one line to share."""
    title = _("Our domino year %(year)s", year=year.year)
    return ". ".join(filter(None, (join_value(title, write_matches(year)), write_best(year)))) + "."


def list_cards(year: Year) -> tuple[YearCard, ...]:
    """Return the cards of the year; those without lines are left out."""
    players = ngettext("%(n)s player", "%(n)s players", year.players, n=year.players)
    nights = ngettext("%(n)s evening", "%(n)s evenings", year.nights, n=year.nights)
    counted = ngettext(
        "Counted game by game, from %(n)s match on.",
        "Counted game by game, from %(n)s matches on.",
        MET_ENOUGH,
        n=MET_ENOUGH,
    )
    busiest = _list_busiest(year)
    cards = [
        YearCard(
            "matches",
            _("Matches"),
            str(year.matches),
            (CardLine(text=nights), CardLine(text=players), *busiest[:1]),
            len(busiest[1:]),
            folded=busiest[1:],
        ),
        _show_time(year),
        _show_favourites(year),
        _show_best(year),
        _make_card(
            "streak",
            _("Longest run of wins"),
            ngettext("%(n)s win in a row", "%(n)s wins in a row", year.streak, n=year.streak),
            [CardLine(((player,),)) for player in year.streaks],
        ),
        _show_moments("round", _("Biggest round"), year.rounds),
        _show_moments("finish", _("Closest finish"), year.finishes),
        _show_moments("comeback", _("Biggest comeback"), year.comebacks),
        _make_card(
            "pair",
            ngettext("Best pair", "Best pairs", len(year.pairs)),
            write_percent(year.pairs[0][2].share) if year.pairs else "",
            [
                CardLine(
                    (pair,),
                    text=join_value(
                        call_played(game),
                        _(
                            "%(players)s won %(won)s of %(over)s together",
                            players=write_list(pair),
                            won=each.won,
                            over=each.matches,
                        ),
                    ),
                )
                for pair, game, each in year.pairs
            ],
            counted,
        ),
        _make_card(
            "nemesis",
            _("Nemesis"),
            write_percent(year.nemeses[0][2].share) if year.nemeses else "",
            [
                CardLine(
                    ((one,),),
                    text=join_value(
                        call_played(game),
                        _("%(player)s won %(won)s of %(over)s", player=one, won=each.won, over=each.decided),
                    ),
                    name=_("against %(player)s", player=two),
                )
                for (one, two), game, each in year.nemeses
            ],
            counted,
        ),
        _make_card(
            "firsts",
            _("For the first time"),
            str(len(year.newcomers) + len(year.new_games)),
            [
                *(CardLine(((player,),)) for player in year.newcomers),
                *(CardLine(name=call_played(game)) for game in year.new_games),
            ],
        ),
    ]
    return tuple(card for card in cards if card.lines)


def picture_year(year: Year, cards: Sequence[YearCard], profiles: Profiles) -> ResultPicture:
    """Return the texts of the picture of a year; `profiles` has the players' marks."""
    sides = tuple(
        PicturedSide(
            _name_all(card),
            card.figure,
            False,
            tuple(
                picture_mark(player, profiles[player])
                for line in card.lines[:1]
                for side in line.sides[:1]
                for player in side[:2]
                if player in profiles
            ),
            card.heading,
        )
        for card in cards
        if card.key not in ("matches", "time", "best")
    )
    played = BETWEEN.join(filter(None, (write_matches(year), write_time(year))))
    title = str(_("Our domino year %(year)s", year=year.year))
    return ResultPicture(title, "", write_best(year) or _("Nobody was the best"), sides, (played,), "")


def _show_time(year: Year) -> YearCard:
    """Return the card of the time at the table; without lines if that is empty."""
    hours = write_time(year)
    known = _("In %(n)s of %(over)s matches, from the beginning to the last entry", n=year.timed, over=year.matches)
    return YearCard("time", _("Time at the table"), hours, (CardLine(text=known),) if hours else ())


def _list_busiest(year: Year) -> tuple[CardLine, ...]:
    """Return the lines of the busiest evenings, the last evening first; only the first line has a name."""
    name = ngettext("Busiest evening", "Busiest evenings", len(year.busiest))
    return tuple(
        CardLine(name="" if number else name, text=each.text, address=each.address)
        for number, each in enumerate(list_busiest(year.busiest, year.busiest_matches))
    )


def _show_favourites(year: Year) -> YearCard:
    """Return the card of the games that were played most."""
    count = year.favourite_matches
    figure = ngettext("%(n)s match", "%(n)s matches", count, n=count)
    return _make_card("game", _("Played most"), figure, [CardLine(name=call_played(game)) for game in year.favourites])


def _show_best(year: Year) -> YearCard:
    """Return the card of the players of the year, with the rule by which they are chosen."""
    lines = [
        CardLine(((score.player,),), text=_("%(won)s of %(over)s won", won=score.won, over=score.matches))
        for score in year.best
    ]
    rule = _(
        "Player of the year is whoever has won the largest share of their matches, and has played at least half as many"
        " as whoever played most. At equal shares more wins count, and who is still equal shares the title."
    )
    heading = ngettext("Player of the year", "Players of the year", len(year.best))
    return _make_card("best", heading, write_percent(year.best[0].share) if year.best else "", lines, rule)


def _show_moments(key: str, heading: str, moments: Moments) -> YearCard:
    """Return the card of the biggest round, the closest finish or the biggest comeback, each with its game and day."""
    if not moments.named:
        return YearCard(key, heading, "")
    first = moments.named[0]
    points = first.points
    if key == "finish":
        figure = DASH.join(map(str, first.totals))
    elif key == "comeback":
        figure = ngettext("%(n)s point behind", "%(n)s points behind", points, n=points)
    else:
        figure = ngettext("%(n)s point", "%(n)s points", points, n=points)
    lines = [
        CardLine(
            (moment.players, moment.others) if key == "finish" else (moment.players,),
            text=BETWEEN.join((call_played(moment.game), str(format_date(moment.day, "medium")))),
            address=url_for(
                "sheets.sheet", match_id=moment.match, _anchor=f"entry-{moment.entry}" if moment.entry else None
            ),
        )
        for moment in moments.named
    ]
    return _make_card(key, heading, str(figure), lines, count=moments.count)


def _make_card(
    key: str, heading: str, figure: str, lines: Sequence[CardLine], note: str = "", count: int = 0
) -> YearCard:
    """Return a card with the first `MOST_OPEN` of the equal lines open and the next ones folded.

    `count` is the number of equal ones if not all of them have a line.
    """
    opened, folded = tuple(lines[:MOST_OPEN]), tuple(lines[MOST_OPEN : MOST_OPEN + MOST_FOLDED])
    return YearCard(key, heading, figure, opened, max(count, len(lines)) - len(opened), note, folded)


def _name_all(card: YearCard) -> str:
    """Return the names on the lines of a card, each once; if lines are left out, the first name and how many others."""
    names = tuple(dict.fromkeys(filter(None, map(_name, card.lines))))
    if not card.more:
        return BETWEEN.join(names)
    others = card.more + len(card.lines) - 1
    return BETWEEN.join([*names[:1], ngettext("and %(n)s more", "and %(n)s more", others, n=others)])


def _name(line: CardLine) -> str:
    """Return the players, or the game or other name, of a line."""
    return " ".join(filter(None, (DASH.join(" & ".join(side) for side in line.sides), line.name)))
