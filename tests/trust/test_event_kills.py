"""The server is killed again and again during a club's evening, while phones write and confirm results."""

import http.client
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

import pytest

from scorekeeper.play.events.club_event import DESK, ClubEvent, TableReport
from scorekeeper.play.events.event import Entrant, Event
from scorekeeper.play.events.links import list_links_of_event
from scorekeeper.play.events.record import load_event
from scorekeeper.play.events.results import confirm_result, report_result
from scorekeeper.play.events.rounds import TableResult
from scorekeeper.play.events.standings import compute_standings
from scorekeeper.play.events.writing import publish_draw, start_event
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.store import SqliteStore
from scorekeeper.store.events import list_event_entries, look_up_event
from tests.long import LONG
from tests.trust.server import Running

PAIRS, ROUNDS, KILLS = (60, 7, 200) if LONG else (8, 3, 8)
KEY = "key"
TRIES = 3_000  # tries of one post until it is answered


class Device:
    """A phone, or the desk, that has opened a link; it sends each form under one name until it gets an answer."""

    def __init__(self, server: Running, link: str, form: str) -> None:
        self.server, self.lost = server, 0
        self.cookies = dict[str, str]()
        self._send("GET", link)
        page = self._send("GET", form)[1]
        token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)
        assert token is not None, page
        self.token = token[1]

    def post(self, path: str, **fields: object) -> None:
        status, text = self._send("POST", path, {**fields, "csrf_token": self.token})
        assert status in (200, 204, 303), re.sub(r"\s+|<[^>]*>", " ", text)

    def _send(self, method: str, path: str, fields: Mapping[str, object] | None = None) -> tuple[int, str]:
        for _ in range(TRIES):
            client = http.client.HTTPConnection(*self.server.place, timeout=20)
            headers = {"Cookie": "; ".join(self.cookies.values()), "Content-Type": "application/x-www-form-urlencoded"}
            try:
                client.request(method, path, urlencode(fields or {}), headers)
                answer = client.getresponse()
                text = answer.read().decode()
            except (OSError, http.client.HTTPException):
                self.lost += 1
                threading.Event().wait(0.01)
                continue
            finally:
                client.close()
            sent = [each.partition(";")[0] for each in answer.headers.get_all("Set-Cookie", [])]
            self.cookies |= {each.partition("=")[0]: each for each in sent}
            return answer.status, text
        raise AssertionError(f"{path} was never answered")


class Evening(threading.Thread):
    """An evening that is played by scripted devices; `answered` counts the forms that got an answer."""

    def __init__(self, server: Running, store: SqliteStore, event_id: str) -> None:
        super().__init__(daemon=True)
        self.server, self.store, self.id, self.path = server, store, event_id, f"/event/{event_id}"
        self.answered, self.devices = 0, list[Device]()
        self.failed: BaseException | None = None

    def run(self) -> None:
        try:
            self._play()
        except BaseException as failed:  # raised in the test, which runs in another thread
            self.failed = failed

    def _play(self) -> None:
        desk = Device(self.server, f"/in/{KEY}", "/events/new")
        phones = dict[str, Device]()
        keys = {link.what: link.key for link in list_links_of_event(self.store, self.id) if link.doing == "play"}
        self.devices.append(desk)
        for number in range(1, ROUNDS + 1):
            fields = {"do": "publish", "round": number, "seed": number, "post": f"draw {number}"}
            desk.post(f"{self.path}/draw", **fields)
            self.answered += 1
            tables = load_event(self.store, self.id).now
            for table in tables:
                for (name,) in table.sides:
                    if name not in phones:
                        phones[name] = Device(self.server, f"/join/{keys[name]}", f"{self.path}/table/{table.number}")
                        self.devices.append(phones[name])
            with ThreadPoolExecutor(4) as threads:
                list(threads.map(lambda table: self._finish(phones, table), tables))

    def _finish(self, phones: Mapping[str, Device], table: TableReport) -> None:
        """Write the result of a table on the phone of one side, and confirm it on that of the other."""
        address, (one, other) = f"{self.path}/table/{table.number}", (phones[side[0]] for side in table.sides)
        points = dict(zip(("points-0", "points-1"), choose_points(table), strict=True))
        for phone, do, more in ((one, "report", points), (other, "confirm", {})):
            seen = load_event(self.store, self.id).reports[table.round, table.number].seen
            post = f"{do} {table.round} {table.number}"
            phone.post(address, do=do, round=table.round, seen=seen, post=post, **more)
            self.answered += 1


def choose_points(table: TableReport) -> tuple[int, int]:
    """Return the points of a table; they depend on its players, and not on when the match ends."""
    chance = random.Random(f"{table.round} {table.names}")
    return chance.choice(((200, loser := chance.randrange(200)), (loser, 200)))


def start_evening(store: SqliteStore) -> str:
    entrants = tuple(Entrant(f"Anna {number} & Bo {number}") for number in range(PAIRS))
    return start_event(store, "Thursday", "latin_partner", {"target": 200}, Event(entrants, 200, rounds=ROUNDS), "made")


def play_undisturbed(folder: Path) -> ClubEvent:
    """Play the same evening on a server that is never killed."""
    with SqliteStore(folder / "undisturbed.db") as store:
        event_id = start_evening(store)
        for number in range(1, ROUNDS + 1):
            publish_draw(store, event_id, number, number, [], f"draw {number}")
            for table in load_event(store, event_id).now:
                place, result = (event_id, number, table.number), TableResult(choose_points(table))
                report_result(store, *place, result, 0, table.seen, f"report {number} {table.number}")
                seen = load_event(store, event_id).reports[number, table.number].seen
                confirm_result(store, *place, DESK, seen, f"confirm {number} {table.number}")
        return load_event(store, event_id)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks")
def test_an_evening_loses_and_doubles_nothing_by_kills(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "matches.db") as store:
        event_id, chance = start_evening(store), random.Random(35)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        evening = Evening(Running(("127.0.0.1", port), 0), store, event_id)
        command, kills = [sys.executable, "-m", "tests.trust.lives", str(tmp_path), str(port), "serve"], 0
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as lives:
            assert lives.stdin is not None
            assert lives.stdout is not None
            evening.start()
            life = int(lives.stdout.readline())
            while evening.is_alive() and kills < KILLS:
                enough = evening.answered + chance.randint(1, 3)
                while evening.is_alive() and evening.answered < enough:
                    evening.join(0.002)
                evening.join(chance.uniform(0, 0.03))  # at a random moment of a post
                os.kill(life, signal.SIGKILL)
                kills += 1
                life = int(lives.stdout.readline())
            evening.join()
            lives.stdin.close()
        assert evening.failed is None
        record, undisturbed = load_event(store, event_id), play_undisturbed(tmp_path)
        lost = sum(device.lost for device in evening.devices)
        print(f"{kills} kills, {evening.answered} forms answered, {lost} tries without an answer")
        assert kills > ROUNDS
        assert lost > 0
        for number in range(1, ROUNDS + 1):
            assert compute_standings(record.sheet, number) == compute_standings(undisturbed.sheet, number)
        assert {each.progress for each in record.reports.values()} == {"done"}
        assert record.last == undisturbed.last == 2 + ROUNDS * (1 + PAIRS)
        with store.read() as db:
            entries = list_event_entries(db, look_up_event(db, event_id).serial)
        assert [each.number for each in entries] == [*range(1, record.last + 1)]
        assert check_book(store) == ()
