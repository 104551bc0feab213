"""Games in which each player gets penalty points for the tiles left in the hand, such as Mexican Train (§10.2).

See docs/rules.md. A hand counts its pips; the double blank and other blank halves may count more. A player who is out
gets nothing, or has points taken off. The lowest total wins, unless the house rules of the table say otherwise.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.engine.entries import WITHOUT_WINNER, Hand, RoundEnd
from scorekeeper.engine.options import Choice, Number, OneMoreThan, Pick, Topic
from scorekeeper.engine.rules.points import add_up_sides, find_fewest
from scorekeeper.engine.rules.rounds import AskedLast, CountedHands, HandsCounted
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value, counted, join_names
from scorekeeper.engine.tiles import make_tile

DOUBLE_BLANK = make_tile(0, 0)
NOBODY_CAN_PLAY = Text(WITHOUT_WINNER["blocked"])


def choose_rounds(largest: int) -> Number:
    """Return the option `rounds` for a game whose usual set has the largest half `largest`.

    The default is a round for each double of the set.
    """
    return replace(ROUNDS, default=largest + 1)


ROUNDS = Number(
    "rounds",
    N_("Rounds"),
    counted("The match has %(n)s round.", "The match has %(n)s rounds."),
    13,
    most=99,
    about=Topic.MATCH,
    default_with=OneMoreThan("set"),
)


DOUBLE_BLANKS = {
    0: Choice(0, N_("no pips"), N_("The double blank left in a hand counts nothing."), 0),
    25: Choice(25, N_("25 points"), N_("The double blank left in a hand counts 25 points."), 25),
    50: Choice(50, N_("50 points"), N_("The double blank left in a hand counts 50 points."), 50),
}
BLANK_HALVES = {
    0: Choice(0, N_("nothing"), N_("The blank half of any other tile counts nothing."), 0),
    25: Choice(25, N_("25 points each"), N_("The blank half of any other tile counts 25 points."), 25),
}


def choose_double_blank(*points: int) -> Pick[int]:
    """Return the option `double_blank` with these numbers of points; the first one is the default.

    Its setting is the number of points that the double blank left in a hand counts.
    """
    return Pick("double_blank", N_("Double blank"), tuple(DOUBLE_BLANKS[each] for each in points), about=Topic.OUT)


def choose_blank_half(*points: int) -> Pick[int]:
    """Return the option `blank_half` with these numbers of points; the first one is the default.

    Its setting is the number of points that the blank half of any other tile left in a hand counts.
    """
    return Pick("blank_half", N_("Other blank halves"), tuple(BLANK_HALVES[each] for each in points), about=Topic.OUT)


# The same two options with any number of points.
DOUBLE_BLANK_WORTH = Number(
    "double_blank",
    N_("Double blank"),
    counted(
        "The double blank left in a hand counts %(n)s point.",
        "The double blank left in a hand counts %(n)s points.",
    ),
    0,
    least=0,
    most=1000,
    offers=(0, 25, 50),
    about=Topic.OUT,
    none=N_("The double blank left in a hand counts nothing."),
)
BLANK_HALF_WORTH = Number(
    "blank_half",
    N_("Other blank halves"),
    counted(
        "The blank half of any other tile counts %(n)s point.",
        "The blank half of any other tile counts %(n)s points.",
    ),
    0,
    least=0,
    most=1000,
    offers=(0, 25),
    about=Topic.OUT,
    none=N_("The blank half of any other tile counts nothing."),
)


@dataclass(frozen=True, slots=True)
class HandWorth:
    """The points that a hand counts in addition to its pips.

    The `double_blank` and each other `blank_half` count these points, `extra` is added if another player is out, and
    `off` is taken off for the player who is out. If it is the only tile of a hand, the double blank counts
    `lone_double_blank` points, unless that is 0, and the double six `lone_double_six`.
    """

    double_blank: int
    blank_half: int = 0
    extra: int = 0
    off: int = 0
    lone_double_blank: int = 0
    lone_double_six: int = 12

    def ask_for(self, seating: Seating, when_out: CountedHands) -> HandsCounted:
        """Return what must be known of the hands to count them.

        `when_out` says whose hands count if a player is out.
        """
        return HandsCounted(
            seating,
            when_out,
            each_tile=self.blank_half > 0,
            double_blank=self.double_blank > 0 or self.lone_double_blank > 0,
            lone_double_six=self.lone_double_six != 12,
        )

    def add_up(self, hand: Hand, pips: int, one_set: bool, somebody_out: bool) -> tuple[int, Value]:
        """Return the points that a hand with these `pips` counts, and the sum in words.

        `one_set` says that all tiles come from one set, of which only the double blank has no pips; `somebody_out` says
        that another player is out.
        """
        tiles = hand.tiles or hand.has
        total = pips
        terms: Value = pips
        lone = hand.count == 1 or (hand.count is None and not pips)
        blank = (lone and self.lone_double_blank) or self.double_blank
        if blank and (DOUBLE_BLANK in tiles or (one_set and hand.holds_double_blank)):
            total += blank
            terms = Text(N_("%(terms)s + %(worth)s (double blank)"), {"terms": terms, "worth": blank})
        if lone and pips == 12 and self.lone_double_six != 12:
            total += self.lone_double_six - 12
            terms = Text(N_("%(terms)s + %(worth)s (6-6 alone)"), {"terms": terms, "worth": total - pips})
        blanks = sum(tile.low == 0 and tile != DOUBLE_BLANK for tile in tiles)
        if self.blank_half and blanks:
            total += blanks * self.blank_half
            terms = counted(
                "%(terms)s + %(worth)s (blank half)",
                "%(terms)s + %(n)s × %(worth)s (blank halves)",
                blanks,
                {"terms": terms, "worth": self.blank_half},
            )
        if self.extra and somebody_out:
            total += self.extra
            terms = Text(N_("%(terms)s + %(worth)s (not out)"), {"terms": terms, "worth": self.extra})
        return total, pips if total == pips else Text(N_("%(terms)s = %(sum)s"), {"terms": terms, "sum": total})


def count_penalties(
    seating: Seating,
    ended: RoundEnd,
    pips: Mapping[str, int],
    worth: HandWorth,
    one_set: bool = True,
    free: tuple[str, ...] = (),
) -> RoundScore:
    """Return the score of a round in which players get penalty points for their own hands, added up for partners.

    `pips` are the pips by player, `worth` the points that hands count in addition. Players in `free` get nothing:
    nobody is out, and they have the fewest pips.
    """
    penalties, whys, taken_off = dict[str, int](), list[Text](), None
    for player, hand in ended.hands:
        if player == ended.out:
            penalties[player] = -worth.off
            if worth.off:
                # Translators: so many penalty points are subtracted for going out.
                taken_off = Text(N_("%(n)s taken off"), {"n": worth.off})
            continue
        if player in free:
            penalties[player] = 0
            continue
        held = pips.get(player, 0)  # the hand of a partner who is out, too, need not be entered
        penalties[player], counted_so = worth.add_up(hand, held, one_set, ended.out is not None)
        # Translators: a player with the pips left in their hand, in a list: “Anna 12”.
        whys.append(Text(N_("%(player)s %(n)s"), {"player": player, "n": counted_so}))
    hands, points = tuple(whys), add_up_sides(seating, penalties)
    if free:
        fewest, paid = add_up_sides(seating, pips)[seating.side_of(free[0])], max(points.values())
        return RoundScore(points, (), _explain_free(free, fewest, hands, paid if seating.partners else None), pips)
    if ended.out is None:
        why = Text(N_("nobody is out, each takes their own pips: %(hands)s"), {"hands": hands})
        return RoundScore(points, (), why, pips)
    values: dict[str, Value] = {"out": ended.describe(), "hands": hands}
    why, short_why = Text(N_("%(out)s; %(hands)s"), values), Text(N_("%(hands)s"), values)
    if taken_off:
        values["off"] = taken_off
        why, short_why = Text(N_("%(out)s: %(off)s; %(hands)s"), values), Text(N_("%(off)s; %(hands)s"), values)
    return RoundScore(points, (seating.side_of(ended.out),), why, pips, short_why)


def _explain_free(free: tuple[str, ...], pips: int, hands: tuple[Text, ...], total: int | None) -> Text:
    """Return the reason of a blocked round in which a side writes nothing: the players `free`, who hold `pips`.

    `hands` are the hands of the others, and `total` is the points of the other pair, None where nobody has a partner.
    """
    values: dict[str, Value] = {"players": join_names(free), "pips": pips}
    why = counted(
        "%(players)s has the fewest pips, %(pips)s, and writes nothing",
        "%(players)s have the fewest pips, %(pips)s, and write nothing",
        len(free),
        values,
    )
    if not hands:
        return why
    added_up = hands if total is None else Text(N_("%(hands)s: %(sum)s"), {"hands": hands, "sum": total})
    return Text(N_("%(why)s; %(hands)s"), {"why": why, "hands": added_up})


@dataclass(frozen=True, slots=True)
class Penalties:
    """Rounds in which players get penalty points for their own hands, counted by `worth`.

    With `one_set` all tiles come from one set, so that only the double blank has no pips. With `fewest_free` the
    side with the fewest pips gets no points if nobody is out.
    """

    seating: Seating
    worth: HandWorth
    one_set: bool = True
    when_out: CountedHands = "all"
    pairs_play_on: bool = False
    nobody_out: str = "blocked"
    nobody_out_words: Text = NOBODY_CAN_PLAY
    fewest_free: bool = False
    last_tile: AskedLast = "never"

    @property
    def hands(self) -> HandsCounted:
        return self.worth.ask_for(self.seating, self.when_out)

    def find_rival(self, locked_by: str) -> str | None:
        return None

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the score of a round in which players get penalty points for their own hands.

        With `fewest_free` the side that alone has the fewest pips has won a blocked round.
        """
        if self.fewest_free and ended.out is None:
            fewest = find_fewest(add_up_sides(self.seating, pips))
            free = tuple(player for side in fewest for player in self.seating.members(side))
            score = count_penalties(self.seating, ended, pips, self.worth, self.one_set, free)
            return replace(score, winners=fewest if len(fewest) == 1 else ())
        return count_penalties(self.seating, ended, pips, self.worth, self.one_set)
