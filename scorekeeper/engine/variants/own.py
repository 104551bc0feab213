"""Your own game: put together from axes, by the family that plays it (docs/rules.md §11).

Source: none; every family brings its own. Each axis is an option, and the settings fill in the value of the game; a
match file carries them, and another book scores the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from scorekeeper.engine.entries import WITHOUT_WINNER, RoundEnd
from scorekeeper.engine.layout.growing import FirstTile
from scorekeeper.engine.layout.models import FORK, LINE
from scorekeeper.engine.options import END_WHEN, EndWhen, HasOptions, Option, Setting, read_settings, settle_options
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules.dealing import Deal, Dealing
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import EveryPointCounts, Goal, Totals, ToTarget, explain_points, is_shutout
from scorekeeper.engine.rules.hands import Tie, Won, tell_round
from scorekeeper.engine.rules.laying import EqualHalves, Laying, MakeTogether
from scorekeeper.engine.rules.leading import WonOrFound
from scorekeeper.engine.rules.locked import DUELS, BlockedBy, find_locked_winners, find_rival
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.moves import Moves
from scorekeeper.engine.rules.own.axes_of_matches import GOAL, LIMIT, ROUND_COUNT, TARGET, MatchGoal
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
    TILES_OF,
)
from scorekeeper.engine.rules.own.axes_of_rounds import (
    ALL_PASS,
    BLOCKED_BY,
    BLOCKED_GETS,
    COUNTS_TWICE,
    DIVIDE_BY,
    DOUBLE_BLANK_AT_BOTH_ENDS,
    DOUBLE_BLANK_LAST,
    ENDS_AT_THE_BONEYARD,
    FIRST_LEAD,
    FIRST_PASS,
    FIRST_PASS_ON_SINGLE,
    FIRST_ROUNDS,
    FITS_BOTH,
    FITS_BOTH_WITH_BLANK,
    FIXED_POINTS,
    GOING_OUT_WITH_MOVE,
    LOCKED_AND_WON,
    NEXT_LEAD,
    PAIR_OUT,
    PENALTIES,
    PENALTY_BONUS,
    ROUNDING,
    TIE,
    WINNER_GETS,
    BlockedGets,
)
from scorekeeper.engine.rules.own.fitting import check_fit, may_matter, renew_settings
from scorekeeper.engine.rules.own.naming import read_game_name
from scorekeeper.engine.rules.own.sums import HandSum, WinnerGets
from scorekeeper.engine.rules.pair_bonuses import PairBonuses
from scorekeeper.engine.rules.penalties import BLANK_HALF_WORTH, DOUBLE_BLANK_WORTH, HandWorth, Penalties
from scorekeeper.engine.rules.points import count_points, find_fewest
from scorekeeper.engine.rules.rounds import AskedLast, CountedHands, HandsCounted, NobodyOut, Rounds
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.rules.uncounted import EXACT
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value, counted
from scorekeeper.engine.tiles import make_set, make_tile

NAME = N_("Your own game")
TAKES = frozenset({"ends", "play", "pass", "round"})
OF_THE_DEAL: tuple[Option, ...] = (SET, PLAYERS_FROM, PLAYERS_TO, PARTNERS, *TILES_OF.values())
OF_LAYING: tuple[Option, ...] = (START_TILE, DRAWING, BONEYARD_KEEPS, ENDS_AT_THE_BONEYARD, DOUBLES, MAKE_TOGETHER)
OF_LEADS: tuple[Option, ...] = (FIRST_TILE, COUNTED_ENDS, FIRST_LEAD, NEXT_LEAD)
OF_HANDS: tuple[Option, ...] = (PENALTIES, WINNER_GETS, FIXED_POINTS, GOING_OUT_WITH_MOVE, ROUNDING, DIVIDE_BY)
OF_PENALTIES: tuple[Option, ...] = (PENALTY_BONUS, DOUBLE_BLANK_WORTH, BLANK_HALF_WORTH)
OF_BLOCKS: tuple[Option, ...] = (BLOCKED_GETS, BLOCKED_BY, TIE, PAIR_OUT)
OF_BONUSES: tuple[Option, ...] = (
    *(FITS_BOTH, FITS_BOTH_WITH_BLANK, DOUBLE_BLANK_LAST, DOUBLE_BLANK_AT_BOTH_ENDS),
    *(FIRST_PASS, FIRST_PASS_ON_SINGLE, ALL_PASS),
    *(LOCKED_AND_WON, FIRST_ROUNDS),
)
OF_THE_MATCH: tuple[Option, ...] = (GOAL, TARGET, EXACT, END_WHEN, ROUND_COUNT, LIMIT, COUNTS_TWICE)
OPTIONS = (
    *(*OF_THE_DEAL, *OF_LAYING, *OF_LEADS, *OF_HANDS, *OF_PENALTIES),
    *(*OF_BLOCKS, *OF_BONUSES, *OF_THE_MATCH),
)


# -- its settings ----------------------------------------------------------------------------------------------------


def settle_own(variant: Variant, given: Mapping[str, object]) -> Mapping[str, Setting]:
    """Return the name of the game and the setting of every axis; raise RuleError with everything that cannot be."""
    said, findings, name = {**variant.axes, **given}, Findings(), ""
    with findings.at("options"):
        name = read_game_name(said.pop("name", ""))
    settings: Mapping[str, Setting] = {}
    with findings.at():
        settings = settle_options(variant.options, said)
        check_fit(settings, findings)
    findings.settle()
    return MappingProxyType({"name": name, **settings})


def check_table(players: int, settings: Mapping[str, Setting], findings: Findings) -> None:
    """Find a deal of more tiles than there are."""
    tiles = len(make_set(int(settings["set"])))
    dealt = players * int(settings.get(f"tiles_{players}", 0)) + int(settings["start_tile"])
    if dealt > tiles:
        findings.add("too_many_tiles", "options", f"tiles_{players}", tiles=dealt, most=tiles)


def fill_in(variant: Variant, given: Mapping[str, object]) -> Variant:
    """Return the variant with the facts that its settings make; what cannot be read of them is as usual."""
    said = {**variant.axes, **given}
    if said == variant.axes:
        return variant
    name = ""
    with Findings().at():
        name = read_game_name(said.get("name", ""))
    axes = MappingProxyType({"name": name, **read_settings(variant.options, said)})
    table = Seating((), options=axes)
    in_play, penalties = COUNTED_ENDS.at(table), PENALTIES.at(table)
    fewest, pairing = PLAYERS_FROM.at(table), PARTNERS.at(table)
    paid = any(bonus.at(table) for bonus in (FIRST_PASS, FIRST_PASS_ON_SINGLE, ALL_PASS))
    pays = pairing != "never" and not penalties and paid
    always_in_pairs = fewest == 4 and pairing == "always_with_four"
    return replace(
        variant,
        axes=axes,
        name=name or NAME,
        name_is_said=not name,
        shape=_find_shape(table),
        fewest_players=fewest,
        most_players=max(fewest, PLAYERS_TO.at(table)),  # more of the one than of the other is refused elsewhere
        partners=pairing,
        takes=TAKES | {"bonus"} if always_in_pairs or pays else TAKES,
        ends_score=in_play.ends_score,
        equal_ends_score=in_play.equal_ends_score,
        asks_placed=in_play.asks_placed,
        own_hands=penalties,
    )


def _find_shape(table: HasOptions) -> LayoutShape:
    if MAKE_TOGETHER.at(table):
        return LayoutShape.SEVENS
    return {FORK: LayoutShape.FORK, LINE: LayoutShape.LINE}.get(DOUBLES.at(table), LayoutShape.CROSS)


# -- the end of a round ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PointsToWinner:
    """Who wins a round scores what the hands are worth, a fixed number, or nothing, and bonuses beside."""

    seating: Seating
    gets: WinnerGets
    fixed_points: int
    hand_sum: HandSum
    blocked_gets: BlockedGets
    blocked_by: BlockedBy
    tie: Tie
    pairs_play_on: bool
    bonuses: PairBonuses
    nobody_out: NobodyOut
    nobody_out_words: Text

    @property
    def hands(self) -> HandsCounted:
        return HandsCounted(self.seating, self._counted_when_out, "all" if self._block_scores else "none")

    @property
    def _counted_when_out(self) -> CountedHands:
        if self.gets in (WinnerGets.FIXED, WinnerGets.NOTHING):
            return "none"
        with_own = self.seating.partners and self.gets is not WinnerGets.OPPONENTS and not self.pairs_play_on
        return "all" if with_own else "opponents"

    @property
    def _block_scores(self) -> bool:
        idle = self.gets is WinnerGets.NOTHING and not self.bonuses.locking_pays
        return not idle and self.blocked_gets is not BlockedGets.NOTHING

    @property
    def last_tile(self) -> AskedLast:
        if not self._block_scores:
            return "never"
        if self.blocked_by in DUELS or self.bonuses.locking_pays:
            return "always"
        return "tied" if self.tie is Tie.LAST else "never"

    def find_rival(self, locked_by: str) -> str | None:
        return find_rival(self.seating, locked_by, self.blocked_by)

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        if ended.out is None and not self._block_scores:
            return RoundScore({}, (), Text(N_("a blocked round scores nothing at this table")), pips)
        by = self.blocked_by if self.seating.partners or self.blocked_by in DUELS else BlockedBy.SIDE
        won = find_locked_winners(self.seating, ended, pips, by, self.tie, lead)
        if not won.sides:
            return RoundScore({}, (), won.why, pips)
        return self._score_winners(ended, won, pips)

    def _score_winners(self, ended: RoundEnd, won: Won, pips: Mapping[str, int]) -> RoundScore:
        points, whys = dict[str, int](), list[Text]()
        fell: tuple[str, ...] = ()
        for side in won.sides:
            scored, hands = self._score_hands(side, ended, pips)
            points[side], hands, fell = self.bonuses.add(side, ended, scored, hands)
            whys += [hands] * (hands not in whys)
        told = Text(N_("%(hands)s"), {"hands": tuple(whys)}) if len(whys) > 1 else whys[0]
        fixed = self.gets is WinnerGets.FIXED
        return replace(tell_round(ended, points, won, told, pips, fixed=fixed), bonus=fell)

    def _score_hands(self, side: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        if self.gets is WinnerGets.FIXED:
            return self.fixed_points, count_points(self.fixed_points)
        if self.gets is WinnerGets.NOTHING:
            return 0, Text(N_("tiles in hand score nothing"))
        less_own = ended.out is None and self.blocked_gets is BlockedGets.MINUS_OWN
        return self.hand_sum.add_up(self.seating, side, pips, less_own)


# -- the match -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BestWins(EveryPointCounts):
    """The best have won after so many rounds, or once somebody has as many points as the limit or the target."""

    seating: Seating
    lowest_wins: bool
    rounds: int | None = None
    limit: int | None = None
    target: int | None = None
    shutout: bool = False

    def winners(self, totals: Totals, rounds: int, between_rounds: bool) -> tuple[str, ...]:
        best = find_fewest(totals if self.lowest_wins else {side: -total for side, total in totals.items()})
        most = max(totals.values())
        if self.rounds is not None:
            return best if rounds >= self.rounds else ()
        if self.limit is not None:
            return best if between_rounds and most >= self.limit else ()
        return best if between_rounds and self.target is not None and most >= self.target and len(best) == 1 else ()

    def explain(self, totals: Totals, winners: tuple[str, ...]) -> Text:
        if not self.lowest_wins or len(winners) > 1:
            return explain_points(self.seating, totals, winners, twice=self.counts_for(totals, winners) > 1)
        (side,) = winners
        values: dict[str, Value] = {"side": side, "total": totals[side]}
        return counted(
            "%(side)s won with the fewest points, %(total)s",
            "%(side)s won with the fewest points, %(total)s",
            len(self.seating.members(side)),
            values,
        )

    def counts_for(self, totals: Totals, winners: tuple[str, ...]) -> int:
        return 2 if self.shutout and is_shutout(totals, winners) else 1


# -- at a table ------------------------------------------------------------------------------------------------------


def deal_own(seating: Seating, largest: int) -> Deal:
    """Return how the tiles are dealt at a table."""
    each, start = TILES_OF[len(seating.players)].at(seating), START_TILE.at(seating)
    boneyard = len(make_set(largest)) - start - each * len(seating.players)
    stays = boneyard if DRAWING.at(seating) == 0 else min(BONEYARD_KEEPS.at(seating), boneyard)
    return Deal(each, boneyard, stays, start)


def make_leading(seating: Seating, largest: int) -> WonOrFound:
    """Return who leads, and what the first tile must be."""
    rule, first_tile = FIRST_LEAD.at(seating)(seating, largest), FIRST_TILE.at(seating)
    begins: FirstTile = first_tile
    if START_TILE.at(seating):
        begins = "no_double"
    elif first_tile == "double" and rule.said_by_holder:
        begins = make_tile(largest, largest)
    return WonOrFound(seating, rule, NEXT_LEAD.at(seating), begins)


def make_rounds(seating: Seating, bonuses: PairBonuses) -> Rounds:
    """Return what the end of a round is worth."""
    at_boneyard = ENDS_AT_THE_BONEYARD.at(seating) and DRAWING.at(seating) != 0
    nobody_out: NobodyOut = "boneyard" if at_boneyard else "blocked"
    words = Text(N_("Only the tiles that stay are left") if at_boneyard else WITHOUT_WINNER["blocked"])
    pairs_play_on = seating.partners and PAIR_OUT.at(seating)
    if PENALTIES.at(seating):
        extra = PENALTY_BONUS.at(seating)
        worth = HandWorth(DOUBLE_BLANK_WORTH.at(seating), BLANK_HALF_WORTH.at(seating), extra=extra)
        when_out: CountedHands = "opponents" if pairs_play_on else "all"
        return Penalties(
            seating,
            worth,
            when_out=when_out,
            pairs_play_on=pairs_play_on,
            nobody_out=nobody_out,
            nobody_out_words=words,
        )
    gets = WINNER_GETS.at(seating)
    return PointsToWinner(
        seating,
        gets,
        FIXED_POINTS.at(seating),
        HandSum(gets, ROUNDING.at(seating), DIVIDE_BY.at(seating)),
        BLOCKED_GETS.at(seating),
        BLOCKED_BY.at(seating),
        TIE.at(seating),
        pairs_play_on,
        bonuses,
        nobody_out,
        words,
    )


def make_goal(seating: Seating, shutout: bool) -> Goal:
    """Return when the match is over; with `shutout` it counts twice where the others have no point."""
    goal, penalties = GOAL.at(seating), PENALTIES.at(seating)
    if goal is MatchGoal.ROUNDS:
        return BestWins(seating, penalties, rounds=ROUND_COUNT.at(seating), shutout=shutout)
    if goal is MatchGoal.LIMIT:
        return BestWins(seating, penalties, limit=LIMIT.at(seating), shutout=shutout)
    target = TARGET.at(seating)
    if penalties:
        return BestWins(seating, penalties, target=target, shutout=shutout)
    at_once = END_WHEN.at(seating) is EndWhen.AT_ONCE
    return ToTarget(seating, target, at_once, EXACT.at(seating), shutout=shutout)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game at a table."""
    largest, model, penalties = SET.at(seating), DOUBLES.at(seating), PENALTIES.at(seating)
    deal, pays = deal_own(seating, largest), seating.partners and not penalties
    laying: Laying = MakeTogether(model, largest + 1) if MAKE_TOGETHER.at(seating) else EqualHalves(model)
    bonuses = PairBonuses(seating, laying, pays)
    with_move = GOING_OUT_WITH_MOVE.at(seating) and WINNER_GETS.at(seating) is WinnerGets.FIXED and not penalties
    return Game(
        variant=variant,
        seating=seating,
        dealing=Dealing(largest, deal),
        leading=make_leading(seating, largest),
        laying=laying,
        turns=OneTile(deal, DRAWING.at(seating)),
        moves=Moves(COUNTED_ENDS.at(seating), FIXED_POINTS.at(seating) if with_move else None),
        rounds=make_rounds(seating, bonuses),
        bonuses=bonuses,
        goal=make_goal(seating, pays and COUNTS_TWICE.at(seating)),
    )


VARIANT = Variant(
    key="own",
    name=NAME,
    name_is_said=True,
    source=N_("your own rules"),
    subtitle=N_("Put together by yourselves"),
    summary=N_("The game as your family plays it: the rules are yours."),
    play=play,
    chapter=Chapter.OWN,
    largest=SET,
    settled=True,
    options=OPTIONS,
    matters_beside=may_matter,
    check_table=check_table,
    renew_options=renew_settings,
    settle_by=settle_own,
    fill_in=fill_in,
    menu_place=32,
)
