"""Bonuses of pairs: for passes during a round, and for the last tile and the lock at its end (docs/rules.md §9.3).

`bonuses` says what each is worth. A bonus for passes is written on the sheet at once. Players who play alone get none.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.models import may_hide_place
from scorekeeper.engine.options import Option, Setting
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules.bonuses import (
    AT_THE_END,
    CAPICUA,
    CAPICUA_BLANK,
    CAPICUA_DOUBLES,
    CAPICUA_SAME_ENDS,
    CHUCHAZO,
    CHUCHAZO_BOTH_ENDS,
    DOUBLE_BOTH_ENDS,
    EARLY_ROUNDS,
    EARLY_WON,
    FALSE_PASS,
    LAST_DOUBLE,
    PASE_CORRIDO,
    PASE_SALIDA,
    PASE_SALIDA_SINGLE,
    TRANQUE,
)
from scorekeeper.engine.rules.last_tile_bonuses import (
    FITS_BOTH,
    IS_DOUBLE,
    IS_DOUBLE_AT_BOTH_ENDS,
    IS_DOUBLE_BLANK,
    IS_DOUBLE_BLANK_AT_ONE_END,
    check_last_tile_fits,
    explain_capicua_refused,
    explain_chuchazo_refused,
    explain_double_refused,
    is_capicua,
    is_chuchazo,
    is_double,
    list_ends_before,
)
from scorekeeper.engine.rules.laying import Laying
from scorekeeper.engine.rules.scores import RoundScore, add_bonus, add_to_winner, double_points
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value

# The options for these bonuses, in the order of a form.
OF_THE_LAST_TILE: tuple[Option, ...] = (
    *(CAPICUA, CAPICUA_DOUBLES, CAPICUA_BLANK, CAPICUA_SAME_ENDS),
    *(CHUCHAZO, CHUCHAZO_BOTH_ENDS),
)
OF_PASSES: tuple[Option, ...] = (PASE_SALIDA, PASE_SALIDA_SINGLE, PASE_CORRIDO, FALSE_PASS)
OPTIONS = (*OF_THE_LAST_TILE, *OF_PASSES, TRANQUE, EARLY_ROUNDS)


def matters_bonus(key: str, settings: Mapping[str, Setting], sides: int | None) -> bool:
    """Return False for the option `key` if it is a detail of a bonus that is not paid by `settings`, else True.

    The number of `sides` has no effect.
    """
    if key in ("capicua_blank", "capicua_same_ends"):
        return settings["capicua"] != 0 or settings["capicua_doubles"] is True
    return key != "chuchazo_both_ends" or settings["chuchazo"] != 0


@dataclass(frozen=True, slots=True)
class PairBonuses:
    """The bonuses of a table; none is paid unless `pays` is true, as it is where the players sit in pairs.

    `first_pass` is the number of points for the first pass of a match, and `six_doubles` for six doubles in one hand.
    """

    seating: Seating
    laying: Laying
    pays: bool
    first_pass: int = 0
    six_doubles: int = 0

    @property
    def paid(self) -> Mapping[str, int]:
        """The points of each bonus that the table pays while a round is played, by its key."""
        if not self.pays:
            return {}
        worth = {
            "pase_salida": PASE_SALIDA.at(self.seating),
            "pase_salida_single": PASE_SALIDA_SINGLE.at(self.seating),
            "pase_corrido": PASE_CORRIDO.at(self.seating),
            "false_pass": FALSE_PASS.at(self.seating),
            "first_pass": self.first_pass,
            "six_doubles": self.six_doubles,
        }
        return {bonus: points for bonus, points in worth.items() if points}

    @property
    def calls(self) -> Mapping[str, str]:
        """The words for each bonus that can be called with the last tile at this table, by its key."""
        last_blank = IS_DOUBLE_BLANK if CHUCHAZO_BOTH_ENDS.at(self.seating) else IS_DOUBLE_BLANK_AT_ONE_END
        words = {
            "capicua": FITS_BOTH,
            "chuchazo": last_blank,
            "last_double": IS_DOUBLE,
            "double_both_ends": IS_DOUBLE_AT_BOTH_ENDS,
        }
        doubled = {"capicua"} if CAPICUA_DOUBLES.at(self.seating) else set()
        played = {call for call, worth in self._last_tile_worth.items() if worth} | doubled
        return {call: word for call, word in words.items() if call in played and self.pays}

    @property
    def locking_pays(self) -> bool:
        """Whether a pair that locks a round and wins it scores more."""
        return self.pays and bool(TRANQUE.at(self.seating))

    @property
    def _last_tile_worth(self) -> Mapping[str, int]:
        """The points of each bonus for the last tile at this table, by its key; 0 for one that is not played."""
        bonuses = (CAPICUA, CHUCHAZO, LAST_DOUBLE, DOUBLE_BOTH_ENDS)
        return {bonus.key: bonus.at(self.seating) for bonus in bonuses}

    def offer(self, layout: Layout, mover: str | None, passed: int) -> tuple[str, str] | None:
        """Return `mover` and the key of the bonus that the last passes have earned; None if they earned none.

        `passed` is the number of players who have passed since the move of `mover`. A bonus is earned if all others
        have passed, if the next player has passed on the first tile, or by the first pass of the match. If nobody has
        moved, `mover` is None and no bonus is earned.
        """
        if mover is None or not passed:
            return None
        bonus = "first_pass"
        if passed == len(self.seating.players) - 1:
            bonus = "pase_corrido"
        elif passed == 1 and len(layout.laid) == 1 and not layout.loose:
            single = PASE_SALIDA_SINGLE.at(self.seating) and not any(tile.double for tile in layout.laid)
            bonus = "pase_salida_single" if single else "pase_salida"
        return next(((mover, key) for key in (bonus, "first_pass") if key in self.paid), None)

    def check(self, ended: RoundEnd) -> None:
        """Raise RuleError if a bonus called contradicts the last tile, or that tile fits no open end."""
        findings = Findings()
        if self.laying.joins_equal and not may_hide_place(self.laying.model):
            check_last_tile_fits(ended, findings)
        for because in self._explain_untrue_calls(ended):
            findings.add("bonus_not_true", "bonus", because=because)
        findings.settle()

    def _explain_untrue_calls(self, ended: RoundEnd) -> tuple[Text, ...]:
        """Return the reason for each bonus called that the last tile contradicts.

        If it contradicts none, return the reason why the bonuses called exclude each other; empty if they do not.
        """
        untrue = {call for call, true in self._judge_calls(ended).items() if true is False} & {*ended.last.called}
        if untrue and ended.last.tile is not None:
            tile, ends = ended.last.tile, list_ends_before(ended)
            why = {
                "capicua": explain_capicua_refused(tile, ends),
                "chuchazo": explain_chuchazo_refused(tile),
                "last_double": explain_double_refused(tile, ends, at_both_ends=False),
                "double_both_ends": explain_double_refused(tile, ends, at_both_ends=True),
            }
            return tuple(why[call] for call in ended.last.called if call in untrue)
        if len(set(ended.last.called)) > 1:
            if not {"capicua", "chuchazo"} >= {*ended.last.called}:
                return (Text(N_("one last tile earns one bonus")),)
            return (Text(N_("One tile cannot be both: a chuchazo is a double, and a capicúa is none")),)
        return ()

    def _judge_calls(self, ended: RoundEnd) -> dict[str, bool | None]:
        """Return whether the last tile earns each bonus, by its key; None if that is unknown.

        One tile earns one bonus. The bonus for the double blank has precedence over that for a double which fits both
        ends, and that one over the bonus for any double.
        """
        worth, chuchazo = self._last_tile_worth, is_chuchazo(ended, CHUCHAZO_BOTH_ENDS.at(self.seating))
        blank = bool(worth["chuchazo"] and chuchazo)
        both_ends_pay = False if worth["double_both_ends"] else None
        return {
            "capicua": is_capicua(ended, CAPICUA_BLANK.at(self.seating), CAPICUA_SAME_ENDS.at(self.seating)),
            "chuchazo": chuchazo,
            "last_double": not blank and is_double(ended, at_both_ends=both_ends_pay),
            "double_both_ends": not blank and is_double(ended, at_both_ends=True),
        }

    def add(self, side: str, ended: RoundEnd, points: int, hands: Text) -> tuple[int, Text, tuple[str, ...]]:
        """Return the points and the reason of a round that `side` won, doubled or with bonuses added, and their keys.

        `points` and `hands` are the points and the reason without bonuses.
        """
        bonuses = self._list_bonuses(side, ended)
        if "capicua" in bonuses and CAPICUA_DOUBLES.at(self.seating):
            points, hands = double_points(points, hands)
        for bonus, worth in bonuses.items():
            if not worth:  # a capicúa that only doubles the points
                continue
            named: dict[str, Value] = {"player": ended.locked_by} if ended.locked_by else {}
            points, hands = add_bonus(points, hands, Text(AT_THE_END[bonus], named), worth)
        return points, hands, tuple(bonuses)

    def _list_bonuses(self, side: str, ended: RoundEnd) -> dict[str, int]:
        """Return the points of each bonus that `side`, which has won the round, earns at its end, by its key."""
        if ended.out is not None:
            known = {call for call, true in self._judge_calls(ended).items() if true} | {*ended.last.called}
            worth, calls, tile = self._last_tile_worth, self.calls, ended.last.tile
            if tile is not None and tile.double and not known & {*calls}:
                known = {"last_double"}  # with unknown ends it is a double in any case
            return {call: worth[call] for call in calls if call in known}
        locked = ended.how == "blocked" and ended.locked_by in self.seating.members(side)
        return {"tranque": TRANQUE.at(self.seating)} if locked and self.locking_pays else {}

    def reward_early(self, score: RoundScore, rounds_won: int) -> RoundScore:
        """Return the score of a round with the extra points for the first rounds won; `rounds_won` were won before."""
        early = EARLY_ROUNDS.at(self.seating)
        if not score.winners or not self.pays or rounds_won >= len(early):
            return score
        return add_to_winner(score, Text(EARLY_WON[rounds_won]), early[rounds_won])
