"""Photos opened and read in processes of their own, when it is their turn in the queue of all that wait.

A photo that takes too long, or more memory than it may, ends its process and nothing else: another one is started for
the next photo. Without a photo there is no process.
"""

import json
import logging
import multiprocessing
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from threading import Condition
from typing import Any

from scorekeeper.play import Queue, StoreError
from vision import PhotoError, Reading
from vision.worker import serve_photos

MEMORY = 440_000_000  # bytes for one photo: 50 megapixels of HEIC take 350; with the server it stays below 700
OPENING = 20.0  # seconds; the largest take three where little else is done
READING = 30.0
STARTING = 60.0  # seconds that a process may take before it hears anything
GLANCE = 0.25  # seconds: so often it is looked whose turn it is, and whether who waits is still there
FREE_TO_END = 2.0  # seconds after which a photo that nobody waits for is not read on

log = logging.getLogger(__name__)

IsGone = Callable[[], bool]
"""Whether nobody waits for the answer any more."""


class Abandoned(Exception):  # noqa: N818  # what the photo is; raised as such
    """Nobody waits for the answer any more."""


class Overrun(Exception):  # noqa: N818  # what the photo did; raised and caught as such
    """It took more time or memory than it may, and its process has ended."""


class PhotoWorkers:
    """The processes that this one has started, each for one photo at a time. How many photos are read at once, by the
    workers of all processes that serve the pad, is settled in the queue that they wait in.
    """

    def __init__(self) -> None:
        self._idle: list[_Worker] = []
        self._busy = 0
        self._moved = Condition()

    def start_early(self) -> None:
        """Start a process now, so that the first photo of the evening does not wait for it."""
        with self._moved:
            if not self._idle and not self._busy:
                self._idle.append(_Worker())

    def read(
        self,
        queue: Queue,
        data: Callable[[], bytes],
        largest: int,
        is_gone: IsGone,
        ticket: str = "",
        *,
        waits: bool = True,
    ) -> tuple[bytes, Reading | None, Any]:
        """The JPEG to be kept, what was read on it (None where it could not be read), and its full width and height.

        `data` gives the bytes when it is their turn. What does not wait, as a frame of a camera, is read only where no
        other photo is. Raises PhotoError, QueueFull or Abandoned.
        """
        with self._turn_of(queue, queue.join(ticket, waits=waits), is_gone) as worker:
            opened: Any = None
            try:
                opened = worker.open(data(), largest, is_gone)
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

    @contextmanager
    def _turn_of(self, queue: Queue, number: int, is_gone: IsGone) -> Iterator["_Worker"]:
        """A worker, when it is the turn of the photo with this number."""
        try:
            while not queue.take_turn(number):
                with self._moved:
                    self._moved.wait(GLANCE)  # or until another photo of this process is done
                if is_gone():
                    raise Abandoned
            with self._lend_worker(lambda: queue.stay(number)) as worker:
                yield worker
        finally:
            with suppress(StoreError):  # nobody hears of it any more: so it has left
                queue.leave(number)
            with self._moved:
                self._moved.notify_all()

    @contextmanager
    def _lend_worker(self, stay: Callable[[], None]) -> Iterator["_Worker"]:
        """One that is free, or a new one; it says all the time that its photo is still waited for."""
        with self._moved:
            self._busy += 1
            worker = self._idle.pop() if self._idle else None
        try:
            if worker is None or not worker.lives:
                worker = _Worker()
            worker.stay = stay
            yield worker
        finally:
            with self._moved:
                self._busy -= 1
                if worker is not None and worker.is_free:
                    self._idle.append(worker)
                elif worker is not None:
                    worker.end()


class _Worker:
    """One process, and the way to it. Who waits for it says `stay` all the while."""

    def __init__(self) -> None:
        self.stay: Callable[[], None] = lambda: None
        self._start()

    def _start(self) -> None:
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

    def open(self, photo: bytes, largest: int, is_gone: IsGone) -> Mapping[str, Any]:
        """The first answer to a photo that is to be read.

        What earlier photos left may have taken the memory that this one needs: then a fresh process opens it.
        """
        was_fresh = not self._heard
        self.ask(photo, largest=largest)
        opened = self.hear(OPENING, is_gone)
        if was_fresh or not ("failed" in opened or opened.get("refused") == "damaged"):
            return opened
        self.end()
        self._start()
        self.ask(photo, largest=largest)
        return self.hear(OPENING, is_gone)

    def hear(self, seconds: float, is_gone: IsGone) -> Mapping[str, Any]:
        """The next answer. The last one to a question leaves the worker free for another; one that failed does not."""
        said: Mapping[str, Any] = json.loads(self._receive(seconds, is_gone))
        self.is_free = "refused" in said or "reading" in said
        return said

    def take(self, seconds: float) -> bytes:
        """The bytes that follow an answer."""
        return self._receive(seconds, lambda: False)

    def _receive(self, seconds: float, is_gone: IsGone) -> bytes:
        began = time.monotonic()
        patience = seconds if self._heard else seconds + STARTING
        try:
            while not self._channel.poll(GLANCE):
                with suppress(StoreError):
                    self.stay()
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
def get_photo_workers() -> PhotoWorkers:
    """Those of this process, shared by every app in it."""
    return PhotoWorkers()
