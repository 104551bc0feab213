"""The values of the pages of a league: the games on the card of a match."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.engine.text import N_, Text
from scorekeeper.play.events.club_event import BETWEEN, ClubEvent, TableReport
from scorekeeper.play.events.tables import PadMatch


@dataclass(frozen=True, slots=True)
class GameForm:
    """A game on a card: its heading, and the players and points of both teams as written or typed."""

    number: int
    heading: Text
    target: int
    players: tuple[str, str]
    points: tuple[str, str]
    on_pad: bool
    is_double: bool


def list_game_forms(
    record: ClubEvent, report: TableReport, sent: Mapping[str, str], pads: Mapping[int, PadMatch]
) -> tuple[GameForm, ...]:
    """Return the games of a match with the values that were `sent`, or else those written, or those of the pad."""
    league = record.event.league
    known = report.result.games if report.result else ()
    forms = []
    for index, target in enumerate(league.targets if league else ()):
        number = index + 1
        singles = league.singles if league else 0
        is_single = index < singles
        heading = N_("Single %(number)s") if is_single else N_("Double %(number)s")
        game = known[index] if index < len(known) else None
        pad = pads.get(number)
        names = game.players if game else pad.sides if pad else ((), ())
        made = game.points if game else pad.points if pad else None
        players = [BETWEEN.join(side) for side in names]
        points = ["" if made is None else str(made[side]) for side in (0, 1)]
        forms.append(
            GameForm(
                number,
                Text(heading, {"number": number if is_single else number - singles}),
                target,
                _fill_in(sent, "players", number, players),
                _fill_in(sent, "points", number, points),
                pad is not None,
                not is_single,
            )
        )
    return tuple(forms)


def _fill_in(sent: Mapping[str, str], field: str, number: int, known: list[str]) -> tuple[str, str]:
    """Return the texts of the two fields of a game: those that were sent, or else the `known` ones."""
    home, away = (sent.get(f"{field}-{side}-{number}", known[side]) for side in (0, 1))
    return home, away
