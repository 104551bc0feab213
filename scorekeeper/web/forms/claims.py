"""The player who scores by the move in a form, and the players who may claim its points where Muggins is played."""

from scorekeeper.engine.sheet.line import Sheet


def list_claimers(sheet: Sheet, player: str, claimed: str) -> tuple[str, ...]:
    """The opponents of `player`, everybody while nobody is said to move, and who has `claimed`; elsewhere nobody."""
    if not sheet.game.moves.may_claim:
        return ()
    seating = sheet.seating
    opponents = seating.opponents(seating.side_of(player)) if player in seating.players else seating.players
    return tuple(each for each in seating.players if each in opponents or each == claimed)


def find_scorer(sheet: Sheet, player: str, claimed: str) -> str | None:
    """Return who scores by a move of `player`, whose points somebody may have `claimed`; None unless at the table."""
    scorer = claimed or player
    return scorer if scorer in sheet.seating.players else None
