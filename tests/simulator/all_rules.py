"""Every game in rounds that is counted a second time, and the class that does it."""

from collections.abc import Mapping

from tests.simulator import rules
from tests.simulator.fives import FIVES
from tests.simulator.kozel import KOZEL
from tests.simulator.latin import LATIN
from tests.simulator.pips_left import PIPS_LEFT
from tests.simulator.six_love import SixLoveRules

RULES: Mapping[str, type[rules.Rules]] = {
    **rules.RULES,
    **PIPS_LEFT,
    **LATIN,
    **FIVES,
    **KOZEL,
    "six_love": SixLoveRules,
}
