"""The power goes in the middle of a post, again and again, while phones try until they are answered."""

import http.client
import os
import random
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import urlencode

import pytest

from scorekeeper import play
from scorekeeper.store import Store
from tests.trust.server import Running

KILLS = 1000 if os.environ.get("TRUST") == "long" else 25
PHONES = 4


class RetryingPhone(threading.Thread):
    """Posts one round after the other to a match of its own; each until it is answered, and under the same name."""

    def __init__(self, server: Running, match_id: str, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.server, self.match_id, self.over = server, match_id, over
        self.answered = self.lost = 0
        self.refused: list[int] = []

    def run(self) -> None:
        cookie, token = "", ""
        while not self.over.is_set():
            try:
                if not cookie:
                    cookie, token = self.server.let_in("key")
                status = self._post(cookie, token)
            except (OSError, http.client.HTTPException):
                self.lost += 1
                self.over.wait(0.01)
                continue
            if status == 303:
                self.answered += 1
            else:
                self.refused.append(status)
                return

    def _post(self, cookie: str, token: str) -> int:
        """The next round, of so many pips as posts were answered; seen is what this phone knows of."""
        fields = {
            "csrf_token": token, "kind": "round", "seen": self.answered, "post": f"{self.match_id} {self.answered}",
            "ended": "out 1", "hand-2": pips_of(self.answered), "do": "save",
        }  # fmt: skip
        client = http.client.HTTPConnection(*self.server.place, timeout=20)
        try:
            headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
            client.request("POST", f"/m/{self.match_id}", urlencode(fields), headers)
            answer = client.getresponse()
            answer.read()
            return answer.status
        finally:
            client.close()


def pips_of(number: int) -> int:
    """What stands in the round of a post: it tells one from the next."""
    return number % 7 + 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks")
def test_no_post_is_lost_or_doubled_by_kills(tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        started = [
            play.start_match(store, "german_draw", ["Anna", "Bo"], options={"target": 9999}) for _ in range(PHONES)
        ]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    over, chance = threading.Event(), random.Random(13)
    phones = [RetryingPhone(Running(("127.0.0.1", port), 0), match.id, over) for match in started]
    command = [sys.executable, "-m", "tests.trust.lives", str(tmp_path), str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as lives:
        assert lives.stdin is not None
        assert lives.stdout is not None
        for phone in phones:
            phone.start()
        for _ in range(KILLS):
            life = int(lives.stdout.readline())
            enough = sum(phone.answered for phone in phones) + chance.randint(1, 8)
            while sum(phone.answered for phone in phones) < enough and any(phone.is_alive() for phone in phones):
                over.wait(0.002)
            over.wait(chance.uniform(0, 0.03))  # at any moment of a post
            os.kill(life, signal.SIGKILL)
        life = int(lives.stdout.readline())
        before = [phone.answered for phone in phones]
        while any(phone.answered <= had and phone.is_alive() for phone, had in zip(phones, before, strict=True)):
            over.wait(0.01)
        over.set()
        for phone in phones:
            phone.join()
        lives.stdin.close()
    assert [phone.refused for phone in phones] == [[]] * PHONES
    assert sum(phone.lost for phone in phones) > 0
    with Store(tmp_path / "matches.db") as store:
        for phone in phones:
            written = [line.points["Anna"] for line in play.load_match(store, phone.match_id).sheet.lines]
            assert phone.answered <= len(written) <= phone.answered + 1
            assert written == [pips_of(number) for number in range(len(written))]
        assert play.check_book(store) == ()
