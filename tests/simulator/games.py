"""Every game of the pad, in rounds or alone, and how each is simulated."""

from scorekeeper.engine.variants import VARIANTS
from tests.simulator.all_rules import RULES
from tests.simulator.matches import BLIND, simulate
from tests.simulator.moon import TAUGHT as OF_MOON
from tests.simulator.moon import simulate_moon
from tests.simulator.own import TAUGHT as OF_OWN
from tests.simulator.own import simulate_own
from tests.simulator.penalties import TAUGHT as OF_PENALTIES
from tests.simulator.penalties import simulate_penalties
from tests.simulator.solitaires import ALONE, simulate_alone
from tests.simulator.tricks import TAUGHT, TricksHeld, simulate_tricks
from tests.simulator.tried import Tried, find_untaught

ALL = tuple(VARIANTS)
WITH_MOVES = tuple(game for game in RULES if game not in BLIND)


def list_untaught() -> list[str]:
    """Return the games, house rules and settings of the pad that the simulator does not have."""
    taught = {game: rules.taught for game, rules in RULES.items()} | {game: rule for game, (_, rule) in ALONE.items()}
    taught |= {TricksHeld.game: TAUGHT, "own": OF_OWN, "moon": OF_MOON, **OF_PENALTIES}
    strange = [f"game {game} is not simulated" for game in ALL if game not in taught]
    return strange + [line for game, rule in taught.items() if game in ALL for line in find_untaught(game, rule)]


def run_game(game: str, rounds: int, most_in_match: int = 60) -> Tried:
    """Simulate at least this number of rounds of a game, with each of its tables and house rules."""
    if game in OF_PENALTIES:
        return simulate_penalties(game, rounds)
    if game == "own":
        return simulate_own(rounds, most_in_match)
    if game == "moon":
        return simulate_moon(rounds, most_in_match)
    if game == TricksHeld.game:
        return simulate_tricks(rounds, most_in_match)
    return simulate_alone(game, rounds) if game in ALONE else simulate(game, rounds, most_in_match)
