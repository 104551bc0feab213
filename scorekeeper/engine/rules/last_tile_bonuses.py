"""Bonuses for the last tile of a round: their names in forms, whether one is earned, why not (docs/rules.md A31)."""

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Topic, choose_extra_points
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.text import N_, Text, counted, join_names
from scorekeeper.engine.tiles import Tile

# The words of the form for each bonus that can be called.
FITS_BOTH = N_("The last tile fits both ends")
IS_DOUBLE_BLANK = N_("The last tile is the double blank")
IS_DOUBLE_BLANK_AT_ONE_END = N_("The last tile is the double blank, and fits one end only")
IS_DOUBLE = N_("The last tile is a double")
IS_DOUBLE_AT_BOTH_ENDS = N_("The last tile is a double and fits both ends")
FITS_BOTH_ENDS = choose_extra_points(
    "capicua",
    N_("A last tile that fits both ends"),
    counted(
        "A last tile that fits both ends, which show different numbers, scores %(n)s point more.",
        "A last tile that fits both ends, which show different numbers, scores %(n)s points more.",
    ),
    offers=(0, 25, 50, 100),
    about=Topic.OUT,
    none=N_("A last tile that fits both ends scores nothing more."),
)


def check_last_tile_fits(ended: RoundEnd, findings: Findings) -> None:
    """Add the problem `fits_no_end` to `findings` if a player went out with a tile that fits no end open before it."""
    last, ends = ended.last.tile, ended.last.ends
    if ended.out is not None and last is not None and ends and not {end.pip for end in ends} & {*last.halves}:
        findings.add("fits_no_end", "last", tile=str(last), ends=", ".join(map(str, ends)))


def is_capicua(ended: RoundEnd, blank: bool, same_ends: bool = True) -> bool | None:
    """Return whether the last tile is no double and fitted both open ends; None if too little is known.

    With `blank`, a tile with a blank half can be a capicúa, too, and with `same_ends` a tile between two equal ends.
    """
    last, ends = ended.last.tile, list_ends_before(ended)
    if last is None:
        return None
    if last.double or (last.low == 0 and not blank):
        return False
    if not ends:
        return None
    return fits_both(last, ends) and (same_ends or ends[0] != ends[1])


def list_ends_before(ended: RoundEnd) -> tuple[int, ...]:
    """Return the pips of the two open ends before the last tile was laid; empty if they were not entered."""
    return tuple(end.pip for end in ended.last.ends for _ in range(3 - len(ended.last.ends)))


def fits_both(tile: Tile, ends: tuple[int, ...]) -> bool:
    """Return whether `tile`, which is no double, fits both of the two open `ends`."""
    return sorted(ends) == sorted(tile.halves) or (ends[0] == ends[1] and ends[0] in tile.halves)


def is_chuchazo(ended: RoundEnd, both_ends: bool) -> bool | None:
    """Return whether the last tile was the double blank; None if the last tile was not named.

    Unless `both_ends` is true, the double blank does not count if all open ends before it are known to be blank.
    """
    if ended.last.tile is None:
        return None
    all_blank = ended.last.ends and not any(end.pip for end in ended.last.ends)
    return ended.last.tile.pips == 0 and (both_ends or not all_blank)


def is_double(ended: RoundEnd, *, at_both_ends: bool | None) -> bool | None:
    """Return whether the last tile was a double of the wanted kind; None if too little is known.

    `at_both_ends` wants a double that fitted both open ends (True), one that did not (False), or any double (None).
    """
    last, ends = ended.last.tile, list_ends_before(ended)
    if last is None:
        return None
    if not last.double or at_both_ends is None:
        return last.double
    return (set(ends) == {last.high}) is at_both_ends if ends else None


def explain_double_refused(last: Tile, ends: tuple[int, ...], at_both_ends: bool) -> Text:
    """Return why the tile `last` does not earn the bonus for a double.

    `ends` are the pips of the open ends before it, empty if unknown. `at_both_ends` says that the bonus is the one for
    a double that fits both ends.
    """
    if not last.double:
        return Text(N_("%(tile)s is no double"), {"tile": str(last)})
    if at_both_ends and ends and set(ends) != {last.high}:
        ends_text = join_names(tuple(map(str, ends)))
        return Text(N_("%(tile)s does not fit both ends %(ends)s"), {"tile": str(last), "ends": ends_text})
    return Text(N_("%(tile)s earns another bonus"), {"tile": str(last)})


def explain_capicua_refused(last: Tile, ends: tuple[int, ...]) -> Text:
    """Return why the tile `last` is no capicúa. `ends` are the pips of the open ends before it, empty if unknown."""
    if last.double:
        return Text(N_("%(tile)s is a double: no capicúa"), {"tile": str(last)})
    if ends and not fits_both(last, ends):
        ends_text = join_names(tuple(map(str, ends)))
        return Text(N_("%(tile)s does not fit both ends %(ends)s: no capicúa"), {"tile": str(last), "ends": ends_text})
    if ends and ends[0] == ends[1]:
        return Text(N_("%(tile)s was laid between equal ends: at this table no capicúa"), {"tile": str(last)})
    return Text(N_("%(tile)s has a blank half: at this table no capicúa"), {"tile": str(last)})


def explain_chuchazo_refused(last: Tile) -> Text:
    """Return why the tile `last` is no chuchazo: it is not the double blank, or it fitted both ends."""
    if not last.pips:
        return Text(N_("%(tile)s fits both ends: at this table no chuchazo"), {"tile": str(last)})
    return Text(N_("%(tile)s is not the double blank: no chuchazo"), {"tile": str(last)})
