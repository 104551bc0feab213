"""House rules that Block and Draw share: first lead, blocked rounds, ties, pairs, target (docs/rules.md §9)."""

from scorekeeper.engine.options import Pick
from scorekeeper.engine.rules.blocked_scores import AS_OUT, EACH_LESS_OWN, LESS_OWN, choose_blocked_score
from scorekeeper.engine.rules.drawing import NOBODY_DRAWS
from scorekeeper.engine.rules.first_leads import DOUBLE_LEADS, DRAWN_FOR, choose_first_lead
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.leading import RotatingLead
from scorekeeper.engine.rules.match_length import choose_target
from scorekeeper.engine.rules.pairs_count import ALL_HANDS, OPPONENTS_ONLY, choose_pairs_count
from scorekeeper.engine.rules.pips_left import score_pips_left
from scorekeeper.engine.rules.ties import FIRST_IN_TURN, NOBODY, choose_tie
from scorekeeper.engine.rules.tiles_each import TilesEach
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating

TARGET = choose_target(100, offers=(61, 100, 150, 200))
FIRST_RULE = choose_first_lead(DOUBLE_LEADS, DRAWN_FOR)
BLOCKED_SCORE = choose_blocked_score(LESS_OWN, AS_OUT, EACH_LESS_OWN)
TIE = choose_tie(NOBODY, FIRST_IN_TURN)
PAIRS_COUNT = choose_pairs_count(OPPONENTS_ONLY, ALL_HANDS)


def play_block(
    variant: Variant, seating: Seating, largest: int, tiles_each: Pick[TilesEach], stays: int = NOBODY_DRAWS
) -> Game:
    """Return Block or Draw, depending on `variant`, for the players and house rules of `seating`.

    `largest` is the largest half of the set, `tiles_each` the option for the deal. The last `stays` tiles of the
    boneyard are never drawn; by default, as in Block, nobody draws.
    """
    dealing = tiles_each.at(seating).deal_set(seating, largest, stays)
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=RotatingLead(seating, FIRST_RULE.at(seating)),
        turns=OneTile(dealing.deal),
        rounds=score_pips_left(seating, BLOCKED_SCORE.at(seating), TIE.at(seating), PAIRS_COUNT.at(seating)),
        goal=ToTarget(seating, TARGET.at(seating)),
    )
