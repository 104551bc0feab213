"""What the pages say in each language: nothing is missing, no language is mixed in, and the language can be chosen."""

import re
from collections import Counter
from datetime import UTC, datetime
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel import Locale
from babel.messages import Message
from babel.messages.plurals import get_plural
from flask import Flask
from werkzeug.datastructures import Headers

from scorekeeper.engine.text import counted
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.web.forms.events import read_names
from scorekeeper.web.forms.form import read_number, split_words
from scorekeeper.web.i18n.languages import list_languages
from scorekeeper.web.i18n.words import join_value, say_when, speak, write_colon, write_decimal, write_signed
from scripts.messages import (
    LANGUAGES,
    RELEASED,
    TEMPLATE,
    catalogue,
    compiled,
    isolate,
    po,
    strings,
    template,
    untranslated,
    write,
)
from tests.long import mark_slow
from tests.web.pages import Page, Phone

as_it_is = cache(catalogue)  # only read, like the texts of the templates and the code: no test changes them
sentences_of_the_house = cache(template)
MARKUP = re.compile(r"</?\w+[^>]*>|&\w+;|^\s+|\s+$")


def speaking(language: str) -> Headers:
    """Return the headers of a browser whose reader speaks that language."""
    return Headers({"Accept-Language": f"{language}, en;q=0.5"})


def said(language: str) -> list[Message]:
    """Return every translated message, without the catalogue's header."""
    return [message for message in as_it_is(language) if message.id and all(strings(message.string))]


def names(sentence: str) -> set[str]:
    """Return the names of the placeholders in a sentence."""
    return set(re.findall(r"%\((\w+)\)s", sentence))


# -- the catalogues ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", RELEASED)
def test_every_sentence_is_said_in_every_released_language(language: str) -> None:
    messages = catalogue(language)
    messages.update(sentences_of_the_house(), no_fuzzy_matching=True)
    assert untranslated(messages) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_guessed_or_left_over(language: str) -> None:
    sentences = {message.id for message in sentences_of_the_house()}
    assert [message.id for message in said(language) if message.fuzzy or message.id not in sentences] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_has_a_form_for_every_count_of_its_language(language: str) -> None:
    forms = get_plural(language).num_plurals
    assert as_it_is(language).num_plurals == forms
    assert {len(strings(each.string)) for each in said(language) if isinstance(each.id, tuple | list)} <= {forms}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_is_put_into_a_sentence_is_lost(language: str) -> None:
    """Only the form for one may leave the number out, where the English one does.

    Where Arabic has a form for a single number, such as the dual, the number is in the word.
    """
    takes = Counter(Locale(language).plural_form(n) for n in range(200))
    single = [tag for tag in ("zero", "one", "two") if takes[tag] == 1]
    for message in said(language):
        one, *_, many = strings(message.id) * 2
        first, *others = forms = strings(message.string)
        if len(single) > 1 and one != many:
            first, others = many, list(forms[len(single) :])
            assert all(names(form) <= names(many) for form in forms[: len(single)]), message.id
            assert all(len(names(many) - names(form)) <= 1 for form in forms[: len(single)]), message.id
        assert names(first) in (names(one), names(many)), message.id
        assert all(names(form) == names(many) for form in others), message.id
        for form in forms:
            assert "%" not in re.sub(r"%\(\w+\)s", "", form).replace("%%", "") or "%" in many, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_markup_and_the_space_around_a_sentence_stay(language: str) -> None:
    for message in said(language):
        for form in strings(message.string):
            assert MARKUP.findall(form) == MARKUP.findall(strings(message.id)[0]), message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_read_what_the_translators_wrote(language: str) -> None:
    assert po(language).with_suffix(".mo").read_bytes() == compiled(catalogue(language))


def test_a_new_language_begins_from_a_template_of_every_sentence(tmp_path: Path) -> None:
    write(tmp_path / TEMPLATE.name, sentences_of_the_house())
    assert TEMPLATE.read_bytes() == (tmp_path / TEMPLATE.name).read_bytes()


def test_a_translator_is_told_what_a_word_with_two_meanings_means() -> None:
    assert as_it_is("de")["Made"].auto_comments == sentences_of_the_house()["Made"].auto_comments != []


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("%(player)s: 6-4", "[%(player)s]: {6-4]"),
        ("%(terms)s = %(sum)s, ÷ 3", "{%(terms)s = %(sum)s], ÷ 3"),
        ("+%(n)s <a href='#%(n)s'>3</a>", "{+%(n)s] <a href='#%(n)s'>3</a>"),
    ],
)
def test_a_sum_a_tile_and_a_name_keep_their_order_among_words_from_right_to_left(written: str, read: str) -> None:
    assert isolate(written).translate({0x2066: "{", 0x2068: "[", 0x2069: "]"}) == read


def test_a_page_is_read_in_the_direction_of_its_language(phone: Phone) -> None:
    page = phone.send(phone.open("/"), "languages", "language-ar")
    assert dict(page.elements)["html"]["dir"] == "rtl"
    page = phone.send(page, "languages", "language-sv")
    assert dict(page.elements)["html"]["dir"] == "ltr"


@pytest.mark.parametrize(("language", "signed"), [("sv", ["+5", "−10", "0"]), ("ar", ["\u200e+5", "\u200e−10", "0"])])
def test_a_sign_stands_before_its_number_in_every_direction(app: Flask, language: str, signed: list[str]) -> None:
    with app.test_request_context(headers={"Cookie": f"language={language}"}):
        assert [write_signed(points) for points in (5, -10, 0)] == signed


# Words that the rule sheets do not use, or not so, second names of one tile or of a match, and numbers that win instead
# of who has them; the words that are used stand in docs/words.md, with those we chose.
NOT_ON_THE_SHEETS = {
    "sv": r"\bgår? bort\b|\btyngsta\b|\bdubblar\b|dubbelnoll"
    r"|\brundans?\b|(?<!har )\b[Mm]inst(?: antal| straffpoäng| brickor)? vinner"
    r"|(?<!har )\b[Ff]lest(?: poäng)? vinner|vinner (?:flest|minst) ",
    "da": r"\bgår? væk\b|\btungeste\b|(?<!over)\bstreg(?:er|et)\b|\bmultiplum\b|[Dd]obbelt blank|\bblanke? halvdel"
    r"|(?<!har )(?<!med )\b(?:[Ff]lest|[Ff]ærrest)(?: \w+)? vinder|vinder (?:flest|færrest)|\blukke en runde",
    "de": r"[Gg]esperrt|\bSperre\b|\bist fertig\b|\bfertig war\b|auf fünf gerundet|[Ll]eeren? Pasch\b"
    r"|(?:wenigsten|meisten)(?: \w+)? gewinnen\b|gewinnen die (?:wenigsten|meisten)",
    "nl": r"\bpast niet aan\b|\bzwaarste\b|op vijf afgerond|[Dd]ubbele (?:nul|blanco)|\bvast(?:leg|geleg)"
    r"|(?:minste|meeste)(?: \w+)? winnen\b|winnen de (?:minste|meeste)",
    "pl": r"(?i)\bkamie[nń]|\bpauzuj|zaokrągl\w+ do pięciu|zablokow|podwójnym? pust|dublet\w* pust|\bparti[aięą]"
    r"|wygrywa (?:mniej|najmniej|najwięcej)\b",
    "es": r"(?i)\bpintas?\b|\bextremos?\b|\bbloque|\bcierre\b|\bvosotros\b|\bvuestr|[áé]is\b|\busted|doble blanco"
    r"|\b(?:anot|toc|revis|mir)ad(?:l[ao]s?)?\b"
    r"|\bdedos\b|\bmeta\b|\btantos\b(?! puntos| como| jugadores)",
    "pt": r"(?i)\bpedras?\b|\bbuchas?\b|\btranc(?:ad|ou)|\bregist|\btelas?\b|\bcelular|\bficheiro|\bpintas?\b"
    r"|carroça de branco",
    # And no second person singular, and no plain space before a colon, semicolon, exclamation or question mark.
    "fr": r"(?i)\btuiles?\b|\bpièces?\b|\btalon\b|\btu\b|\btes\b|double zéro|[\w)»][;!?](?!\w)|(?<!:) [:;!?](?:\s|$)",
    "it": r"(?i)\bpedin[ae]\b|\bpezz[oi]\b|\bpozzo\b|\bmazzo\b|\bchius[ae] la smazzata|doppi[oa] bianc|\bvosc",
    # And no past tense after a name, as it says whether that is a man.
    "ru": r"(?i)\bкост(?:ь|и|ей|ям|ью|яшк)|\bраунд|\bматч|\bпуст\w+ дубл|дубл\w+ пуст(?!о\b)|\bеще\b|\bсчет|\bтебе\b"
    r"|%\((?:player|side|name|other)\)s \w+л(?:а|ся|ась)?\b",
    # And no ending on a name, as its vowels decide which.
    "tr": r"(?i)\bpul\b|\bparti\b|\braunt|\bduble|boş çift|\bsenin\b|%\(\w+\)s(?:['’]| [dt][ea]\b)",
    # And no comma or question mark of Latin letters, and no verb that has to agree with a name.
    "ar": r"\bقطع(?:ة|تان|تين)?\b|حجارة|دوبل|دوش\b|مسدود|المخزن|[,?](?:\s|$)"
    r"|%\((?:player|name|side)\)s (?:فاز|ربح|وضع|مرّر|بدأ|سحب)\b",
}


@pytest.mark.parametrize("language", NOT_ON_THE_SHEETS)
def test_a_language_keeps_to_the_words_of_its_rule_sheets(language: str) -> None:
    unwanted = re.compile(NOT_ON_THE_SHEETS[language])
    assert [form for message in said(language) for form in strings(message.string) if unwanted.search(form)] == []


# -- on the pages --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", RELEASED)
def test_a_browser_is_answered_in_its_own_language(phone: Phone, language: str) -> None:
    page = Page(phone.client.get("/", headers=speaking(language)))
    heading = strings(as_it_is(language)["Domino score pad"].string)[0]
    assert heading in page.text
    assert dict(page.elements)["html"]["lang"] == language


SOON = ("en", "de", "ar")  # the others are looked at by `make test-slow`


@pytest.mark.parametrize("language", [*SOON, *mark_slow(*(tag for tag in RELEASED if tag not in SOON))])
def test_no_page_mixes_languages(phone: Phone, language: str) -> None:
    pad = phone.new_match().path
    phone.client.post("/language", data={"csrf_token": _token(phone, "/"), "language": language, "back": "/"})
    paths = ["/", "/new", "/history", "/players", pad, f"{pad}?kind=play", f"{pad}?kind=round&ended=blocked"]
    paths += [f"{pad}/sheet", f"{pad}/photo?for=hands", *(f"/rules/{key}" for key in VARIANTS)]
    english = {
        message.id
        for message in said(language)
        if isinstance(message.id, str) and len(message.id) > 12 and "%" not in message.id
        if message.id != message.string
    }
    for path in paths:
        page = phone.open(path)
        assert page.status == 200
        spoken_aloud = [at[name] for _, at in page.elements for name in ("aria-label", "placeholder") if name in at]
        shown = [page.text, *spoken_aloud]
        assert [sentence for sentence in english for words in shown if _found(sentence, words)] == [], path


def _found(sentence: str, words: str) -> bool:
    return sentence in words and re.search(rf"(?<!\w){re.escape(sentence)}(?!\w)", words) is not None


@pytest.mark.parametrize("language", RELEASED)
@pytest.mark.parametrize("points", [0, 1, 2, 5, 12, 22, 25])
def test_points_are_counted_as_the_language_counts(app: Flask, language: str, points: int) -> None:
    with po(language).with_suffix(".mo").open("rb") as file:
        expected = GNUTranslations(file).ngettext("%(n)s point", "%(n)s points", points)
    with app.test_request_context(headers=speaking(language)):
        assert speak(counted("%(n)s point", "%(n)s points", points)) == expected % {"n": points}


@pytest.mark.parametrize(
    ("language", "day", "figure"),
    [
        ("en", "7 Mar 2025", "2.5"),
        ("ar", "07\u200f/03\u200f/2025", "2.5"),
        ("da", "7. mar. 2025", "2,5"),
        ("de", "07.03.2025", "2,5"),
        ("es", "7 mar 2025", "2,5"),
        ("fr", "7 mars 2025", "2,5"),
        ("it", "7 mar 2025", "2,5"),
        ("nl", "7 mrt 2025", "2,5"),
        ("pl", "7 mar 2025", "2,5"),
        ("pt", "7 de mar. de 2025", "2,5"),
        ("ru", "7 мар. 2025\u202fг.", "2,5"),
        ("tr", "7 Mar 2025", "2,5"),
        ("sv", "7 mars 2025", "2,5"),
    ],
)
def test_days_and_figures_are_written_as_the_language_writes_them(
    app: Flask, language: str, day: str, figure: str
) -> None:
    with app.test_request_context(headers={"Cookie": f"language={language}"}):
        assert say_when(datetime(2025, 3, 7, 12, tzinfo=UTC)) == day
        assert write_decimal(2.46) == figure


@pytest.mark.parametrize(
    ("language", "joined"), [("fr", "Photo\xa0: Anna"), ("de", "Photo: Anna"), ("en", "Photo: Anna")]
)
def test_a_colon_stands_as_its_language_has_it(app: Flask, language: str, joined: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert join_value("Photo", "Anna") == "Photo" + write_colon() + "Anna" == joined


def test_what_an_arabic_keyboard_types_is_read() -> None:
    assert split_words("٦-٤، ٥+٨") == ("6-4", "5", "8")
    assert read_number("١٢٠") == 120
    team = read_names("الشمال: آنا & بو، كريم & دينا؛ نادي", has_members=True)[0]
    assert (team.name, team.members, team.club) == ("الشمال", ("آنا & بو", "كريم & دينا"), "نادي")


# -- choosing ------------------------------------------------------------------------------------------------------


def _token(phone: Phone, path: str) -> str:
    return dict(phone.open(path).forms["languages"].fields)["csrf_token"]


def test_every_language_is_offered_by_its_own_name(phone: Phone) -> None:
    assert set(list_languages()) == {"en", *LANGUAGES}
    for language, name in list_languages().items():
        assert name.lower() == str(Locale(language).get_language_name(language)).lower()
    assert set(phone.open("/").forms["languages"].buttons) == {f"language-{language}" for language in list_languages()}


def test_a_language_in_progress_is_offered_as_such_and_spoken_only_where_it_was_chosen(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("scorekeeper.web.i18n.languages", "scorekeeper.web.context"):
        monkeypatch.setattr(f"{module}.IN_PROGRESS", ("sv",))
    page = Page(phone.client.get("/", headers={"Accept-Language": "sv, da;q=0.5"}))
    assert dict(page.elements)["html"]["lang"] == "da"
    assert re.findall(r"(\w+) <span lang=\"da\">\(", page.html) == ["Svenska"]
    chosen = phone.send(page, "languages", "language-sv")
    assert dict(chosen.elements)["html"]["lang"] == "sv"


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("sv-FI, en", "sv"),
        ("fi, da;q=0.8, en;q=0.5", "da"),
        ("fr-CA, da;q=0.8", "fr"),
        ("ar-EG, en", "ar"),
        ("it-CH, de;q=0.8", "it"),
        ("uk, ru;q=0.8, en;q=0.5", "ru"),
        ("tr-TR, en", "tr"),
        ("fi", "en"),
        ("", "en"),
        ("PL", "pl"),
        ("de-AT, de;q=0, en;q=0.1", "de"),
        ("es-DO, en", "es"),
        ("pt-BR, en", "pt"),
        ("sv;q=0, en", "en"),
    ],
)
def test_the_best_of_what_the_browser_asks_for_is_spoken(phone: Phone, asked: str, answered: str) -> None:
    page = Page(phone.client.get("/", headers={"Accept-Language": asked}))
    assert dict(page.elements)["html"]["lang"] == answered


def test_a_device_keeps_the_language_that_was_chosen_on_it(phone: Phone) -> None:
    page = phone.send(phone.open("/rules/jijbent?match="), "languages", "language-sv")
    assert (page.path, page.answer.request.query_string) == ("/rules/jijbent", b"match=")
    later = Page(phone.client.get("/new", headers={"Accept-Language": "da"}))
    assert dict(later.elements)["html"]["lang"] == "sv"
    assert [at["lang"] for tag, at in later.elements if tag == "button" and "aria-current" in at] == ["sv"]


def test_a_stranger_can_read_in_his_language_how_to_join(app: Flask) -> None:
    stranger = Phone(app.test_client(), "no-key-of-ours")
    page = stranger.send(stranger.open("/new"), "languages", "language-da")
    assert (page.status, dict(page.elements)["html"]["lang"]) == (403, "da")


def test_the_language_is_kept_for_long_and_for_the_server_alone(phone: Phone) -> None:
    phone.send(phone.open("/"), "languages", "language-sv")
    cookie = phone.client.get_cookie("language")
    assert cookie is not None
    assert (cookie.value, cookie.http_only, cookie.same_site) == ("sv", True, "Lax")
    assert cookie.max_age is not None
    assert cookie.max_age > 300 * 24 * 3600


@pytest.mark.parametrize(
    "back", ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", "", "new"]
)
def test_choosing_a_language_leads_nowhere_else(phone: Phone, back: str) -> None:
    data = {"csrf_token": _token(phone, "/"), "language": "sv", "back": back}
    assert phone.client.post("/language", data=data).location == "/"


def test_a_language_that_nobody_translated_is_refused(phone: Phone) -> None:
    data = {"csrf_token": _token(phone, "/"), "language": "tlh", "back": "/"}
    assert phone.client.post("/language", data=data).status_code == 400
    phone.client.set_cookie("language", "tlh")
    assert dict(phone.open("/").elements)["html"]["lang"] == "en"


def test_the_same_page_follows_a_form_that_was_refused(phone: Phone) -> None:
    """The page that answers a form cannot be opened again by its address alone."""
    refused = Page(phone.client.post("/new", data={"do": "start"}))
    assert refused.status == 400
    assert phone.send(refused, "languages", "language-sv").path == "/"
