"""Finished matches for BG Stats, an app for all games that somebody plays: a link for one match, a file for many.

The link is the one that BG Stats documents under "Push plays to BG Stats from other apps or websites": one JSON object
in the address. The app asks before it stores anything. The file has the format in which the app itself shares plays:
one JSON object with the players, games and places, each with a number, and the plays, which refer to these numbers. A
match and a player have the same UUID in each file, so that a second import does not duplicate them.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from scorekeeper.engine.file.remark import Remark
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.search import Search, find_wanted
from scorekeeper.play.scoring.match import Match
from scorekeeper.store import Store
from scorekeeper.store.match_index import IndexedMatch
from scorekeeper.store.notes import find_remark
from scorekeeper.store.search import search_index

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
NAME = "Domino score pad"
PAGE = 500


@dataclass(frozen=True, slots=True)
class SharedPlay:
    """A finished match with the data that BG Stats receives; `game_name` is the name of the game."""

    id: str
    game: PlayedGame
    game_name: str
    lowest_wins: bool
    started: datetime
    ended: datetime
    seating: Seating
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    remark: Remark

    @property
    def minutes(self) -> int:
        """The length of the match in minutes, at least 1."""
        return max(1, round((self.ended - self.started).total_seconds() / 60))

    def list_scores(self) -> Iterator[tuple[str, int, bool, bool]]:
        """Yield each player in turn order with the score, whether they won, and whether they led the first round."""
        for player in self.seating.players:
            side = self.seating.side_of(player)
            yield player, self.totals.get(side, 0), side in self.winners, player == self.seating.lead


def make_bg_stats_link(match: Match, remark: Remark) -> str | None:
    """Return the link that hands the match to BG Stats; None while the match goes on."""
    sheet = match.sheet
    if not sheet.over or not match.written:
        return None
    finished = SharedPlay(
        match.id,
        PlayedGame(match.variant.key, match.own_name),
        match.variant.name,
        sheet.game.goal.lowest_wins,
        match.started,
        match.written[-1],
        match.seating,
        match.final.totals if match.final else sheet.totals,
        match.final.winners if match.final else sheet.winners,
        remark,
    )
    data = {
        "sourceName": NAME,
        "sourcePlayId": finished.id,
        **({"comments": remark.note} if remark.note else {}),
        **({"location": remark.place} if remark.place else {}),
        "playDate": _write_moment(finished.ended),
        "durationMin": finished.minutes,
        "game": {
            "name": finished.game_name,
            "sourceGameId": finished.game.key,
            "highestWins": not finished.lowest_wins,
            "noPoints": False,
        },
        "players": [
            {"name": player, "sourcePlayerId": player, "score": score, "winner": won, "startPlayer": led}
            for player, score, won, led in finished.list_scores()
        ],
    }
    return ADDRESS + quote(_write_json(data))


def write_bg_stats_file(store: Store, wanted: Search) -> Iterator[str]:
    """Yield the text of the file with the finished matches for the search `wanted`, the newest first, page by page."""
    players, games, places = dict[str, int](), dict[PlayedGame, dict[str, Any]](), dict[str, int]()
    yield '{"about":' + _write_json(NAME) + ',"plays":['
    before, between = None, ""
    while True:
        page, before = _read_page(store, wanted, before)
        for match in page:
            game = games.setdefault(match.game, _describe_game(match, len(games) + 1))
            place = places.setdefault(match.remark.place, len(places) + 1) if match.remark.place else 0
            scores = [
                {
                    "playerRefId": players.setdefault(player, len(players) + 1),
                    "score": str(score),
                    "winner": won,
                    "startPlayer": led,
                    "newPlayer": False,
                    "rank": 0,
                    "seatOrder": seat,
                    **({"team": match.seating.side_of(player)} if match.seating.partners else {}),
                }
                for seat, (player, score, won, led) in enumerate(match.list_scores(), 1)
            ]
            yield between + _write_json(_describe_play(match, game["id"], place, scores))
            between = ","
        if before is None:
            break
    now = _write_moment(datetime.now(UTC))
    named = {
        "players": [{**_name("player", name, each, now), "isAnonymous": False} for name, each in players.items()],
        "locations": [_name("place", name, each, now) for name, each in places.items()],
        "games": [{**game, "modificationDate": now} for game in games.values()],
        "userInfo": {},
    }
    yield "]," + _write_json(named).removeprefix("{")


def _read_page(store: Store, wanted: Search, before: int | None) -> tuple[tuple[SharedPlay, ...], int | None]:
    """Return a page of finished matches, and the position at which the next page begins, None at the end."""
    with store.read() as db:
        matches = search_index(db, find_wanted(db, replace(wanted, result="over")), PAGE, before)
        page = tuple(_read_play(each, find_remark(db, each.row.serial)) for each in matches)
    return page, matches[-1].row.serial if len(matches) == PAGE else None


def _read_play(match: IndexedMatch, remark: Remark) -> SharedPlay:
    """Return the data of a match of the index for BG Stats; in a game that is unknown now, the highest total wins."""
    row = match.row
    seating = Seating(row.players, row.partners, row.lead, row.options)
    variant = VARIANTS.get(row.variant)
    return SharedPlay(
        row.id,
        PlayedGame(row.variant, row.own_name),
        row.own_name or (variant.name if variant else row.variant),
        variant is not None and variant.at(seating).goal.lowest_wins,
        row.started,
        match.written or row.started,
        seating,
        match.totals,
        match.winners,
        remark,
    )


def _describe_game(match: SharedPlay, number: int) -> dict[str, Any]:
    """Return the game of a match, with its number in the file."""
    return {
        "id": number,
        "uuid": _make_uuid("game", match.game.key),
        "name": match.game_name,
        "highestWins": not match.lowest_wins,
        "noPoints": False,
        "cooperative": False,
        "usesTeams": match.seating.partners,
        "bggId": 0,
    }


def _describe_play(match: SharedPlay, game: int, place: int, scores: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the play of a match; `game` and `place` are numbers in the file, `place` 0 if none was written."""
    ended = _write_moment(match.ended)
    return {
        "uuid": make_match_uuid(match.id),
        "gameRefId": game,
        **({"locationRefId": place} if place else {}),
        **({"comments": match.remark.note} if match.remark.note else {}),
        "playDate": ended,
        "entryDate": ended,
        "modificationDate": ended,
        "durationMin": match.minutes,
        "ignored": False,
        "manualWinner": False,
        "usesTeams": match.seating.partners,
        "rounds": 0,
        "playerScores": scores,
    }


def _name(kind: str, name: str, number: int, now: str) -> dict[str, Any]:
    """Return the JSON object of a player or place (`kind`), with its `number` in the file."""
    return {"id": number, "uuid": _make_uuid(kind, name), "name": name, "modificationDate": now}


def _make_uuid(kind: str, name: str) -> str:
    """Return a UUID that is always the same for the player, game, place or match of this name."""
    return str(uuid5(NAMESPACE_URL, f"{ADDRESS}{kind}:{name}")).upper()


def make_match_uuid(id_: str) -> str:
    """Return the UUID that the match with this id has in every file for BG Stats."""
    return _make_uuid("match", id_)


def _write_moment(moment: datetime) -> str:
    """Return a time as BG Stats writes it, in UTC."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def _write_json(data: object) -> str:
    """Return `data` as JSON text without spaces; letters beyond ASCII stay as they are, as links must be short."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
