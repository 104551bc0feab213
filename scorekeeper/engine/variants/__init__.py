"""Every game that can be scored, in the order of the menu. The key of a variant is its file's name."""

from scorekeeper.engine.games.game import Variant, find_missing
from scorekeeper.engine.problems import refuse, write_given
from scorekeeper.engine.variants.all_fives import AllFives
from scorekeeper.engine.variants.bergen import Bergen
from scorekeeper.engine.variants.blind_hughie import BlindHughie
from scorekeeper.engine.variants.block import BlockGame
from scorekeeper.engine.variants.chicken_foot import ChickenFoot
from scorekeeper.engine.variants.cuban_d9 import CubanDoubleNine
from scorekeeper.engine.variants.dk_almindelig import Almindelig
from scorekeeper.engine.variants.dk_bingo import Bingo
from scorekeeper.engine.variants.dk_blinde import Blinde
from scorekeeper.engine.variants.dk_fem_kolonner import FemKolonner
from scorekeeper.engine.variants.dk_femmer import Femmer
from scorekeeper.engine.variants.dk_kabale import Kabale
from scorekeeper.engine.variants.dk_knock_out import KnockOut
from scorekeeper.engine.variants.dk_stop_ved_fem import StopVedFem
from scorekeeper.engine.variants.dk_syver import Syver
from scorekeeper.engine.variants.dk_to_ens import ToEns
from scorekeeper.engine.variants.dk_tolveren import Tolveren
from scorekeeper.engine.variants.draw import DrawGame
from scorekeeper.engine.variants.five_up import FiveUp
from scorekeeper.engine.variants.fives_threes import FivesAndThrees
from scorekeeper.engine.variants.forty_two import FortyTwo
from scorekeeper.engine.variants.german_draw import GermanDraw
from scorekeeper.engine.variants.jijbent import Jijbent
from scorekeeper.engine.variants.latin_partner import LatinPartner
from scorekeeper.engine.variants.matador import Matador
from scorekeeper.engine.variants.mexican_train import MexicanTrain
from scorekeeper.engine.variants.muggins import Muggins
from scorekeeper.engine.variants.own import OwnGame
from scorekeeper.engine.variants.penalty_pad import PenaltyPad
from scorekeeper.engine.variants.pl_ekspresowe import Ekspresowe
from scorekeeper.engine.variants.sebastopol import Sebastopol
from scorekeeper.engine.variants.spansk import Spansk


def list_games(*variants: Variant) -> dict[str, Variant]:
    """The menu, by key; raises TypeError for a game that is not whole, with everything that it must still say."""
    wanting = {variant.__name__: missing for variant in variants if (missing := find_missing(variant))}
    if wanting:
        raise TypeError("; ".join(f"{name} does not say: {', '.join(missing)}" for name, missing in wanting.items()))
    return {variant.key: variant for variant in variants}


VARIANTS = list_games(
    Spansk,
    Almindelig,
    GermanDraw,
    Jijbent,
    Femmer,
    Syver,
    ToEns,
    Blinde,
    Kabale,
    StopVedFem,
    Bingo,
    FemKolonner,
    KnockOut,
    Tolveren,
    Ekspresowe,
    Muggins,
    AllFives,
    FiveUp,
    FivesAndThrees,
    Bergen,
    BlockGame,
    DrawGame,
    Matador,
    Sebastopol,
    BlindHughie,
    LatinPartner,
    CubanDoubleNine,
    FortyTwo,
    MexicanTrain,
    ChickenFoot,
    PenaltyPad,
    OwnGame,
)


def find_variant(key: object) -> Variant:
    """The variant with this key; raises RuleError `unknown_variant`."""
    if not isinstance(key, str) or key not in VARIANTS:
        raise refuse("unknown_variant", "variant", given=write_given(key))
    return VARIANTS[key]
