"""A pool of processes that open and read photos, each one photo at a time.

The queue decides how many photos are read at once, for all server processes together. A photo that takes too much time
or memory ends its process and nothing else: the next photo starts another one.
"""

import json
import logging
import multiprocessing
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from threading import Condition
from typing import Any

from scorekeeper.play import StoreError
from scorekeeper.play.upkeep.ephemeral import Queue
from scorekeeper.vision import PhotoError, Reading, can_read_photos, serve_photos
from scorekeeper.worker import start_child

MEMORY = 440_000_000  # bytes for one photo: 50 megapixels of HEIC take 350; with the server it stays below 700
OPENING = 20.0  # seconds to open a photo; the largest take three on an idle machine
READING = 30.0  # seconds
STARTING = 60.0  # seconds that a process may take before its first answer
GLANCE = 0.25  # seconds between two checks of the photo's turn, and of its client's presence
FREE_TO_END = 2.0  # seconds after which reading stops if the client has disconnected

log = logging.getLogger(__name__)

IsGone = Callable[[], bool]
"""A function that returns whether the client has disconnected."""


class AbandonedError(Exception):
    """The client that sent the photo has disconnected."""


class OverrunError(Exception):
    """A photo took more time or memory than it may, and its process has ended."""


@dataclass(frozen=True, slots=True)
class FollowedFrame:
    """The result of a tracker for a frame of a camera above a table.

    `memory` is the state of the tracker, for the next frame; `reading` is None unless the layout has changed, and
    `picture` a small JPEG of the frame. The other fields are those of `Tracker`.
    """

    memory: str
    reading: Reading | None
    at_rest: bool
    settled: bool
    unread: int
    picture: bytes


class PhotoWorkers:
    """The pool of this server process. It is empty until the first photo, or until `start_early` is called."""

    def __init__(self) -> None:
        self._idle: list[_Worker] = []
        self._changed = Condition()

    def start_early(self) -> None:
        """Start a process if none is idle, so that the first photo does not wait for it."""
        with self._changed:
            if not self._idle and can_read_photos():
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
        """Read a photo; return the JPEG to be stored, its reading (None if that failed), and its full width and height.

        `data` is called for the bytes when it is the photo's turn; `largest` is the highest half of the set. `is_gone`
        returns whether the client has disconnected. `ticket` identifies the photo in the queue. With `waits=False`, as
        for a camera frame, a photo is read only if no other one is waiting or being read. Raise PhotoError,
        QueueFullError or AbandonedError.
        """
        with self._lend_worker(queue, queue.join(ticket, waits=waits), is_gone) as worker:
            try:
                jpeg, size = worker.open(data(), largest)
            except OverrunError as error:
                log.warning("a photo could not be opened: %s", error)
                raise PhotoError("too_heavy") from error
            try:
                return jpeg, worker.read(), size
            except OverrunError as error:
                log.warning("a photo could not be read: %s", error)
                return jpeg, None, size

    def follow(self, queue: Queue, frame: bytes, largest: int, memory: str, is_gone: IsGone) -> FollowedFrame:
        """Return the result of a tracker for a frame of a camera above a table.

        `memory` is the tracker's state after the previous frame, empty at first. A frame gives way to photos: raise
        QueueFullError if any waits or is being read. Raise PhotoError or AbandonedError, and OverrunError if it took
        too much time or memory.
        """
        with self._lend_worker(queue, queue.join(waits=False), is_gone) as worker:
            return worker.follow(frame, largest, memory)

    @contextmanager
    def _lend_worker(self, queue: Queue, number: int, is_gone: IsGone) -> Iterator["_Worker"]:
        """Wait for the turn of item `number` of the queue, and yield an idle worker or a new one.

        Raise AbandonedError if the client disconnects meanwhile.
        """
        worker: _Worker | None = None
        try:
            while not queue.take_turn(number):
                with self._changed:
                    self._changed.wait(GLANCE)  # or until another photo of this process is done
                if is_gone():
                    raise AbandonedError
            with suppress(IndexError):
                worker = self._idle.pop()
            if worker is None or not worker.is_alive:
                worker = _Worker()
            worker.renew, worker.is_gone = lambda: queue.renew(number), is_gone
            yield worker
        finally:
            with suppress(StoreError):  # an item that is not renewed leaves the queue anyway
                queue.leave(number)
            with self._changed:
                if worker is not None and worker.is_free:
                    self._idle.append(worker)
                elif worker is not None:
                    worker.end()
                self._changed.notify_all()


class _Worker:
    """One process. While it works, `renew` and `is_gone` are called repeatedly."""

    renew: Callable[[], None]
    is_gone: IsGone

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        """Start the process and connect to it."""
        spawn = multiprocessing.get_context("spawn")  # a process with threads cannot be forked
        self._channel, far = spawn.Pipe()
        self._process = spawn.Process(target=serve_photos, args=(far, MEMORY), daemon=True, name="reads photos")
        start_child(self._process)
        far.close()
        self._is_fresh, self.is_free = True, False

    @property
    def is_alive(self) -> bool:
        """Return whether the process is running."""
        return self._process.is_alive()

    def open(self, photo: bytes, largest: int) -> tuple[bytes, Any]:
        """Open the photo; return the JPEG to be stored, and its full width and height.

        Raise PhotoError or OverrunError.
        """
        opened = self._ask_fresh(photo, {"largest": largest})
        return self._receive(OPENING), opened["opened"]

    def read(self) -> Reading:
        """Return the reading of the photo that was opened. Raise OverrunError if it takes too much time or memory."""
        answer = json.loads(self._receive(READING))
        if "failed" in answer:
            raise OverrunError(answer["failed"])
        self.is_free = True
        return Reading.from_json(answer["reading"])

    def follow(self, frame: bytes, largest: int, memory: str) -> FollowedFrame:
        """Return the result of a tracker with the state `memory` for a frame. Raise PhotoError or OverrunError."""
        answer = self._ask_fresh(frame, {"largest": largest, "state": memory})["followed"]
        picture = self._receive(OPENING)
        self.is_free = True
        reading = None if answer["reading"] is None else Reading.from_json(answer["reading"])
        at_rest, settled, unread = bool(answer["at_rest"]), bool(answer["settled"]), int(answer["unread"])
        return FollowedFrame(str(answer["state"]), reading, at_rest, settled, unread, picture)

    def _ask_fresh(self, photo: bytes, request: Mapping[str, Any]) -> Any:
        """Send the photo to the process, to a fresh one if that fails, and return the first answer.

        Raise PhotoError or OverrunError. Earlier photos may have left too little memory for this one, so that only a
        fresh process can open it.
        """
        was_fresh = self._is_fresh
        answer = self._ask(photo, request)
        if not was_fresh and ("failed" in answer or answer.get("refused") == "damaged"):
            self.end()
            self._start()
            answer = self._ask(photo, request)
        if "refused" in answer:
            self.is_free = True
            raise PhotoError(answer["refused"], **answer["values"])
        if "failed" in answer:
            raise OverrunError(answer["failed"])
        return answer

    def _ask(self, photo: bytes, request: Mapping[str, Any]) -> Any:
        """Send the photo to the process and return its first answer."""
        self.is_free = False
        try:
            self._channel.send_bytes(json.dumps(request).encode())
            self._channel.send_bytes(photo)
        except OSError as error:
            raise OverrunError("its process has ended") from error
        return json.loads(self._receive(OPENING))

    def _receive(self, seconds: float) -> bytes:
        """Return the next answer of the process.

        Raise OverrunError if it takes more than `seconds` or the process has ended, and AbandonedError if the client
        has disconnected. The first answer of a process may take `STARTING` seconds more.
        """
        began = time.monotonic()
        most = seconds + STARTING if self._is_fresh else seconds
        try:
            while not self._channel.poll(GLANCE):
                with suppress(StoreError):
                    self.renew()
                taken = time.monotonic() - began
                if taken > most:
                    raise OverrunError(f"not done after {most:.0f} seconds")
                if taken > FREE_TO_END and self.is_gone():
                    raise AbandonedError
            self._is_fresh = False
            return self._channel.recv_bytes()
        except (EOFError, OSError) as error:
            raise OverrunError("its process has ended, as without memory") from error

    def end(self) -> None:
        """Kill the process, whatever it is doing."""
        self._process.kill()
        self._process.join()
        self._channel.close()


@cache
def get_photo_workers() -> PhotoWorkers:
    """Return the pool of this process, shared by every app in it."""
    return PhotoWorkers()
