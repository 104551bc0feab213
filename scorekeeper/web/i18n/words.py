"""Sentences in the reader's language: texts and problems of the engine, names of games, numbers, dates and times."""

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Protocol

from babel.lists import format_list
from babel.support import NullTranslations, Translations
from flask import Flask, g
from flask_babel import (
    Babel,
    format_date,
    format_datetime,
    format_decimal,
    format_percent,
    format_time,
    get_locale,
    get_translations,
)
from flask_babel import gettext as translated
from flask_babel.speaklater import LazyString

from scorekeeper.engine.problems import Problem, list_sentences
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.text import Text, say
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.folders import TRANSLATIONS
from scorekeeper.play.history.periods import find_night_day
from scorekeeper.web.i18n.languages import SOURCE, find_direction, find_language
from scorekeeper.web.i18n.zones import find_local, find_zone

BETWEEN = re.compile(r"[\s-]+")  # where a line may break
YEAR = re.compile(r"(?: 'de')?[ ,.]*\by+\b(?:\s'г'\.)?")  # the year in a date pattern of Babel, with a word next to it
REGIONS = {"en": "en_GB"}  # 21 Nov, 19:30, as the players of all the other languages write it
SUM = re.compile(r"(?<!,) (?=[÷=] )|(?<= [÷=]) ")  # the spaces around a ÷ or =, but not one after a comma
LEFT_TO_RIGHT = "\u200e"  # an invisible letter of the Latin alphabet
ISOLATES = "\u2068\u2069"  # the invisible marks around what is put into an Arabic sentence
LONGEST = 8  # letters on a quarter of a phone


class HasGame(Protocol):
    """A match by the game that was played: its key `variant`, and `own_name` if it was a game of the group's own."""

    @property
    def variant(self) -> str:
        """Return the key of the game."""
        ...

    @property
    def own_name(self) -> str:
        """Return the name of the game of the group's own; empty for other games."""
        ...


def add_words(app: Flask) -> None:
    """Make `app` translate into the reader's language, in Python and in templates."""
    Babel(
        app,
        default_locale=SOURCE,
        default_translation_directories=str(TRANSLATIONS),
        locale_selector=lambda: REGIONS.get(find_language(), find_language()),
    )
    # Like flask_babel's functions, but these look up the catalogue once a request.
    app.jinja_env.install_gettext_callables(_gettext, _ngettext, newstyle=True)  # type: ignore[attr-defined]  # by the i18n extension


def join_sums(text: str) -> str:
    """Return `text` with non-breaking spaces around each `÷` and `=`, except after a comma."""
    return SUM.sub("\u00a0", text)


def write_signed(points: int) -> str:
    """Return points with their sign: `+5`, `−10` or `0`; among words from right to left the sign stays before them."""
    signed = f"+{points}" if points > 0 else f"−{-points}" if points else "0"
    return LEFT_TO_RIGHT + signed if points and find_direction() == "rtl" else signed


def speak(text: Text | str | LazyString) -> str:
    """Return a text of the engine, or a marked message such as an option's label, in the reader's language."""
    return _speak(_find_translations(), text)


def call_game(game: Variant) -> str:
    """Return the name of a game; for a game without a name, a description in the reader's language."""
    return speak(game.name) if game.name_is_message else game.name


def call_played(match: HasGame) -> str:
    """Return the name of the game of `match`.

    A game of the group's own has the name that it had then, an unknown one its key.
    """
    variant = VARIANTS.get(match.variant)
    return match.own_name or (call_game(variant) if variant else match.variant)


def _speak(translations: Translations | NullTranslations, text: Text | str | LazyString) -> str:
    """Return `text` translated by `translations`; empty for an empty text."""
    if isinstance(text, Text):
        return say(text, translations.ugettext, translations.ungettext)
    return str(translations.ugettext(str(text))) if text else ""


def speak_problem(problem: Problem) -> str:
    """Return the sentence of a problem, without its field, since it is shown there.

    A problem with another entry begins with that entry's number.
    """
    entry, _, number = str(problem.place[0]).partition(" ") if problem.place else ("", "", "")
    if entry != "entry":
        return speak(problem.text)
    return str(translated("Entry %(number)s: %(problem)s", number=number, problem=speak(problem.text)))


def speak_file_problems(problems: Sequence[Problem], more: int = 0) -> list[str]:
    """Return the sentences of the problems with a match file, each with its place in the file.

    If `more` is not 0, the last sentence says that this many more problems were found.
    """
    return list_sentences(problems, _gettext, _ngettext, more)


def has_long_names(names: Collection[str], others: int = 0) -> bool:
    """Return whether one of `names` would be broken within a word on a phone.

    The names stand side by side, with `others` more columns.
    """
    return len(names) + others > 3 and max(len(word) for name in names for word in BETWEEN.split(name)) > LONGEST


def _find_translations() -> Translations | NullTranslations:
    """Return the translations into the reader's language, looked up once a request."""
    translations: Translations | NullTranslations | None = g.get("translations")
    if translations is None:
        g.translations = translations = get_translations()
    return translations


def _gettext(message: str) -> str:
    """Return `message` in the reader's language."""
    return str(_find_translations().gettext(message))


def _ngettext(singular: str, plural: str, n: int) -> str:
    """Return the form of a message for the number `n` in the reader's language.

    Unlike that of flask_babel, it does not fill in the number: the engine does.
    """
    return str(_find_translations().ngettext(singular, plural, n))


def say_when(moment: datetime) -> str:
    """Return a moment in the phone's time zone: the time if it is in this night, else the day of its night."""
    night = find_night_day(moment, find_zone())
    if night == find_night_day(datetime.now(UTC), find_zone()):
        return str(format_time(find_local(moment), "short", rebase=False))
    return str(format_date(night, "medium"))


def say_day(day: date) -> str:
    """Return the day of a night as a heading, such as Today, Yesterday or Friday 20 November.

    The year is added if it is not this year. Until eight in the morning, when the night ends, it is still today.
    """
    today = find_night_day(datetime.now(UTC), find_zone())
    if day in (today, today - timedelta(days=1)):
        return str(translated("Today") if day == today else translated("Yesterday"))
    pattern = str(get_locale().date_formats["full"].pattern)
    if day.year == today.year:
        pattern = YEAR.sub("", pattern)
    text = str(format_date(day, pattern))
    return text[:1].upper() + text[1:]


def say_clock(moment: datetime) -> str:
    """Return the time of day of a moment in the phone's time zone; after midnight with the day of the week before it.

    So `Fri 00:10` is listed above `23:00` in the night of a Thursday, because the newest match comes first.
    """
    local = find_local(moment)
    clock = str(format_time(local, "short", rebase=False))
    if local.date() == find_night_day(moment, find_zone()):
        return clock
    return f"{format_date(local, 'EEE', rebase=False)} {clock}"


def write_decimal(number: float) -> str:
    """Return a number with one decimal, in the notation of the reader's language."""
    return str(format_decimal(round(number, 1), format="0.0"))


def write_percent(share: Fraction | float) -> str:
    """Return a share as a whole number of percent, in the notation of the reader's language."""
    return str(format_percent(float(share), format=None))


def write_list(things: Iterable[object]) -> str:
    """Return `things` as a list in the reader's language, such as `2, 3 and 4`."""
    return str(format_list([str(each) for each in things], locale=get_locale()))


def join_value(label: str, value: object) -> str:
    """Return a label with its value, `Player of the night: Anna`, with the colon as the language writes it."""
    return str(translated("%(label)s: %(value)s", label=label, value=value))


def write_colon() -> str:
    """Return the colon between a label and its value, with the spaces around it that the language writes."""
    return join_value("", "").strip(ISOLATES)


def say_moment(then: datetime) -> str:
    """Return the day and the time of a moment in the phone's time zone."""
    return str(format_datetime(find_local(then), "medium", rebase=False))
