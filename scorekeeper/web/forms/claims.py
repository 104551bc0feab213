"""Who may claim the points of a move that is being entered, at a table that plays Muggins."""

from scorekeeper.play import Sheet


def list_claimers(sheet: Sheet, player: str, claimed: str) -> tuple[str, ...]:
    """The opponents of `player`, everybody while nobody is said to move, and who has `claimed`; elsewhere nobody."""
    if not sheet.round_game.muggins:
        return ()
    seating = sheet.seating
    opponents = seating.opponents(seating.side_of(player)) if player in seating.players else seating.players
    return tuple(each for each in seating.players if each in opponents or each == claimed)
