"""Axes of your own game about the bonuses of pairs (docs/rules.md §11)."""

from dataclasses import replace

from scorekeeper.engine.options import Matters
from scorekeeper.engine.rules.bonuses import (
    CAPICUA,
    CAPICUA_BLANK,
    CAPICUA_DOUBLES,
    CAPICUA_SAME_ENDS,
    CHUCHAZO,
    CHUCHAZO_BOTH_ENDS,
    DOUBLE_BOTH_ENDS,
    EARLY_ROUNDS,
    FALSE_PASS,
    LAST_DOUBLE,
    PASE_CORRIDO,
    PASE_SALIDA,
    PASE_SALIDA_SINGLE,
    SIX_DOUBLES,
    TRANQUE,
)
from scorekeeper.engine.rules.first_pass import BELOW_FROM, FIRST_PASS
from scorekeeper.engine.rules.shutout import SHUTOUT

IN_PAIRS = Matters(pairs=True)
FITS_BOTH = replace(CAPICUA, matters=IN_PAIRS)
FITS_BOTH_DOUBLES = replace(CAPICUA_DOUBLES, matters=IN_PAIRS)
FITS_BOTH_WITH_BLANK = replace(CAPICUA_BLANK, matters=IN_PAIRS)
FITS_BOTH_SAME_ENDS = replace(CAPICUA_SAME_ENDS, matters=IN_PAIRS)
DOUBLE_BLANK_LAST = replace(CHUCHAZO, matters=IN_PAIRS)
DOUBLE_BLANK_AT_BOTH_ENDS = replace(CHUCHAZO_BOTH_ENDS, matters=IN_PAIRS)
FIRST_TILE_PASSED = replace(PASE_SALIDA, matters=IN_PAIRS)
SINGLE_PASSED = replace(PASE_SALIDA_SINGLE, matters=IN_PAIRS)
ALL_PASS = replace(PASE_CORRIDO, matters=IN_PAIRS)
FIRST_OF_THE_MATCH = replace(FIRST_PASS, default=0, offers=(0, 2), extra=True, matters=IN_PAIRS)
LIE_BELOW = replace(BELOW_FROM, matters=IN_PAIRS)
PASS_WITH_A_TILE = replace(FALSE_PASS, matters=IN_PAIRS)
LOCKED_AND_WON = replace(TRANQUE, matters=IN_PAIRS)
FIRST_ROUNDS = replace(EARLY_ROUNDS, matters=IN_PAIRS)
LAST_IS_DOUBLE = replace(LAST_DOUBLE, matters=IN_PAIRS)
LAST_DOUBLE_FITS_BOTH = replace(DOUBLE_BOTH_ENDS, matters=IN_PAIRS)
SIX_IN_ONE_HAND = replace(SIX_DOUBLES, matters=IN_PAIRS)
COUNTS_TWICE = replace(SHUTOUT, matters=IN_PAIRS)
