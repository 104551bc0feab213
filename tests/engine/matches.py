"""Matches for tests: a few made by hand, and hypothesis strategies for the laws that hold for every sheet."""

from collections.abc import Sequence
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from scorekeeper.engine.entries import Entry, Restore, Void
from scorekeeper.engine.file.match import MatchFile, parse_entry, read_match
from scorekeeper.engine.options import Pick
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.fold import start_sheet, write_entries
from scorekeeper.engine.tiles import make_set
from scorekeeper.engine.variants import VARIANTS

FOUR = ["Anna", "Bo", "Carl", "Dora"]
NAMES = [*FOUR, "Eva", "Finn", "Gerda", "Hugo", "Ida", "Jan", "Kim", "Leo", "Mia", "Nils", "Olga"]
ROUND_GAMES = tuple(key for key, variant in VARIANTS.items() if "round" in variant.takes)


def list_tables(variant: Variant) -> list[tuple[int, bool]]:
    """Return how many can play with the default house rules, and whether they sit in pairs."""
    counts = range(variant.fewest_players, variant.most_players + 1)
    alone = [(players, False) for players in counts if may_agree_on(variant, NAMES[:players], {})]
    pairs = [(4, True)] if variant.partners != "never" else []
    return [each for each in alone if variant.partners != "always_with_four" or each != (4, False)] + pairs


def seat(variant: Variant, players: int, pairs: bool, options: dict[str, Any]) -> Seating:
    return variant.seat(NAMES[:players], pairs if variant.partners == "optional" else None, options=options)


def match_file(**fields: Any) -> dict[str, Any]:
    """Return the document of a Spansk match of four, with `fields` in place of its own."""
    return {"format": 1, "variant": "spansk", "players": FOUR, "partners": True, "lead": "Anna", "entries": []} | fields


def matchfile_of(*entries: dict[str, Any], **fields: Any) -> MatchFile:
    return read_match(match_file(entries=list(entries), **fields))


@st.composite
def hands_left(draw: st.DrawFn, players: list[str]) -> dict[str, Any]:
    """Draw hands of different tiles, none of them empty; one may be given by its pips."""
    tiles = draw(st.permutations(make_set(6)))
    most = min(5, len(tiles) // max(len(players), 1))
    hands: dict[str, Any] = {}
    for player in players:
        count = draw(st.integers(1, most))
        held, tiles = tiles[:count], tiles[count:]
        hands[player] = [str(tile) for tile in held]
    if draw(st.booleans()):
        first = players[0]
        count = len(hands[first])
        hands[first] = {"pips": sum(int(half) for tile in hands[first] for half in tile.split("-")), "tiles": count}
    return hands


@st.composite
def rounds(draw: st.DrawFn, players: list[str]) -> dict[str, Any]:
    """Draw the end of a round: somebody is out, or it is blocked."""
    lead = draw(st.sampled_from(players))
    if draw(st.booleans()):
        out = draw(st.sampled_from(players))
        hands = draw(hands_left([player for player in players if player != out]))
        return {"entry": "round", "out": out, "hands": hands, "lead": lead}
    return {"entry": "round", "blocked": True, "hands": draw(hands_left(players)), "lead": lead}


@st.composite
def open_ends(draw: st.DrawFn, players: list[str], placed: bool = False) -> dict[str, Any]:
    """Draw two open ends, with the end just laid if `placed`."""
    ends = [str(end) for end in draw(st.lists(st.integers(0, 6), min_size=2, max_size=2))]
    entry = {"entry": "ends", "player": draw(st.sampled_from(players)), "ends": ends}
    return entry | ({"placed": ends[1]} if placed else {})


@st.composite
def settings(draw: st.DrawFn, variant: Variant, players: list[str]) -> dict[str, Any]:
    """Draw house rules that so many can agree on; numbers keep their defaults.

    Of house rules that exclude each other the first ones are kept.
    """
    picks = [option for option in variant.options if isinstance(option, Pick)]
    drawn = {pick.key: draw(st.sampled_from(pick.offers)) for pick in picks}
    if may_agree_on(variant, players, drawn):
        return drawn
    chosen: dict[str, Any] = {}
    for key, choice in drawn.items():
        if may_agree_on(variant, players, chosen | {key: choice}):
            chosen[key] = choice
    return chosen


def may_agree_on(variant: Variant, players: Sequence[str], options: dict[str, Any]) -> bool:
    """Return whether these players can have all of these house rules: some exclude each other or need fewer players."""
    try:
        variant.seat(players, options=options)
    except RuleError:
        return False
    return True


@st.composite
def any_matches(draw: st.DrawFn, keys: tuple[str, ...] = ROUND_GAMES) -> MatchFile:
    """Draw a match of any length and table, in which some entries are struck out, put back or corrected."""
    variant = VARIANTS[draw(st.sampled_from(keys))]
    count = draw(st.integers(variant.fewest_players, variant.most_players))
    players = NAMES[:count]
    lead, options = draw(st.sampled_from([None, *players])), draw(settings(variant, players))
    assume(may_agree_on(variant, players, options))
    variant = variant.settle_at(variant.seat(players, options=options))
    paired = variant.partners == "always_with_four" or (variant.partners == "optional" and draw(st.booleans()))
    seating = variant.seat(players, paired and count == 4, lead, options)
    sheet = start_sheet(variant, seating)
    entries: list[Entry] = []
    for _ in range(draw(st.integers(0, 8))):
        kinds = [rounds(players)]
        if "ends" in variant.takes:
            kinds.append(open_ends(players, variant.asks_placed))
        item = draw(st.one_of(kinds))
        standing = [line.number for line in sheet.counting_lines]
        struck = [line.number for line in sheet.lines if line.struck]
        what = draw(
            st.sampled_from(["new", "new", *["correction", "void"] * bool(standing), *["restore"] * bool(struck)])
        )
        if what == "correction":
            item["replaces"] = draw(st.sampled_from(standing))
        try:
            entry: Entry = parse_entry(item, variant, seating)
        except RuleError as refused:
            if refused.problems[0].key != "tile_removed":
                raise
            continue
        if what == "void":
            entry = Void(of=draw(st.sampled_from(standing)))
        if what == "restore":
            entry = Restore(of=draw(st.sampled_from(struck)))
        try:
            sheet = write_entries(sheet, entry)
        except RuleError:
            continue
        entries.append(entry)
    return MatchFile(variant, seating, tuple(entries))
