"""The standings of an event after any of its rounds."""

from dataclasses import dataclass

from scorekeeper.play.events.rounds import EventSheet


@dataclass(frozen=True, slots=True)
class StandingRow:
    """An entrant's or a team's place, and what put it there.

    `by` is the criterion that puts it below the place above: None for the first place, `withdrawn` for those who are
    ranked after all others.
    """

    place: int
    name: str
    played: int
    won: int
    effectiveness: int
    points: int
    against: int
    excess: int
    buchholz: int
    by: str | None


def compute_standings(sheet: EventSheet, after: int, seen: int | None = None) -> tuple[StandingRow, ...]:
    """Return the standings after the round `after`, as known when the round `seen` (default: `after`) was complete."""
    raise NotImplementedError


def compute_team_standings(sheet: EventSheet, after: int, seen: int | None = None) -> tuple[StandingRow, ...]:
    """Return the standings of the entrants' teams: each adds the lines of its entrants."""
    raise NotImplementedError
