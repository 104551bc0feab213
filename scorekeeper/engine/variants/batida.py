"""Batida: the kind of the last tile says what a round is worth, as in Brazil; pips decide only a closed round.

Sources: domino-esje.blogspot.com (2008), the tournament sheet livrozilla.com 1192275, and the rules of the programs
domino-recife and domino-club, which disagree where there are options (docs/rules.md §9.8).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Choice, Number, Pick, Preset, Setting, Topic
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules.blocked_winners import (
    BOTH_HANDS,
    LOWEST_HAND,
    BlockedBy,
    choose_blocked_by,
    find_locked_winners,
)
from scorekeeper.engine.rules.bonuses import SIX_DOUBLES
from scorekeeper.engine.rules.drawing import NOBODY_DRAWS
from scorekeeper.engine.rules.first_leads import DOUBLE_LEADS, DRAWN_FOR, choose_first_lead
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.hands import make_round_score
from scorekeeper.engine.rules.last_tile_bonuses import check_last_tile_fits, fits_both, is_double, list_ends_before
from scorekeeper.engine.rules.later_leads import IN_TURN_OUT_OR_ANEW, NextStart
from scorekeeper.engine.rules.leading import WonOrFound
from scorekeeper.engine.rules.leads import BEST_TILE, DOUBLE_SIX, Lead, find_holder_of_best
from scorekeeper.engine.rules.match_length import choose_target
from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.rules.paying import NoBonuses
from scorekeeper.engine.rules.points import count_points
from scorekeeper.engine.rules.rounds import AllHands, HandsCounted
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.shutout import SHUTOUT
from scorekeeper.engine.rules.ties import NOBODY, Tie, choose_tie
from scorekeeper.engine.rules.tiles_each import SEVEN, SIX, choose_tiles_each
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value, counted, join_names
from scorekeeper.engine.tiles import Tile

# The words for each kind of last tile, by its key in match files.
KINDS: Mapping[str, str] = {
    "plain": N_("One end, no double"),
    "double": N_("A double at one end"),
    "both_ends": N_("Both ends, no double"),
    "both_ends_double": N_("A double at both ends"),
}
KIND_REASONS: Mapping[str, str] = {
    "plain": N_("the last tile fits one end"),
    "double": N_("the last tile is a double at one end (carroça)"),
    "both_ends": N_("the last tile fits both ends (lá e lô)"),
    "both_ends_double": N_("the last tile is a double at both ends (cruzada)"),
}
TARGET = choose_target(6, offers=(6, 7, 10))
TILES_EACH = choose_tiles_each(replace(SEVEN, written="seven"), replace(SIX, written="six"))
FIRST_RULE = choose_first_lead(DOUBLE_LEADS, DRAWN_FOR)
PLAIN = Number(
    "points_plain",
    N_("Out with a tile that fits one end"),
    counted(
        "Going out with a tile that is no double and fits one end scores %(n)s point.",
        "Going out with a tile that is no double and fits one end scores %(n)s points.",
    ),
    1,
    offers=(1, 2),
    about=Topic.OUT,
)
DOUBLE = Number(
    "points_double",
    N_("Out with a double at one end (carroça)"),
    counted(
        "Going out with a double at one end scores %(n)s point (carroça).",
        "Going out with a double at one end scores %(n)s points (carroça).",
    ),
    2,
    offers=(1, 2, 3),
    about=Topic.OUT,
)
BOTH_ENDS = Number(
    "points_both_ends",
    N_("Out with a tile that fits both ends (lá e lô)"),
    counted(
        "Going out with a tile whose two halves are the two ends scores %(n)s point (lá e lô).",
        "Going out with a tile whose two halves are the two ends scores %(n)s points (lá e lô).",
    ),
    3,
    offers=(2, 3),
    about=Topic.OUT,
)
BOTH_ENDS_DOUBLE = Number(
    "points_both_ends_double",
    N_("Out with a double at both ends (cruzada)"),
    counted(
        "Going out with a double whose number both ends show scores %(n)s point (cruzada).",
        "Going out with a double whose number both ends show scores %(n)s points (cruzada).",
    ),
    4,
    offers=(4, 6),
    about=Topic.OUT,
)
SAME_ENDS = Pick(
    "same_ends_count",
    N_("Both ends show one number and the last tile is no double"),
    (
        Choice(False, N_("fits one end"), N_("Between two ends with one number a tile that is no double fits one.")),
        Choice(True, N_("fits both ends"), N_("Between two ends with one number a tile that is no double fits both.")),
    ),
    about=Topic.OUT,
)
CARRY = Pick(
    "closed",
    N_("A closed round"),
    (
        Choice(False, N_("is won by fewer pips"), N_("When nobody can play, the pips left decide the round."), "count"),
        Choice(
            True,
            N_("makes the next worth one more"),
            N_(
                "When nobody can play, no pair has won: the next round that is won is worth one point more, and the"
                " highest double leads it."
            ),
            "carry",
        ),
    ),
    about=Topic.BLOCKED,
)
CLOSED = Number(
    "points_closed",
    N_("A closed round won"),
    counted("Who wins a closed round scores %(n)s point.", "Who wins a closed round scores %(n)s points."),
    1,
    offers=(1, 2),
    about=Topic.BLOCKED,
)
BLOCKED_BY = choose_blocked_by(BOTH_HANDS, LOWEST_HAND)
TIE = choose_tie(
    Choice(
        Tie.CARRIED,
        N_("the next is worth one more"),
        N_("With equal pips nobody scores, and the next round that is won is worth one point more."),
    ),
    NOBODY,
)
# Where all 28 tiles are dealt, somebody holds the 6-6.
SIX_LEADS = replace(DOUBLE_SIX, find=find_holder_of_best, doubles_alone=False)


def can_matter(key: str, settings: Mapping[str, Setting], sides: int | None) -> bool:
    """Return False for an option about counting pips if a closed round has no winner by `settings`, else True."""
    return key not in ("points_closed", "blocked_by", "tie") or settings["closed"] == "count"


def find_kind(ended: RoundEnd, same_ends: bool) -> str | None:
    """Return the key of the kind of the last tile; None if too little is known of the tile and the ends before it.

    With `same_ends` a tile that is no double fits both of two ends that show one number.
    """
    last, ends = ended.last.tile, list_ends_before(ended)
    if last is None or not ends:
        return None
    if last.double:
        return "both_ends_double" if is_double(ended, at_both_ends=True) else "double"
    return "both_ends" if fits_both(last, ends) and (same_ends or ends[0] != ends[1]) else "plain"


@dataclass(frozen=True, slots=True)
class KindCalled(NoBonuses):
    """The kind of last tile that a table calls when a player goes out; it must not contradict the tile and its ends."""

    same_ends: bool = field(kw_only=True)

    def check(self, ended: RoundEnd) -> None:
        """Raise RuleError if the kind called contradicts the last tile, or that tile fits no open end."""
        findings = Findings()
        check_last_tile_fits(ended, findings)
        called, last = ended.last.called, ended.last.tile
        if len(called) > 1:
            findings.add("bonus_not_true", "bonus", because=Text(N_("one last tile is of one kind")))
        elif called and last is not None:
            kind = find_kind(ended, self.same_ends)
            doubles = last.double != ("double" in called[0])
            if doubles or kind not in (None, called[0]):
                findings.add("bonus_not_true", "bonus", because=_explain_kind(last, list_ends_before(ended)))
        findings.settle()


def _explain_kind(last: Tile, ends: tuple[int, ...]) -> Text:
    """Return the reason why a call is not true: the tile, and the open `ends` before it if they are known."""
    if ends:
        ends_text = join_names(tuple(map(str, ends)))
        return Text(N_("%(tile)s was laid between the ends %(ends)s"), {"tile": str(last), "ends": ends_text})
    return Text(N_("%(tile)s is a double") if last.double else N_("%(tile)s is no double"), {"tile": str(last)})


@dataclass(frozen=True, slots=True)
class Batidas(AllHands):
    """Rounds that are `worth` points according to the kind of the last tile.

    Fewer pips win a closed round, which is worth `closed` points. With `carry` it has no winner, and the next round
    that is won is worth one point more. The same holds after a tie if `tie` is CARRIED.
    """

    worth: Mapping[str, int]
    same_ends: bool
    carry: bool
    closed: int
    by: BlockedBy
    tie: Tie

    @property
    def hands(self) -> HandsCounted:
        return HandsCounted(self.seating, "none", "none" if self.carry else "all")

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the score of a round; if the kind of the last tile is neither known nor called, it is plain."""
        if ended.out is None and self.carry:
            return RoundScore({}, (), _carry_one(Text(N_("a closed round has no winner"))), pips, carried=1)
        won = find_locked_winners(self.seating, ended, pips, self.by, self.tie, lead)
        if not won.sides:
            if self.tie is not Tie.CARRIED:
                return RoundScore({}, (), won.why, pips)
            return RoundScore({}, (), _carry_one(won.why), pips, carried=1)
        (side,) = won.sides
        if ended.out is None:
            return make_round_score(ended, {side: self.closed}, won, count_points(self.closed), pips, fixed=True)
        kind = find_kind(ended, self.same_ends) or next(iter(ended.last.called), None) or _guess_kind(ended)
        points = self.worth[kind]
        values: dict[str, Value] = {"kind": Text(KIND_REASONS[kind]), "points": count_points(points)}
        why = Text(N_("%(kind)s, %(points)s"), values)
        return replace(make_round_score(ended, {side: points}, won, why, pips, fixed=True), bonus=(kind,))


def _guess_kind(ended: RoundEnd) -> str:
    """Return the kind of a last tile that nobody called and whose ends are unknown: the possible kind worth least."""
    return "double" if ended.last.tile is not None and ended.last.tile.double else "plain"


def _carry_one(why: Text) -> Text:
    """Return the sentence `why` for a round without winner, with the point that it carries over."""
    return Text(N_("%(why)s; carried over: %(points)s"), {"why": why, "points": count_points(1)})


@dataclass(frozen=True, slots=True)
class BatidaLeads(WonOrFound):
    """The leads of Batida.

    If `after_closed` is not None, that lead follows every closed round, whatever `then` is.
    """

    after_closed: Lead | None = None

    def hangs_on(self, out: str | None) -> bool:
        return self.then is NextStart.ROTATE and (out is not None or self.after_closed is None)

    def next(self, led: str | None, ended: RoundEnd, winners: tuple[str, ...]) -> Lead:
        """Return who leads the next round: by `after_closed` if nobody is out, else by `then`."""
        if ended.out is None and self.after_closed is not None:
            return self.after_closed
        return WonOrFound.next(self, led, ended, winners)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Batida for the four players and the house rules of `seating`."""
    dealing = TILES_EACH.at(seating).deal_set(seating, 6, NOBODY_DRAWS)
    best = BEST_TILE if dealing.deal.boneyard else SIX_LEADS
    rule, carry, same_ends = FIRST_RULE.at(seating), CARRY.at(seating), SAME_ENDS.at(seating)
    worth = {
        "plain": PLAIN.at(seating),
        "double": DOUBLE.at(seating),
        "both_ends": BOTH_ENDS.at(seating),
        "both_ends_double": BOTH_ENDS_DOUBLE.at(seating),
    }
    six_doubles = SIX_DOUBLES.at(seating)
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=BatidaLeads(
            seating,
            best if rule is BEST_TILE else rule,
            IN_TURN_OUT_OR_ANEW.at(seating),
            after_closed=best if carry else None,
        ),
        turns=OneTile(dealing.deal),
        rounds=Batidas(seating, worth, same_ends, carry, CLOSED.at(seating), BLOCKED_BY.at(seating), TIE.at(seating)),
        bonuses=KindCalled(KINDS, {"six_doubles": six_doubles} if six_doubles else {}, same_ends=same_ends),
        goal=ToTarget(seating, TARGET.at(seating), shutout=SHUTOUT.at(seating)),
    )


VARIANT = Variant(
    key="batida",
    name="Batida",
    source="domino-esje.blogspot.com, livrozilla.com, domino-recife, domino-club: Batida",
    subtitle=N_("In pairs, as in Brazil"),
    summary=N_("Four in pairs. The last tile says what a round is worth: a double, or one that fits both ends. To 6."),
    play=play,
    chapter=Chapter.LATIN,
    takes=frozenset({"ends", "play", "pass", "bonus", "round"}),
    fewest_players=4,
    partners="always_with_four",
    options=(
        *(TARGET, TILES_EACH, FIRST_RULE, IN_TURN_OUT_OR_ANEW, PLAIN, DOUBLE, BOTH_ENDS, BOTH_ENDS_DOUBLE, SAME_ENDS),
        *(CARRY, CLOSED, BLOCKED_BY, TIE, SIX_DOUBLES, SHUTOUT),
    ),
    presets=(
        Preset(N_("Recife, six tiles each"), {"tiles_each": "six", "six_doubles": 1}),
        Preset(N_("Tournament, to 7"), {"target": 7, "closed": "carry"}),
    ),
    can_matter=can_matter,
    aliases=(
        *("Dominó", "Batida", "Buchada", "Lá e lô", "Carroça", "Cruzada", "Quadrada", "Dorme"),
        *("Brasil", "Pernambuco", "Recife"),
    ),
    languages=("pt",),
    menu_place=33,
)
