"""The settings of an event, made before its first round: who enters, how rounds are drawn and how matches count."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, NamedTuple, get_args

from scorekeeper.play.events.league import LeagueFormat

Entry = Literal["pairs", "singles", "individuals", "teams"]
Mode = Literal[
    "swiss", "pure_swiss", "individual", "round_robin", "double_round_robin", "single", "double", "groups_single"
]
Excess = Literal["kept", "cut", "noted"]
Criterion = Literal[
    "won", "effectiveness", "for", "excess", "buchholz", "against", "best", "head", "mini", "lot"
]  # fmt: skip

ENTRIES: tuple[Entry, ...] = get_args(Entry)
MODES: tuple[Mode, ...] = get_args(Mode)
CRITERIA: tuple[Criterion, ...] = get_args(Criterion)
ROUND_ROBINS: tuple[Mode, ...] = ("round_robin", "double_round_robin")
ELIMINATIONS: tuple[Mode, ...] = ("single", "double")
SCHEDULED: tuple[Mode, ...] = (*ROUND_ROBINS, *ELIMINATIONS, "groups_single")
"""The modes in which the pairings of later rounds follow from the entrants of the first round."""
YELLOW_POINTS = 80
"""A sanction of this many points is a yellow card."""


class FixedLine(NamedTuple):
    """The score of a match that was not decided by points: points for and against, and the effectiveness."""

    points: int
    against: int
    effectiveness: int


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair, a single player, an individual or a team; the first of `Event.entrants` is the first seed."""

    name: str
    club: str | None = None
    team: str | None = None
    first_round: int = 1
    present: bool = True
    members: tuple[str, ...] = ()
    """The pairs of a team, which meet those of another team in the same order."""


@dataclass(frozen=True, slots=True)
class EventOptions:
    """The rules that an event may change. A line that is None follows from the target."""

    accept: Fraction = Fraction(8, 5)
    """Points of more than this many times the target are refused."""
    bye: FixedLine | None = None
    present: FixedLine | None = None
    absent: FixedLine | None = None
    card_offender: FixedLine | None = None
    card_others: FixedLine | None = None
    sanctions: tuple[int, ...] = (40, YELLOW_POINTS)
    escalate: bool = True
    """Whether a yellow card after one of an earlier round is red, and after a red one black."""
    sanction_to: Literal["offender", "both"] = "offender"
    hits: Literal["player", "pair"] = "player"
    """Whether the partner of an individual shares a line that the individual alone caused."""
    max_byes: int = 2
    free_round: Literal["bye", "nothing"] = "bye"
    late: Literal["absent", "bye", "nothing"] = "absent"
    """How a round counts that an entrant missed."""
    late_until: int = 2
    withdrawn: Literal["ranked", "last"] = "ranked"
    equal: Literal["time", "play_on"] = "time"
    last_hand: Literal["in_play", "one_more"] = "in_play"
    """The last hand when time is called: the one in play, or one more after it."""
    first: Literal["lot", "seed"] = "lot"
    avoid_clubs: int = 0
    """The number of first rounds in which entrants of the same club do not meet."""
    across: bool = False
    """Whether a match of teams is decided by the hands that each team wins, not by the matches of their pairs."""
    third: bool = False
    consolation: bool = False
    reset: bool = True
    """Whether a second final is played if the winner of the winners' bracket loses the first one."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event. `rounds` is None while their number is open, `boards` while the number of tables of a team is."""

    entrants: tuple[Entrant, ...]
    target: int
    entry: Entry = "pairs"
    mode: Mode = "swiss"
    rounds: int | None = None
    excess: Excess = "kept"
    final_target: int | None = None
    """The target from the semi-final of an elimination on; None if it is the same."""
    clock: int | None = None
    """The minutes of a match; None if its time is not limited."""
    warning: int | None = None
    """The minutes before the end of a match at which its players are warned; None for no warning."""
    grace: int | None = None
    """The minutes after which an entrant who is late loses by forfeit; None if the desk decides that."""
    boards: int | None = None
    groups: int = 2
    ranking: tuple[Criterion, ...] = ("won", "effectiveness", "for")
    options: EventOptions = field(default_factory=EventOptions)
    league: LeagueFormat | None = None
    """How a league's season is played; None for other events."""

    @property
    def limit(self) -> int:
        """The highest number of points of a side that is accepted."""
        return int(self.options.accept * self.target)

    @property
    def bye(self) -> FixedLine:
        """The score of a round without an opponent."""
        return self.options.bye or FixedLine(self.target, 0, self.target // 2)

    @property
    def present(self) -> FixedLine:
        """The score of a match for a side whose opponents did not come."""
        return self.options.present or FixedLine(self.target, 0, self.target // 2)

    @property
    def absent(self) -> FixedLine:
        """The score of a match for entrants who did not come."""
        return self.options.absent or FixedLine(0, self.target, -self.target)

    @property
    def card_offender(self) -> FixedLine:
        """The score of a match for entrants who got a red or black card."""
        return self.options.card_offender or FixedLine(0, self.target, -self.target)

    @property
    def card_others(self) -> FixedLine:
        """The score of a match for the other entrants at a table where somebody got a red or black card."""
        return self.options.card_others or FixedLine(self.target, 0, self.target)

    def with_target(self, target: int | None) -> "Event":
        """Return this event for a table that plays to `target` points; None is the target of the event."""
        return self if target in (None, self.target) else replace(self, target=target)

    def find(self, name: str) -> Entrant:
        """Return the entrant with this name. Raises KeyError."""
        for entrant in self.entrants:
            if entrant.name == name:
                return entrant
        raise KeyError(name)

    def names(self) -> Iterator[str]:
        """Yield the names of all entrants in the order of their seeds."""
        return (entrant.name for entrant in self.entrants)
