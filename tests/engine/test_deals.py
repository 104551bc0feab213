"""The deal at every table is the one that the simulator derives from the rule sheets alone."""

from itertools import product
from typing import Any

import pytest

from scorekeeper.engine.options import Topic
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.rules.dealing import Deal
from scorekeeper.engine.variants import VARIANTS
from tests.simulator.all_rules import RULES
from tests.simulator.penalties import TAUGHT, count_dealt, count_most

NAMES = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn", "Gerda", "Hugo", "Ida", "Jan", "Kim", "Leo", "Mia", "Nils")


def list_ways_to_deal(game: str, taught: Any) -> list[dict[str, Any]]:
    """Return every combination of the house rules about dealing and drawing; the others keep their defaults."""
    about = {option.key: option.about for option in VARIANTS[game].options}
    tried = [values if about[key] in (Topic.DEAL, Topic.DRAWING) else values[:1] for key, values in taught.items()]
    return [dict(zip(taught, chosen, strict=True)) for chosen in product(*tried)]


@pytest.mark.parametrize("game", RULES)
def test_every_table_is_dealt_what_the_sheets_say(game: str) -> None:
    rules, variant = RULES[game], VARIANTS[game]
    tables = [(count, pairs) for count in rules.players for pairs in (rules.pairs if count == 4 else (False,))]
    for (count, pairs), options in product(tables, list_ways_to_deal(game, rules.taught)):
        if rules.may_agree(options):
            seating = variant.seat(NAMES[:count], pairs if variant.partners == "optional" else None, options=options)
            dealt = rules(NAMES[:count], pairs, options).deal()
            assert variant.at(seating).deal == Deal(
                dealt.each, dealt.boneyard, dealt.never_drawn, dealt.start_tile, dealt.extra
            ), (count, options)


@pytest.mark.parametrize("game", TAUGHT)
def test_every_table_of_trains_is_dealt_what_the_sheets_say(game: str) -> None:
    """There are no more players than the set has tiles for. A double laid out before the deal belongs to nobody."""
    variant = VARIANTS[game]
    for options, engine in product(list_ways_to_deal(game, TAUGHT[game]), TAUGHT[game].get("engine", ("dealt",))):
        most = count_most(game, options)
        chosen = options | ({"engine": engine} if "engine" in options else {})
        for count in range(2, most + 1):
            game_there = variant.at(variant.seat(NAMES[:count], options=chosen))
            each, laid_out = count_dealt(game, count, options), int(engine == "set_out")
            left = len(game_there.tiles) - laid_out - count * each
            assert game_there.deal == Deal(each, left, never_drawn=0, start_tile=laid_out), (count, chosen)
        if most < variant.most_players:
            with pytest.raises(RuleError):
                variant.seat(NAMES[: most + 1], options=chosen)
