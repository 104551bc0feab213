"""Photos opened and read in processes of their own, so many at once; who comes next waits in a line that has an end.

A photo that takes too long, or more memory than it may, ends its process and nothing else: another one is started for
the next photo. Without a photo there is no process.
"""

import json
import logging
import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from threading import Condition
from typing import Any

from vision import PhotoError, Reading
from vision.worker import serve_photos

MEMORY = 540_000_000  # bytes for one photo: 50 megapixels of HEIC take 350, and a reading leaves 140
OPENING = 20.0  # seconds; the largest take three where little else is done
READING = 30.0
STARTING = 60.0  # seconds that a process may take before it hears anything
MOST_WAITING = 5
GLANCE = 0.25  # seconds: so often it is looked whether who waits is still there
FREE_TO_END = 2.0  # seconds after which a photo that nobody waits for is not read on

log = logging.getLogger(__name__)

IsGone = Callable[[], bool]
"""Whether nobody waits for the answer any more."""


class LineFull(Exception):  # noqa: N818  # what the line is; raised and shown as such
    """So many wait already; one more would have this `place`."""

    def __init__(self, place: int) -> None:
        super().__init__(f"{place - 1} photos are before this one")
        self.place = place


class Abandoned(Exception):  # noqa: N818  # what the photo is; raised as such
    """Nobody waits for the answer any more."""


class Overrun(Exception):  # noqa: N818  # what the photo did; raised and caught as such
    """It took more time or memory than it may, and its process has ended."""


class _Waiting:
    """A photo in the line. Whoever brought it may have given it a ticket, to ask for its place by."""

    def __init__(self, ticket: str) -> None:
        self.ticket = ticket


class PhotoWorkers:
    """So many processes, each for one photo at a time."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._idle: list[_Worker] = []
        self._busy = 0
        self._line: deque[_Waiting] = deque()
        self._turn = Condition()

    def start_early(self) -> None:
        """Start a process now, so that the first photo of the evening does not wait for it."""
        with self._turn:
            if not self._idle and not self._busy:
                self._idle.append(_Worker())

    def count_before(self, ticket: str) -> int:
        """How many photos are read before the one that waits with this ticket; 0 where none waits with it."""
        with self._turn:
            waiting = [each.ticket for each in self._line]
            return self._busy + waiting.index(ticket) if ticket and ticket in waiting else 0

    def read(
        self, data: Callable[[], bytes], largest: int, is_gone: IsGone, ticket: str = ""
    ) -> tuple[bytes, Reading | None, Any]:
        """The JPEG to be kept, what was read on it (None where it could not be read), and its full width and height.

        `data` gives the bytes when it is their turn. Raises PhotoError, LineFull or Abandoned.
        """
        with self._turn_of(is_gone, MOST_WAITING, ticket) as worker:
            opened: Any = None
            try:
                worker.ask(data(), do="read", largest=largest)
                opened = worker.hear(OPENING, is_gone)
                if "refused" in opened:
                    raise PhotoError(opened["refused"], **opened["values"])
                if "failed" in opened:
                    raise Overrun(opened["failed"])
                jpeg = worker.take(OPENING)
            except Overrun as error:
                log.warning("a photo could not be opened: %s", error)
                raise PhotoError("too_heavy") from error
            try:
                said = worker.hear(READING, is_gone)
                if "failed" in said:
                    raise Overrun(said["failed"])
                return jpeg, Reading.from_json(said["reading"]), opened["opened"]
            except Overrun as error:
                log.warning("a photo could not be read: %s", error)
                return jpeg, None, opened["opened"]

    def tidy(self, data: bytes) -> bytes | None:
        """A photo of an archive as it may be kept, however long it waits; None for one that is damaged."""
        with self._turn_of(lambda: False, None) as worker:
            try:
                worker.ask(data, do="tidy")
                tidied = worker.hear(OPENING, lambda: False).get("tidied")
                return worker.take(OPENING, last=True) if tidied else None
            except Overrun as error:
                log.warning("a photo of an archive could not be opened: %s", error)
                return None

    @contextmanager
    def _turn_of(self, is_gone: IsGone, most: int | None, ticket: str = "") -> Iterator["_Worker"]:
        """A worker, when it is this one's turn."""
        me = _Waiting(ticket)
        with self._turn:
            before = len(self._line) + self._busy
            if most is not None and before >= self._count + most:
                raise LineFull(before + 1)
            self._line.append(me)
            try:
                while self._line[0] is not me or self._busy >= self._count:
                    self._turn.wait(GLANCE)
                    if is_gone():
                        raise Abandoned
                self._busy += 1
            finally:
                self._line.remove(me)
                self._turn.notify_all()
            worker = self._idle.pop() if self._idle else None
        try:
            if worker is None or not worker.lives:
                worker = _Worker()
            yield worker
        finally:
            with self._turn:
                self._busy -= 1
                if worker is not None and worker.is_free:
                    self._idle.append(worker)
                elif worker is not None:
                    worker.end()
                self._turn.notify_all()


class _Worker:
    """One process, and the way to it."""

    def __init__(self) -> None:
        spawn = multiprocessing.get_context("spawn")  # of a process with threads nothing else can be made
        self._channel, far = spawn.Pipe()
        self._process = spawn.Process(target=serve_photos, args=(far, MEMORY), daemon=True, name="reads photos")
        self._process.start()
        far.close()
        self._heard = self.is_free = False

    @property
    def lives(self) -> bool:
        return self._process.is_alive()

    def ask(self, photo: bytes, **what: Any) -> None:
        self.is_free = False
        try:
            self._channel.send_bytes(json.dumps(what).encode())
            self._channel.send_bytes(photo)
        except OSError as error:
            raise Overrun("its process has ended") from error

    def hear(self, seconds: float, is_gone: IsGone) -> Mapping[str, Any]:
        """The next answer. The last one to a question leaves the worker free for another; one that failed does not."""
        said: Mapping[str, Any] = json.loads(self._receive(seconds, is_gone))
        self.is_free = "refused" in said or "reading" in said or said.get("tidied") is False
        return said

    def take(self, seconds: float, last: bool = False) -> bytes:
        """The bytes that follow an answer, which is the `last` one or not."""
        data = self._receive(seconds, lambda: False)
        self.is_free = last
        return data

    def _receive(self, seconds: float, is_gone: IsGone) -> bytes:
        began = time.monotonic()
        patience = seconds if self._heard else seconds + STARTING
        try:
            while not self._channel.poll(GLANCE):
                taken = time.monotonic() - began
                if taken > patience:
                    raise Overrun(f"not done after {patience:.0f} seconds")
                if taken > FREE_TO_END and is_gone():
                    raise Abandoned
            self._heard = True
            return self._channel.recv_bytes()
        except (EOFError, OSError) as error:
            raise Overrun("its process has ended, as without memory") from error

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.join()
        self._channel.close()


@cache
def get_photo_workers(count: int) -> PhotoWorkers:
    """Those of this process, shared by every app in it."""
    return PhotoWorkers(count)
