"""Pages obey the policy `default-src 'self'`: nothing inline, nothing evaluated, nothing from another host.

A line of a template can be read without scrolling, apart from its sentences.
"""

import re
from html.parser import HTMLParser

import pytest

from scorekeeper.folders import TEMPLATES

JINJA_VALUE = re.compile(r"\{\{.*?\}\}", re.DOTALL)
JINJA_TAG = re.compile(r"\{%.*?%\}|\{#.*?#\}", re.DOTALL)
LOADS = {"script": "src", "link": "href", "img": "src", "source": "src", "iframe": "src", "form": "action"}


SENTENCE = re.compile(r"""\b(?:_|ngettext)\(("[^"]*"|'[^']*')(, ?("[^"]*"|'[^']*'))?""")
MOST_CHARACTERS = 200  # of a line


class Policy(HTMLParser):
    """Collects what a browser would refuse under the policy, or what htmx could do only by eval."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line, values = self.getpos()[0], {name: value or "" for name, value in attrs}
        tell = self.wrong.append
        if tag == "style" or (tag == "script" and "src" not in values):
            tell(f"line {line}: inline <{tag}>; put it in a file of static/")
        if re.match(r"(https?:)?//", values.get(LOADS.get(tag, ""), "")):
            tell(f"line {line}: <{tag}> from another host")
        for name, value in values.items():
            if name == "style":
                tell(f"line {line}: style attribute; give it a class")
            elif name.startswith(("on", "hx-on")):
                tell(f"line {line}: {name}; listen for the event in a file of static/js")
            elif name.startswith("hx-") and re.match(r"\s*(js|javascript):", value):
                tell(f"line {line}: {name} is evaluated")
            elif name.startswith("hx-trigger") and "[" in value:
                tell(f"line {line}: the filter in {name} is evaluated")
            elif name in ("href", "action", "src") and value.strip().lower().startswith("javascript:"):
                tell(f"line {line}: {name} is a script")


def against_the_policy(template: str) -> list[str]:
    """Return what a template has that the policy forbids."""
    policy = Policy()
    policy.feed(JINJA_VALUE.sub("value", JINJA_TAG.sub(lambda tag: "\n" * tag[0].count("\n"), template)))
    return policy.wrong


def test_no_page_holds_an_inline_script_style_or_handler() -> None:
    wrong = [
        f"{path.name}, {sentence}"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for sentence in against_the_policy(path.read_text(encoding="utf-8"))
    ]
    assert not wrong, "\n".join(["", *wrong])


def find_long_lines(template: str) -> list[int]:
    """Return the number of each line that is too long even without the sentences to translate."""
    lines = enumerate(template.splitlines(), 1)
    return [number for number, line in lines if len(SENTENCE.sub("", line)) > MOST_CHARACTERS]


def test_no_line_of_a_template_is_too_long() -> None:
    wrong = [
        f"{path.relative_to(TEMPLATES)}:{line}"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for line in find_long_lines(path.read_text(encoding="utf-8"))
    ]
    assert wrong == []


def test_a_long_line_is_found_unless_it_is_a_sentence() -> None:
    sentence = "word " * MOST_CHARACTERS
    assert find_long_lines(f"<p>\n<a>{sentence}</a>") == [2]
    assert find_long_lines(f"""<p>{{{{ _("{sentence}") }}}}</p>""") == []


@pytest.mark.parametrize(
    "template",
    [
        "<script>start()</script>",
        "<style>td { color: red }</style>",
        '<td style="width: {{ share }}%">',
        '<button onclick="undo()">',
        '<form hx-on:htmx:after:swap="sing()">',
        "<form hx-vals='js:{pips: 3}'>",
        '<div hx-trigger="every 2s [document.hasFocus()]">',
        '<a href="javascript:undo()">',
        '<script src="https://example.org/htmx.js"></script>',
        '<link rel="stylesheet" href="//example.org/felt.css">',
    ],
)
def test_what_the_browser_would_refuse_is_told(template: str) -> None:
    assert len(against_the_policy(template)) == 1


def test_a_plain_page_is_fine() -> None:
    page = """<script src="{{ url_for("static", filename="js/pad.js") }}" defer></script>{# style="" #}
        {% if ends %}<form hx-post="{{ here }}" hx-trigger="submit" action="{{ here }}" class="pad">{% endif %}
        <a href="https://example.org">rules</a>"""
    assert against_the_policy(page) == []
