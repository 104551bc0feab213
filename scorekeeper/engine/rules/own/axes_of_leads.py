"""Axes of your own game about who leads the first round and the later ones (docs/rules.md §11)."""

from collections.abc import Callable
from dataclasses import replace

from scorekeeper.engine.layout.laid_tiles import FirstTile
from scorekeeper.engine.options import Choice, Number, Pick, Topic
from scorekeeper.engine.rules import kozel, later_leads, latin
from scorekeeper.engine.rules.kozel import BLANK_LEADS, LOWEST_LEADS, LockerLeads, make_first_lead
from scorekeeper.engine.rules.later_leads import NextStart
from scorekeeper.engine.rules.latin import LatinLeads
from scorekeeper.engine.rules.leading import Leading, LowestHandLeads, RotatingLead, WonOrFound
from scorekeeper.engine.rules.leads import (
    BEST_TILE,
    HEAVIEST_TILE,
    HIGHEST_DOUBLE,
    HIGHEST_DRAWN,
    LOWEST_DOUBLE,
    YOUNGEST,
    Lead,
    give_lead_to_first_seat,
    make_double_lead,
)
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

# A function that takes a table and the largest half of its set, and returns the rule for the first lead.
FindLead = Callable[[Seating, int], Lead]
# A function that takes a table, the rule for the first lead and the first tile of a round, and returns all leads.
MakeLeading = Callable[[Seating, Lead, FirstTile], Leading]


LEAD_DOUBLE = Number(
    "lead_double",
    N_("Which double leads"),
    N_("That double is the %(n)s-%(n)s."),
    1,
    least=0,
    most=18,
    offers=(1, 6),
    about=Topic.FIRST_LEAD,
)


def _always(lead: Lead) -> FindLead:
    """Return a function that returns `lead` for every table."""
    return lambda seating, largest: lead


FIRST_LEAD: Pick[FindLead] = Pick(
    "first_lead",
    N_("First lead"),
    (
        Choice(
            _always(HIGHEST_DRAWN),
            N_("most pips drawn"),
            N_("For the first lead each draws a tile; the most pips lead, and equal ones draw again."),
            "highest_drawn",
        ),
        Choice(
            lambda seating, largest: BEST_TILE if BLANK_LEADS.at(seating) else make_first_lead(False, False),
            N_("highest double"),
            N_("The highest double leads the first round; if nobody has a double, the heaviest tile."),
            "highest_double",
        ),
        Choice(
            _always(HIGHEST_DOUBLE),
            N_("highest double, or deal again"),
            N_("The highest double leads the first round; if nobody has a double, all deal again."),
            "double_only",
        ),
        Choice(
            _always(LOWEST_DOUBLE),
            N_("lowest double, or deal again"),
            N_("The lowest double leads the first round; if nobody has one, all deal again."),
            "lowest_double",
        ),
        Choice(
            lambda seating, largest: make_first_lead(True, BLANK_LEADS.at(seating)),
            LOWEST_LEADS.choices[0].label,
            LOWEST_LEADS.choices[0].rule,
            "double_one",
        ),
        Choice(
            lambda seating, largest: make_double_lead(largest),
            N_("the highest double of the set"),
            N_("Who holds the highest double of the set leads the first round with it."),
            "double_six",
        ),
        Choice(
            lambda seating, largest: make_double_lead(LEAD_DOUBLE.at(seating)),
            N_("a certain double"),
            N_("Who holds a certain double leads the first round with it."),
            "named_double",
        ),
        Choice(
            _always(HEAVIEST_TILE),
            N_("heaviest tile"),
            N_("The tile with the most pips leads the first round."),
            "heaviest_tile",
        ),
        Choice(_always(YOUNGEST), N_("the youngest"), N_("The youngest leads the first round."), "youngest"),
        Choice(
            lambda seating, largest: give_lead_to_first_seat(seating),
            N_("who sits first"),
            N_("Who sits first leads the first round."),
            "first_seat",
        ),
    ),
    about=Topic.FIRST_LEAD,
)


def _lead_by(leads: type[RotatingLead], choice: Choice[NextStart], written: str) -> Choice[MakeLeading]:
    """Return a choice with the words of `choice`, spelled as `written`, that means a function which makes `leads`."""
    return Choice(
        lambda seating, rule, first_tile: leads(seating, rule, choice.means, first_tile),
        choice.label,
        choice.rule,
        written,
    )


NEXT_LEAD: Pick[MakeLeading] = Pick(
    "next_lead",
    later_leads.IN_TURN_OUT_OR_ANEW.label,
    (
        *(_lead_by(WonOrFound, choice, choice.text) for choice in later_leads.IN_TURN_OUT_OR_ANEW.choices),
        Choice(
            lambda seating, rule, first_tile: LowestHandLeads(seating, rule, first_tile=first_tile),
            N_("who went out or held the lowest hand"),
            N_(
                "Who went out leads the next round, after a blocked one the winner with the lowest hand; where nobody"
                " has won, the lead is found as in the first."
            ),
            "lowest_hand",
        ),
        Choice(
            lambda seating, rule, first_tile: LowestHandLeads(seating, rule, first_tile=first_tile, again=True),
            N_("the same; after a tie who led"),
            N_(
                "Who went out leads the next round, after a blocked one the winner with the lowest hand; where nobody"
                " has won, who led leads again."
            ),
            "lowest_hand_again",
        ),
        _lead_by(LockerLeads, kozel.NEXT_LEAD.choices[0], "locker"),
        _lead_by(
            LatinLeads,
            replace(latin.NEXT_LEAD.choices[1], label=N_("who went out, or locked it and won")),
            "locker_or_next",
        ),
    ),
    about=Topic.NEXT_LEAD,
)
