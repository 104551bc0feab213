"""The result on the page of a finished match: the sides with the winner first, facts of the match, and the evening.

The evening's tally is shown from its second finished match on: `Anna & Carl 2 – 1 Bo & Dora`. On a night on which other
tables played too, or the same players with others, it is that of the night: `Anna 3/4 · Bo 2/4`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import N_, Text, counted, join_names
from scorekeeper.play.history.evenings import Evening
from scorekeeper.play.history.nights import NightScore
from scorekeeper.play.scoring.highlights import find_highlights
from scorekeeper.web.i18n.words import call_played

TONIGHT = timedelta(hours=12)  # after its last entry, during which an evening is "tonight"


@dataclass(frozen=True, slots=True)
class FinalSide:
    """A side (player or pair) with its final total, and whether it won."""

    name: str
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match of the evening: the name of the game, and the winner.

    `winner` is empty after a draw or a lost solitaire.
    """

    game: str
    winner: str


@dataclass(frozen=True, slots=True)
class EveningTally:
    """The matches that each side won on an evening.

    `now` says that it is tonight; `over` and `drawn` are numbers of matches; `matches` lists them if different games
    were played. `scores` are the scores of the whole night for the players of this match, empty if the night has only
    this evening.
    """

    now: bool
    wins: tuple[tuple[str, int], ...]
    over: int
    drawn: int
    doubled: int
    matches: tuple[PlayedMatch, ...]
    scores: tuple[NightScore, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match.

    `heading` says who won, `why` gives the reason if the totals do not show it (else None), and `winners` are the
    players of the side that won, none after a draw. `sides` has the winners first, `lines` has facts of the match, and
    `tally` is that of the evening, or None.
    """

    heading: Text
    why: Text | None
    winners: tuple[str, ...]
    sides: tuple[FinalSide, ...]
    lines: tuple[Text, ...]
    tally: EveningTally | None


def find_match_result(sheet: Sheet, evening: Evening, now: datetime, scores: Sequence[NightScore] = ()) -> MatchResult:
    """Return the result of the finished match on `sheet`, with the tally of its `evening` at the moment `now`.

    `scores` are those of its night, empty if the night has only this evening.
    """
    sides = [FinalSide(side, total, side in sheet.winners) for side, total in sheet.totals.items()]
    better = 1 if sheet.game.goal.lowest_wins else -1
    sides.sort(key=lambda side: (not side.won, better * side.total))
    # If the most points win, the heading and the totals show the reason.
    doubled = sheet.game.goal.counts_for(sheet.totals, sheet.winners) > 1
    why = sheet.why_over if doubled or (sheet.game.goal.lowest_wins and len(sheet.winners) < 2) else None
    winners = () if sheet.draw else sheet.seating.members(sheet.winners[0])
    tally = find_tally(evening, now, [score for score in scores if score.player in sheet.seating.players])
    return MatchResult(say_heading(sheet), why, winners, tuple(sides), list_facts(sheet), tally)


def say_heading(sheet: Sheet) -> Text:
    """Return the heading of a finished match's page, which says who won."""
    if not sheet.winners:
        return Text(N_("Nobody won") if len(sheet.seating.sides) > 1 else N_("Solitaire lost"))
    if sheet.draw:
        return Text(N_("A draw"))
    side = sheet.winners[0]
    return counted("%(side)s won", "%(side)s won", len(sheet.seating.members(side)), {"side": side})


def list_facts(sheet: Sheet) -> tuple[Text, ...]:
    """Return facts of a finished match, such as its best move; empty for a solitaire or a single round."""
    highlights = find_highlights(sheet)
    if len(sheet.seating.sides) == 1 or (highlights.rounds == 1 and not (highlights.best and highlights.best.in_play)):
        return ()
    lines = [counted("%(n)s round", "%(n)s rounds", highlights.rounds)]
    if highlights.best:
        if highlights.best.in_play:
            message = N_("best move: %(name)s +%(points)s")
        elif sheet.game.goal.lowest_wins:
            message = N_("costliest round: %(name)s +%(points)s")
        else:
            message = N_("best round: %(name)s +%(points)s")
        lines.append(Text(message, {"name": join_names(highlights.best.names), "points": highlights.best.points}))
    if highlights.led_since and highlights.rounds > 1:
        if highlights.led_since == 1:
            lines.append(Text(N_("ahead from the first round on")))
        elif highlights.led_since == highlights.rounds:
            lines.append(Text(N_("ahead only in the last round")))
        else:
            lines.append(Text(N_("ahead since round %(round)s"), {"round": highlights.led_since}))
    return tuple(lines)


def find_tally(evening: Evening, now: datetime, scores: Sequence[NightScore] = ()) -> EveningTally | None:
    """Return how many matches of the evening each side won, or with `scores` each player of the night.

    Return None while fewer than two are finished.
    """
    if evening.over < 2 and not any(score.matches > 1 for score in scores):
        return None
    over = [match for match in evening.matches if match.over]
    played = tuple(
        PlayedMatch(call_played(match), match.winners[0] if len(match.winners) == 1 else "") for match in over
    )
    differing = len({each.game for each in played}) > 1
    tonight = now - evening.ended < TONIGHT
    wins, listed = tuple(evening.wins.items()), played if differing else ()
    return EveningTally(tonight, wins, evening.over, evening.drawn, evening.doubled, listed, tuple(scores))
