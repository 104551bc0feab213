"""Machines of a host with their copiers, and phones that score in the books on them."""

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from threading import Event
from urllib.parse import urlencode

from tests.deploy.programs import DEPLOY, find_free_port, running, wait_for_port
from tests.deploy.proxies import Answer, Proxy

PAUSE = 0.03  # seconds between two posts of a phone: others want to be asked, too
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
        """Where a book lies, if it is here."""
        return self.books / book[:2] / book / "matches.db"

    def find_copy(self, book: str) -> Path:
        """Where its copy is."""
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
        """From one moment to the next it is gone, and its disk with it."""
        for process in self.processes:
            process.send_signal(signal.SIGKILL)
            process.wait()
        shutil.rmtree(self.data)


@dataclass
class Device:
    """A phone that opened a book: where that lies, the cookies it was given, and how many of its rounds were taken."""

    asked: Proxy
    cookies: dict[str, str] = field(default_factory=dict)
    book: str = ""
    match: str = ""
    token: str = ""
    answered: int = 0
    away: int = 0  # times that the book was not to be reached
    refused: list[int] = field(default_factory=list)

    def ask(self, path: str, **fields: str) -> Answer:
        """A page, or with fields a post; what is set of cookies is kept."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if fields:
            answer = self.asked.ask(path, "POST", urlencode(fields).encode(), headers | FORM)
        else:
            answer = self.asked.ask(path, headers=headers)
        self.cookies |= dict(re.findall(r"(?:^|, )(\w+)=([^;,]*);", answer.headers.get("set-cookie", "")))
        return answer

    def open_book(self) -> None:
        """Tap on the first page, and go where that leads."""
        page = self.ask("/books").body.decode()
        action = re.search(r'action="/b/(\w+)/open"', page)
        assert action is not None, page
        self.book = action[1]
        opened = self.ask(f"/b/{self.book}/open", csrf_token=find_token(page), ticket=find_ticket(page))
        assert opened.status == 303, opened
        assert self.ask(opened.headers["location"]).status == 303

    def post_round(self) -> int:
        """The next round, of pips that tell it from others, under a name of its own; gives the status of the answer."""
        fields = {
            "csrf_token": self.token, "kind": "round", "seen": str(self.answered), "post": f"round {self.answered}",
            "ended": "out 1", "hand-2": str(pips_of(self.answered)), "do": "save",
        }  # fmt: skip
        status = self.ask(f"/b/{self.book}/m/{self.match}", **fields).status
        self.answered += status == 303
        return status

    def post_until(self, over: Event) -> None:
        """Post one round after the other; each until it is answered."""
        while not over.is_set():
            try:
                status = self.post_round()
            except (OSError, HTTPException):
                self.asked.client.close()
                status = 503
            if status not in (303, 503):
                self.refused.append(status)
                return
            self.away += status == 503
            over.wait(PAUSE)


def find_token(page: str) -> str:
    found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)
    assert found is not None, page
    return found[1]


def find_ticket(page: str) -> str:
    found = re.search(r'name="ticket"[^>]*value="([^"]+)"', page)
    assert found is not None, page
    return found[1]


def pips_of(number: int) -> int:
    """What stands in the round of a post: it tells one from the next."""
    return number % 7 + 1
