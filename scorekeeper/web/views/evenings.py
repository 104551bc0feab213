"""The evenings in the history, day by day, each with a tally in one line. An evening is matches played in a row."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.play.history.evenings import Evening
from scorekeeper.play.history.periods import find_night_day
from scorekeeper.web.i18n.zones import find_zone

BETWEEN = " \u00b7 "
DASH = "\u00a0\u2013\u00a0"


@dataclass(frozen=True, slots=True)
class EveningView:
    """An evening of the history, and its tally as text; empty if it has only one match."""

    evening: Evening
    tally: str


@dataclass(frozen=True, slots=True)
class DayView:
    """The evenings of one night, named by the day on which it began, the newest first."""

    day: date
    evenings: tuple[EveningView, ...]


def group_by_day(evenings: Sequence[Evening]) -> tuple[DayView, ...]:
    """Return the evenings by the night that they are part of."""
    days = groupby(evenings, lambda evening: find_night_day(evening.began, find_zone()))
    return tuple(
        DayView(day, tuple(EveningView(each, write_tally(each) if each.played > 1 else "") for each in those))
        for day, those in days
    )


def write_tally(evening: Evening) -> str:
    """Return the number of matches that each side won: `Anna & Carl 2 – 1`, `Anna 2 · Bo 1 · Carl 0`.

    Return an empty text if no match of the evening has ended.
    """
    wins = list(evening.wins.items())
    if not evening.over:
        return ""
    if len(wins) == 1:
        return str(_("%(won)s of %(over)s won", won=wins[0][1], over=evening.over))
    if len(wins) > 2:
        text = BETWEEN.join(f"{name}\u00a0{won}" for name, won in wins)
    else:
        (leader, most), (_other, least) = wins
        text = f"{leader}\u00a0{most}{DASH}{least}" if most > least else f"{most}{DASH}{least}"
    if evening.drawn:
        # Translators: matches of an evening that ended in a draw.
        text += BETWEEN + ngettext("%(n)s drawn", "%(n)s drawn", evening.drawn, n=evening.drawn)
    return text
