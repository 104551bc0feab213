"""The card that the pad shows after a round: who got how many points and why, and how the next round begins.

It is shown until the first move of the next round is written, or until somebody chooses a form.
"""

from dataclasses import dataclass

from scorekeeper.engine.rules.dealing import Deal
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import N_, Text, counted


@dataclass(frozen=True, slots=True)
class SideGain:
    """The points that a side got at the end of a round, and its total then."""

    name: str
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class RoundCard:
    """The result of the round that entry `number` ended, and the lead and deal of the next round.

    `of` is the agreed number of rounds, or None. `what` says who went out; `why` does not repeat it.
    """

    number: int
    round: int
    of: int | None
    what: Text
    gains: tuple[SideGain, ...]
    why: Text
    lead: Text
    deal: tuple[Text, ...]


def find_round_card(sheet: Sheet) -> RoundCard | None:
    """Return the card of the round that has just ended.

    None within a round, before the first round, after the match, and after something was taken back or put back, as the
    pad then tells of that.
    """
    if sheet.over or not sheet.between_rounds or not all(line.entry.has_line for line in sheet.lines[-1:]):
        return None
    ended = (line for line in reversed(sheet.lines) if not line.struck and line.round == sheet.round - 1)
    line = next((line for line in ended if line.entry.ends_round), None)
    if line is None:
        return None
    return RoundCard(
        line.number,
        line.round,
        sheet.game.goal.rounds,
        line.entry.describe(),
        tuple(SideGain(side, line.points[side], total) for side, total in line.totals.items()),
        line.beside,
        sheet.lead.why,
        describe_deal(sheet.game.deal),
    )


def describe_deal(deal: Deal) -> tuple[Text, ...]:
    """Return how the tiles are dealt, as texts: `7 tiles each`, `14 stay in the boneyard`.

    Empty if the game does not say.
    """
    if not deal.each:
        return ()  # the game leaves the deal to the players
    told = [counted("%(n)s tile each", "%(n)s tiles each", deal.each)]
    if deal.extra:
        told.append(counted("one more for the lead", "one more each for the first %(n)s from the lead", deal.extra))
    if deal.start_tile:
        told.append(Text(N_("one is turned up")))
    if deal.boneyard and deal.nobody_draws:
        told.append(counted("%(n)s stays aside", "%(n)s stay aside", deal.boneyard))
    elif deal.boneyard:
        told.append(counted("%(n)s stays in the boneyard", "%(n)s stay in the boneyard", deal.boneyard))
    return tuple(told)
