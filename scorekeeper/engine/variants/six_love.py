"""Six-love, as in Jamaica: a round won is one point, and six win while the others have none (docs/rules.md §12.3).

Source: the rules as described by pagat.com, sixlove.app, eightygames.wordpress.com and caribbeanbreezegames.com.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Choice, Matters, Pick, Setting, Topic
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules.blocked_winners import (
    BOTH_HANDS,
    LOWEST_HAND,
    BlockedBy,
    choose_blocked_by,
    find_locked_winners,
)
from scorekeeper.engine.rules.drawing import NOBODY_DRAWS
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import Totals
from scorekeeper.engine.rules.last_tile_bonuses import check_last_tile_fits, list_ends_before
from scorekeeper.engine.rules.leading import LowestHandLeads
from scorekeeper.engine.rules.leads import BEST_TILE, DOUBLE_SIX
from scorekeeper.engine.rules.match_length import choose_target
from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.rules.paying import NO_BONUSES, NoBonuses
from scorekeeper.engine.rules.points import count_points
from scorekeeper.engine.rules.rounds import AllHands, HandsCounted
from scorekeeper.engine.rules.runs import ONE_ALL, BrokenBy, InOneRun
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.ties import Tie
from scorekeeper.engine.rules.tiles_each import TilesEach
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value

TARGET = choose_target(6, offers=(6, 10))


class TwoPlayers(Enum):
    """How two players are dealt the tiles: all of them, or seven each without drawing or with it."""

    FOURTEEN = "fourteen"
    SEVEN = "seven"
    SEVEN_DRAW = "seven_draw"


TWO_PLAYERS = Pick(
    "two_players",
    N_("Two players get"),
    (
        Choice(TwoPlayers.FOURTEEN, N_("fourteen tiles"), N_("Two players get fourteen tiles each.")),
        Choice(TwoPlayers.SEVEN, N_("seven, the rest sleeps"), N_("Two players get seven tiles each; nobody draws.")),
        Choice(
            TwoPlayers.SEVEN_DRAW,
            N_("seven, the rest is drawn"),
            N_("Two players get seven tiles each; who has nothing that fits draws until a tile does."),
        ),
    ),
    Matters(players=(2,)),
    Topic.DEAL,
)
SPORTING = Pick(
    "sporting",
    N_("Who holds the double six"),
    (
        Choice(False, N_("leads with it"), N_("Who holds the double six leads the first round with it.")),
        Choice(True, N_("may lead another tile"), N_("Who holds the double six leads the first round, with any tile.")),
    ),
    about=Topic.FIRST_LEAD,
)
BLOCKED_BY = replace(choose_blocked_by(LOWEST_HAND, BOTH_HANDS), matters=Matters(pairs=True))


class TiedHand(Enum):
    """What the round after a tie is worth: two points, a point more after each tie, or one point like any other."""

    TWO = "two"
    GROWS = "grows"
    ONE = "one"


TIED_HAND = Pick(
    "tied_hand",
    N_("After a tie the next round is worth"),
    (
        Choice(
            TiedHand.TWO,
            N_("two points"),
            N_("When the lowest hands of two sides tie, nobody scores, and the next round is worth two points."),
        ),
        Choice(
            TiedHand.GROWS,
            N_("a point more each time"),
            N_("When the lowest hands of two sides tie, nobody scores, and the next round is worth one point more."),
        ),
        Choice(TiedHand.ONE, N_("no more"), N_("When the lowest hands of two sides tie, nobody scores.")),
    ),
    about=Topic.TIE,
)
KEY = Pick(
    "key",
    N_("A last tile that fits both ends (key)"),
    (
        Choice(1, N_("one point, as any"), N_("A last tile that fits both ends is worth no more than any other.")),
        Choice(
            2,
            N_("two points"),
            N_("Going out with a tile that fits both ends, which show different numbers, is worth two points (key)."),
        ),
    ),
    about=Topic.OUT,
    extra=True,
)
KEY_WHEN = Pick(
    "key_when",
    N_("A key is"),
    (
        Choice(False, N_("any tile that fits both ends"), N_("Any such tile is a key."), "both_ends"),
        Choice(
            True,
            N_("the last tile that fits"),
            N_("It is a key only if no other tile with either number was left."),
            "both_hard",
        ),
    ),
    about=Topic.OUT,
)
BREAKS = Pick(
    "form",
    N_("Points of the others"),
    (
        Choice(
            True,
            N_("break a run"),
            N_(
                "The points have to be won while others have none; else all go back to 0, and that round gives nothing."
            ),
            "six_love",
        ),
        Choice(False, N_("stay"), N_("All points stay until the match ends."), "straight_six"),
    ),
    about=Topic.MATCH,
)
LOVE = Pick(
    "love",
    N_("A run of single players is broken"),
    (
        Choice(
            BrokenBy.LAST,
            N_("when nobody is left without a point"),
            N_("Each alone, the points go back to 0 when the last player without a point wins a round."),
            "one_other",
        ),
        Choice(
            BrokenBy.ANY,
            N_("by any other player"),
            N_("Each alone, the points go back to 0 when a player wins a round while another one has points."),
            "all_others",
        ),
    ),
    Matters(players=(3, 4)),
    Topic.MATCH,
)
ANY_TILE = replace(DOUBLE_SIX, why=Text(N_("who holds the double six leads with any tile")))
FITS = N_("The last tile is a key: it fits both ends, which show different numbers")


def can_matter(key: str, settings: Mapping[str, Setting], sides: int | None) -> bool:
    """Return whether the option `key` can make a difference with the other `settings`, to this number of `sides`.

    Who breaks a run of single players matters to three or four of them, and only where runs are broken.
    """
    if key == "love" and sides == 2:
        return False
    if key in ("love", "one_all"):
        return settings["form"] == "six_love"
    return key != "key_when" or settings["key"] == 2


def find_tiles_each(seating: Seating) -> TilesEach:
    """Return how many tiles each player is dealt at the table of `seating`."""
    return TilesEach(14 if TWO_PLAYERS.at(seating) is TwoPlayers.FOURTEEN else 7, 9, 7, blank_out=True)


def is_key(ended: RoundEnd) -> bool | None:
    """Return whether the last tile fitted both open ends, which differed; None if too little is known."""
    last, ends = ended.last.tile, list_ends_before(ended)
    if last is None or (not last.double and not ends):
        return None
    return not last.double and sorted(ends) == sorted(last.halves)


@dataclass(frozen=True, slots=True)
class KeyCalled(NoBonuses):
    """The key, which is called when a player goes out and must not contradict the last tile."""

    def check(self, ended: RoundEnd) -> None:
        """Raise RuleError if the last tile fits no open end, or if a key is called and it was none."""
        findings = Findings()
        check_last_tile_fits(ended, findings)
        if ended.last.called and is_key(ended) is False:
            because = Text(N_("%(tile)s is no key: a key fits both ends"), {"tile": str(ended.last.tile)})
            findings.add("bonus_not_true", "bonus", because=because)
        findings.settle()


@dataclass(frozen=True, slots=True)
class OnePointEach(AllHands):
    """Rounds that are worth one point, or two for a `key` that may have to be called (`key_called`).

    `by` says which hands decide a blocked round.
    """

    by: BlockedBy
    key: int
    key_called: bool

    @property
    def hands(self) -> HandsCounted:
        return HandsCounted(self.seating, "none")

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the point of the side that has won a round; no points if hands of two sides tie."""
        won = find_locked_winners(self.seating, ended, pips, self.by, Tie.NONE, lead)
        if not won.sides:
            return RoundScore({}, (), won.why, pips)
        called = "key" in ended.last.called or (is_key(ended) is True and not self.key_called)
        key = self.key > 1 and ended.out is not None and called
        points = self.key if key else 1
        short_why = None if ended.out is None else count_points(points)
        return RoundScore({won.sides[0]: points}, won.sides, won.why, pips, short_why, bonus=("key",) * key)


@dataclass(frozen=True, slots=True)
class SixLove(InOneRun):
    """The goal to be the first at `target` points while others have none.

    `tied` says what a round after a tie is worth. That is not added to the points of a key: the greater number counts.
    """

    tied: TiedHand = TiedHand.TWO

    def count_round(self, totals: Totals, score: RoundScore) -> RoundScore:
        """Return the score of a round with its points: for a tie, a broken run, a round after a tie, or a key."""
        side = next((side for side, points in score.points.items() if points), None)
        if side is None:
            return self._count_tie(score)
        if self.is_broken(totals, score):
            return self.break_run(totals, score)
        points, worth = score.points[side], 1 + score.carried
        why = count_points(max(points, worth))
        if worth > 1:
            why = Text(N_("this round is worth more, %(points)s"), {"points": why})
        elif score.bonus:
            why = Text(N_("the last tile fits both ends, %(points)s"), {"points": why})
        values: dict[str, Value] = {"won": score.why, "hands": why}
        won = replace(score, why=Text(N_("%(won)s: %(hands)s"), values), short_why=score.short_why and why)
        return replace(won, points={side: max(points, worth)}, carried=0)

    def _count_tie(self, score: RoundScore) -> RoundScore:
        """Return the score of a tie with the points that the next round is worth in addition."""
        carried = {TiedHand.TWO: 1, TiedHand.GROWS: score.carried + 1, TiedHand.ONE: score.carried}[self.tied]
        return replace(score, carried=carried)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Six-love for the players and house rules of `seating`."""
    drawn = len(seating.players) == 2 and TWO_PLAYERS.at(seating) is TwoPlayers.SEVEN_DRAW
    dealing = find_tiles_each(seating).deal_set(seating, 6, 0 if drawn else NOBODY_DRAWS)
    rule = ANY_TILE if SPORTING.at(seating) else DOUBLE_SIX
    key = KEY.at(seating)
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=LowestHandLeads(seating, BEST_TILE if dealing.deal.boneyard else rule),
        turns=OneTile(dealing.deal),
        rounds=OnePointEach(
            seating, BLOCKED_BY.at(seating) if seating.partners else BlockedBy.SIDE, key, KEY_WHEN.at(seating)
        ),
        bonuses=KeyCalled({"key": FITS}) if key > 1 else NO_BONUSES,
        goal=SixLove(
            seating,
            TARGET.at(seating),
            broken_by=LOVE.at(seating) if BREAKS.at(seating) else BrokenBy.NOBODY,
            play_two=ONE_ALL.at(seating),
            tied=TIED_HAND.at(seating),
        ),
    )


VARIANT = Variant(
    key="six_love",
    name="Six-love",
    source="pagat.com, sixlove.app, eightygames.wordpress.com: Jamaican dominoes",
    subtitle=N_("As in Jamaica and the Caribbean"),
    summary=N_("A round won is one point. Six in a row win while the others have none; else all go back to 0."),
    play=play,
    chapter=Chapter.LATIN,
    find_removed=lambda seating: find_tiles_each(seating).find_removed(seating, 6),
    partners="usual_with_four",
    options=(*(TARGET, BREAKS, LOVE, ONE_ALL, TWO_PLAYERS, SPORTING, BLOCKED_BY, TIED_HAND, KEY, KEY_WHEN),),
    can_matter=can_matter,
    aliases=("6 love", "Six love", "Jamaica", "Jamaican dominoes", "Cut-throat", "Bruk", "Cayman"),
    languages=("en",),
    menu_place=36,
)
