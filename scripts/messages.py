"""Update the catalogues with the sentences in code and templates: `make messages`."""

import re
import sys
from copy import deepcopy
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scorekeeper import __version__
from scorekeeper.folders import TRANSLATIONS
from scorekeeper.web.i18n.languages import IN_PROGRESS, NAMES, SOURCE

ROOT = Path(__file__).resolve().parents[1]
PROJECT = "domino-scorekeeper"
ADDRESS = "see SECURITY.md and CONTRIBUTING.md"
CREATED = datetime(2026, 11, 21, tzinfo=UTC)  # one date in every header, so that the same sentences give the same files
TEMPLATE = TRANSLATIONS / "messages.pot"
LANGUAGES = tuple(sorted({*NAMES} - {SOURCE}))
RELEASED = tuple(language for language in LANGUAGES if language not in IN_PROGRESS)
FOR_TRANSLATORS = ("Translators:",)  # the beginning of a comment that is copied into the catalogues
SOURCES = [("scorekeeper/**.py", "python"), ("vision/**.py", "python"), ("templates/**.html", "jinja2")]
SAID = ("_", "_l", "N_", "gettext", "translated")  # under all names that modules give them
TERM = r"(?:%\(\w+\)s|\d+)"
TOGETHER = re.compile(
    rf"(?P<markup><[^>]*>)|(?P<sum>[+−±]{TERM}|{TERM}(?:(?: ?[+−×÷=] ?){TERM})+|\d+(?:-\d+)+)|(?P<place>%\(\w+\)s)"
)
MARKS = {"markup": "%s", "sum": "\u2066%s\u2069", "place": "\u2068%s\u2069"}
KEYWORDS = {**dict.fromkeys(SAID), "ngettext": (1, 2), "counted": (1, 2), "count_by": (2, 3)}


def template() -> Catalog:
    """Return every sentence in the sources."""
    found = Catalog(
        project=PROJECT, version=__version__, msgid_bugs_address=ADDRESS, creation_date=CREATED, fuzzy=False
    )
    found.header_comment = "# What the score pad says, in English."
    texts = extract_from_dir(
        ROOT,
        method_map=SOURCES,
        options_map={"templates/**.html": {"trimmed": "true", "silent": "false"}},
        keywords=KEYWORDS,
        comment_tags=FOR_TRANSLATORS,
        strip_comment_tags=True,
        directory_filter=lambda folder: not Path(folder).name.startswith((".", "lab")),
    )
    for file, _line, message, comments, context in texts:
        found.add(message, locations=[(file, 1)], auto_comments=comments, context=context)
    return found


def catalogue(language: str) -> Catalog:
    """Return the catalogue of a language from its file; an empty one if there is no file."""
    path = po(language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def po(language: str) -> Path:
    return TRANSLATIONS / language / "LC_MESSAGES/messages.po"


def compiled(messages: Catalog) -> bytes:
    """Return the .mo file of a catalogue, which the pages read."""
    if messages.locale and messages.locale.text_direction == "rtl":
        messages = deepcopy(messages)
        for message in messages:
            if message.id:
                forms = tuple(isolate(form) for form in strings(message.string))
                message.string = forms if message.pluralizable else forms[0]
    out = BytesIO()
    write_mo(out, messages)
    return out.getvalue()


def isolate(sentence: str) -> str:
    """Return a sentence that is read from right to left, with marks that keep sums, tiles and what is put in together.

    They are characters of Unicode: U+2066 begins what is read from left to right, U+2068 what is read as its first
    letter says, and U+2069 ends both.
    """
    return TOGETHER.sub(lambda found: MARKS[str(found.lastgroup)] % found[0], sentence)


def bring_up_to_date(language: str) -> int:
    """Write one language's .po and .mo; gives how many sentences are not translated yet."""
    messages = catalogue(language)
    messages.update(template(), no_fuzzy_matching=True)
    messages.obsolete.clear()
    messages.fuzzy = False
    name = str(messages.locale.english_name if messages.locale else language)
    messages.header_comment = f"# {name}: what the score pad says."
    fill_in_header(messages, name)
    path = po(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, messages)
    path.with_suffix(".mo").write_bytes(compiled(catalogue(language)))
    return len(untranslated(catalogue(language)))


def fill_in_header(messages: Catalog, name: str) -> None:
    """Update the header of a catalogue; the names and dates that translators wrote there stay."""
    messages.project, messages.version, messages.msgid_bugs_address = PROJECT, __version__, ADDRESS
    if "EMAIL@ADDRESS" in messages.last_translator:
        messages.last_translator = PROJECT
    if "LL@li.org" in messages.language_team:
        messages.language_team = name
    if isinstance(messages.revision_date, str):
        messages.revision_date = CREATED


def write(path: Path, messages: Catalog) -> None:
    """Write a catalogue or the template to its file."""
    with path.open("wb") as file:
        write_po(file, messages, width=120, sort_output=True, include_lineno=False, ignore_obsolete=True)


def untranslated(messages: Catalog) -> list[str]:
    """Return the sentences without a translation, or without some plural form."""
    return [str(message.id) for message in messages if message.id and not all(strings(message.string))]


def strings(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Return the forms of a translation, or of a sentence."""
    return (string or "",) if isinstance(string, str | None) else tuple(string)


def main() -> int:
    found = template()
    write(TEMPLATE, found)
    for language in LANGUAGES:
        left = bring_up_to_date(language)
        print(f"{language}: {left} of {len(found)} not translated{' (in progress)' * (language in IN_PROGRESS)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
