"""A pad for any game of penalty points for the tiles left in hand that is not in the menu (docs/rules.md §10.2).

Source: none; every table brings its own game. House rules say what is counted, and how long the match goes. A match
that was played elsewhere and imported with its totals is a match of one round, with the name of its game.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from types import MappingProxyType

from scorekeeper.engine.layout.trains import Train
from scorekeeper.engine.options import Choice, Number, Pick, Setting, Topic
from scorekeeper.engine.rules.dealing import Deal, Dealing
from scorekeeper.engine.rules.family import NumberedRounds
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ForPenalties
from scorekeeper.engine.rules.laying import EqualHalves
from scorekeeper.engine.rules.leading import SameRule
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.rules.match_length import LIMIT
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.own.naming import find_game_name, settle_named_game
from scorekeeper.engine.rules.penalties import BLANK_HALF_WORTH, DOUBLE_BLANK_WORTH, ROUNDS, HandWorth, Penalties
from scorekeeper.engine.rules.sets import choose_set
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, counted
from scorekeeper.engine.tiles import make_set

LEAD = Lead(Text(N_("who leads is as your game has it")), rule="own_rule")


class PadGoal(Enum):
    """What ends a match: a number of rounds, or a side that reaches the limit."""

    ROUNDS = "rounds"
    LIMIT = "limit"


SET = choose_set(12, 6, 9, 15, 18)
LIMITS = Pick(
    "limits",
    N_("One set of tiles"),
    (
        Choice(True, N_("yes"), N_("All tiles are of one set: what nobody can hold is refused."), "on"),
        Choice(
            False,
            N_("no, or with wild tiles"),
            N_("There are wild tiles, or several sets: any hand may be written."),
            "off",
        ),
    ),
    about=Topic.DEAL,
)
GOAL = Pick(
    "goal",
    N_("The match ends"),
    (
        Choice(PadGoal.ROUNDS, N_("after the rounds"), N_("The match ends after so many rounds.")),
        Choice(
            PadGoal.LIMIT, N_("at a limit"), N_("The match ends after the round in which somebody reaches the limit.")
        ),
    ),
    about=Topic.MATCH,
)
LOWEST_WINS = Pick(
    "best",
    N_("Who wins"),
    (
        Choice(True, N_("fewest points"), N_("The fewest points win."), "fewest"),
        Choice(False, N_("most points"), N_("The most points win."), "most"),
    ),
    about=Topic.MATCH,
)
OUT_BONUS = Number(
    "out_bonus",
    N_("Taken off for who is out"),
    counted(
        "Who is out gets %(n)s point taken off.",
        "Who is out gets %(n)s points taken off.",
    ),
    0,
    least=0,
    most=100,
    offers=(0, 5, 10),
    about=Topic.OUT,
    extra=True,
    none=N_("Nothing is taken off for going out."),
)


def can_matter(key: str, settings: Mapping[str, Setting], sides: int | None) -> bool:
    """Return whether the option `key` can make a difference with the other `settings`.

    The number of rounds cannot if the match ends at a limit, and the limit cannot if it ends after the rounds.
    """
    return key not in ("rounds", "limit") or settings["goal"] == key


def settle_named(variant: Variant, chosen: Mapping[str, object]) -> Mapping[str, Setting]:
    """Return the setting of every option, and the name of the game if `chosen` has one.

    Raise RuleError for an impossible name, unknown options and values that are no choice.
    """
    name, settings = settle_named_game(variant.options, chosen)
    return MappingProxyType({"name": name, **settings} if name else settings)


def take_name(variant: Variant, chosen: Mapping[str, object]) -> Variant:
    """Return the variant with the name that `chosen` has for the game, if any; then it can be a game of pairs."""
    name = find_game_name(chosen.get("name", ""))
    return replace(variant, name=name, partners="optional") if name else variant


def play(variant: Variant, seating: Seating) -> Game:
    """Return the penalty pad for the players and house rules of `seating`.

    The number of tiles dealt to each player is unknown, so any number may be drawn.
    """
    largest, one_set, lowest = SET.at(seating), LIMITS.at(seating), LOWEST_WINS.at(seating)
    deal = Deal(0, len(make_set(largest)), 0)
    worth = HandWorth(DOUBLE_BLANK_WORTH.at(seating), BLANK_HALF_WORTH.at(seating), off=OUT_BONUS.at(seating))
    to_limit = GOAL.at(seating) is PadGoal.LIMIT
    return Game(
        variant=variant,
        seating=seating,
        dealing=Dealing(largest, deal, one_set),
        leading=SameRule(seating, LEAD, asks_leader=False),
        laying=EqualHalves(Train()),
        turns=OneTile(deal),
        rounds=Penalties(seating, worth, one_set),
        goal=ForPenalties(seating, ROUNDS.at(seating), LIMIT.at(seating) if to_limit else None, lowest),
        family=NumberedRounds(),
    )


VARIANT = Variant(
    key="penalty_pad",
    name="Penalty pad",
    source=N_("your own rules"),
    subtitle=N_("For any game of penalty points"),
    summary=N_("Counts what everybody still holds after each round, for any game of two to eight players."),
    play=play,
    largest=SET,
    chapter=Chapter.TRAINS,
    shape=LayoutShape.TRAIN,
    takes=frozenset({"round"}),
    most_players=8,
    own_hands=True,
    options=(*(SET, LIMITS, GOAL, ROUNDS, LIMIT, LOWEST_WINS, DOUBLE_BLANK_WORTH, BLANK_HALF_WORTH, OUT_BONUS),),
    can_matter=can_matter,
    may_be_named=True,
    settle_by=settle_named,
    fill_in=take_name,
    menu_place=31,
)
