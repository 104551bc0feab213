"""Machines of a host with their copiers, and phones that score in the books on them."""

import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from threading import Event, Thread
from urllib.parse import urlencode
from uuid import uuid4

from tests.deploy.programs import DEPLOY, find_free_port, running, wait_for_port, wait_until
from tests.deploy.proxies import Answer, Proxy

SOME = 5  # rounds
PAUSE = 0.03  # seconds between two posts of a phone, so that others are served, too
SECRET = "one secret for the cookies of the first page"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass
class Place:
    """A machine of a host: its folder of data, its port, where its copies go, and what runs for it."""

    name: str
    data: Path
    replica: Path
    port: int = field(default_factory=find_free_port)
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def books(self) -> Path:
        return self.data / "books"

    def find_file(self, book: str) -> Path:
        """Return the path of a book's file, which need not exist."""
        return self.books / book[:2] / book / "matches.db"

    def find_copy(self, book: str) -> Path:
        """Return the path of the book's copy, which need not exist."""
        return self.replica / book[:2] / book / "matches.db"

    @contextmanager
    def serve(self) -> Iterator[None]:
        """Serve its books and copy them, until the end or until it is lost."""
        self.books.mkdir(parents=True, exist_ok=True)
        log = self.data.parent / f"{self.name}-{self.port}.log"
        settings = {
            "SCOREKEEPER_SECRET_KEY": SECRET,
            "SCOREKEEPER_PROXIES": "1",
            "SCOREKEEPER_TRUSTED_HOSTS": "127.0.0.1",
        }
        host = (sys.executable, "-m", "scorekeeper", "host", "--host", "127.0.0.1")
        copier = ("litestream", "replicate", "-config", str(DEPLOY / "litestream.yml"))
        with (
            running(log, *copier, BOOKS=str(self.books), REPLICA=f"file://{self.replica}") as copies,
            running(log, *host, "--port", str(self.port), "--data", str(self.data), **settings) as pad,
        ):
            self.processes = [pad, copies]
            wait_for_port(self.port, pad, log)
            yield

    def lose(self) -> None:
        """Kill the machine at once, and delete its disk."""
        for process in self.processes:
            process.send_signal(signal.SIGKILL)
            process.wait()
        shutil.rmtree(self.data)


@dataclass
class Device:
    """A phone that opened a book: the book's address, the phone's cookies, and how many of its rounds were answered."""

    asked: Proxy
    address: str = ""  # the phone's address, as a proxy states it
    cookies: dict[str, str] = field(default_factory=dict)
    book: str = ""
    below: str = ""  # the address of the book
    match: str = ""
    token: str = ""
    answered: int = 0
    away: int = 0  # how often the book could not be reached
    last: float = field(default_factory=time.monotonic)  # when a post was answered
    longest: float = 0.0  # seconds between two answers
    refused: list[int] = field(default_factory=list)

    @property
    def cookie(self) -> str:
        """What it says with each request to be known again."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def ask(self, path: str, **fields: str | list[str]) -> Answer:
        """Request a page, or post `fields`, and store the cookies of the answer."""
        headers = {"Cookie": self.cookie} | ({"X-Forwarded-For": self.address} if self.address else {})
        if self.asked.https:  # over https a post has to come from a page of the same address
            headers["Referer"] = f"https://127.0.0.1:{self.asked.port}/"
        if fields:
            answer = self.asked.ask(path, "POST", urlencode(fields, doseq=True).encode(), headers | FORM)
        else:
            answer = self.asked.ask(path, headers=headers)
        self.cookies |= dict(re.findall(r"(?:^|, )(\w+)=([^;,]*);", answer.headers.get("set-cookie", "")))
        return answer

    def open_book(self) -> None:
        """Tap on the first page, and go where that leads."""
        page = self.ask("/books").body.decode()
        action = re.search(r'action="/b/(\w+)/open"', page)
        assert action is not None, page
        self.book, self.below = action[1], f"/b/{action[1]}"
        opened = self.ask(f"/b/{self.book}/open", csrf_token=find_token(page), ticket=find_ticket(page))
        assert opened.status == 303, opened
        assert self.ask(opened.headers["location"]).status == 303

    def start_match(self, game: str = "german_draw", players: Sequence[str] = ("Anna", "Bo"), **options: str) -> None:
        """Start a match in the book, by default one that does not end."""
        self.token = find_token(self.ask(f"{self.below}/new").body.decode())
        fields: dict[str, str | list[str]] = {
            "csrf_token": self.token, "post": f"start {uuid4().hex}", "variant": game, "player": list(players),
            "option-target": "9999", **options, "do": "start",
        }  # fmt: skip
        started = self.ask(f"{self.below}/new", **fields)
        assert started.status == 303, started
        self.match = started.headers["location"].rpartition("/m/")[2]

    def post_round(self) -> int:
        """Post the next round, under its own name and with its own pips, and return the status of the answer."""
        fields: dict[str, str | list[str]] = {
            "csrf_token": self.token, "kind": "round", "seen": str(self.answered), "post": f"round {self.answered}",
            "ended": "out 1", "hand-2": str(pips_of(self.answered)), "do": "save",
        }  # fmt: skip
        answer = self.ask(f"{self.below}/m/{self.match}", **fields)
        status = answer.status
        if status == 303:
            now = time.monotonic()
            self.longest, self.last = max(self.longest, now - self.last), now
            self.answered += 1
        return status

    def post_until(self, over: Event) -> None:
        """Post one round after the other; each until it is answered."""
        while not over.is_set():
            try:
                status = self.post_round()
            except (OSError, HTTPException):
                self.asked.client.close()
                status = 503
            if status != 303 and status < 500:
                self.refused.append(status)
                return
            self.away += status >= 500
            over.wait(PAUSE)


def open_books(asked: Proxy, number: int) -> list[Device]:
    """Open this number of books on a phone each, and start a match in each."""
    found = [Device(asked.for_another()) for _ in range(number)]
    for device in found:
        device.open_book()
        device.start_match()
    return found


@contextmanager
def scoring(devices: list[Device]) -> Iterator[None]:
    """Let every phone post one round after the other while the context lasts."""
    over = Event()
    threads = [Thread(target=device.post_until, args=(over,), daemon=True) for device in devices]
    for device, thread in zip(devices, threads, strict=True):
        device.last = time.monotonic()
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def wait_for_more(devices: list[Device]) -> None:
    """Wait until some more rounds of each phone are answered."""
    enough = [device.answered + SOME for device in devices]

    def have_enough() -> bool:
        refused = [device.refused for device in devices if device.refused]
        assert not refused, refused
        return all(device.answered >= number for device, number in zip(devices, enough, strict=True))

    wait_until(have_enough, "everybody scores")


def find_token(page: str) -> str:
    found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)
    assert found is not None, page
    return found[1]


def find_ticket(page: str) -> str:
    found = re.search(r'name="ticket"[^>]*value="([^"]+)"', page)
    assert found is not None, page
    return found[1]


def pips_of(number: int) -> int:
    """Return the pips in the round of a post, which differ from those of the next one."""
    return number % 7 + 1
