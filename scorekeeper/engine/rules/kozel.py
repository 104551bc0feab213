"""Rules that the two games of Козёл share: doubles that cost more, and the lead after a blocked round (§12.1).

See docs/rules.md. A blocked round is called a fish. The player who locked it leads the next round, even if the other
side has won it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Choice, Number, Pick, Topic, choose_extra_points
from scorekeeper.engine.rules.later_leads import FOUND_ANEW, NEXT_IN_TURN, NextStart, lead_after_block, name_lead
from scorekeeper.engine.rules.leading import RotatingLead
from scorekeeper.engine.rules.leads import FoundLead, Lead, find_holder_of_heaviest, rotate_lead
from scorekeeper.engine.rules.penalties import DOUBLE_BLANK_WORTH, HandWorth
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value, counted
from scorekeeper.engine.tiles import Tile

DOUBLE_BLANK = replace(DOUBLE_BLANK_WORTH, offers=(0, 10, 25), extra=True)
LONE_DOUBLE_BLANK = choose_extra_points(
    "lone_double_blank",
    N_("The double blank alone in a hand"),
    counted(
        "The double blank that is the only tile left in a hand counts %(n)s point.",
        "The double blank that is the only tile left in a hand counts %(n)s points.",
    ),
    offers=(0, 25),
    about=Topic.OUT,
    none=N_("The double blank counts no more where it is the only tile of a hand."),
)
LONE_DOUBLE_SIX = Number(
    "lone_double_six",
    N_("The double six alone in a hand"),
    counted(
        "The double six that is the only tile left in a hand counts %(n)s point.",
        "The double six that is the only tile left in a hand counts %(n)s points.",
    ),
    12,
    least=12,
    most=1000,
    offers=(12, 50),
    about=Topic.OUT,
    extra=True,
)
SURCHARGES = (DOUBLE_BLANK, LONE_DOUBLE_BLANK, LONE_DOUBLE_SIX)
LOWEST_LEADS = Pick(
    "first_lead",
    N_("First lead"),
    (
        Choice(
            True,
            N_("1-1, or the next double up"),
            N_("The 1-1 leads the first round, or the lowest double above it; if nobody has one, the heaviest tile."),
            "double_one",
        ),
        Choice(
            False,
            N_("highest double"),
            N_("The highest double leads the first round; if nobody has a double, the heaviest tile."),
            "highest_double",
        ),
    ),
    about=Topic.FIRST_LEAD,
)
BLANK_LEADS = Pick(
    "blank_leads",
    N_("The double blank"),
    (
        Choice(True, N_("leads after all others"), N_("The double blank leads where nobody has another double.")),
        Choice(False, N_("never leads"), N_("The double blank does not lead.")),
    ),
    about=Topic.FIRST_LEAD,
)
FEWEST_FREE = Pick(
    "blocked_penalty",
    N_("Who has the fewest pips in a blocked round"),
    (
        Choice(
            True, N_("writes nothing"), N_("In a blocked round who has the fewest pips writes none."), "fewest_free"
        ),
        Choice(False, N_("writes them, too"), N_("In a blocked round everybody writes their own pips."), "all_own"),
    ),
    about=Topic.BLOCKED,
)
TWO_DOUBLES = Pick(
    "two_doubles",
    N_("Two doubles in one turn"),
    (
        Choice(False, N_("no"), N_("A turn is one tile."), "off"),
        Choice(True, N_("one at either end"), N_("Two doubles may be laid in one turn, one at either end."), "on"),
    ),
    about=Topic.LAYING,
    extra=True,
)
NEXT_LEAD = Pick(
    "next_lead",
    N_("Later rounds start with"),
    (
        Choice(
            NextStart.WINNER,
            N_("who went out or locked"),
            N_("Who went out leads the next round, after a blocked one who locked it, whoever has won it."),
        ),
        NEXT_IN_TURN,
        FOUND_ANEW,
    ),
    about=Topic.NEXT_LEAD,
)


def find_hand_worth(seating: Seating) -> HandWorth:
    """Return the points that hands count in addition to their pips at the table of `seating`."""
    return HandWorth(
        DOUBLE_BLANK.at(seating),
        lone_double_blank=LONE_DOUBLE_BLANK.at(seating),
        lone_double_six=LONE_DOUBLE_SIX.at(seating),
    )


def add_surcharges(
    ended: RoundEnd, pips: Mapping[str, int], worth: HandWorth, players: tuple[str, ...]
) -> tuple[dict[str, int], tuple[Text, ...]]:
    """Return the points that each hand counts, by player, and a note for each hand that counts more than its pips.

    Only the hands of `players` can count more. `pips` are the pips of the hands, `worth` says what they count in
    addition.
    """
    counts, notes = dict(pips), list[Text]()
    for player in (player for player in players if player in pips):
        hand = ended.hand(player)
        counts[player], _ = worth.add_up(hand, pips[player], True, ended.out is not None)
        values: dict[str, Value] = {"player": player, "worth": counts[player] - pips[player]}
        if hand.holds_double_blank and values["worth"]:
            notes.append(Text(N_("%(worth)s of it for the double blank of %(player)s"), values))
        elif values["worth"]:
            values["worth"] = counts[player]
            notes.append(Text(N_("%(worth)s for the 6-6 that %(player)s holds alone"), values))
    return counts, tuple(notes)


def find_leader(visible: Mapping[str, Sequence[Tile]], lowest: bool, blank_leads: bool) -> FoundLead:
    """Return the lead of the player with the lowest or the highest double among `visible`, else with the heaviest tile.

    `visible` has the visible tiles by player. The double blank comes after all other doubles; it never leads if
    `blank_leads` is false.
    """
    doubles = {tile.high: player for player, tiles in visible.items() for tile in tiles if tile.double}
    blank = doubles.pop(0, None)
    if doubles:
        return FoundLead(doubles[min(doubles) if lowest else max(doubles)])
    return FoundLead(blank) if blank and blank_leads else find_holder_of_heaviest(visible)


@cache  # equal settings must give the same lead, since functions made by `partial` are never equal
def make_first_lead(lowest: bool, blank_leads: bool) -> Lead:
    """Return the rule for the first lead: the lowest double leads if `lowest`, else the highest one."""
    why = N_("the 1-1 leads, or the lowest double above it; if nobody has one, the heaviest tile")
    if not lowest:
        why = N_("the highest double leads; if nobody has one, the heaviest tile")
    rule = "lowest_double" if lowest else "highest_double"
    find = partial(find_leader, lowest=lowest, blank_leads=blank_leads)
    return Lead(Text(why), rule=rule, find=find, led_with_it=True)


@dataclass(frozen=True, slots=True)
class LockerLeads(RotatingLead):
    """The rule that the player who went out leads next, after a blocked round the player who locked it.

    If `then` is ROTATE, the lead passes on in turn order instead. If it is DOUBLE, the lead is determined before every
    round as for the first.
    """

    then: NextStart = NextStart.WINNER

    def hangs_on(self, out: str | None) -> bool:
        return self.then is NextStart.ROTATE or (self.then is NextStart.WINNER and out is None)

    def next(self, led: str | None, ended: RoundEnd, winners: tuple[str, ...]) -> Lead:
        """Return who leads the next round; see `then`.

        If nobody knows who locked a blocked round, it is the first of the winners in turn order from `led`. If nobody
        has won it, `led` leads again.
        """
        if self.then is NextStart.ROTATE:
            return rotate_lead(self.seating, led)
        if self.then is NextStart.DOUBLE:
            return self.rule
        if ended.out is not None:
            return name_lead(ended.out, N_("%(player)s leads, having won the round"))
        if ended.locked_by is not None:
            return name_lead(ended.locked_by, N_("%(player)s leads, having locked the round"))
        return lead_after_block(self.seating, led, winners)
