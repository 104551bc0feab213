"""The line notation of a match, which people can write by hand: `1. Anna 6-6 12 | Bo 6-4 at=6-6` (docs/notation.md).

It contains the same facts as a match file. In addition it may have results that follow from the entries: the points of
each entry and the totals, for readers that do not know the rules. If a file has them, they must be right.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.entries import COMMON_FIELDS, KINDS, Entry
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.fold import follow_entries

TITLE = "Domino notation"
HEADINGS = ("Game", "Players", "Partners", "Lead", "Options", "Date", "Place", "Note", "Totals")
FIELDS = {
    TITLE: "format",
    "Game": "variant",
    **{each: each.lower() for each in HEADINGS if each not in ("Game", "Date", "Totals")},
}


@dataclass(frozen=True, slots=True)
class Opening:
    """How entries of one kind begin.

    `word` is the word for the kind, empty for a tile and for open ends, which need none. `fields` are the fields of the
    match file that the word stands for. `player` is the field of the name before the word, None for entries that begin
    with the word. `unnamed` is the field whose value follows without a name, and `by_player` the field that has a value
    for each player.
    """

    word: str
    fields: Mapping[str, Any]
    player: str | None = None
    unnamed: str | None = None
    by_player: str | None = None


TILE_LAID = Opening("", {"entry": "play"}, "player", "tile")
ENDS = Opening("", {"entry": "ends"}, "player", "ends")
OPENINGS = (
    TILE_LAID,
    ENDS,
    Opening("start", {"entry": "play"}, unnamed="tile"),
    Opening("pass", {"entry": "pass"}, "player"),
    Opening("bonus", {"entry": "bonus"}, "player", "bonus"),
    Opening("bid", {"entry": "bid"}, "player", "points"),
    Opening("out", {"entry": "round"}, "out", by_player="hands"),
    Opening("blocked", {"entry": "round", "blocked": True}, by_player="hands"),
    Opening("boneyard", {"entry": "round", "boneyard": True}, by_player="hands"),
    Opening("tricks", {"entry": "round"}, by_player="taken"),
    Opening("won", {"entry": "result", "won": True}),
    Opening("lost", {"entry": "result", "won": False}),
    Opening("void", {"entry": "void"}, unnamed="of"),
    Opening("restore", {"entry": "restore"}, unnamed="of"),
)
AFTER_PLAYER = {each.word: each for each in OPENINGS if each.player and each.word}
WITHOUT_PLAYER = {each.word: each for each in OPENINGS if not each.player}
JOINED = "on"  # the tile to which a tile is joined with equal halves: it stands for the fields `at`, `pip` and `join`
FIELD_WORDS = COMMON_FIELDS.union({JOINED}, *(kind.fields for kind in KINDS.values()))
RESERVED = FIELD_WORDS | AFTER_PLAYER.keys() | WITHOUT_PLAYER.keys()


def list_gains(variant: Variant, seating: Seating, entries: Sequence[Entry]) -> Iterator[tuple[int, Mapping[str, int]]]:
    """Yield the number of each entry with the points that it adds to the total of each side.

    These are not always the points that it scores: in Six-love the totals may go back to 0.
    """
    before = dict.fromkeys(seating.sides, 0)
    for _, line in follow_entries(variant, seating, entries):
        after = line.totals or before  # an entry that does not count has no totals
        yield line.number, {side: after[side] - before[side] for side in before}
        before = dict(after)
