"""Brings the catalogues up to date with the sentences in code and templates: `make messages`.

New sentences get an empty place in each scorekeeper/translations/*/LC_MESSAGES/messages.po; sentences that are gone are
dropped, none is guessed; then every catalogue is compiled. A test holds that nothing is missing.
"""

import sys
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scorekeeper.folders import TRANSLATIONS
from scorekeeper.web.i18n.languages import NAMES, SOURCE

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = tuple(sorted({*NAMES} - {SOURCE}))
SOURCES = [("scorekeeper/**.py", "python"), ("vision/**.py", "python"), ("templates/**.html", "jinja2")]
SAID = ("_", "_l", "N_", "gettext", "translated")  # by whatever name a module calls them
KEYWORDS = {**dict.fromkeys(SAID), "ngettext": (1, 2), "counted": (1, 2), "count_by": (2, 3)}


def template() -> Catalog:
    """Every sentence that can be said, as found in the sources."""
    found = Catalog(project="domino-scorekeeper")
    texts = extract_from_dir(
        ROOT,
        method_map=SOURCES,
        options_map={"templates/**.html": {"trimmed": "true", "silent": "false"}},
        keywords=KEYWORDS,
        directory_filter=lambda folder: not Path(folder).name.startswith((".", "lab")),
    )
    for file, _line, message, _comments, context in texts:
        found.add(message, locations=[(file, 1)], context=context)
    return found


def catalogue(language: str) -> Catalog:
    """The catalogue of a language as it is in its file; an empty one where there is none."""
    path = po(language)
    if not path.exists():
        return Catalog(locale=language, project="domino-scorekeeper")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def po(language: str) -> Path:
    return TRANSLATIONS / language / "LC_MESSAGES/messages.po"


def compiled(messages: Catalog) -> bytes:
    """What the pages read: the .mo file of a catalogue."""
    out = BytesIO()
    write_mo(out, messages)
    return out.getvalue()


def bring_up_to_date(language: str) -> int:
    """Write one language's .po and .mo; gives how many sentences are not translated yet."""
    messages = catalogue(language)
    messages.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    messages.obsolete.clear()
    messages.fuzzy = False
    messages.header_comment = (
        f"# {messages.locale.english_name if messages.locale else language}: what the score pad says."
    )
    path = po(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, messages, width=120, sort_output=True, include_lineno=False, ignore_obsolete=True)
    path.with_suffix(".mo").write_bytes(compiled(catalogue(language)))
    return len(untranslated(catalogue(language)))


def untranslated(messages: Catalog) -> list[str]:
    """The sentences that a catalogue has no words for, or not in every plural form."""
    return [str(message.id) for message in messages if message.id and not all(strings(message.string))]


def strings(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """The forms of a translation, or of a sentence."""
    return (string or "",) if isinstance(string, str | None) else tuple(string)


def main() -> int:
    for language in LANGUAGES:
        print(f"{language}: {bring_up_to_date(language)} not translated")
    return 0


if __name__ == "__main__":
    sys.exit(main())
