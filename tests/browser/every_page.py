"""A path to every page, and a score pad with content on each of them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any
from urllib.parse import quote

from flask import Flask
from playwright.sync_api import Page

from scorekeeper.play.events.club_event import DESK
from scorekeeper.play.events.event import Entrant, Event
from scorekeeper.play.events.league import LeagueFormat, LeagueGame, LeagueRules
from scorekeeper.play.events.record import load_event
from scorekeeper.play.events.results import report_result
from scorekeeper.play.events.rounds import TableResult
from scorekeeper.play.events.season import start_season
from scorekeeper.play.events.writing import publish_draw, start_clock, start_event
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.own_games import save_own_game
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.play.upkeep.copies import copy_now
from scorekeeper.store import SqliteStore, Store
from tests.browser.test_photo_review import table
from tests.in_database import IN_DATABASE
from tests.play.known_rounds import play_match, write_match
from tests.play.match_files import import_matches
from tests.vision.laying import hide

PLAYERS = ("Maximilian", "Bo", "Carl", "Dora")
PAGES = [
    "/",
    "/new",
    "/m/{id}",
    "/m/{id}?kind=play",
    "/m/{id}?kind=round",
    "/m/{id}?kind=round&ended=blocked",
    "/m/{id}?kind=round&ended=out+3&by=tiles&hand-1=6-5",
    "/m/{id}?correct=5",
    "/m/{id}/sheet",
    "/m/{id}/evening",
    "/m/{id}/note",
    "/m/{id}/board",
    "/m/{id}/replay",
    "/m/{known}/replay/open-hands?move=6",
    "/m/{id}/replay/open-hands",
    "/m/{id}/share",
    "/m/{id}/hand",
    "/m/{id}/hand?seat=2",
    "/m/{id}/hand?seat=2&by=tiles&hand-2=6-5",
    "/m/{id}/unsent",
    "/m/{id}/photo?for=hands",
    "/m/{id}/photo/{photo}?for=hands&ended=out+4",
    "/m/{id}/photo/{photo}?for=ends",
    "/m/{id}/photo/{hidden}?for=hands&ended=out+4",
    "/m/{id}/photo/{photo}?for=hand&seat=2",
    "/m/{id}/entry/7/photo",
    "/m/{id}/camera/phone",
    "/m/{ended}",
    "/m/{won}",
    "/m/{pairs}",
    "/m/{led}?kind=lead&shown-1=6-4",
    "/m/{alone}",
    "/m/{alone}/solitaire?table=6-2+3-1+5-5+4-1+2-1+6-0&boneyard=22",
    "/m/{hand}/solitaire?ends=3+5&hand=6-3+4-4+5-0+2-1+6-4&boneyard=22",
    "/m/nosuchmatch",
    "/rules",
    "/rules/spansk",
    "/rules/dk_almindelig?match={led}",
    "/rules/own/{own}",
    "/own-games",
    "/own-games/new?like=all_fives",
    "/own-games/{own}",
    "/rules/own/{own}",
    "/history",
    "/history?since=2000-01-01",
    "/history/{id}/delete",
    "/players",
    "/players/{player}",
    "/rivals",
    "/year/{year}",
    "/compare?one={player}&other=Bo",
    "/keeping",
    *(() if IN_DATABASE else ("/keeping/copies/{copy}/restore",)),
    "/events",
    "/events/new",
    "/event/{event}",
    "/event/{event}/draw",
    "/event/{undrawn}",
    "/event/{undrawn}/draw",
    "/event/{event}/entrants",
    "/event/{event}/links",
    "/event/{event}/seats",
    "/event/{event}/table/1",
    "/event/{event}/table/2",
    "/event/{event}/round/1/table/1",
    "/event/{event}/round/1/table/2",
    "/event/{event}/standings",
    "/event/{double}/standings",
    "/event/{groups}/standings",
    "/event/{teams}/table/1",
    "/event/{teams}/round/1/table/1",
    "/event/{event}/entrant/{entrant}",
    "/leagues/new",
    "/event/{league}/fixtures",
    "/event/{league}/card/1/1",
    "/event/{league}/card/1/2",
    "/event/{league}/season",
    "/event/{event}/wall",
    "/event/{event}/paper/seats",
    "/event/{event}/paper/sheets",
    "/event/{event}/paper/slips",
    "/event/{event}/paper/standings",
    "/offline",
]


def list_entries(anna: str, bo: str, carl: str, dora: str) -> list[dict[str, Any]]:
    """Return a round, with an entry struck out, and the first move of the next one."""
    hands = {anna: ["6-6", "6-5"], carl: {"pips": 13}, dora: ["2-1"]}
    return [
        {"entry": "play", "player": anna, "tile": "5-0"},
        {"entry": "play", "player": bo, "tile": "5-5", "at": "5-0", "pip": 5},
        {"entry": "void", "of": 2},
        {"entry": "ends", "player": bo, "ends": ["0", "5-5"]},
        {"entry": "round", "out": bo, "hands": hands},
        {"entry": "play", "player": carl, "tile": "6-4"},
    ]


def filled(app: Flask, players: Sequence[str] = PLAYERS) -> dict[str, str]:
    """Return the values in the URLs of a score pad.

    It has a match of four in pairs in its second round, with an entry struck out, one by a photo, and a photo with a
    hidden half; a match in which a round has just ended, and a finished one, the second of its evening; one whose
    lead nobody knows, a solitaire, one whose hands are known, and a copy of the book.
    """
    store = app.extensions["scorekeeper"]
    anna, bo, carl, dora = players
    document = {"format": 1, "variant": "spansk", "players": [*players], "entries": list_entries(*players)}
    match = import_matches(store, [document | {"partners": True, "lead": anna}])[0]
    jpeg, found = table()
    photo = keep_photo(store, match.id, jpeg, found.to_json(""))
    half_seen = replace(found, tiles=(*found.tiles[:3], hide(found.tiles[3], 1), found.tiles[4]))
    hidden = keep_photo(store, match.id, jpeg, half_seen.to_json(""))
    add_entry(store, match.id, {"entry": "ends", "player": dora, "ends": ["5", "4"]}, match.seen, "photo", photo)
    led = start_match(store, "dk_almindelig", (anna, "Anna-Karin Söderström", carl, dora))
    rounds = {"entry": "round", "blocked": True, "hands": {anna: ["6-6"], bo: ["2-1"]}}
    ended = start_match(store, "dk_almindelig", (anna, bo))
    add_entry(store, ended.id, rounds, 0, "round")
    for post in ("first", "second"):
        won = start_match(store, "dk_almindelig", (anna, bo), options={"target": 5})
        add_entry(store, won.id, rounds, 0, post)
    pairs = start_match(store, "spansk", (anna, bo, carl, dora), True, anna, {"target": 2})
    add_entry(store, pairs.id, {"entry": "play", "player": anna, "tile": "5-5"}, 0, "pairs")
    alone, hand = (start_match(store, game, (anna,)) for game in ("dk_tolveren", "dk_kabale"))
    known = import_matches(store, [write_match(play_match("block", 4, Random(1), {"partners": True}, players))])[0]
    own = save_own_game(store, {"name": "Sunday fives", "in_play": "fives_sum", "partners": "optional"})
    copy = copy_now(store, 3) if isinstance(store, SqliteStore) else None
    return {
        "id": match.id,
        "player": anna,
        "photo": photo,
        "hidden": hidden,
        "led": led.id,
        "ended": ended.id,
        "won": won.id,
        "pairs": pairs.id,
        "alone": alone.id,
        "hand": hand.id,
        "known": known.id,
        "own": own.id,
        "copy": copy.name if copy else "",
        "year": f"{won.started:%Y}",
    } | start_evenings(store, players)


def start_evenings(store: Store, players: Sequence[str]) -> dict[str, str]:
    """Return the ids of a club's evening in its first round, one without a draw, an elimination, one in
    groups, one of teams and a league, and an entrant.
    """
    pairs = [f"{first} & {second} {number}" for number, first in enumerate(players) for second in players[1:3]]
    made = Event(tuple(Entrant(pair, "Club Södertälje") for pair in pairs), 200, clock=45)
    each = {
        "event": made,
        "undrawn": made,
        "double": replace(made, mode="double"),
        "groups": replace(made, mode="groups_single"),
        "teams": replace(made, entry="teams", boards=2),
    }
    ids = {
        post: start_event(store, "Thursday", "latin_partner", {"target": 200}, event, post)
        for post, event in each.items()
    }
    for post in ("event", "double", "groups", "teams"):
        publish_draw(store, ids[post], 1, 1, [], f"draw {post}")
    ids["league"] = start_league(store, players)
    event = ids["event"]
    start_clock(store, event, 1, "clock")
    report = load_event(store, event).reports[1, 1]
    report_result(store, event, 1, 1, TableResult((200, 145)), DESK, report.seen, "result")
    return ids | {"entrant": quote(pairs[0])}


def start_league(store: Store, players: Sequence[str]) -> str:
    """Return the id of a league's season with one match that was played."""
    anna, bo, carl, dora = players
    teams = tuple(
        Entrant(name, members=(f"{name} {anna}", f"{name} {bo}")) for name in (anna, f"The {carl} Arms", "A", dora)
    )
    league = LeagueFormat(LeagueRules(win=3), singles=2, doubles=1)
    id_ = start_season(store, "Thursday", Event(teams, 61, "teams", "double_round_robin", league=league), "league")
    report = load_event(store, id_).reports[1, 1]
    home, away = (next(each.members for each in teams if each.name == name) for name in report.names)
    games = (
        LeagueGame((home[:1], away[:1]), (61, 40)),
        LeagueGame((home[1:], away[1:]), (40, 61)),
        LeagueGame((home, away), (121, 100)),
    )
    report_result(store, id_, 1, 1, TableResult(games=games), DESK, report.seen, "result")
    return id_


def list_tables(app: Flask, players: Sequence[str]) -> Iterator[str]:
    """Return the addresses of a match with so many `players`: in play, after a round, and when it is over."""
    store = app.extensions["scorekeeper"]
    seats = range(2, len(players) + 1)
    hands = {player: {"pips": 25} for player in players[1:]}
    for options in ({}, {"rounds": 1}):
        match = start_match(store, "penalty_pad", players, options=options)
        add_entry(store, match.id, {"entry": "round", "out": players[0], "hands": hands}, 0, "round")
        yield f"/m/{match.id}"
    yield from (f"/m/{match.id}/{page}" for page in ("sheet", "evening", "board"))
    train = start_match(store, "mexican_train", players)
    typed = "&".join(f"hand-{seat}=12-1+11-10" for seat in seats)
    yield from (f"/m/{train.id}{page}" for page in ("", "/hand?seat=2", "/share", "?kind=round&ended=out+1"))
    yield f"/m/{train.id}?kind=round&ended=out+1&{typed}"
    yield f"/m/{train.id}?kind=round&ended=out+1&by=tiles&{typed}"


def cut_off(page: Page) -> list[str]:
    """Return what is wider than its box, except a name in the bar and text that ends in an ellipsis."""
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll('button, a.button, .chip, .face, .label, legend, summary, h2, p, .hand-name')]
           .filter(each => each.clientWidth && !each.closest('.hidden, .bar'))
           .filter(each => each.scrollWidth > each.clientWidth + 1)
           .filter(each => ![each, ...each.children].some(one => getComputedStyle(one).textOverflow === 'ellipsis'))
           .map(each => each.textContent.trim())"""
    )
    return found
