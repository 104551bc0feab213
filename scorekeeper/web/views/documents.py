"""The JSON values of a match, an evening, a night and the standings for other programs, in English and in UTC."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from scorekeeper.play.history.evenings import Evening
from scorekeeper.play.history.nights import Night
from scorekeeper.play.history.periods import find_night_day
from scorekeeper.play.history.search import MatchSummary
from scorekeeper.play.history.tallies import Tally
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.transfer.match_files import write_sheet_json
from scorekeeper.web.i18n.zones import find_zone

Document = dict[str, Any]


def describe_scored(match: Match) -> Document:
    """Return the scored sheet as `scorekeeper score --json` prints it, with the players and the text of each entry."""
    scored = write_sheet_json(match.sheet)
    lines = zip(match.sheet.lines, match.written, scored["entries"], strict=True)
    return {
        "id": match.id,
        "variant": match.variant.key,
        "own_name": match.own_name,
        "players": list(match.seating.players),
        "started": _write_time(match.started),
        **scored,
        "entries": [
            {"number": line.number, "written": _write_time(written), **line_facts, "entry": line.entry.to_json()}
            for line, written, line_facts in lines
        ],
    }


def describe_evening(evening: Evening, visible: Sequence[MatchSummary]) -> Document:
    """Return the evening with the day of its night, its tally, and those of its matches that are `visible`."""
    return {
        "id": evening.id,
        "day": find_night_day(evening.began, find_zone()).isoformat(),
        "players": list(evening.players),
        "began": _write_time(evening.began),
        "ended": _write_time(evening.ended),
        "wins": dict(evening.wins),
        "by_person": evening.by_person,
        "played": evening.played,
        "over": evening.over,
        "drawn": evening.drawn,
        "matches": [_describe_match(match) for match in visible],
    }


def describe_night(night: Night) -> Document:
    """Return the night: each player's matches and wins, the best player first, and the players of the night."""
    return {
        "id": night.id,
        "day": night.day.isoformat(),
        "played": night.played,
        "over": night.over,
        "best": list(night.best),
        "scores": [
            {
                "player": score.player,
                "matches": score.matches,
                "won": score.won,
                "guest": score.guest,
                "compared": score.compared,
            }
            for score in night.scores
        ],
        "matches": [_describe_match(match) for match in night.matches],
    }


def describe_standings(tallies: Sequence[Tally]) -> list[Document]:
    """Return each player's matches and wins, in all games together and in each game."""
    return [
        {
            "player": tally.player,
            "matches": tally.matches,
            "won": tally.won,
            "streak": tally.streak,
            "longest_streak": tally.longest,
            "last": tally.last,
            "games": [
                {
                    "variant": played.variant,
                    "own_name": played.own_name,
                    "matches": game.matches,
                    "won": game.won,
                    "drawn": game.drawn,
                    "lost": game.lost,
                    "rounds": game.rounds,
                    "points": game.points,
                }
                for played, game in tally.games.items()
            ],
        }
        for tally in tallies
    ]


def _describe_match(match: MatchSummary) -> Document:
    """Return the match as the lists of an evening and a night have it."""
    return {
        "id": match.id,
        "variant": match.variant,
        "own_name": match.own_name,
        "players": list(match.players),
        "started": _write_time(match.started),
        "written": _write_time(match.written) if match.written else None,
        "entries": match.entries,
        "totals": dict(match.totals),
        "over": match.over,
        "winners": list(match.winners),
    }


def _write_time(moment: datetime) -> str:
    """Return the moment in ISO 8601, to the second."""
    return moment.isoformat(timespec="seconds")
