"""The forms of an event: the one that makes it, entrants as they are pasted, and the result of a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.text import N_
from scorekeeper.play.events.club_event import TableReport
from scorekeeper.play.events.entries import COLOURS, LIMITS
from scorekeeper.play.events.event import (
    CRITERIA,
    SCHEDULED,
    Criterion,
    Entrant,
    Entry,
    Event,
    EventOptions,
    Excess,
    Mode,
)
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
    "own": (N_("the order below"), ("won",)),
}
CRITERION_NAMES: Mapping[Criterion, str] = {
    "won": N_("Matches won"),
    "effectiveness": N_("Effectiveness"),
    "for": N_("Points made"),
    "against": N_("Fewest points against"),
    "head": N_("The match of two who are tied"),
    "mini": N_("The matches among three or more who are tied"),
    "buchholz": N_("Wins of the opponents"),
    "best": N_("Best match, then the next best"),
    "excess": N_("Points above the target"),
}
CHOICE_NAMES: Mapping[str, Mapping[str, str]] = {
    "first": {"lot": N_("by lot"), "seed": N_("the upper half of the list meets the lower")},
    "late": {"absent": N_("as lost"), "bye": N_("as a free round"), "nothing": N_("not at all")},
    "equal": {"time": N_("nobody has won"), "play_on": N_("one more hand is played")},
    "last_hand": {
        "in_play": N_("the hand in play is the last one"),
        "one_more": N_("one more hand is played after it"),
    },
    "withdrawn": {"ranked": N_("stays where the results put them"), "last": N_("comes after all others")},
    "free_round": {"bye": N_("counts as won"), "nothing": N_("does not count")},
    "escalate": {"yes": N_("is a red one, and the next one black"), "no": N_("is a yellow one again")},
    "sanction_to": {"offender": N_("for the own points only"), "both": N_("for both sides")},
    "hits": {"player": N_("the player alone"), "pair": N_("the partner, too")},
}
"""The names of `CHOICES` as a form asks for them."""
FINALS: Mapping[str, str] = {
    "reset": N_("who has not lost yet may lose once"),
    "one": N_("one match decides"),
}
SEVERAL = ("order", "known")  # the fields that may be sent several times
CRITERIA_ASKED = 5
WITH_THIRD: tuple[Mode, ...] = ("single", "groups_single")
"""The modes that can have a match for the third place and a consolation."""
WITH_FINALS: tuple[Mode, ...] = (*WITH_THIRD, "double")
LATE: tuple[Literal["absent", "bye", "nothing"], ...] = ("absent", "bye", "nothing")
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
    final_target: str = ""
    warning: str = ""
    grace: str = ""
    third: str = ""
    consolation: str = ""
    finals: str = "reset"
    first: str = "lot"
    late: str = "absent"
    equal: str = "time"
    last_hand: str = "in_play"
    hits: str = "player"
    withdrawn: str = "ranked"
    free_round: str = "bye"
    escalate: str = "yes"
    sanction_to: str = "offender"
    max_byes: str = "2"
    late_until: str = "2"
    known: tuple[str, ...] = ()
    """The players of the book who were chosen; each enters an event of single players or individuals."""
    order: tuple[str, ...] = ()
    """The criteria of an order of the standings that was put together, the first one first."""

    @classmethod
    def read(cls, sent: MultiDict[str, str]) -> "EventForm":
        """Return the form as it was sent; fields that are missing have their usual values."""
        typed: dict[str, Any] = {
            field: sent[field] for field in cls.__dataclass_fields__ if field in sent and field not in SEVERAL
        }
        typed |= {field: tuple(sent.getlist(field)) for field in SEVERAL}
        return cls(**typed)

    def make_event(self) -> Event:
        """Return the event that the form describes. Raise EventError if a field has no valid value."""
        if self.entrants not in ENTRY_NAMES or self.mode not in MODE_NAMES:
            raise EventError("not_whole")
        entry = next(each for each in ENTRY_NAMES if each == self.entrants)
        mode = next(each for each in MODE_NAMES if each == self.mode)
        chosen = self.known if entry in ("singles", "individuals") else ()
        entrants = (*read_names(self.names, has_members=entry == "teams"), *map(Entrant, chosen))
        across = entry == "teams" and self.counted == "across"
        has_rounds = mode not in SCHEDULED and self.rounds.strip()
        return Event(
            entrants,
            _read_figure(self.target, "target"),
            entry,
            "individual" if entry == "individuals" and mode == "swiss" else mode,
            _read_figure(self.rounds, "rounds") if has_rounds else None,
            next((each for each in EXCESS_NAMES if each == self.excess), "kept"),
            _read_optional(self.final_target, "target") if mode in WITH_FINALS else None,
            _read_optional(self.clock, "clock"),
            _read_optional(self.warning, "warning"),
            _read_optional(self.grace, "grace"),
            boards=self._count_boards(entrants) if entry == "teams" and not across else None,
            groups=self._count_groups(len(entrants)) if mode == "groups_single" else 2,
            ranking=self._read_ranking(),
            options=EventOptions(
                avoid_clubs=2 if self.clubs else 0,
                accept=Fraction(8, 5),
                across=across,
                third=bool(self.third) and mode in WITH_THIRD,
                consolation=bool(self.consolation) and mode in WITH_THIRD,
                reset=self.finals != "one",
                first="seed" if self.first == "seed" else "lot",
                late=next((each for each in LATE if each == self.late), "absent"),
                equal="play_on" if self.equal == "play_on" else "time",
                last_hand="one_more" if self.last_hand == "one_more" else "in_play",
                withdrawn="last" if self.withdrawn == "last" else "ranked",
                free_round="nothing" if self.free_round == "nothing" else "bye",
                escalate=self.escalate != "no",
                sanction_to="both" if self.sanction_to == "both" else "offender",
                max_byes=_read_figure(self.max_byes, "max_byes"),
                late_until=_read_figure(self.late_until, "late_until"),
                hits="pair" if self.hits == "pair" and entry == "individuals" else "player",
            ),
        )

    def _read_ranking(self) -> tuple[Criterion, ...]:
        """Return the criteria of the standings, each once; if the form names none, matches won is the only one."""
        if self.ranking != "own":
            return RANKINGS.get(self.ranking, RANKINGS["effectiveness"])[1]
        named = [each for key in self.order for each in CRITERIA if each == key]
        return tuple(dict.fromkeys(named)) or RANKINGS["own"][1]

    def _count_boards(self, entrants: Sequence[Entrant]) -> int:
        """Return how many pairs a team has: the number typed, else that of the largest team, within the limits.

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
    entrants = []
    for line in typed.translate(ARABIC).splitlines():
        name, _, club = line.partition(";")
        name, _, members = name.partition(":") if has_members else (name, "", "")
        pairs = [normalize_name(each) for each in members.split(",")]
        if normalize_name(name):
            club = normalize_name(club)
            entrants.append(Entrant(normalize_name(name), club or None, members=tuple(each for each in pairs if each)))
    return tuple(entrants)


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
        cards=tuple(Card(name, colour) for name, chosen in cards for colour in COLOURS if colour == chosen),
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


def _read_optional(typed: str, field: str) -> int | None:
    """Return the number typed into a field; None for an empty field or 0. Raise EventError for anything else."""
    return None if typed.strip() in ("", "0") else _read_figure(typed, field)


def _read_figure(typed: str, field: str) -> int:
    """Return the number typed into `field`. Raise EventError unless it lies between 1 and the limit of the field."""
    number = read_number(typed.strip())
    if number is None or not 1 <= number <= LIMITS[field]:
        raise EventError("number_wanted", most=LIMITS[field])
    return number
