"""The language of a page: the one chosen on this device, else one that its browser accepts, else English."""

from functools import cache, lru_cache

from babel import Locale
from flask import g, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorekeeper.folders import TRANSLATIONS

SOURCE = "en"
MOST_READ = 100  # headers; each may have some kilobytes
NAMES = {  # all languages, in the order in which they are offered
    "en": "English",
    "sv": "Svenska",
    "da": "Dansk",
    "de": "Deutsch",
    "nl": "Nederlands",
    "pl": "Polski",
    "es": "Español",
    "pt": "Português",
    "fr": "Français",
    "it": "Italiano",
    "ru": "Русский",
    "tr": "Türkçe",
    "ar": "العربية",
}
IN_PROGRESS: tuple[str, ...] = ()  # languages whose catalogues may lack sentences, which are shown in English
COOKIE = "language"  # apart from the session, so that devices without a permission have a language, too


@cache
def list_languages() -> dict[str, str]:
    """Return each language that is translated, by its code, with its own name for itself; English first."""
    spoken = [language for language in NAMES if (TRANSLATIONS / language / "LC_MESSAGES/messages.mo").is_file()]
    return {language: NAMES[language] for language in (SOURCE, *spoken)}


def find_language() -> str:
    """Return the code of the language of this request."""
    language: str | None = g.get("language")
    if language is None:
        g.language = language = _choose_language()
    return language


def find_direction() -> str:
    """Return the direction in which the language of this request is read, as HTML writes it: `ltr` or `rtl`."""
    return _find_direction(find_language())


@cache
def _find_direction(language: str) -> str:
    """Return the direction in which this language is read, `ltr` or `rtl`."""
    return str(Locale(language).text_direction)


def _choose_language() -> str:
    """Return the language in the cookie of this device, else the best one that its browser accepts."""
    chosen = request.cookies.get(COOKIE)
    return chosen if chosen in list_languages() else _find_wanted(request.headers.get("Accept-Language", ""))


@lru_cache(MOST_READ)
def _find_wanted(accepted: str) -> str:
    """Return the first released language in an Accept-Language header; English if there is none."""
    # In the browser's order, without regions: sv-FI before en gives sv.
    parsed = parse_accept_header(accepted, LanguageAccept)
    wanted = [tag.partition("-")[0].lower() for tag, quality in parsed if quality > 0]
    released = list_languages().keys() - IN_PROGRESS
    return next((each for each in wanted if each in released), SOURCE)
