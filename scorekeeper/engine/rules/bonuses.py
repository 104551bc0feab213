"""Bonuses of Latin American tables: what each is worth, and when the last tile has earned one (docs/rules.md §9.3).

Some are earned while a round is played and are separate entries, the others come with the end of a round. A bonus worth
0 points is not played.
"""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Choice, Number, Pick, Topic, choose_extra_points
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.text import N_, Text, Value, counted, join_names
from scorekeeper.engine.tiles import Tile

# The words of the form for bonuses that are earned during a round, by their key in match files.
IN_PLAY: Mapping[str, str] = {
    "pase_salida": N_("The next player could not answer the first tile"),
    "pase_salida_single": N_("The next player could not answer the first tile, which was no double"),
    "pase_corrido": N_("All three others passed"),
    "six_doubles": N_("Six doubles in one hand"),
    "first_pass": N_("First pass of the match"),
    "false_pass": N_("An opponent passed with a tile that fits"),
}
# The words for bonuses at the end of a round in the reason for its points, by their key.
AT_THE_END: Mapping[str, str] = {
    "capicua": N_("the last tile fits both ends"),
    "chuchazo": N_("the last tile is the double blank"),
    "last_double": N_("the last tile is a double"),
    "double_both_ends": N_("the last tile is a double and fits both ends"),
    "tranque": N_("%(player)s locked the round, and the pair won it"),
}
EARLY_WON = (N_("first round won"), N_("second round won"), N_("third round won"), N_("fourth round won"))
CAPICUA = choose_extra_points(
    "capicua",
    N_("A last tile that fits both ends (capicúa)"),
    counted(
        "A last tile that is no double and fits both ends scores %(n)s point more (capicúa).",
        "A last tile that is no double and fits both ends scores %(n)s points more (capicúa).",
    ),
    offers=(0, 25, 30, 100),
    about=Topic.OUT,
    none=N_("A last tile that fits both ends scores nothing more."),
)
CAPICUA_BLANK = Pick(
    "capicua_blank",
    N_("A capicúa with a blank half"),
    (
        Choice(True, N_("counts"), N_("A tile with a blank half can be a capicúa, too.")),
        Choice(False, N_("does not count"), N_("A tile with a blank half is no capicúa.")),
    ),
    about=Topic.OUT,
)
CAPICUA_SAME_ENDS = Pick(
    "capicua_same_ends",
    N_("A capicúa between two equal ends"),
    (
        Choice(True, N_("counts"), N_("A tile that fits two equal ends is a capicúa, too.")),
        Choice(
            False,
            N_("does not count"),
            N_("A capicúa makes the two ends equal: between ends that are equal already there is none."),
        ),
    ),
    about=Topic.OUT,
)
CAPICUA_DOUBLES = Pick(
    "capicua_doubles",
    N_("A last tile that fits both ends doubles the round"),
    (
        Choice(False, N_("no (dominó)"), N_("A last tile that fits both ends scores nothing more.")),
        Choice(
            True,
            N_("yes (capicúa)"),
            N_("A last tile that is no double and fits both ends doubles the points of the round (capicúa)."),
        ),
    ),
    about=Topic.OUT,
    extra=True,
)
CHUCHAZO = choose_extra_points(
    "chuchazo",
    N_("The double blank as the last tile (chuchazo)"),
    counted(
        "Going out with the double blank scores %(n)s point more (chuchazo).",
        "Going out with the double blank scores %(n)s points more (chuchazo).",
    ),
    offers=(0, 25, 30, 100),
    about=Topic.OUT,
    none=N_("Going out with the double blank scores nothing more."),
)
CHUCHAZO_BOTH_ENDS = Pick(
    "chuchazo_both_ends",
    N_("A chuchazo with blanks at both ends"),
    (
        Choice(True, N_("counts"), N_("The double blank is a chuchazo with blanks at both ends, too.")),
        Choice(False, N_("does not count"), N_("With blanks at both ends the double blank is no chuchazo.")),
    ),
    about=Topic.OUT,
)
LAST_DOUBLE = choose_extra_points(
    "last_double",
    N_("A double as the last tile"),
    counted(
        "Going out with a double scores %(n)s point more.",
        "Going out with a double scores %(n)s points more.",
    ),
    offers=(0, 1, 25),
    about=Topic.OUT,
    none=N_("Going out with a double scores nothing more."),
)
DOUBLE_BOTH_ENDS = choose_extra_points(
    "double_both_ends",
    N_("A double as the last tile that fits both ends"),
    counted(
        "Going out with a double that fits both ends scores %(n)s point more.",
        "Going out with a double that fits both ends scores %(n)s points more.",
    ),
    offers=(0, 3, 50),
    about=Topic.OUT,
    none=N_("A double that fits both ends scores no more than any last tile."),
)
PASE_SALIDA = choose_extra_points(
    "pase_salida",
    N_("The first tile cannot be answered (pase de salida)"),
    counted(
        "When the next player cannot answer the first tile, who led it scores %(n)s point (pase de salida).",
        "When the next player cannot answer the first tile, who led it scores %(n)s points (pase de salida).",
    ),
    offers=(0, 25, 30),
    about=Topic.POINTS,
    none=N_("Nothing is paid when the next player cannot answer the first tile."),
)
PASE_SALIDA_SINGLE = choose_extra_points(
    "pase_salida_single",
    N_("The same, with a first tile that is no double"),
    counted(
        "When the first tile was no double, that scores %(n)s point instead.",
        "When the first tile was no double, that scores %(n)s points instead.",
    ),
    offers=(0, 50),
    about=Topic.POINTS,
    none=N_("A first tile that was no double scores the same."),
)
PASE_CORRIDO = choose_extra_points(
    "pase_corrido",
    N_("All three others pass (pase corrido)"),
    counted(
        "When all three others pass after a tile, who laid it scores %(n)s point (pase corrido).",
        "When all three others pass after a tile, who laid it scores %(n)s points (pase corrido).",
    ),
    offers=(0, 25, 30),
    about=Topic.POINTS,
    none=N_("Nothing is paid when all three others pass."),
)
FALSE_PASS = choose_extra_points(
    "false_pass",
    N_("A pass with a tile that fits"),
    counted(
        "Who passes with a tile that fits gives the opponents %(n)s point.",
        "Who passes with a tile that fits gives the opponents %(n)s points.",
    ),
    offers=(0, 50),
    about=Topic.POINTS,
    none=N_("A pass with a tile that fits costs no points."),
)
SIX_DOUBLES = Number(
    "six_doubles",
    N_("Six doubles in one hand"),
    counted(
        "A pair scores %(n)s point for six doubles in one hand.",
        "A pair scores %(n)s points for six doubles in one hand.",
    ),
    0,
    least=0,
    most=9,
    offers=(0, 1),
    about=Topic.POINTS,
    extra=True,
    none=N_("Six doubles in one hand score nothing."),
)
TRANQUE = choose_extra_points(
    "tranque",
    N_("Locking a round and winning it (tranque)"),
    counted(
        "A pair that locks a round and wins it scores %(n)s point more (tranque).",
        "A pair that locks a round and wins it scores %(n)s points more (tranque).",
    ),
    offers=(0, 25, 100),
    about=Topic.BLOCKED,
    none=N_("Locking a round and winning it scores nothing more."),
)
BLOCKED_EXTRA = choose_extra_points(
    "blocked_extra",
    N_("A blocked round won"),
    counted("Winning a blocked round scores %(n)s point more.", "Winning a blocked round scores %(n)s points more."),
    offers=(0, 1),
    about=Topic.BLOCKED,
    none=N_("Winning a blocked round scores nothing more."),
)
EARLY_ROUNDS: Pick[tuple[int, ...]] = Pick(
    "early_rounds",
    N_("The first rounds"),
    (
        Choice((), N_("are worth no more"), N_("The first rounds are worth no more than the others."), "none"),
        Choice(
            (100, 75, 50, 25),
            N_("100, 75, 50, 25 more"),
            N_("The first four rounds that somebody wins score 100, 75, 50 and 25 points more."),
            "100_75_50_25",
        ),
    ),
    about=Topic.MATCH,
    extra=True,
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


def add_bonus(points: int, hands: Text, bonus: Text, worth: int) -> tuple[int, Text]:
    """Return `points` plus the bonus `worth`, and the sentence for both.

    `hands` is the sentence for the points before, `bonus` names the bonus: `Anna 6, Carl 5: 6 + 5 = 11; the last tile
    …: 11 + 25 = 36`.
    """
    values: dict[str, Value] = {"hands": hands, "bonus": bonus, "points": points, "worth": worth}
    total = points + worth
    return total, Text(N_("%(hands)s; %(bonus)s: %(points)s + %(worth)s = %(sum)s"), {**values, "sum": total})


def double_points(points: int, hands: Text) -> tuple[int, Text]:
    """Return the `points` of a round twice, and the sentence for that; `hands` is the sentence for them once."""
    values: dict[str, Value] = {"hands": hands, "points": points, "sum": 2 * points}
    return 2 * points, Text(N_("%(hands)s; the last tile fits both ends: %(points)s × 2 = %(sum)s"), values)


def add_to_winner(score: RoundScore, bonus: Text, worth: int) -> RoundScore:
    """Return the score of a round with `worth` points more for each side that has won it.

    `bonus` is the reason for them in words.
    """
    first = score.winners[0]
    points = {side: scored + worth * (side in score.winners) for side, scored in score.points.items()}
    why = add_bonus(score.points[first], score.why, bonus, worth)[1]
    short_why = score.short_why and add_bonus(score.points[first], score.short_why, bonus, worth)[1]
    return replace(score, points=points, why=why, short_why=short_why)


def add_carried(score: RoundScore) -> RoundScore:
    """Return the score of a round with the points that tied rounds have carried over, if a side has won this one."""
    if not (score.carried and score.winners):
        return score
    return replace(add_to_winner(score, Text(N_("carried over")), score.carried), carried=0)
