"""The server is killed again and again in the middle of a post, while phones retry until they are answered."""

import http.client
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest

from scorekeeper.hosting.book_folders import find_folder, make_book
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.book import find_folder_keys
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.store import SqliteStore
from tests.long import LONG
from tests.trust.server import Running

KILLS = 1000 if LONG else 15
MOST_TRIES = 30_000  # takes a minute, or more on a busy computer


@dataclass
class Scored:
    """A match that a phone scores: its book, the owner's key, and whether each hand of a round is sent alone."""

    book: Path
    match: str
    key: str
    below: str = ""
    hands: bool = False


class RetryingPhone(threading.Thread):
    """A phone that posts one round after the other to its match, each under one name until it gets an answer.

    If each hand is sent alone, a round takes two posts, one for each player.
    """

    def __init__(self, server: Running, scored: Scored, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.server, self.scored, self.over = server, scored, over
        self.answered = self.lost = 0
        self.refused: list[tuple[int, str]] = []

    def run(self) -> None:
        cookie, token = "", ""
        while not self.over.is_set():
            try:
                if not cookie:
                    cookie, token = self.server.let_in(self.scored.key, self.scored.below)
                path, fields = self._fill()
                status, text = self._post(path, {**fields, "csrf_token": token}, cookie)
            except (OSError, http.client.HTTPException):
                self.lost += 1
                self.over.wait(0.01)
                continue
            if status == 303:
                self.answered += 1
            else:
                self.refused.append((status, re.sub(r"\s+|<[^>]*>", " ", text[text.find("<main") :])))
                return

    def _fill(self) -> tuple[str, dict[str, object]]:
        """Return the path and the fields of the next post, after the answered ones."""
        name = f"{self.scored.match} {self.answered}"
        if self.scored.hands:  # Anna's, who is out, and then Bo's
            rounds, seat = divmod(self.answered, 2)
            hand = {"do": "out"} if seat == 0 else {"do": "give", "hand-2": pips_of(rounds), "by": "pips"}
            return "/hand", {"seat": seat + 1, "round": rounds, "before": 0, "post": name, **hand}
        fields = {"kind": "round", "seen": self.answered, "post": name, "ended": "out 1", "do": "save"}
        return "", {**fields, "hand-2": pips_of(self.answered)}

    def _post(self, path: str, fields: Mapping[str, object], cookie: str) -> tuple[int, str]:
        client = http.client.HTTPConnection(*self.server.place, timeout=20)
        try:
            headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
            client.request("POST", f"{self.scored.below}/m/{self.scored.match}{path}", urlencode(fields), headers)
            answer = client.getresponse()
            return answer.status, answer.read().decode()
        finally:
            client.close()

    def check(self) -> None:
        """Assert that every answered post is in the book once and in order, and at most one more round."""
        with SqliteStore(self.scored.book) as store:
            sheet = load_match(store, self.scored.match).sheet
            written = [sum(line.points.values()) for line in sheet.lines]
            answered = self.answered // 2 if self.scored.hands else self.answered
            assert answered <= len(written) <= answered + 1
            assert written == [pips_of(number) for number in range(len(written))]
            assert check_book(store) == ()


def pips_of(number: int) -> int:
    """Return the pips of the round of a post, which differ from round to round."""
    return number % 7 + 1


def wait_until(is_so: Callable[[], bool], phones: Sequence[RetryingPhone]) -> None:
    """Wait until `is_so` returns true; give up after a long time, or if one of the phones has given up."""
    tries = 0
    while not is_so() and all(phone.is_alive() for phone in phones) and tries < MOST_TRIES:
        threading.Event().wait(0.002)
        tries += 1


def start_on_a_pad(folder: Path) -> list[Scored]:
    """Start matches of one book, one of them of an own game."""
    book, games = folder / "matches.db", {"german_draw": DRAW, "own": OWN, "draw": DRAW, "block": DRAW}
    with SqliteStore(book) as store:
        return [
            Scored(book, start_match(store, game, ["Anna", "Bo"], options=options).id, "key")
            for game, options in games.items()
        ]


def start_on_a_host(folder: Path) -> list[Scored]:
    """Start a match in each of four books: a listed game, an own game, and two in which each hand is sent alone."""
    found = []
    for game, options in (
        ("german_draw", DRAW),
        ("own", OWN),
        ("own", OWN_PENALTIES),
        ("penalty_pad", PAD),
    ):
        book_id = make_book(folder)
        book = find_folder(folder, book_id)
        assert book is not None
        keys = find_folder_keys(book)
        assert keys is not None
        with SqliteStore(book / "matches.db") as store:
            match = start_match(store, game, ["Anna", "Bo"], options=options, lead="Anna")
        hands = options in (OWN_PENALTIES, PAD)
        found.append(Scored(book / "matches.db", match.id, keys.owner, f"/b/{book_id}", hands))
    return found


DRAW: dict[str, object] = {"target": 9999}
OWN: dict[str, object] = {"name": "Ours", "goal": "target", "target": 9999}
OWN_PENALTIES: dict[str, object] = {"name": "Ours", "round_gives": "penalties", "goal": "limit", "limit": 9999}
PAD: dict[str, object] = {"goal": "limit", "limit": 9999}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks")
@pytest.mark.parametrize(("kind", "start"), [("serve", start_on_a_pad), ("host", start_on_a_host)])
def test_no_post_is_lost_or_doubled_by_kills(
    tmp_path: Path, kind: str, start: Callable[[Path], Sequence[Scored]]
) -> None:
    matches = start(tmp_path)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    over, chance = threading.Event(), random.Random(13)
    phones = [RetryingPhone(Running(("127.0.0.1", port), 0), scored, over) for scored in matches]
    command = [sys.executable, "-m", "tests.trust.lives", str(tmp_path), str(port), kind]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as lives:
        assert lives.stdin is not None
        assert lives.stdout is not None
        for phone in phones:
            phone.start()
        for _ in range(KILLS):
            life = int(lives.stdout.readline())
            enough = sum(phone.answered for phone in phones) + chance.randint(1, 8)
            wait_until(lambda enough=enough: sum(phone.answered for phone in phones) >= enough, phones)  # type: ignore[misc]
            over.wait(chance.uniform(0, 0.03))  # at a random moment of a post
            os.kill(life, signal.SIGKILL)
        lives.stdout.readline()
        before = [phone.answered for phone in phones]
        wait_until(lambda: all(phone.answered > had for phone, had in zip(phones, before, strict=True)), phones)
        over.set()
        for phone in phones:
            phone.join()
        lives.stdin.close()
    assert [phone.refused for phone in phones] == [[]] * len(phones)
    answered, lost = (sum(counted) for counted in zip(*((each.answered, each.lost) for each in phones), strict=True))
    print(f"{kind}: {KILLS} kills, {answered} posts answered, {lost} answers lost")
    assert lost > 0
    for phone in phones:
        phone.check()
