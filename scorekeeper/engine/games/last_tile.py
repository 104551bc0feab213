"""What is called when somebody goes out, and what it is worth at this table (docs/rules.md A31)."""

from collections.abc import Mapping

from scorekeeper.engine.options import Number
from scorekeeper.engine.text import N_

# What can be called, by its key in match files, as the form says it.
CALLS: Mapping[str, str] = {"capicua": N_("The last tile fits both ends")}
FITS_BOTH_ENDS = Number(
    "capicua",
    N_("A last tile that fits both ends"),
    N_("A last tile that fits both ends, which show different numbers, adds %(n)s to the winner's points."),
    0,
    least=0,
    most=1000,
    offers=(0, 25, 50, 100),
)
