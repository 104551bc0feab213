"""The card that the pad shows after a round.

It has each side's points and total, the reason, and how the next round begins. It is shown until the first move of the
next round is written, or until somebody chooses a form.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.engine.rules.dealing import Deal
from scorekeeper.engine.sheet.line import Line, Sheet
from scorekeeper.engine.text import N_, Text, counted


@dataclass(frozen=True, slots=True)
class SideGain:
    """The points that a side got at the end of a round, and its total then.

    The bar of the side shows its total before the round (`before`) and what the round added (`added`), in percent of
    the target; without a target, in percent of the highest total.
    """

    name: str
    members: tuple[str, ...]
    points: int
    total: int
    before: float
    added: float


@dataclass(frozen=True, slots=True)
class RoundCard:
    """The result of the round that entry `number` ended, and the lead and deal of the next round.

    `of` is the agreed number of rounds, or None. `what` says who went out; `why` does not repeat it. `gains` are in
    turn order for two sides, and for more in the order of their totals, the best first. `story` says who is in front,
    and what this round has changed. `carried` is the sentence on points that the winner of the next round gets in
    addition; None if there are none.
    """

    number: int
    round: int
    of: int | None
    what: Text
    gains: tuple[SideGain, ...]
    why: Text
    story: tuple[Text, ...]
    lead: Text
    deal: tuple[Text, ...]
    carried: Text | None


def find_round_card(sheet: Sheet) -> RoundCard | None:
    """Return the card of the round that has just ended.

    Return None within a round, before the first round, after the match, and after something was taken back or put back,
    which the pad then reports.
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
        list_gains(sheet, line),
        line.short_why,
        tell_story(sheet, line),
        sheet.lead.why,
        describe_deal(sheet.game.deal),
        describe_waiting(sheet.carried) if sheet.carried else None,
    )


def list_gains(sheet: Sheet, line: Line) -> tuple[SideGain, ...]:
    """Return the points of each side in the round that `line` ended, with its total and bar."""
    goal, totals = sheet.game.goal, line.totals
    full = max(goal.target or 0, *totals.values()) or 1
    gains = []
    for side, total in totals.items():
        points, now = line.points[side], max(total, 0)
        before = min(max(total - points, 0), now)
        bar = round(100 * before / full, 1), round(100 * (now - before) / full, 1)
        gains.append(SideGain(side, sheet.seating.members(side), points, total, *bar))
    if len(gains) > 2:
        gains.sort(key=lambda gain: gain.total if goal.lowest_wins else -gain.total)
    return tuple(gains)


def tell_story(sheet: Sheet, line: Line) -> tuple[Text, ...]:
    """Return texts on the round that `line` ended: who is in front, the way to the target, and what has changed."""
    if len(line.totals) < 2:
        return ()
    ended = [each for each in sheet.counting_lines if each.entry.ends_round and each.round < line.round]
    front = find_front(sheet, line.totals)
    story = []
    if len(front) == 1:
        others = (total for side, total in line.totals.items() if side not in front)
        ahead = min(abs(line.totals[front[0]] - total) for total in others)
        story.append(Text(N_("%(side)s in front by %(points)s"), {"side": front[0], "points": ahead}))
    else:
        story.append(Text(N_("nobody in front")))
    if (target := sheet.game.goal.target) and not sheet.game.goal.lowest_wins:
        left = target - max(line.totals.values())
        # Translators: points that a side still needs to reach the target.
        story.append(counted("%(n)s to go", "%(n)s to go", left))
    before = next((find_front(sheet, each.totals) for each in ended if each.round == line.round - 1), ())
    if len(front) == len(before) == 1 and front != before:
        story.append(Text(N_("the lead has changed")))
    if len(ended) > 1 and max(line.points.values()) > max(max(each.points.values()) for each in ended):
        costly = sheet.game.goal.lowest_wins
        story.append(Text(N_("the costliest round so far") if costly else N_("the biggest round so far")))
    return tuple(story)


def find_front(sheet: Sheet, totals: Mapping[str, int]) -> tuple[str, ...]:
    """Return the sides with the best of `totals`."""
    best = min(totals.values()) if sheet.game.goal.lowest_wins else max(totals.values())
    return tuple(side for side, total in totals.items() if total == best)


def describe_waiting(points: int) -> Text:
    """Return the sentence that says that the winner of the next round scores `points` more."""
    return counted("Whoever wins it scores %(n)s point more.", "Whoever wins it scores %(n)s points more.", points)


def describe_deal(deal: Deal) -> tuple[Text, ...]:
    """Return the texts on how the tiles are dealt: `7 tiles each`, `14 stay in the boneyard`.

    Return an empty tuple if the game leaves the deal to the players.
    """
    if not deal.each:
        return ()
    sentences = [counted("%(n)s tile each", "%(n)s tiles each", deal.each)]
    if deal.extra:
        sentences.append(
            counted("one more for the lead", "one more each for the first %(n)s from the lead", deal.extra)
        )
    if deal.start_tile:
        sentences.append(Text(N_("one is turned up")))
    if deal.boneyard and deal.nobody_draws:
        sentences.append(counted("%(n)s stays aside", "%(n)s stay aside", deal.boneyard))
    elif deal.boneyard:
        sentences.append(counted("%(n)s stays in the boneyard", "%(n)s stay in the boneyard", deal.boneyard))
    return tuple(sentences)
