"""Cuban double-nine: four in pairs with ten tiles each, and fifteen that sleep (docs/rules.md §9.4).

Source: the Cuban game as told by onlinedominogames.com and eightygames.wordpress.com.
"""

from scorekeeper.engine.games.block_family import PAIRS_COUNT
from scorekeeper.engine.games.bonuses import (
    CAPICUA,
    CAPICUA_BLANK,
    CHUCHAZO,
    CHUCHAZO_BOTH_ENDS,
    EARLY_ROUNDS,
    PASE_CORRIDO,
    PASE_SALIDA,
    PASE_SALIDA_SINGLE,
    TRANQUE,
)
from scorekeeper.engine.games.first_leads import DOUBLE_LEADS, DRAWN_FOR, choose_first_lead
from scorekeeper.engine.games.latin import NEXT_LEAD, TIE, Latin
from scorekeeper.engine.games.locked import BOTH_HANDS, LOWEST_HAND, choose_blocked_by
from scorekeeper.engine.games.shutout import SHUTOUT
from scorekeeper.engine.games.tiles_each import TilesEach
from scorekeeper.engine.options import Number, Topic
from scorekeeper.engine.text import N_


class CubanDoubleNine(Latin):
    key = "cuban_d9"
    name = "Cuban double-nine"
    source = "onlinedominogames.com, eightygames.wordpress.com: Cuban dominoes"
    subtitle = N_("Cuban double-nine, in pairs")
    summary = N_(
        "Ten tiles each of a double-nine set, fifteen sleep. Who runs out scores what the losers hold. To 150."
    )
    largest = 9
    tiles_each = TilesEach(10)
    target = Number(
        "target",
        N_("Target"),
        N_("The match goes to %(n)s points."),
        150,
        offers=(100, 150, 200),
        about=Topic.MATCH,
    )
    first_rule = choose_first_lead(DRAWN_FOR, DOUBLE_LEADS)
    next_start = NEXT_LEAD
    pairs_count = PAIRS_COUNT
    blocked_by = choose_blocked_by(BOTH_HANDS, LOWEST_HAND)
    tie = TIE
    capicua = CAPICUA
    capicua_blank = CAPICUA_BLANK
    chuchazo = CHUCHAZO
    chuchazo_both_ends = CHUCHAZO_BOTH_ENDS
    pase_salida = PASE_SALIDA
    pase_salida_single = PASE_SALIDA_SINGLE
    pase_corrido = PASE_CORRIDO
    tranque = TRANQUE
    early_rounds = EARLY_ROUNDS
    shutout = SHUTOUT
