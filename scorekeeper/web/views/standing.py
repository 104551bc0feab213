"""How a match stands, as the pad and the big board show it: the sides with their totals, who is ahead and who moves."""

from dataclasses import dataclass

from scorekeeper.engine.sheet.line import Sheet

LONG_NAME = 8  # letters in a third of a phone


@dataclass(frozen=True, slots=True)
class SideStanding:
    """A side with its players in turn order; `way` is its total where a target is played to, not below 0."""

    name: str
    members: tuple[str, ...]
    total: int
    way: int
    ahead: bool
    won: bool

    @property
    def long(self) -> bool:
        """Whether the name breaks in a third of a phone."""
        return len(self.name) > LONG_NAME


@dataclass(frozen=True, slots=True)
class MatchStanding:
    """All sides, the `target` if there is one, and who is `moving`, so far as anybody can know that."""

    sides: tuple[SideStanding, ...]
    target: int | None
    moving: str | None
    between_rounds: bool

    @property
    def digits(self) -> int:
        """Return the number of digits of the longest total."""
        return max(len(str(side.total)) for side in self.sides)


def find_standing(sheet: Sheet) -> MatchStanding:
    """Return the standing after the last line of the sheet."""
    seating, between_rounds = sheet.seating, sheet.between_rounds
    totals = sheet.totals.values()
    best = (min(totals) if sheet.game.goal.lowest_wins else max(totals)) if any(sheet.last_lines) else None
    # Where no moves are entered, nobody knows whose it is after the first.
    known = between_rounds or sheet.variant.moves_score or len(sheet.layout.seen) > 1
    sides = tuple(
        SideStanding(side, seating.members(side), total, max(total, 0), total == best, side in sheet.winners)
        for side, total in sheet.totals.items()
    )
    return MatchStanding(
        sides, sheet.game.goal.target or None, sheet.to_move if known and not sheet.over else None, between_rounds
    )
