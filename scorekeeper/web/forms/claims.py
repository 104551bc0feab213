"""The player who scores by the move in a form, and the players who may claim its points where Muggins is played."""

from scorekeeper.engine.sheet.line import Sheet


def list_claimers(sheet: Sheet, player: str, claimed: str) -> tuple[str, ...]:
    """Return the players who may claim the points of a move by `player`; empty at a table without claims.

    They are the opponents of `player` (everybody while `player` is unknown), and the player `claimed`, who has claimed
    the points already.
    """
    if not sheet.game.moves.may_claim:
        return ()
    seating = sheet.seating
    opponents = seating.opponents(seating.side_of(player)) if player in seating.players else seating.players
    return tuple(each for each in seating.players if each in opponents or each == claimed)


def find_scorer(sheet: Sheet, player: str, claimed: str) -> str | None:
    """Return the player who scores by a move of `player`: the player `claimed`, who claims its points, else `player`.

    Return None if that is nobody at the table.
    """
    scorer = claimed or player
    return scorer if scorer in sheet.seating.players else None
