"""Rivalries as tables: who beats whom, the best pairs, the ratings, and each player's rivals."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.ratings import Rating
from scorekeeper.play.history.rivalries import Meeting, Pair, Partnership, Rivalries
from scorekeeper.play.history.standings import is_against_others
from scorekeeper.play.history.tallies import Tally
from scorekeeper.web.views.charts import CourseChart, draw_ratings

MOST_IN_HEAT_TABLE = 8  # players, so that a phone shows the whole table
MOST_CURVES = 5  # the most curves of a chart, which have different dashes


@dataclass(frozen=True, slots=True)
class HeatCell:
    """How many of the matches decided between a player and another one the player has won."""

    won: int
    decided: int

    @property
    def level(self) -> int:
        """Return the depth of the cell's colour: from 0, for no match won, to 4, for more than three quarters."""
        return -(-4 * self.won // self.decided) if self.decided else 0


@dataclass(frozen=True, slots=True)
class HeatTable:
    """How often each player has beaten each other: a row for each of the `players`, who are also the columns.

    The cell of a player with themselves is None. `more` says that some players are left out.
    """

    players: tuple[str, ...]
    rows: tuple[tuple[str, tuple[HeatCell | None, ...]], ...]
    more: bool


@dataclass(frozen=True, slots=True)
class RatedPlayers:
    """The ratings in a chapter of players with enough matches, the highest first, and the chart of the first ones."""

    chapter: Chapter
    ratings: tuple[tuple[str, Rating], ...]
    chart: CourseChart | None


@dataclass(frozen=True, slots=True)
class Rivals:
    """The player who beats this one most, the one whom this one beats most, and the best partner.

    Each is in one game, and None if there is nobody with enough matches.
    """

    nemesis: tuple[str, PlayedGame, Meeting] | None
    favourite: tuple[str, PlayedGame, Meeting] | None
    partner: tuple[str, PlayedGame, Partnership] | None


def list_played(rivalries: Rivalries) -> list[PlayedGame]:
    """Return the games in which players met, the ones with the most matches first."""
    counts = {
        game: sum(each.decided + each.undecided for each in meetings.values())
        for game, meetings in rivalries.meetings.items()
    }
    return sorted(counts, key=lambda game: -counts[game])


def arrange_heat_table(meetings: Mapping[Pair, Meeting], guests: Collection[str]) -> HeatTable:
    """Return the table of who beats whom, for the players with the most decided matches; guests are left out."""
    met = {pair: each for pair, each in meetings.items() if each.decided and not set(pair) & set(guests)}
    counts: dict[str, int] = {}
    for pair, each in met.items():
        for player in pair:
            counts[player] = counts.get(player, 0) + each.decided
    players = tuple(sorted(counts, key=lambda player: -counts[player]))[:MOST_IN_HEAT_TABLE]

    def cell(player: str, other: str) -> HeatCell | None:
        """Return the cell in the row of `player` and the column of `other`."""
        if player == other:
            return None
        meeting = met.get((player, other)) or -met.get((other, player), Meeting())
        return HeatCell(meeting.won, meeting.decided)

    rows = tuple((player, tuple(cell(player, other) for other in players)) for player in players)
    return HeatTable(players, rows, len(counts) > len(players))


def sort_partnerships(
    partnerships: Mapping[Pair, Partnership], guests: Collection[str]
) -> list[tuple[Pair, Partnership]]:
    """Return the pairs that have played enough matches together, the one with the largest share of wins first."""
    enough = [(pair, each) for pair, each in partnerships.items() if each.enough and not set(pair) & set(guests)]
    return sorted(enough, key=lambda item: (-item[1].share, -item[1].matches))


def rank_ratings(rivalries: Rivalries, chapter: Chapter, guests: Collection[str]) -> RatedPlayers:
    """Return the ratings in a chapter of the players with enough matches; guests are left out."""
    rated = [
        (player, rating)
        for player, rating in rivalries.ratings.get(chapter, {}).items()
        if rating.established and player not in guests
    ]
    rated.sort(key=lambda item: -item[1].mean)
    courses = {player: rivalries.find_course(chapter, player) for player, _ in rated[:MOST_CURVES]}
    return RatedPlayers(chapter, tuple(rated), draw_ratings(courses))


def find_rivals(rivalries: Rivalries, player: str, guests: Collection[str]) -> Rivals:
    """Return the rivals of a player among those with enough matches in one game; guests are left out."""
    met = [each for each in rivalries.list_meetings(player) if each[2].enough and each[0] not in guests]
    met.sort(key=lambda each: (each[2].share, -each[2].decided))
    won = sorted(met, key=lambda each: (-each[2].share, -each[2].decided))
    together = [
        (two if one == player else one, game, each)
        for game, partnerships in rivalries.partnerships.items()
        for (one, two), each in partnerships.items()
        if player in (one, two) and each.enough and not {one, two} & (set(guests) - {player})
    ]
    together.sort(key=lambda each: (-each[2].share, -each[2].matches))
    return Rivals(
        next((each for each in met if each[2].share < 0.5), None),
        next((each for each in won if each[2].share > 0.5), None),
        next(iter(together), None),
    )


def list_shared_games(
    rivalries: Rivalries, one: str, other: str
) -> tuple[Sequence[tuple[PlayedGame, Meeting]], Sequence[tuple[PlayedGame, Partnership]]]:
    """Return the games in which two players met, from the view of `one`, and those in which they were partners."""
    pair = (one, other) if one < other else (other, one)

    def turn(meeting: Meeting) -> Meeting:
        """Return the meeting from the view of `one`."""
        return meeting if pair[0] == one else -meeting

    return (
        [(game, turn(meetings[pair])) for game, meetings in rivalries.meetings.items() if pair in meetings],
        [(game, those[pair]) for game, those in rivalries.partnerships.items() if pair in those],
    )


def compare_points(one: Tally, other: Tally) -> list[tuple[PlayedGame, tuple[tuple[float, float], ...]]]:
    """Return the games that both have played, with the points a round of each and the length of a bar, to 100."""
    compared = []
    for game, record in one.games.items():
        theirs = other.games[game].per_round if game in other.games else None
        if record.per_round is not None and theirs is not None and is_against_others(game):
            most = max(record.per_round, theirs) or 1
            compared.append(
                (game, tuple((each, round(max(0, 100 * each / most), 1)) for each in (record.per_round, theirs)))
            )
    return compared


def choose_games(chosen: str, played: Sequence[PlayedGame], choose: Callable[[PlayedGame], bool]) -> str:
    """Return the choice of games `chosen` if one of the games `played` is in it, else the first of `played`.

    Return an empty text if there is none. `choose` returns whether a game is in the choice.
    """
    return chosen if chosen and any(map(choose, played)) else played[0].key if played else ""
