"""The standing of a match on the pad and the big board: the sides with their totals, who is ahead, who moves."""

from dataclasses import dataclass

from scorekeeper.engine.sheet.line import Sheet

LONG_NAME = 8  # letters in a third of a phone


@dataclass(frozen=True, slots=True)
class SideStanding:
    """A side (player or pair) with its members in turn order.

    `way` is its total but not below 0, for the bar towards the target.
    """

    name: str
    members: tuple[str, ...]
    total: int
    way: int
    ahead: bool
    won: bool

    @property
    def long(self) -> bool:
        """Return whether the name is too long for a third of a phone's width."""
        return len(self.name) > LONG_NAME


@dataclass(frozen=True, slots=True)
class MatchStanding:
    """All sides of a match, its `target` (None without one), and the player who is `moving`.

    `moving` is None if that is unknown, or the match is over.
    """

    sides: tuple[SideStanding, ...]
    target: int | None
    moving: str | None
    between_rounds: bool

    @property
    def digits(self) -> int:
        """Return the number of characters of the longest total."""
        return max(len(str(side.total)) for side in self.sides)


def find_standing(sheet: Sheet) -> MatchStanding:
    """Return the standing of the match after all entries on its sheet."""
    seating, between_rounds = sheet.seating, sheet.between_rounds
    totals = sheet.totals.values()
    best = (min(totals) if sheet.game.goal.lowest_wins else max(totals)) if any(sheet.last_lines) else None
    # If no moves are entered, it is unknown after the first one who moves.
    known = between_rounds or sheet.variant.moves_score or len(sheet.layout.seen) > 1
    sides = tuple(
        SideStanding(side, seating.members(side), total, max(total, 0), total == best, side in sheet.winners)
        for side, total in sheet.totals.items()
    )
    return MatchStanding(
        sides, sheet.game.goal.target or None, sheet.to_move if known and not sheet.over else None, between_rounds
    )
