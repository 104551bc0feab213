"""Plays that another program recorded, and the matches that they become: a match of one round with the totals.

A play says who played which game when, with which points. What cannot become a match is left out, with the reason.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from scorekeeper.engine.file.remark import LONGEST
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.rules.own.naming import LONGEST_GAME_NAME
from scorekeeper.engine.text import N_, Text, fold_case
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.player_names import normalize_name

MOST_PLAYS = 50_000
MOST_PLAYERS = VARIANTS["penalty_pad"].most_players
LARGEST_SCORE = 10**6 - 1
EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
WORDS = ("domin", "mexican train", "chicken foot", "chickenfoot", "kozel", "козёл")
"""Parts of names of domino games besides those that the menu has."""

REASONS = {
    "no_date": N_("no date, or one in the future"),
    "unfinished": N_("not finished"),
    "several": N_("several matches written as one"),
    "player_count": N_("fewer than two players, or more than eight"),
    "bad_name": N_("a player without a name, or with one that cannot be stored"),
    "same_player": N_("the same player twice"),
    "teams": N_("teams other than two pairs"),
    "bad_points": N_("points that are missing or no whole number"),
    "no_result": N_("neither points nor a winner"),
    "other_winner": N_("a winner who has neither the most nor the fewest points"),
}


class LeftOutError(Exception):
    """A play cannot become a match; `reason` is a key of `REASONS`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player of a play: the points, None if none were written, and whether they won, None if that is unknown."""

    name: str
    score: int | None
    won: bool | None = None
    team: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """A play of another program; `source` identifies it there, so that it is not stored twice.

    `game` is the name of its game, empty if none was written. `lowest_wins` is None if the program does not say it.
    `reason` is a key of `REASONS` if the program itself says something that keeps it from becoming a match.
    """

    source: str
    game: str
    began: datetime | None
    players: tuple[PlayerScore, ...]
    lowest_wins: bool | None = None
    minutes: int = 0
    place: str = ""
    note: str = ""
    reason: str = ""

    @property
    def has_points(self) -> bool:
        """Whether points were written for at least one player."""
        return any(each.score is not None for each in self.players)


@dataclass(frozen=True, slots=True)
class Plays:
    """The plays of a file, in its order."""

    plays: tuple[Play, ...]


def check_number_of_plays(count: int) -> None:
    """Raise RuleError if a file has more plays than can be imported at once."""
    if count > MOST_PLAYS:
        raise refuse("too_many_plays", n=count, most=MOST_PLAYS)


def refuse_plays(reason: str, **values: str | int) -> Exception:
    """Return the RuleError that says why a file with the plays of another program cannot be read."""
    return refuse("no_plays", reason=Text(reason, values))


@cache
def is_domino_game(name: str) -> bool:
    """Return whether `name` is that of a domino game: one of the menu, or a name with a word of `WORDS` in it."""
    folded = fold_case(name)
    named = {fold_case(each) for variant in VARIANTS.values() for each in (variant.name, *variant.aliases)}
    return not folded or folded in named or any(word in folded for word in WORDS)


def find_lowest_wins(plays: Iterable[Play]) -> dict[str, bool]:
    """Map each game to whether the fewest points win it, by the winners of most of its plays.

    Games of which no play shows it are left out.
    """
    found = Counter[tuple[str, bool]]()
    for play in plays:
        ways = _find_ways(play)
        if len(ways) == 1:
            found[play.game, ways.pop()] += 1
    games = {game for game, _ in found}
    return {game: found[game, True] > found[game, False] for game in games}


def make_document(play: Play, lowest_wins: bool | None) -> dict[str, Any]:
    """Return the match file of a play. Raise LeftOutError if it cannot become a match.

    `lowest_wins` says who has won if neither the play nor its program says it.
    """
    _check_play(play)
    players, scores = seat_players(play), {each.name: each.score for each in play.players}
    if not play.has_points:
        scores = {each.name: int(bool(each.won)) for each in play.players}
    fewest = _find_fewest(play, lowest_wins)
    if is_paired(play):  # the points of a pair are written for each of both
        scores |= dict.fromkeys(players[2:], 0)
    note, place = (
        normalize_name(text)[: LONGEST[field]].strip() for field, text in (("note", play.note), ("place", play.place))
    )
    return {
        "format": 1,
        "variant": "penalty_pad",
        "players": list(players),
        "partners": is_paired(play),
        "options": {
            "name": normalize_name(play.game)[:LONGEST_GAME_NAME].strip() or "Domino",
            "limits": "off",
            "goal": "rounds",
            "rounds": 1,
            "best": "fewest" if fewest else "most",
        },
        "entries": [
            {"entry": "round", "blocked": True, "hands": {player: {"pips": scores[player]} for player in players}}
        ],
        **({"note": note} if note else {}),
        **({"place": place} if place else {}),
    }


def seat_players(play: Play) -> tuple[str, ...]:
    """Return the names of the players in turn order; two pairs sit across from each other."""
    names = tuple(each.name for each in play.players)
    if not is_paired(play):
        return names
    first = [each.name for each in play.players if each.team == play.players[0].team]
    second = [name for name in names if name not in first]
    return first[0], second[0], first[1], second[1]


def is_paired(play: Play) -> bool:
    """Return whether two pairs play, each of which has the same points."""
    teams = Counter(each.team for each in play.players)
    return len(play.players) == 4 and sorted(teams.values()) == [2, 2]


def _check_play(play: Play) -> None:
    """Raise LeftOutError for the first thing that keeps the play from becoming a match."""
    if play.reason:
        raise LeftOutError(play.reason)
    if play.began is None or not EARLIEST <= play.began <= datetime.now(UTC) + timedelta(days=1):
        raise LeftOutError("no_date")
    if not 2 <= len(play.players) <= MOST_PLAYERS:
        raise LeftOutError("player_count")
    if len({fold_case(each.name) for each in play.players}) < len(play.players):
        raise LeftOutError("same_player")
    scores = [each.score for each in play.players]
    if play.has_points and not all(score is not None and abs(score) <= LARGEST_SCORE for score in scores):
        raise LeftOutError("bad_points")
    by_team = {(each.team, each.score) for each in play.players if each.team}
    teams = {each.team for each in play.players}
    if teams != {""} and len(teams) < len(play.players) and not (is_paired(play) and len(by_team) == 2):
        raise LeftOutError("teams")


def _find_ways(play: Play) -> set[bool]:
    """Return whether the fewest points (True) or the most (False) explain who won; both, if all points are equal."""
    scores = [each.score for each in play.players if each.score is not None]
    winners = {index for index, each in enumerate(play.players) if each.won}
    if not winners or len(scores) < len(play.players):
        return set()
    ways = {True: min(scores), False: max(scores)}
    return {
        fewest for fewest, best in ways.items() if {i for i, score in enumerate(scores) if score == best} == winners
    }


def _find_fewest(play: Play, lowest_wins: bool | None) -> bool:
    """Return whether the fewest points win the play. Raise LeftOutError if that is unknown or the winner differs."""
    winners = any(each.won for each in play.players)
    if not play.has_points:
        if not winners:
            raise LeftOutError("no_result")
        return False
    if winners:
        ways = _find_ways(play)
        if not ways:
            raise LeftOutError("other_winner")
        known = lowest_wins if play.lowest_wins is None else play.lowest_wins
        return bool(known) if known in ways else True in ways
    if play.lowest_wins is None and lowest_wins is None:
        raise LeftOutError("no_result")
    return bool(lowest_wins if play.lowest_wins is None else play.lowest_wins)
