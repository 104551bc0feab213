"""A reader of the line notation, written from docs/notation.md alone, adds up the games in that document."""

import json
import re
from pathlib import Path

import pytest

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs/notation.md").read_text(encoding="utf-8")
GAMES = re.findall(r"```domino\n(.*?)```", DOCUMENT, re.DOTALL)

WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[|()\[\]{}=:]|[^\s,|()\[\]{}=:"]+')


def read_name(word: str) -> str:
    return str(json.loads(word)) if word.startswith('"') else word


def add_up(text: str) -> tuple[dict[str, int], dict[str, int]]:
    """Return the points of a match added up, and the totals that it states, by the first player of each side."""
    headings, words = dict[str, list[str]](), list[str]()
    for line in text.splitlines():
        if found := re.match(r"\s*\d+\.\s", line):
            words += ["|", *WORD.findall(line[found.end() :])]
        elif line.strip() and not line.startswith("#"):
            heading, _, rest = line.partition(":")
            headings[heading] = WORD.findall(rest)
    players = [read_name(word) for word in headings["Players"]]
    sides = players[:2] if headings.get("Partners") == ["true"] else players
    points = dict.fromkeys(sides, 0)
    first, depth, before = "", 0, ["", ""]
    for word in words:
        depth += (word in "([{") - (word in ")]}")
        if before[-1] == "|":
            first = word
        elif depth == 0 and re.fullmatch(r"-?\d+", word) and before[-1] not in ("=", "bid", "void", "restore"):
            player = read_name(before[-2] if before[-1] == ":" else first)
            points[sides[players.index(player) % len(sides)]] += int(word)
        before.append(word)
    totals = headings["Totals"]
    return points, {read_name(totals[at - 1]): int(totals[at + 1]) for at, word in enumerate(totals) if word == "="}


@pytest.mark.parametrize("text", GAMES)
def test_a_reader_that_knows_only_the_document_comes_to_the_same_totals(text: str) -> None:
    points, totals = add_up(text)
    assert points == totals
