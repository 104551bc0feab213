"""The forms of an event: the one that makes it, entrants as they are pasted, and the result of a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.text import N_
from scorekeeper.play.events.entries import COLOURS, LIMITS
from scorekeeper.play.events.event import SCHEDULED, Criterion, Entrant, Entry, Event, EventOptions, Excess, Mode
from scorekeeper.play.events.record import TableReport
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.rounds import Card, Sanction, TableResult, count_hands
from scorekeeper.play.player_names import normalize_name
from scorekeeper.web.forms.form import ARABIC, read_number

ENTRY_NAMES: Mapping[Entry, str] = {
    "pairs": N_("Fixed pairs"),
    "singles": N_("One against one"),
    "individuals": N_("Partners change"),
    "teams": N_("Teams"),
}
MODE_NAMES: Mapping[Mode, str] = {
    "swiss": N_("Swiss: equals meet, nobody twice"),
    "pure_swiss": N_("Strictly down the ranking"),
    "round_robin": N_("Everybody against everybody"),
    "double_round_robin": N_("Everybody twice"),
    "single": N_("Elimination"),
    "double": N_("Double elimination"),
    "groups_single": N_("Groups, then elimination"),
}
TEAM_MATCHES: Mapping[str, str] = {
    "boards": N_("each pair plays a match"),
    "across": N_("each hand won is a point"),
}
EXCESS_NAMES: Mapping[Excess, str] = {
    "kept": N_("counts"),
    "cut": N_("is cut off"),
    "noted": N_("decides ties"),
}
RANKINGS: Mapping[str, tuple[str, tuple[Criterion, ...]]] = {
    "effectiveness": (N_("wins, effectiveness, points"), ("won", "effectiveness", "for")),
    "buchholz": (N_("wins, wins of the opponents, effectiveness"), ("won", "buchholz", "effectiveness", "for")),
    "head": (N_("wins, match between the tied, points"), ("won", "head", "mini", "excess", "for")),
    "against": (N_("wins, fewest points against, best matches"), ("won", "against", "best")),
}
PAIRS_OF_A_TEAM = 2
GROUP = 4  # entrants of a group, unless the form says how many groups there are
DEFAULTS = {
    "game": "latin_partner",
    "entrants": "pairs",
    "mode": "swiss",
    "rounds": "5",
    "target": "200",
    "clock": "45",
}


@dataclass(frozen=True, slots=True)
class EventForm:
    """The form that makes an event, as typed; `names` has one entrant on each line."""

    name: str = ""
    names: str = ""
    game: str = DEFAULTS["game"]
    entrants: str = DEFAULTS["entrants"]
    mode: str = DEFAULTS["mode"]
    rounds: str = DEFAULTS["rounds"]
    target: str = DEFAULTS["target"]
    clock: str = DEFAULTS["clock"]
    excess: str = "kept"
    ranking: str = "effectiveness"
    clubs: str = ""
    groups: str = ""
    boards: str = ""
    counted: str = "boards"

    @classmethod
    def read(cls, sent: MultiDict[str, str]) -> "EventForm":
        """Return the form as it was sent; fields that are missing have their usual values."""
        return cls(**{field: sent[field] for field in cls.__dataclass_fields__ if field in sent})

    def make_event(self) -> Event:
        """Return the event that the form describes. Raise EventError if a field has no valid value."""
        if self.entrants not in ENTRY_NAMES or self.mode not in MODE_NAMES:
            raise EventError("not_whole")
        entry = next(each for each in ENTRY_NAMES if each == self.entrants)
        mode = next(each for each in MODE_NAMES if each == self.mode)
        entrants = read_names(self.names, has_members=entry == "teams")
        across = entry == "teams" and self.counted == "across"
        has_rounds = mode not in SCHEDULED and self.rounds.strip()
        return Event(
            entrants,
            _read_figure(self.target, "target"),
            entry,
            "individual" if entry == "individuals" and mode == "swiss" else mode,
            _read_figure(self.rounds, "rounds") if has_rounds else None,
            next((each for each in EXCESS_NAMES if each == self.excess), "kept"),
            _read_figure(self.clock, "clock") if self.clock.strip() not in ("", "0") else None,
            boards=self._count_boards(entrants) if entry == "teams" and not across else None,
            groups=self._count_groups(len(entrants)) if mode == "groups_single" else 2,
            ranking=RANKINGS.get(self.ranking, RANKINGS["effectiveness"])[1],
            options=EventOptions(avoid_clubs=2 if self.clubs else 0, accept=Fraction(8, 5), across=across),
        )

    def _count_boards(self, entrants: Sequence[Entrant]) -> int:
        """Return how many pairs a team has: the number typed, else that of the largest team.

        Raise EventError if the number is not valid.
        """
        if self.boards.strip():
            return _read_figure(self.boards, "boards")
        return min(max([*(len(each.members) for each in entrants), PAIRS_OF_A_TEAM]), LIMITS["boards"])

    def _count_groups(self, entrants: int) -> int:
        """Return how many groups there are: the number typed, else one for about four entrants.

        Raise EventError if the number is not valid.
        """
        most = min(max(2, entrants // 2), LIMITS["groups"])
        typed = self.groups.strip()
        number = read_number(typed) if typed else min(max(2, round(entrants / GROUP)), most)
        if number is None or not 1 <= number <= most:
            raise EventError("number_wanted", most=most)
        return number


def read_names(typed: str, *, has_members: bool = False) -> tuple[Entrant, ...]:
    """Return the entrants that were typed or pasted, one on each line: `Name` or `Name; club`.

    With `has_members` they are teams: `Name: pair, pair; club`. Arabic commas and semicolons are read like ours.
    """
    found = []
    for line in typed.translate(ARABIC).splitlines():
        name, _, club = line.partition(";")
        name, _, members = name.partition(":") if has_members else (name, "", "")
        pairs = [normalize_name(each) for each in members.split(",")]
        if normalize_name(name):
            club = normalize_name(club)
            found.append(Entrant(normalize_name(name), club or None, members=tuple(each for each in pairs if each)))
    return tuple(found)


def read_result_form(sent: MultiDict[str, str], report: TableReport, event: Event) -> TableResult:
    """Return the result of a match that was sent for a table. Raise EventError if the points are not numbers.

    `points-0` and `points-1` are the points of the sides, in a match of several boards `points-0-1` and so on. The
    fields `absent`, `card-NAME` and `sanction-NAME` are sent by the organizers alone.
    """
    names = [name for side in report.sides for name in side]
    absent = tuple(name for name in sent.getlist("absent") if name in names)
    cards = [(name, sent.get(f"card-{name}")) for name in names]
    sanctions = [(name, read_number(sent.get(f"sanction-{name}", ""))) for name in names]
    typed = {
        suffix: [sent.get(f"points-{side}{suffix}", "").strip() for side in (0, 1)] for suffix in name_boards(event)
    }
    time = bool(sent.get("time"))
    result = TableResult(
        time=time,
        absent=absent,
        cards=tuple(Card(name, colour) for name, told in cards for colour in COLOURS if colour == told),
        sanctions=tuple(Sanction(name, number) for name, number in sanctions if number),
    )
    if absent and not any(map(any, typed.values())):
        return result
    pairs = [_read_points(each) for each in typed.values()]
    if event.boards:
        return replace(result, time=False, boards=tuple(TableResult(pair, time) for pair in pairs))
    counted = report.hands if pairs == [count_hands(report.hands)] else ()
    return replace(result, points=None if counted else pairs[0], hands=counted)


def name_boards(event: Event) -> tuple[str, ...]:
    """Return the suffixes of the boards' field names, `-1`, `-2` and so on; one empty suffix if there are no boards."""
    return tuple(f"-{number}" for number in range(1, event.boards + 1)) if event.boards else ("",)


def _read_points(typed: Sequence[str]) -> tuple[int, int]:
    """Return the points of both sides. Raise EventError if one is not a whole number from 0."""
    one, other = (read_number(each) for each in typed)
    if one is None or other is None:
        raise EventError("negative" if any(each.startswith(("-", "−")) for each in typed) else "not_whole")
    return one, other


def _read_figure(typed: str, field: str) -> int:
    """Return the number typed into `field`. Raise EventError unless it lies between 1 and the limit of the field."""
    number = read_number(typed.strip())
    if number is None or not 1 <= number <= LIMITS[field]:
        raise EventError("number_wanted", most=LIMITS[field])
    return number
