"""Several processes that serve at one port: each a whole score pad; one that dies is started again.

The first process opens the port, answers nobody, and has them end when it is told to. Where it is killed they end by
themselves.
"""

import logging
import multiprocessing
import signal
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import Any

from scorekeeper.worker import follow_parent, start_child

ENDING = 15.0  # seconds that a process may take to end; more than its answers may
PAUSE = 1.0  # seconds before another one takes the place of one that has died

log = logging.getLogger("scorekeeper")
Serving = Callable[..., None]


class Processes:
    """A number of processes, each of which runs `serve(*values)` until it is stopped; both are pickled."""

    def __init__(self, count: int, serve: Serving, *values: Any) -> None:
        self._count, self._serve, self._values = count, serve, values
        self._spawn = multiprocessing.get_context("spawn")  # of a process with threads nothing else can be made
        self._told, self._tell = self._spawn.Pipe(duplex=False)
        self._running: list[SpawnProcess] = []

    def run(self) -> None:
        """Keep all processes running, and restart those that end, until `stop` is called."""
        try:
            for number in range(self._count):
                self._running.append(self._start(number))
            while not self._told.poll():
                wait([self._told, *(each.sentinel for each in self._running)])
                for number, each in enumerate(self._running):
                    if not each.is_alive() and not self._told.poll(PAUSE):
                        log.warning("a process that served has ended (%s): another one takes its place", each.exitcode)
                        self._running[number] = self._start(number)
        finally:
            self._end_all()

    def stop(self) -> None:
        """End soon, from any thread or a signal's handler."""
        self._tell.send_bytes(b"end")

    def _start(self, number: int) -> SpawnProcess:
        child = self._spawn.Process(
            target=_serve_until_alone, args=(self._serve, *self._values), name=f"serves {number + 1}"
        )
        start_child(child)
        return child

    def _end_all(self) -> None:
        for each in self._running:
            each.terminate()
        for each in self._running:
            each.join(ENDING)
            if each.is_alive():
                each.kill()
                each.join()


def _serve_until_alone(serve: Serving, *values: Any) -> None:
    """Serve until SIGTERM arrives or the parent process has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # until it serves: its parent process stops it
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    follow_parent()
    serve(*values)
