"""The bonuses that can be called when a player goes out, as forms name them, and their worth (docs/rules.md A31)."""

from scorekeeper.engine.options import Topic, choose_extra_points
from scorekeeper.engine.text import N_, counted

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
