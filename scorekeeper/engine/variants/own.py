"""Your own game: the players put it together from axes, each of which is an option (docs/rules.md §11).

It has no source, since every group brings its own rules. The settings fill in the value of the game. A match file
contains them, so that it scores the same in the book (database) of another group.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from scorekeeper.engine.entries import WITHOUT_WINNER
from scorekeeper.engine.layout.laid_tiles import FirstTile
from scorekeeper.engine.layout.models import FORK, LINE
from scorekeeper.engine.options import HasOptions, Matters, Option, Setting, read_settings
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules.bonuses import (
    BLOCKED_EXTRA,
    DOUBLE_BOTH_ENDS,
    EARLY_ROUNDS,
    LAST_DOUBLE,
    SIX_DOUBLES,
    TRANQUE,
)
from scorekeeper.engine.rules.dealing import Deal, Dealing, list_tiles
from scorekeeper.engine.rules.first_pass import BELOW_FROM, FIRST_PASS, LiftsBelow
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import Goal
from scorekeeper.engine.rules.hand_rounding import HandRounding
from scorekeeper.engine.rules.kozel import BLANK_LEADS, LONE_DOUBLE_BLANK, LONE_DOUBLE_SIX, TWO_DOUBLES
from scorekeeper.engine.rules.laying import EqualHalves, Laying, MakeTogether
from scorekeeper.engine.rules.leading import Leading
from scorekeeper.engine.rules.leads import DRAWN_WITH_DOUBLE, HIGHEST_DRAWN
from scorekeeper.engine.rules.match_length import END_WHEN, LIMIT, ROUND_COUNT, EndWhen
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.moves import Moves
from scorekeeper.engine.rules.own.axes_of_leads import FIRST_LEAD, LEAD_DOUBLE, NEXT_LEAD
from scorekeeper.engine.rules.own.axes_of_matches import FIRST_ENTRY, GOAL, OTHERS_BACK, TARGET, GoBack, MatchGoal
from scorekeeper.engine.rules.own.axes_of_play import (
    BONEYARD_KEEPS,
    COUNTED_ENDS,
    DOUBLES,
    DRAWING,
    FIRST_TILE,
    MAKE_TOGETHER,
    PARTNERS,
    PLAYERS_FROM,
    PLAYERS_TO,
    SET,
    START_TILE,
    TAKEN_OUT,
    TILES_OF,
)
from scorekeeper.engine.rules.own.axes_of_rounds import (
    ALL_OWN,
    BLANK_HALF,
    BLOCKED_BY,
    BLOCKED_GETS,
    DIVIDE_BY,
    DOUBLE_BLANK_POINTS,
    ENDS_AT_THE_BONEYARD,
    FIXED_POINTS,
    GOING_OUT_WITH_MOVE,
    HAND_STEPS,
    PAIR_OUT,
    PENALTIES,
    PENALTY_BONUS,
    ROUNDING,
    TIE,
    WINNER_GETS,
    BlockedGets,
)
from scorekeeper.engine.rules.own.best_wins import BestWins
from scorekeeper.engine.rules.own.fitting import check_fit, may_matter, renew_settings
from scorekeeper.engine.rules.own.naming import find_game_name, settle_named_game
from scorekeeper.engine.rules.own.points_to_winner import PointsToWinner
from scorekeeper.engine.rules.own.sums import HandSum, WinnerGets
from scorekeeper.engine.rules.pair_bonuses import OF_PASSES, OF_THE_LAST_TILE, PairBonuses
from scorekeeper.engine.rules.penalties import DOUBLE_BLANK_WORTH, HandWorth, Penalties
from scorekeeper.engine.rules.rounds import CountedHands, Rounds
from scorekeeper.engine.rules.runs import ONE_ALL, BrokenBy, InOneRun
from scorekeeper.engine.rules.shutout import SHUTOUT
from scorekeeper.engine.rules.ties import Tie
from scorekeeper.engine.rules.turns import OneTile, TwoDoubles
from scorekeeper.engine.rules.uncounted_points import EXACT, FIRST_TILE_WINS
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import DOUBLE_BLANK, Tile

NAME = N_("Your own game")
BROKEN_BY = {GoBack.ALL_AFTER_LAST: BrokenBy.LAST, GoBack.ALL_AFTER_ANY: BrokenBy.ANY}
TAKES = frozenset({"ends", "play", "pass", "round"})
OF_THE_DEAL: tuple[Option, ...] = (SET, TAKEN_OUT, PLAYERS_FROM, PLAYERS_TO, PARTNERS, *TILES_OF.values())
OF_LAYING: tuple[Option, ...] = (
    *(START_TILE, DRAWING, BONEYARD_KEEPS, ENDS_AT_THE_BONEYARD),
    *(DOUBLES, MAKE_TOGETHER, TWO_DOUBLES),
)
OF_LEADS: tuple[Option, ...] = (FIRST_TILE, COUNTED_ENDS, FIRST_LEAD, LEAD_DOUBLE, BLANK_LEADS, NEXT_LEAD)
OF_HANDS: tuple[Option, ...] = (
    *(PENALTIES, WINNER_GETS, FIXED_POINTS, GOING_OUT_WITH_MOVE),
    *(DOUBLE_BLANK_POINTS, ROUNDING, DIVIDE_BY, HAND_STEPS),
)
OF_PENALTIES: tuple[Option, ...] = (
    *(PENALTY_BONUS, DOUBLE_BLANK_WORTH, BLANK_HALF),
    *(LONE_DOUBLE_BLANK, LONE_DOUBLE_SIX, ALL_OWN),
)
OF_BLOCKS: tuple[Option, ...] = (BLOCKED_GETS, BLOCKED_EXTRA, BLOCKED_BY, TIE, PAIR_OUT)
IN_PAIRS = Matters(pairs=True)
FIRST_OF_THE_MATCH = replace(FIRST_PASS, default=0, offers=(0, 2), extra=True)
OF_BONUSES: tuple[Option, ...] = tuple(
    replace(bonus, matters=IN_PAIRS)
    for bonus in (
        *(*OF_THE_LAST_TILE, LAST_DOUBLE, DOUBLE_BOTH_ENDS),
        *(*OF_PASSES, FIRST_OF_THE_MATCH, BELOW_FROM, SIX_DOUBLES, TRANQUE, EARLY_ROUNDS),
    )
)
OF_THE_MATCH: tuple[Option, ...] = (
    *(GOAL, TARGET, EXACT, FIRST_TILE_WINS, FIRST_ENTRY, OTHERS_BACK, ONE_ALL),
    *(END_WHEN, ROUND_COUNT, LIMIT, replace(SHUTOUT, matters=IN_PAIRS)),
)
OPTIONS = (
    *(*OF_THE_DEAL, *OF_LAYING, *OF_LEADS, *OF_HANDS, *OF_PENALTIES),
    *(*OF_BLOCKS, *OF_BONUSES, *OF_THE_MATCH),
)


# -- its settings ----------------------------------------------------------------------------------------------------


def settle_own(variant: Variant, chosen: Mapping[str, object]) -> Mapping[str, Setting]:
    """Return the name of the game and the setting of every axis, with defaults for those missing in `chosen`.

    Raise RuleError for an impossible name, unknown axes, values that are no choice, and settings that exclude each
    other.
    """
    name, settings = settle_named_game(variant.options, {**variant.axes, **chosen}, check_fit)
    return MappingProxyType({"name": name, **settings})


def check_table(players: int, settings: Mapping[str, Setting], findings: Findings) -> None:
    """Add the problem `too_many_tiles` to `findings` if `players` players are dealt more tiles than the set has."""
    tiles = len(list_tiles(int(settings["set"]), _find_removed(Seating((), options=settings), players)))
    dealt = players * int(settings.get(f"tiles_{players}", 0)) + int(settings["start_tile"])
    if dealt > tiles:
        findings.add("too_many_tiles", "options", f"tiles_{players}", tiles=dealt, most=tiles)


def find_removed(seating: Seating) -> frozenset[Tile]:
    """Return the tiles that the table of `seating` has taken out of the set: the double blank, or none."""
    return _find_removed(seating, len(seating.players))


def _find_removed(table: HasOptions, players: int) -> frozenset[Tile]:
    """Return the tiles taken out of the set at a table with `players` players: the double blank, or none."""
    return frozenset({DOUBLE_BLANK}) if players in TAKEN_OUT.at(table) else frozenset()


def fill_in(variant: Variant, chosen: Mapping[str, object]) -> Variant:
    """Return the variant with the facts that follow from its settings, e.g. its name and number of players.

    `chosen` are the settings, with the name of the game under `name`; unreadable settings count as the defaults.
    """
    values = {**variant.axes, **chosen}
    if values == variant.axes:
        return variant
    name = find_game_name(values.get("name", ""))
    axes = MappingProxyType({"name": name, **read_settings(variant.options, values)})
    table = Seating((), options=axes)
    in_play, penalties = COUNTED_ENDS.at(table), PENALTIES.at(table)
    fewest, pairing = PLAYERS_FROM.at(table), PARTNERS.at(table)
    paid = any(bonus.at(table) for bonus in (*OF_PASSES, SIX_DOUBLES))
    paid = paid or find_first_pass(table) > 0
    pays = pairing != "never" and not penalties and paid
    always_in_pairs = fewest == 4 and pairing == "always_with_four"
    return replace(
        variant,
        axes=axes,
        name=name or NAME,
        name_is_message=not name,
        shape=_find_shape(table),
        fewest_players=fewest,
        most_players=max(fewest, PLAYERS_TO.at(table)),  # `fitting` refuses a range that is empty
        partners=pairing,
        takes=TAKES | {"bonus"} if always_in_pairs or pays else TAKES,
        ends_score=in_play.ends_score,
        equal_ends_score=in_play.equal_ends_score,
        asks_placed=in_play.asks_placed,
        own_hands=penalties,
    )


def _find_shape(table: HasOptions) -> LayoutShape:
    """Return the shape of the layout that pictures of the game show."""
    if MAKE_TOGETHER.at(table):
        return LayoutShape.SEVENS
    return {FORK: LayoutShape.FORK, LINE: LayoutShape.LINE}.get(DOUBLES.at(table), LayoutShape.CROSS)


# -- at a table ------------------------------------------------------------------------------------------------------


def deal_own(seating: Seating, largest: int) -> Dealing:
    """Return the tiles that the table of `seating` plays with, and the deal.

    `largest` is the largest half of the set.
    """
    removed = find_removed(seating)
    each, start = TILES_OF[len(seating.players)].at(seating), START_TILE.at(seating)
    boneyard = len(list_tiles(largest, removed)) - start - each * len(seating.players)
    stays = boneyard if DRAWING.at(seating) == 0 else min(BONEYARD_KEEPS.at(seating), boneyard)
    return Dealing(largest, Deal(each, boneyard, stays, start), removed=removed)


def make_leading(seating: Seating, largest: int) -> Leading:
    """Return the rules for who leads a round and with which tile, by the settings of `seating`.

    `largest` is the largest half of the set. A player who must lead a double and has none passes the lead on.
    """
    rule, first_tile = FIRST_LEAD.at(seating)(seating, largest), FIRST_TILE.at(seating)
    begins: FirstTile = first_tile
    if START_TILE.at(seating):
        begins = "no_double"
    elif first_tile == "double" and rule.certain:
        begins = rule.certain
    elif first_tile == "double" and rule is HIGHEST_DRAWN:
        rule = DRAWN_WITH_DOUBLE
    return NEXT_LEAD.at(seating)(seating, rule, begins)


def make_rounds(seating: Seating, bonuses: PairBonuses) -> Rounds:
    """Return the rules for the points at the end of a round, as the house rules of `seating` set them.

    `bonuses` are points that the winner of a round can earn in addition; a game of penalties has none.
    """
    at_boneyard = ENDS_AT_THE_BONEYARD.at(seating) and DRAWING.at(seating) != 0
    nobody_out: str = "boneyard" if at_boneyard else "blocked"
    words = Text(N_("No more tiles may be drawn") if at_boneyard else WITHOUT_WINNER["blocked"])
    pairs_play_on, locker_leads = seating.partners and PAIR_OUT.at(seating), _leads_by_locker(seating)
    if PENALTIES.at(seating):
        extra = PENALTY_BONUS.at(seating)
        worth = HandWorth(
            DOUBLE_BLANK_WORTH.at(seating),
            BLANK_HALF.at(seating),
            extra=extra,
            lone_double_blank=LONE_DOUBLE_BLANK.at(seating),
            lone_double_six=LONE_DOUBLE_SIX.at(seating) if SET.at(seating) == 6 else 12,
        )
        when_out: CountedHands = "opponents" if pairs_play_on else "all"
        return Penalties(
            seating,
            worth,
            when_out=when_out,
            pairs_play_on=pairs_play_on,
            nobody_out=nobody_out,
            nobody_out_words=words,
            fewest_free=ALL_OWN.at(seating),
            last_tile="always" if locker_leads else "never",
        )
    gets, rounding = WINNER_GETS.at(seating), ROUNDING.at(seating)
    steps = HAND_STEPS.at(seating) and rounding is HandRounding.NONE
    return PointsToWinner(
        seating,
        gets,
        FIXED_POINTS.at(seating),
        HandSum(gets, rounding, DIVIDE_BY.at(seating), steps),
        DOUBLE_BLANK_POINTS.at(seating),
        BLOCKED_GETS.at(seating),
        BLOCKED_EXTRA.at(seating),
        BLOCKED_BY.at(seating),
        TIE.at(seating),
        pairs_play_on,
        bonuses,
        nobody_out,
        words,
        locker_leads,
    )


def _leads_by_locker(table: HasOptions) -> bool:
    """Return whether the player who locked a round may lead the next one."""
    return table.options.get(NEXT_LEAD.key) in ("locker", "locker_or_next")


def scores_with_last_tile(seating: Seating) -> bool:
    """Return whether the points for going out and those of the last tile are one score at the table of `seating`."""
    fixed = WINNER_GETS.at(seating) is WinnerGets.FIXED and not PENALTIES.at(seating)
    return fixed and GOING_OUT_WITH_MOVE.at(seating)


def find_first_pass(table: HasOptions) -> int:
    """Return the points for the first pass of a match at the table; 0 if another setting excludes them."""
    return FIRST_OF_THE_MATCH.at(table) if may_matter(FIRST_OF_THE_MATCH.key, table.options) else 0


def make_goal(seating: Seating, shutout: bool) -> Goal:
    """Return the goal of the match at the table of `seating`.

    With `shutout` a match in which no other side has a point counts as two wins of the evening.
    """
    goal, penalties = GOAL.at(seating), PENALTIES.at(seating)
    to_open = FIRST_ENTRY.at(seating) if penalties else 0
    if goal is MatchGoal.ROUNDS:
        return BestWins(seating, penalties, rounds=ROUND_COUNT.at(seating), shutout=shutout, to_open=to_open)
    if goal is MatchGoal.LIMIT:
        return BestWins(seating, penalties, limit=LIMIT.at(seating), shutout=shutout, to_open=to_open)
    target = TARGET.at(seating)
    if penalties:
        return BestWins(seating, penalties, target=target, shutout=shutout, to_open=to_open)
    at_once = END_WHEN.at(seating) is EndWhen.AT_ONCE
    fixed = WINNER_GETS.at(seating) is WinnerGets.FIXED
    ties_carried_once = TIE.at(seating) is Tie.CARRIED_ONCE and BLOCKED_GETS.at(seating) is not BlockedGets.CARRIED
    back = GoBack.NOBODY if scores_with_last_tile(seating) else OTHERS_BACK.at(seating)
    goal_settings = (
        seating,
        target,
        at_once,
        EXACT.at(seating),
        FIRST_ENTRY.at(seating),
        back is GoBack.OTHERS,
        shutout and back is GoBack.NOBODY,
    )
    if seating.partners and find_first_pass(seating):
        return LiftsBelow(*goal_settings, below_from=BELOW_FROM.at(seating))
    return InOneRun(
        *goal_settings,
        FIRST_TILE_WINS.at(seating) or not at_once,
        BROKEN_BY.get(back, BrokenBy.NOBODY),
        ONE_ALL.at(seating) and fixed and FIXED_POINTS.at(seating) == 1,
        FIXED_POINTS.at(seating) if fixed and ties_carried_once else None,
    )


def play(variant: Variant, seating: Seating) -> Game:
    """Return your own game, as its settings compose it, for the players of `seating`."""
    largest, model, penalties = SET.at(seating), DOUBLES.at(seating), PENALTIES.at(seating)
    dealing, pays = deal_own(seating, largest), seating.partners and not penalties
    laying: Laying = MakeTogether(model, largest + 1) if MAKE_TOGETHER.at(seating) else EqualHalves(model)
    bonuses = PairBonuses(seating, laying, pays, find_first_pass(seating), SIX_DOUBLES.at(seating))
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=make_leading(seating, largest),
        laying=laying,
        turns=(TwoDoubles if TWO_DOUBLES.at(seating) else OneTile)(dealing.deal, DRAWING.at(seating)),
        moves=Moves(COUNTED_ENDS.at(seating), FIXED_POINTS.at(seating) if scores_with_last_tile(seating) else None),
        rounds=make_rounds(seating, bonuses),
        bonuses=bonuses,
        goal=make_goal(seating, pays and SHUTOUT.at(seating)),
    )


VARIANT = Variant(
    key="own",
    name=NAME,
    name_is_message=True,
    source=N_("your own rules"),
    subtitle=N_("Put together by yourselves"),
    summary=N_("The game as your family plays it: the rules are yours."),
    play=play,
    chapter=Chapter.OWN,
    largest=SET,
    find_removed=find_removed,
    settled=True,
    may_be_named=True,
    options=OPTIONS,
    can_matter=may_matter,
    check_table=check_table,
    renew_options=renew_settings,
    settle_by=settle_own,
    fill_in=fill_in,
    menu_place=32,
)
