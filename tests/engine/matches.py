"""Matches for tests: a few made by hand, and any at all for the laws that hold for every sheet."""

from typing import Any

from hypothesis import strategies as st

from scorekeeper.engine.entries import Entry, Void
from scorekeeper.engine.matchfile import MatchFile, parse_entry, read_match
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.sheet import new_sheet, write
from scorekeeper.engine.tiles import full_set
from scorekeeper.engine.variants import VARIANTS

FOUR = ["Anna", "Bo", "Carl", "Dora"]


def match_file(**fields: Any) -> dict[str, Any]:
    """The document of a Spansk match of four, with fields of your own."""
    return {"format": 1, "variant": "spansk", "players": FOUR, "partners": True, "lead": "Anna", "entries": []} | fields


def matchfile_of(*entries: dict[str, Any], **fields: Any) -> MatchFile:
    return read_match(match_file(entries=list(entries), **fields))


@st.composite
def hands_left(draw: st.DrawFn, players: list[str]) -> dict[str, Any]:
    """Hands of different tiles, none of them empty; one may be told by its pips."""
    tiles = draw(st.permutations(full_set(6)))
    hands: dict[str, Any] = {}
    for player in players:
        count = draw(st.integers(1, 5))
        held, tiles = tiles[:count], tiles[count:]
        hands[player] = [str(tile) for tile in held]
    if draw(st.booleans()):
        first = players[0]
        count = len(hands[first])
        hands[first] = {"pips": sum(int(half) for tile in hands[first] for half in tile.split("-")), "tiles": count}
    return hands


@st.composite
def rounds(draw: st.DrawFn, players: list[str]) -> dict[str, Any]:
    """The end of a round: somebody out, or blocked."""
    lead = draw(st.sampled_from(players))
    if draw(st.booleans()):
        out = draw(st.sampled_from(players))
        hands = draw(hands_left([player for player in players if player != out]))
        return {"entry": "round", "out": out, "hands": hands, "lead": lead}
    return {"entry": "round", "blocked": True, "hands": draw(hands_left(players)), "lead": lead}


@st.composite
def open_ends(draw: st.DrawFn, players: list[str]) -> dict[str, Any]:
    ends = draw(st.lists(st.integers(0, 6), min_size=2, max_size=2))
    return {"entry": "ends", "player": draw(st.sampled_from(players)), "ends": [str(end) for end in ends]}


@st.composite
def any_matches(draw: st.DrawFn, keys: tuple[str, ...] = ("spansk", "dk_almindelig")) -> MatchFile:
    """A match of any length and table, in which some entries are struck out or corrected; every entry can be."""
    variant = VARIANTS[draw(st.sampled_from(keys))]
    count = draw(st.integers(variant.fewest_players, variant.most_players))
    players = FOUR[:count]
    table = variant.table(players, lead=draw(st.sampled_from([None, *players])))
    sheet = new_sheet(variant, table)
    entries: list[Entry] = []
    for _ in range(draw(st.integers(0, 8))):
        item = draw(st.one_of(open_ends(players), rounds(players)))
        standing = [line.number for line in sheet.standing_lines]
        what = draw(st.sampled_from(["new", "new", "correction", "void"])) if standing else "new"
        if what == "correction":
            item["replaces"] = draw(st.sampled_from(standing))
        entry: Entry = parse_entry(item, variant, table)
        if what == "void":
            entry = Void(of=draw(st.sampled_from(standing)))
        try:
            sheet = write(sheet, entry)
        except RuleError:
            continue
        entries.append(entry)
    return MatchFile(variant, table, tuple(entries))
