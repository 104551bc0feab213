"""Several processes that serve at one port, each a whole score pad; one that dies is replaced.

The parent process opens the port, starts the others and ends them, and answers no request itself. If it is killed, the
others end by themselves.
"""

import logging
import multiprocessing
import signal
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import Any

from scorekeeper.worker import follow_parent, start_child

ENDING = 15.0  # seconds that a process may take to end; longer than answers may take
PAUSE = 1.0  # seconds before a process that died is replaced

log = logging.getLogger("scorekeeper")
Serving = Callable[..., None]


class Processes:
    """`count` child processes, each of which calls `serve(*values)` until it is ended.

    `serve` and `values` are sent to the children by pickle.
    """

    def __init__(self, count: int, serve: Serving, *values: Any) -> None:
        self._count, self._serve, self._values = count, serve, values
        self._spawn = multiprocessing.get_context("spawn")  # a process with threads cannot be forked
        self._stop_receiver, self._stop_sender = self._spawn.Pipe(duplex=False)
        self._running: list[SpawnProcess] = []

    def run(self) -> None:
        """Start the processes and replace each that dies, until `stop` is called; then end all of them."""
        try:
            for number in range(self._count):
                self._running.append(self._start(number))
            while not self._stop_receiver.poll():
                wait([self._stop_receiver, *(each.sentinel for each in self._running)])
                for number, each in enumerate(self._running):
                    if not each.is_alive() and not self._stop_receiver.poll(PAUSE):
                        log.warning("a process that served has ended (%s): another one takes its place", each.exitcode)
                        self._running[number] = self._start(number)
        finally:
            self._end_all()

    def stop(self) -> None:
        """Make `run` end soon; may be called from any thread or signal handler."""
        self._stop_sender.send_bytes(b"end")

    def _start(self, number: int) -> SpawnProcess:
        """Start the process with this number and return it."""
        child = self._spawn.Process(
            target=_serve_until_alone, args=(self._serve, *self._values), name=f"serves {number + 1}"
        )
        start_child(child)
        return child

    def _end_all(self) -> None:
        """Ask all processes to end, and kill those that have not ended after `ENDING` seconds."""
        for each in self._running:
            each.terminate()
        for each in self._running:
            each.join(ENDING)
            if each.is_alive():
                each.kill()
                each.join()


def _serve_until_alone(serve: Serving, *values: Any) -> None:
    """Call `serve(*values)` in the child process until SIGTERM or SIGINT arrives or the parent process has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # until it serves; the parent process ends it
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    follow_parent()
    serve(*values)
