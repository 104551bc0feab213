"""Matador: touching halves make seven (with larger sets ten or thirteen), doubles lie in line (docs/rules.md §9.5).

Source of what is usual: cardsdicedominoes.com and the English Wikipedia. With pagat.com all are dealt seven.
"""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.engine.games.block_family import TARGET
from scorekeeper.engine.games.blocked import AS_OUT, LESS_OWN, choose_blocked_score
from scorekeeper.engine.games.drawing import DRAW, NOBODY_DRAWS, NONE_STAYS, TWO_STAY, choose_boneyard_keeps
from scorekeeper.engine.games.fresh_leads import FreshLeads
from scorekeeper.engine.games.game import Deal
from scorekeeper.engine.games.hands import Tie
from scorekeeper.engine.games.later_leads import NEXT_IN_TURN, NextStart
from scorekeeper.engine.games.leads import BEST_TILE
from scorekeeper.engine.games.menu import LayoutShape
from scorekeeper.engine.games.pips_left import PipsLeft
from scorekeeper.engine.games.sets import choose_set
from scorekeeper.engine.games.tiles_each import FIVE, SEVEN, TilesEach, choose_tiles_each
from scorekeeper.engine.games.together import MakeTogether
from scorekeeper.engine.layout.models import ENDWISE
from scorekeeper.engine.options import Choice, Pick, Setting, Topic
from scorekeeper.engine.text import N_, Text


class Matador(FreshLeads, PipsLeft, MakeTogether):
    key = "matador"
    name = "Matador"
    source = "cardsdicedominoes.com, Wikipedia: Matador"
    subtitle = N_("Halves that make seven, doubles in line")
    summary = N_("Touching halves make seven; matadors go anywhere. Who runs out scores what the others hold. To 100.")
    shape = LayoutShape.SEVENS
    model = ENDWISE
    lead_rule = BEST_TILE
    tie = Tie.NONE
    target = TARGET
    largest = choose_set(6, 9, 12)
    tiles_each = choose_tiles_each(
        Choice(
            TilesEach(7, 6, 5),
            N_("seven, six or five"),
            N_("Two players draw seven tiles each, three six, four players five."),
            "by_number",
        ),
        replace(SEVEN, written="seven"),
        replace(FIVE, written="five"),
    )
    drawing = DRAW
    stays = choose_boneyard_keeps(TWO_STAY, NONE_STAYS)
    next_start = Pick(
        "next_lead",
        N_("Later rounds start with"),
        (
            Choice(
                NextStart.DOUBLE,
                N_("the highest double"),
                N_("Every round starts so, with the highest double or else the heaviest tile."),
                "first_rule",
            ),
            NEXT_IN_TURN,
        ),
        about=Topic.NEXT_LEAD,
    )
    blocked_score = choose_blocked_score(LESS_OWN, AS_OUT)

    @classmethod
    def may_matter(cls, key: str, settings: Mapping[str, Setting], sides: int | None = None) -> bool:
        undrawn = key == "boneyard_keeps" and settings["draw"] == "none"
        return not undrawn and super().may_matter(key, settings, sides)

    @property
    def deal(self) -> Deal:
        stay = NOBODY_DRAWS if self.drawing == 0 else self.stays
        return self.tiles_each.deal(len(self.seating.players), len(self.tiles), stay)

    def wanted(self, pip: int) -> Text:
        if pip == 0:
            return Text(N_("a matador"))
        return Text(N_("a %(pip)s or a matador"), {"pip": self.together - pip})
