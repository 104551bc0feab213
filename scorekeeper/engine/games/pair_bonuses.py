"""Games whose tables may pay pairs bonuses: in play for passes, at a round's end for its last tile (rules.md §9.3).

What each is worth stands in `bonuses`. A bonus in play is on the sheet at once. Who plays alone gets none.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.bonuses import (
    AT_THE_END,
    EARLY_WON,
    add_bonus,
    explain_capicua_refused,
    explain_chuchazo_refused,
    is_capicua,
    is_chuchazo,
    list_ends_before,
)
from scorekeeper.engine.games.game import RoundScore
from scorekeeper.engine.games.last_tile import FITS_BOTH, IS_DOUBLE_BLANK, IS_DOUBLE_BLANK_AT_ONE_END
from scorekeeper.engine.games.locked import BlockedBy, find_rival
from scorekeeper.engine.games.round_game import RoundGame
from scorekeeper.engine.layout.growing import Layout
from scorekeeper.engine.layout.models import may_hide_place
from scorekeeper.engine.options import Number, Pick, Setting
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.text import N_, Text, Value


class PairBonuses(RoundGame):
    """The base of them."""

    capicua: ClassVar[Number]
    capicua_blank: ClassVar[Pick[bool]]
    chuchazo: ClassVar[Number]
    chuchazo_both_ends: ClassVar[Pick[bool]]
    pase_salida: ClassVar[Number]
    pase_salida_single: ClassVar[Number]
    pase_corrido: ClassVar[Number]
    tranque: ClassVar[Number]
    blocked_by: ClassVar[Pick[BlockedBy]]
    early_rounds: ClassVar[Pick[tuple[int, ...]]]

    @classmethod
    def may_matter(cls, key: str, settings: Mapping[str, Setting], sides: int | None = None) -> bool:
        needed = {"capicua_blank": "capicua", "chuchazo_both_ends": "chuchazo"}.get(key)
        return super().may_matter(key, settings, sides) and (needed is None or settings[needed] != 0)

    @property
    def pays_bonuses(self) -> bool:
        """Whether bonuses are paid at this table at all."""
        return self.seating.partners

    def find_rival(self, locked_by: str) -> str | None:
        return find_rival(self.seating, locked_by, self.blocked_by)

    @property
    def pass_bonuses(self) -> Mapping[str, int]:
        if not self.pays_bonuses:
            return {}
        paid = {
            "pase_salida": self.pase_salida,
            "pase_salida_single": self.pase_salida_single,
            "pase_corrido": self.pase_corrido,
        }
        return {bonus: worth for bonus, worth in paid.items() if worth}

    @property
    def idle_kinds(self) -> frozenset[str]:
        return frozenset() if self.pass_bonuses else frozenset({"bonus"})

    def offer_bonus(self, layout: Layout, mover: str | None, passed: int) -> tuple[str, str] | None:
        if mover is None:
            return None
        if passed == len(self.seating.players) - 1:
            found = "pase_corrido"
        elif passed == 1 and len(layout.laid) == 1 and not layout.loose:
            single = self.pase_salida_single and not any(tile.double for tile in layout.laid)
            found = "pase_salida_single" if single else "pase_salida"
        else:
            return None
        return (mover, found) if found in self.pass_bonuses else None

    @property
    def calls(self) -> Mapping[str, str]:
        last_blank = IS_DOUBLE_BLANK if self.chuchazo_both_ends else IS_DOUBLE_BLANK_AT_ONE_END
        paid = (("capicua", self.capicua, FITS_BOTH), ("chuchazo", self.chuchazo, last_blank))
        return {call: words for call, worth, words in paid if worth and self.pays_bonuses}

    def check_round(self, ended: RoundEnd) -> None:
        findings = Findings()
        with findings.at():
            super().check_round(ended)
        last, ends = ended.last, ended.last_ends
        at_an_end = self.joins_equal and not may_hide_place(self.model)
        known = at_an_end and ended.out is not None and last is not None and bool(ends)
        if known and last and not {end.pip for end in ends} & {*last.halves}:
            shown = ", ".join(map(str, ends))
            findings.add("fits_no_end", "last", tile=str(last), ends=shown)
        for because in self._explain_untrue_calls(ended):
            findings.add("bonus_not_true", "bonus", because=because)
        findings.settle()

    def _explain_untrue_calls(self, ended: RoundEnd) -> tuple[Text, ...]:
        """Why what was called cannot be: of each call that the last tile contradicts, or of two calls at once."""
        untrue = {call for call, true in self._judge_calls(ended).items() if true is False} & {*ended.bonus}
        if untrue and ended.last is not None:
            why = {
                "capicua": explain_capicua_refused(ended.last, list_ends_before(ended)),
                "chuchazo": explain_chuchazo_refused(ended.last),
            }
            return tuple(why[call] for call in ended.bonus if call in untrue)
        if len(set(ended.bonus)) > 1:
            return (Text(N_("One tile cannot be both: a chuchazo is a double, and a capicúa is none")),)
        return ()

    def _judge_calls(self, ended: RoundEnd) -> dict[str, bool | None]:
        """Whether each call is true of the last tile; None where that is not known."""
        return {
            "capicua": is_capicua(ended, self.capicua_blank),
            "chuchazo": is_chuchazo(ended, self.chuchazo_both_ends),
        }

    def add_bonuses(self, side: str, ended: RoundEnd, points: int, hands: Text) -> tuple[int, Text, tuple[str, ...]]:
        """The points of a round that `side` has won and their why with what fell besides, and the keys of that."""
        bonuses = self._list_bonuses(side, ended)
        for bonus, worth in bonuses.items():
            named: dict[str, Value] = {"player": ended.locked_by} if ended.locked_by else {}
            points, hands = add_bonus(points, hands, Text(AT_THE_END[bonus], named), worth)
        return points, hands, tuple(bonuses)

    def _list_bonuses(self, side: str, ended: RoundEnd) -> dict[str, int]:
        """What the end of a round that `side` has won is worth besides, by the key of the bonus."""
        if ended.out is not None:
            known = {call for call, true in self._judge_calls(ended).items() if true} | {*ended.bonus}
            worth = {"capicua": self.capicua, "chuchazo": self.chuchazo}
            return {call: worth[call] for call in self.calls if call in known}
        pays = self.tranque and self.pays_bonuses and ended.how == "blocked"
        return {"tranque": self.tranque} if pays and ended.locked_by in self.seating.members(side) else {}

    def reward_early(self, score: RoundScore, rounds_won: int) -> RoundScore:
        if not score.winners or not self.pays_bonuses or rounds_won >= len(self.early_rounds):
            return score
        worth, first = self.early_rounds[rounds_won], score.winners[0]
        points = {side: scored + worth * (side in score.winners) for side, scored in score.points.items()}
        bonus = Text(EARLY_WON[rounds_won])
        why = add_bonus(score.points[first], score.why, bonus, worth)[1]
        beside = score.beside and add_bonus(score.points[first], score.beside, bonus, worth)[1]
        return replace(score, points=points, why=why, beside=beside)
