"""The forms that a game uses, and the one that is most likely wanted now."""

from scorekeeper.engine.entries import KINDS
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.web.forms.bonus import find_offer
from scorekeeper.web.forms.lead import asks_lead
from scorekeeper.web.forms.one_tap import PASS
from scorekeeper.web.http.choices import recall_form


def form_names(sheet: Sheet) -> tuple[str, ...]:
    """Return the names of the forms that the game of `sheet` uses, in the order of the tabs."""
    kinds = sheet.variant.takes - sheet.game.idle_kinds - {PASS}
    names = tuple(name for name in KINDS if name in kinds)
    return ("lead", *names) if asks_lead(sheet) else names


def usual_form(sheet: Sheet) -> str:
    """Return the name of the form most likely wanted now on `sheet`.

    Within a round it is the one that this phone has chosen for its moves.
    """
    names, chosen = form_names(sheet), recall_form()
    if find_offer(sheet):
        return "bonus"
    if chosen in names and not sheet.between_rounds:
        return chosen
    if sheet.game.bids and sheet.game.bids.find_bid(sheet.state) is None:
        return "bid"
    if not sheet.variant.moves_score:
        return "result" if "result" in names else "round"
    if sheet.layout.empty and "play" in names:
        return "play"
    for line in sheet.last_lines:
        if line.entry.next_move_kind is not None:
            return line.entry.next_move_kind
    return "ends"
