"""What is called when somebody goes out, and what it is worth at this table (docs/rules.md A31)."""

from collections.abc import Mapping

from scorekeeper.engine.options import Number, Topic
from scorekeeper.engine.text import N_, counted

# What can be called, by its key in match files, as the form says it.
CALLS: Mapping[str, str] = {
    "capicua": N_("The last tile fits both ends"),
    "chuchazo": N_("The last tile is the double blank"),
}
FITS_BOTH_ENDS = Number(
    "capicua",
    N_("A last tile that fits both ends"),
    counted(
        "A last tile that fits both ends, which show different numbers, scores %(n)s point more.",
        "A last tile that fits both ends, which show different numbers, scores %(n)s points more.",
    ),
    0,
    least=0,
    most=1000,
    offers=(0, 25, 50, 100),
    about=Topic.OUT,
    none=N_("A last tile that fits both ends scores nothing more."),
)
