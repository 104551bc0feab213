"""Oriente: all tiles left score by steps of ten pips, as in the east of Cuba; the first pass of a match scores, too.

Source: “En el dominó… los dominantes dominan”, libreonline.com. Rules that it does not specify are decided in
docs/rules.md §9.9.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.options import Choice, Setting
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules.blocked_winners import BlockedBy, find_locked_winners
from scorekeeper.engine.rules.bonuses import CAPICUA_DOUBLES
from scorekeeper.engine.rules.first_leads import DOUBLE_SIX_LEADS, DRAWN_FOR, choose_first_lead
from scorekeeper.engine.rules.first_pass import BELOW_FROM, FIRST_PASS, LiftsBelow
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.hand_rounding import HandRounding
from scorekeeper.engine.rules.hands import make_round_score
from scorekeeper.engine.rules.last_tile_bonuses import (
    FITS_BOTH,
    check_last_tile_fits,
    explain_capicua_refused,
    is_capicua,
    list_ends_before,
)
from scorekeeper.engine.rules.latin import TAKES
from scorekeeper.engine.rules.leading import LowestHandLeads
from scorekeeper.engine.rules.match_length import choose_target
from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.rules.own.sums import HandSum, WinnerGets
from scorekeeper.engine.rules.paying import NoBonuses
from scorekeeper.engine.rules.rounds import AllHands
from scorekeeper.engine.rules.scores import RoundScore, double_points
from scorekeeper.engine.rules.shutout import SHUTOUT
from scorekeeper.engine.rules.ties import NOBODY, Tie, choose_tie
from scorekeeper.engine.rules.tiles_each import TilesEach
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

TARGET = choose_target(20, offers=(10, 20, 30))
FIRST_RULE = choose_first_lead(DRAWN_FOR, DOUBLE_SIX_LEADS)
TIE = choose_tie(
    Choice(Tie.LEAD, N_("the pair that led"), N_("With equal lowest hands on both sides the pair that led wins.")),
    replace(NOBODY, rule=N_("With equal lowest hands on both sides nobody scores.")),
)


def can_matter(key: str, settings: Mapping[str, Setting], sides: int | None) -> bool:
    """Return False for `below_from` if the first pass scores nothing by `settings`, so that nothing lies below."""
    return key != "below_from" or settings["first_pass"] != 0


@dataclass(frozen=True, slots=True)
class FirstPassPays(NoBonuses):
    """The bonus for the first pass of the match, and a capicúa that can be called when a player goes out."""

    def offer(self, layout: Layout, mover: str | None, passed: int) -> tuple[str, str] | None:
        """Return `mover`, who made the next player pass; None before a pass or if the table does not pay it."""
        return (mover, "first_pass") if mover is not None and passed and self.paid else None

    def check(self, ended: RoundEnd) -> None:
        """Raise RuleError if a capicúa called contradicts the last tile, or that tile fits no open end."""
        findings, last = Findings(), ended.last.tile
        check_last_tile_fits(ended, findings)
        if last is not None and ended.last.called and is_capicua(ended, blank=True) is False:
            because = explain_capicua_refused(last, list_ends_before(ended))
            findings.add("bonus_not_true", "bonus", because=because)
        findings.settle()


@dataclass(frozen=True, slots=True)
class Steps(AllHands):
    """Rounds whose winner scores all tiles left by steps of ten pips.

    The lowest single hand wins a blocked round; `tie` settles equal ones. With `doubled` a capicúa doubles the points.
    """

    tie: Tie
    doubled: bool

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the score of a round: points by the pips of all hands, for the side that has won it."""
        won = find_locked_winners(self.seating, ended, pips, BlockedBy.SINGLE, self.tie, lead)
        if not won.sides:
            return RoundScore({}, (), won.why, pips)
        (side,) = won.sides
        steps = HandSum(WinnerGets.ALL_HANDS, HandRounding.NONE, 1, steps=True)
        points, hands = steps.add_up(self.seating, side, pips, less_own=False)
        fell = self.doubled and bool(ended.last.called or is_capicua(ended, blank=True))
        if ended.out is not None and fell:
            points, hands = double_points(points, hands)
            return replace(make_round_score(ended, {side: points}, won, hands, pips), bonus=("capicua",))
        return make_round_score(ended, {side: points}, won, hands, pips)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Oriente for the four players and the house rules of `seating`."""
    dealing = TilesEach(7).deal_set(seating, 6, 0)
    doubled, first_pass = CAPICUA_DOUBLES.at(seating), FIRST_PASS.at(seating)
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=LowestHandLeads(seating, FIRST_RULE.at(seating), again=True),
        turns=OneTile(dealing.deal),
        rounds=Steps(seating, TIE.at(seating), doubled),
        bonuses=FirstPassPays(
            {"capicua": FITS_BOTH} if doubled else {}, {"first_pass": first_pass} if first_pass else {}
        ),
        goal=LiftsBelow(seating, TARGET.at(seating), shutout=SHUTOUT.at(seating), below_from=BELOW_FROM.at(seating)),
    )


VARIANT = Variant(
    key="oriente",
    name="Dominó (Oriente)",
    source="libreonline.com: En el dominó… los dominantes dominan",
    subtitle=N_("In pairs, as in the east of Cuba"),
    summary=N_("Four in pairs. All tiles left score by steps: up to 20 pips are 2 points, up to 30 are 3. To 20."),
    play=play,
    chapter=Chapter.LATIN,
    takes=TAKES,
    fewest_players=4,
    partners="always_with_four",
    options=(TARGET, FIRST_RULE, TIE, CAPICUA_DOUBLES, FIRST_PASS, BELOW_FROM, SHUTOUT),
    can_matter=can_matter,
    aliases=("Oriente", "Capicúa", "Santiago de Cuba", "Doble seis", "Zapatero", "Dominó cubano"),
    languages=("es",),
    menu_place=37,
)
