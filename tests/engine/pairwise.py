"""Settings of an own game that together contain every pair of settings of two axes."""

from collections.abc import Iterator, Mapping
from itertools import combinations

from scorekeeper.engine.options import Setting
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules.own.fitting import check_fit
from scorekeeper.engine.variants import VARIANTS
from tests.engine.matches import NAMES

OWN = VARIANTS["own"]

Item = tuple[str, Setting]
# Every table has enough tiles for five each.
USUAL: Mapping[str, Setting] = {
    option.key: 5 if option.key.startswith("tiles_") else option.default for option in OWN.options
}
ITEMS: Mapping[str, tuple[Item, ...]] = {
    option.key: tuple((option.key, offer) for offer in option.offers) for option in OWN.options
}


def list_pairs() -> Iterator[tuple[Item, Item]]:
    """Yield every pair of settings of two axes, as forms offer them."""
    for one, other in combinations(ITEMS, 2):
        yield from ((first, second) for first in ITEMS[one] for second in ITEMS[other])


def can_stand(items: Mapping[str, Setting]) -> bool:
    """Return whether these settings can be combined, at the tables that the tests use."""
    settings, findings = {**USUAL, **items}, Findings()
    check_fit(settings, findings)
    for players, _ in list_tables(settings):
        OWN.check_table(len(players), settings, findings)
    return not findings.problems


def cover_pairs(prefer: Mapping[str, Setting]) -> Iterator[dict[str, Setting]]:
    """Yield settings until they contain every pair that can be combined; a free axis has its setting in `prefer`.

    A pair that does not decide the table is tried at the table of `prefer`.
    """
    wanted: dict[Item, set[Item]] = {item: set() for items in ITEMS.values() for item in items}
    for one, other in list_pairs():
        wanted[one].add(other)
        wanted[other].add(one)
    for one, other in list_pairs():
        if other not in wanted[one]:
            continue
        row = dict([one, other])
        if can_stand(row):
            row |= _fill(row, wanted, prefer)
            yield row
        elsewhere = any(row.get(key, setting) != setting for key, setting in prefer.items())
        for first, second in combinations(row.items(), 2):
            if not elsewhere or (first, second) == (one, other) or {first[0], second[0]} & prefer.keys():
                wanted[first].discard(second)
                wanted[second].discard(first)


def _fill(
    row: Mapping[str, Setting], wanted: Mapping[Item, set[Item]], prefer: Mapping[str, Setting]
) -> dict[str, Setting]:
    """Choose settings for the other axes, on each the one with the most pairs that are still `wanted`."""
    filled = {**row, **{key: setting for key, setting in prefer.items() if key not in row}}
    filled = filled if can_stand(filled) else dict(row)
    for key, items in ITEMS.items():
        if key not in filled:
            ranked = sorted(items, key=lambda item: -len(wanted[item] & filled.items()))
            filled[key] = next(value for _, value in ranked if can_stand({**filled, key: value}))
    return filled


def list_tables(settings: Mapping[str, Setting]) -> Iterator[tuple[list[str], bool]]:
    """Yield two tables: four players in pairs, if the game allows it, and as few as can play, each alone."""
    fewest, most = int(settings["players_from"]), int(settings["players_to"])
    if fewest <= 4 <= most and settings["partners"] != "never":
        yield NAMES[:4], True
    if (fewest, settings["partners"]) != (4, "always_with_four"):
        yield NAMES[:fewest], False
