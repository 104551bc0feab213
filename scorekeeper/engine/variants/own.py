"""Your own game: put together from axes, by the family that plays it (docs/rules.md §11).

Source: none; every family brings its own. Each axis is an option. The class of one game is made from its settings
(`make_own`), as its facts hang on them; a match file carries them, and another book scores the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Self, cast

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.fresh_leads import FreshLeads
from scorekeeper.engine.games.game import Deal, RoundScore, Score
from scorekeeper.engine.games.going_out import add_out_points
from scorekeeper.engine.games.hands import Tie, Won, tell_round
from scorekeeper.engine.games.later_leads import NextStart
from scorekeeper.engine.games.leads import Lead
from scorekeeper.engine.games.locked import DUELS, BlockedBy, find_locked_winners
from scorekeeper.engine.games.menu import Chapter, LayoutShape
from scorekeeper.engine.games.own import axes_of_matches, axes_of_play, axes_of_rounds
from scorekeeper.engine.games.own.axes_of_matches import MatchGoal
from scorekeeper.engine.games.own.axes_of_rounds import BlockedGets
from scorekeeper.engine.games.own.fitting import PASS_BONUSES, check_fit, may_matter, renew_settings
from scorekeeper.engine.games.own.naming import read_game_name
from scorekeeper.engine.games.own.sums import HandSum, WinnerGets
from scorekeeper.engine.games.pair_bonuses import PairBonuses
from scorekeeper.engine.games.penalties import BLANK_HALF_WORTH, DOUBLE_BLANK_WORTH, HandWorth, count_penalties
from scorekeeper.engine.games.points import count_points, find_fewest
from scorekeeper.engine.games.round_game import CountedHands
from scorekeeper.engine.games.together import MakeTogether
from scorekeeper.engine.games.uncounted import EXACT
from scorekeeper.engine.layout.growing import FirstTile
from scorekeeper.engine.layout.models import FORK, LINE, Model
from scorekeeper.engine.options import END_WHEN, Option, Setting, read_settings
from scorekeeper.engine.problems import Findings, RuleError
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value, counted
from scorekeeper.engine.tiles import End, Tile, make_tile


class OwnGame(PairBonuses, FreshLeads):
    key = "own"
    name = N_("Your own game")
    name_is_said = True
    source = N_("your own rules")
    subtitle = N_("Put together by yourselves")
    summary = N_("The game as your family plays it: the rules are yours.")
    chapter = Chapter.OWN
    settled = True
    axes: ClassVar[Mapping[str, Setting]] = MappingProxyType({})  # what the family has settled

    largest = axes_of_play.SET
    fewest = axes_of_play.PLAYERS_FROM
    most = axes_of_play.PLAYERS_TO
    pairing = axes_of_play.PARTNERS
    tiles_2 = axes_of_play.choose_tiles_of(2)
    tiles_3 = axes_of_play.choose_tiles_of(3)
    tiles_4 = axes_of_play.choose_tiles_of(4)
    tiles_5 = axes_of_play.choose_tiles_of(5)
    tiles_6 = axes_of_play.choose_tiles_of(6)
    tiles_7 = axes_of_play.choose_tiles_of(7)
    tiles_8 = axes_of_play.choose_tiles_of(8)
    start_tile = axes_of_play.START_TILE
    drawing = axes_of_play.DRAWING
    stays = axes_of_play.BONEYARD_KEEPS
    ends_at_the_boneyard = axes_of_rounds.ENDS_AT_THE_BONEYARD
    doubles = axes_of_play.DOUBLES
    makes_together = axes_of_play.MAKE_TOGETHER
    begins_with = axes_of_play.FIRST_TILE
    counted_ends = axes_of_play.COUNTED_ENDS
    first_rule = axes_of_rounds.FIRST_LEAD
    next_start = axes_of_rounds.NEXT_LEAD
    penalties = axes_of_rounds.PENALTIES
    gets = axes_of_rounds.WINNER_GETS
    fixed_points = axes_of_rounds.FIXED_POINTS
    goes_out_with_move = axes_of_rounds.GOING_OUT_WITH_MOVE
    rounding = axes_of_rounds.ROUNDING
    divide_by = axes_of_rounds.DIVIDE_BY
    penalty_bonus = axes_of_rounds.PENALTY_BONUS
    double_blank = DOUBLE_BLANK_WORTH
    blank_half = BLANK_HALF_WORTH
    blocked_gets = axes_of_rounds.BLOCKED_GETS
    blocked_by = axes_of_rounds.BLOCKED_BY
    tie = axes_of_rounds.TIE
    pair_out = axes_of_rounds.PAIR_OUT
    capicua = axes_of_rounds.FITS_BOTH
    capicua_blank = axes_of_rounds.FITS_BOTH_WITH_BLANK
    chuchazo = axes_of_rounds.DOUBLE_BLANK_LAST
    chuchazo_both_ends = axes_of_rounds.DOUBLE_BLANK_AT_BOTH_ENDS
    pase_salida = axes_of_rounds.FIRST_PASS
    pase_salida_single = axes_of_rounds.FIRST_PASS_ON_SINGLE
    pase_corrido = axes_of_rounds.ALL_PASS
    tranque = axes_of_rounds.LOCKED_AND_WON
    early_rounds = axes_of_rounds.FIRST_ROUNDS
    goal = axes_of_matches.GOAL
    target_points = axes_of_matches.TARGET
    hits_exactly = EXACT
    end_when = END_WHEN
    round_count = axes_of_matches.ROUND_COUNT
    limit = axes_of_matches.LIMIT
    shutout = axes_of_rounds.COUNTS_TWICE

    # -- its settings ------------------------------------------------------------------------------------------------

    @classmethod
    def settle(cls, given: Mapping[str, object] | None = None) -> Mapping[str, Setting]:
        said, findings, name = {**cls.axes, **(given or {})}, Findings(), ""
        with findings.at("options"):
            name = read_game_name(said.pop("name", ""))
        settings: Mapping[str, Setting] = {}
        with findings.at():
            settings = super().settle(said)
        findings.settle()
        return MappingProxyType({"name": name, **settings})

    @classmethod
    def check_settings(cls, settings: Mapping[str, Setting]) -> None:
        findings = Findings()
        check_fit(settings, findings)
        findings.settle()

    @classmethod
    def check_table(cls, players: int, settings: Mapping[str, Setting], findings: Findings) -> None:
        tiles = (int(settings["set"]) + 1) * (int(settings["set"]) + 2) // 2
        dealt = players * int(settings.get(f"tiles_{players}", 0)) + int(settings["start_tile"])
        if dealt > tiles:
            findings.add("too_many_tiles", "options", f"tiles_{players}", tiles=dealt, most=tiles)

    @classmethod
    def list_options(
        cls, players: int, pairs: bool, settings: Mapping[str, Setting] | None = None
    ) -> tuple[Option, ...]:
        return super().list_options(players, pairs, cls.settle() if settings is None else settings)

    @classmethod
    def may_matter(cls, key: str, settings: Mapping[str, Setting], sides: int | None = None) -> bool:
        return may_matter(key, settings, sides)

    @classmethod
    def renew_options(cls, stored: Mapping[str, object]) -> Mapping[str, object]:
        return renew_settings(super().renew_options(stored))

    @classmethod
    def seat(
        cls,
        players: Sequence[str],
        partners: bool | Sequence[Sequence[str]] | None = None,
        lead: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Seating:
        try:
            game = make_own(tuple(cls.settle(options).items()))
        except RuleError:  # told with everything else that cannot be
            settings = read_settings(cls.options, {**cls.axes, **(options or {})})
            game = make_own(tuple(settings.items()))
        return super(OwnGame, game).seat(players, partners, lead, options)

    @classmethod
    def at(cls, seating: Seating) -> Self:
        settings = tuple({**cls.axes, **seating.options}.items())
        return cast(Self, make_own(settings)(seating))

    @property
    def idle_kinds(self) -> frozenset[str]:
        return super().idle_kinds & self.takes

    # -- the layout --------------------------------------------------------------------------------------------------

    @property
    def deal(self) -> Deal:
        each, start = int(getattr(self, f"tiles_{len(self.seating.players)}")), self.start_tile
        boneyard = len(self.tiles) - start - each * len(self.seating.players)
        return Deal(each, boneyard, boneyard if self.drawing == 0 else min(self.stays, boneyard), start)

    @property
    def model(self) -> Model:
        return self.doubles

    @property
    def first_tile(self) -> FirstTile:
        if self.start_tile:
            return "no_double"
        if self.begins_with == "double" and self.lead_rule.said_by_holder:
            return make_tile(self.largest, self.largest)
        return self.begins_with

    def next_first_tile(self, winners: tuple[str, ...]) -> FirstTile:
        """Who leads later may not hold the double that the first round was led with."""
        first = self.first_tile
        return "double" if isinstance(first, Tile) and self.next_start is not NextStart.DOUBLE else first

    def score_ends(self, ends: tuple[End, ...], placed: End | None) -> Score:
        return self.counted_ends.score(ends, placed)

    def score_last(self, score: Score) -> Score:
        return add_out_points(score, self.fixed_points)

    @property
    def lead_rule(self) -> Lead:
        return self.first_rule(self.seating, self.largest)

    # -- the end of a round ------------------------------------------------------------------------------------------

    @property
    def nobody_out_words(self) -> Text:
        if self.nobody_out == "boneyard":
            return Text(N_("Only the tiles that stay are left"))
        return super().nobody_out_words

    @property
    def tells_double_blank(self) -> bool:
        return self.penalties and bool(self.double_blank)

    @property
    def wants_each_tile(self) -> bool:
        return self.penalties and bool(self.blank_half)

    @property
    def pairs_play_on(self) -> bool:
        return self.seating.partners and self.pair_out

    @property
    def counted_when_out(self) -> CountedHands:
        if self.penalties:
            return "opponents" if self.pairs_play_on else "all"
        if self.gets in (WinnerGets.FIXED, WinnerGets.NOTHING):
            return "none"
        with_own = self.seating.partners and self.gets is not WinnerGets.OPPONENTS and not self.pair_out
        return "all" if with_own else "opponents"

    @property
    def counted_when_blocked(self) -> CountedHands:
        idle = self.gets is WinnerGets.NOTHING and not self._pays_for_locking
        return "none" if not self.penalties and (idle or self.blocked_gets is BlockedGets.NOTHING) else "all"

    @property
    def pays_bonuses(self) -> bool:
        return super().pays_bonuses and not self.penalties

    @property
    def _pays_for_locking(self) -> bool:
        return self.pays_bonuses and bool(self.tranque)

    @property
    def hangs_on_last_tile(self) -> bool:
        decides = self.counted_when_blocked == "all" and not self.penalties
        return self.asks_last_tile or (decides and self.tie is Tie.LAST)

    @property
    def asks_last_tile(self) -> bool:
        decides = self.counted_when_blocked == "all" and not self.penalties
        return decides and (self.blocked_by in DUELS or self._pays_for_locking)

    def score_round(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        if self.penalties:
            worth = HandWorth(self.double_blank, self.blank_half, extra=self.penalty_bonus)
            return count_penalties(self, ended, pips, worth)
        if ended.out is None and self.counted_when_blocked == "none":
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
            points[side], hands, fell = self.add_bonuses(side, ended, scored, hands)
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
        return HandSum(self.gets, self.rounding, self.divide_by).add_up(self.seating, side, pips, less_own)

    # -- the match ---------------------------------------------------------------------------------------------------

    def winners(self, totals: Mapping[str, int], rounds: int, between_rounds: bool) -> tuple[str, ...]:
        best = find_fewest(totals if self.penalties else {side: -total for side, total in totals.items()})
        if self.goal is MatchGoal.ROUNDS:
            return best if rounds >= self.round_count else ()
        if self.goal is MatchGoal.LIMIT:
            return best if between_rounds and max(totals.values()) >= self.limit else ()
        if not self.penalties:
            return super().winners(totals, rounds, between_rounds)
        reached = between_rounds and max(totals.values()) >= self.target_points
        return best if reached and len(best) == 1 else ()

    def explain_end(self, totals: Mapping[str, int], winners: tuple[str, ...]) -> Text:
        if not self.penalties or len(winners) > 1:
            return super().explain_end(totals, winners)
        (side,) = winners
        values: dict[str, Value] = {"side": side, "total": totals[side]}
        return counted(
            "%(side)s won with the fewest points, %(total)s",
            "%(side)s won with the fewest points, %(total)s",
            len(self.seating.members(side)),
            values,
        )

    def counts_for(self, totals: Mapping[str, int], winners: tuple[str, ...]) -> int:
        return super().counts_for(totals, winners) if self.pays_bonuses else 1


@lru_cache(256)
def make_own(settings: tuple[tuple[str, Setting], ...]) -> type[OwnGame]:
    """The game of these settings, its facts among them."""
    axes = MappingProxyType(dict(settings))
    rules: Any = OwnGame(Seating((), options=axes))
    in_play = rules.counted_ends
    always_in_pairs = rules.fewest == 4 and rules.pairing == "always_with_four"
    pays = rules.pairing != "never" and not rules.penalties and any(getattr(rules, bonus) for bonus in PASS_BONUSES)
    facts: dict[str, Any] = {
        "axes": axes,
        "name": axes.get("name") or OwnGame.name,
        "name_is_said": not axes.get("name"),
        "__doc__": OwnGame.__doc__,
        "shape": _draw_shape(rules),
        "fewest_players": rules.fewest,
        "most_players": max(rules.fewest, rules.most),  # more of the one than of the other is refused elsewhere
        "partners": rules.pairing,
        "takes": OwnGame.takes | ({"bonus"} if always_in_pairs or pays else set()),
        "ends_score": in_play.ends_score,
        "equal_ends_score": in_play.equal_ends_score,
        "asks_placed": in_play.asks_placed,
        "asks_last": rules.goes_out_with_move and rules.gets is WinnerGets.FIXED and not rules.penalties,
        "lowest_wins": rules.penalties,
        "own_hands": rules.penalties,
        "target": OwnGame.target_points if rules.goal is MatchGoal.TARGET else None,
        "exact_target": None if rules.penalties else OwnGame.hits_exactly,
        "rounds": OwnGame.round_count if rules.goal is MatchGoal.ROUNDS else None,
        "nobody_out": "boneyard" if rules.ends_at_the_boneyard and rules.drawing != 0 else "blocked",
    }
    bases = (MakeTogether, OwnGame) if rules.makes_together else (OwnGame,)
    game: type[OwnGame] = type("OwnGame", bases, facts)
    game.options = OwnGame.options  # the axes, whatever else of them is a fact now
    return game


def _draw_shape(rules: OwnGame) -> LayoutShape:
    if rules.makes_together:
        return LayoutShape.SEVENS
    return (
        LayoutShape.FORK if rules.doubles is FORK else LayoutShape.LINE if rules.doubles is LINE else LayoutShape.CROSS
    )
