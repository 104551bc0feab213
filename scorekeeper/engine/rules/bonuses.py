"""Bonuses of Latin American tables and what each is worth (docs/rules.md §9.3).

Some are earned while a round is played and are separate entries, the others come with the end of a round. A bonus worth
0 points is not played.
"""

from collections.abc import Mapping

from scorekeeper.engine.options import Choice, Number, Pick, Topic, choose_extra_points
from scorekeeper.engine.text import N_, counted

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
