"""Compare bonuses for passes with the moves of the round (docs/rules.md §9.3).

`PassesEarned` holds the bonuses that the moves show to be earned. A bonus that the moves contradict is refused, and one
that they neither prove nor contradict is doubted. If the round has no moves on the sheet, every bonus is accepted.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from scorekeeper.engine.entries import Bonus
from scorekeeper.engine.problems import Findings, Problem, refuse
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text

LAID_FIRST = N_("%(player)s laid the first tile")
NOT_PASSED = Text(N_("The moves on the sheet say otherwise: those who had to pass for it have not"))


@dataclass(frozen=True, slots=True)
class PassesEarned:
    """The bonuses that the passes of this round have earned, as far as its moves are written.

    `led` is the player who laid the first tile, and `single` says that it was no double. `answered` says whether the
    next player laid a tile to it (None: they have not had their turn). `runs` are the players who made all others pass;
    a player is listed once for each time without a written bonus. `opening` says that the bonus for the first tile was
    written, `six_doubles` that the bonus for six doubles in a hand was. `first_passed` is the first player of the match
    who has passed, as far as the passes are written, and `first_pass` says that the bonus for that was written.
    """

    led: str | None = None
    single: bool = False
    answered: bool | None = None
    runs: tuple[str, ...] = ()
    opening: bool = False
    six_doubles: bool = False
    first_passed: str | None = None
    first_pass: bool = False

    def begin_round(self) -> "PassesEarned":
        """Return the record for the next round: only the facts about the first pass of the match stay."""
        return PassesEarned(first_passed=self.first_passed, first_pass=self.first_pass)


def follow_tile(
    earned: PassesEarned, game: Game, player: str, mover: str | None, passed: int, single: bool
) -> PassesEarned:
    """Return the bonuses that passes have earned after `player` has laid a tile.

    `mover` made the move before, and `passed` players have passed since; `single` says whether the tile, if it is the
    first of the round, is no double.
    """
    if earned.led is None:
        return replace(earned, led=player, single=single)
    if earned.answered is None:
        earned = replace(earned, answered=player == game.seating.after(earned.led))
    # A player who lays two tiles in a row has made all others pass, even if no pass is written.
    again = player == mover and passed < len(game.seating.players) - 1
    return replace(earned, runs=(*earned.runs, player)) if again else earned


def follow_pass(earned: PassesEarned, game: Game, player: str, mover: str | None, passed: int) -> PassesEarned:
    """Return the bonuses that passes have earned after `player` has passed.

    `mover` laid the last tile (None: nobody yet), and `passed` players have passed since, `player` included.
    """
    if mover is None:
        return earned
    if earned.first_passed is None:
        earned = replace(earned, first_passed=player)
    if earned.answered is None:
        earned = replace(earned, answered=False)
    all_others = passed == len(game.seating.players) - 1
    return replace(earned, runs=(*earned.runs, mover)) if all_others else earned


def check_pass_bonus(
    earned: PassesEarned, game: Game, entry: Bonus, mover: str | None, passed: Collection[str]
) -> tuple[PassesEarned, tuple[Problem, ...]]:
    """Return the bonuses that passes have earned once the bonus `entry` is written, and the doubts about it.

    `earned` is the record before, `mover` laid the last tile (None: nobody), and `passed` are the players who have
    passed. Raise RuleError `bonus_not_true` if the moves contradict the bonus.
    """
    if entry.bonus == "six_doubles":
        if earned.six_doubles:
            raise refuse("bonus_not_true", "bonus", because=Text(N_("only one hand of a round can have six doubles")))
        return replace(earned, six_doubles=True), ()
    if entry.bonus == "first_pass":
        return _claim_first_pass(earned, game.seating, entry.player)
    if earned.led is None:
        return earned, ()
    members = game.seating.members(game.seating.side_of(entry.player))
    findings = Findings()
    findings.add("bonus_without_pass", "bonus")
    doubts = tuple(findings.problems)
    if entry.bonus == "false_pass":  # whether the pass was false, only the opponents have seen
        return earned, () if set(passed) - set(members) else doubts
    if entry.bonus == "pase_corrido":
        return _pay_run(earned, members, mover, doubts)
    if (why_not := _explain_opening_refused(earned, game, entry, members)) is not None:
        raise refuse("bonus_not_true", "bonus", because=why_not)
    return replace(earned, opening=True), doubts if earned.answered is None else ()


def _claim_first_pass(earned: PassesEarned, seating: Seating, player: str) -> tuple[PassesEarned, tuple[Problem, ...]]:
    """Return the record once the bonus for the first pass of the match is written for the pair of `player`, and doubts.

    Raise RuleError `bonus_not_true` if it is written already, or if a player of that pair passed first.
    """
    if earned.first_pass:
        raise refuse("bonus_not_true", "bonus", because=Text(N_("the first pass of the match is written already")))
    passed = earned.first_passed
    if passed is not None and seating.side_of(passed) == seating.side_of(player):
        raise refuse("bonus_not_true", "bonus", because=Text(N_("%(player)s passed first"), {"player": passed}))
    findings = Findings()
    if earned.led is not None and passed is None:
        findings.add("bonus_without_pass", "bonus")
    return replace(earned, first_pass=True), tuple(findings.problems)


def _pay_run(
    earned: PassesEarned, members: tuple[str, ...], mover: str | None, doubts: tuple[Problem, ...]
) -> tuple[PassesEarned, tuple[Problem, ...]]:
    """Return the record once one run of the side `members` is paid, and the `doubts` if no run of theirs is known.

    Raise RuleError `bonus_not_true` if another side laid the last tile (`mover`).
    """
    runs = list(earned.runs)
    for player in members:
        if player in runs:
            runs.remove(player)
            return replace(earned, runs=tuple(runs)), ()
    if mover not in members:
        raise refuse("bonus_not_true", "bonus", because=NOT_PASSED)
    return earned, doubts


def _explain_opening_refused(earned: PassesEarned, game: Game, entry: Bonus, members: tuple[str, ...]) -> Text | None:
    """Return why the side of `members` has not earned the bonus `entry` for the first tile; None if they may have.

    The house rules may pay another bonus for a first tile that is no double.
    """
    if earned.led not in members:
        return Text(LAID_FIRST, {"player": str(earned.led)})
    if earned.answered:
        return NOT_PASSED
    if earned.opening:
        return Text(N_("this bonus is written already"))
    if entry.bonus == "pase_salida_single" and not earned.single:
        return Text(N_("the first tile was a double"))
    if entry.bonus == "pase_salida" and earned.single and "pase_salida_single" in game.bonuses.paid:
        return Text(N_("the first tile was no double"))
    return None
