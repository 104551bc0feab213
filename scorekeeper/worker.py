"""Run one function in a child process with limits on memory, processor time and time.

Files from strangers are read in it: a file that takes too much ends the child and nothing else. Each call starts a
process of its own, which ends with the call. Its temporary files are in a folder that is deleted after it, also if it
was killed. The process runs at a low priority, and Linux derives the priority of its disk access from that.

    matches = run_in_worker(count_matches, path)

The function and its arguments travel by pickle, so the function has to be at the top level of a module. What it returns
comes back as JSON: nothing that a hostile file may have made of the child is run by the parent.
"""

import json
import logging
import multiprocessing
import os
import re
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.resource_tracker import ensure_running
from pathlib import Path
from typing import Any, Literal

NICENESS = 10  # pages come first, but on a busy server a person who waits for their archive gets it, too
MOST_ANSWERED = 4_000_000  # bytes of a result
FOLDER = "scorekeeper-worker-"  # the prefix of the folder of a child's temporary files
STATUS = Path("/proc/self/status")

log = logging.getLogger(__name__)

Failure = Literal["memory", "time", "ended", "error"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a child process.

    `memory` is in bytes, beyond those of a fresh process; `processor` (CPU time) and `wall` (elapsed time) are in
    seconds.
    """

    memory: int = 440_000_000
    processor: int = 300
    wall: float = 900.0


class WorkerError(Exception):
    """The function returned no usable result; `key` is the kind of failure, and the message has details.

    The key is `memory` or `time` if it took too much of that, `ended` if its process died or sent no readable answer,
    and `error` if it raised an exception.
    """

    def __init__(self, key: Failure, text: str) -> None:
        super().__init__(text)
        self.key = key


def run_in_worker(function: Callable[..., Any], *arguments: Any, limits: Limits | None = None) -> Any:
    """Call `function(*arguments)` in a child process and return its result.

    The result must be a value that JSON can hold; a tuple comes back as a list. `limits` are those of `Limits` by
    default. Raise WorkerError if there is no result. The child process has ended in either case.
    """
    limits = limits or Limits()
    spawn = multiprocessing.get_context("spawn")  # a process with threads cannot safely be forked
    receiver, sender = spawn.Pipe(duplex=False)
    folder: str | None = None
    with suppress(OSError):  # on a full disk the child does without a folder of its own
        folder = tempfile.mkdtemp(prefix=FOLDER)
    process = spawn.Process(
        target=_work, args=(sender, limits, folder, function, arguments), daemon=True, name=function.__name__
    )
    try:
        start_child(process)
        sender.close()
        try:
            answer = _wait(receiver, limits.wall)
        except EOFError:
            process.join()
            raise _explain_exit(process.exitcode) from None
    except WorkerError as error:
        log.warning("%s in a worker: %s", function.__name__, error)
        raise
    finally:
        sender.close()
        if process.pid is not None:
            process.kill()
            process.join()
        receiver.close()
        _delete(folder)
    return answer


def start_child(process: BaseProcess) -> None:
    """Start `process` with SIGINT blocked, so that Ctrl-C in the terminal does not kill it while it starts.

    The child itself unblocks or ignores the signal later.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        process.start()
        return
    ensure_running()  # starting the resource tracker unblocks signals, so start it first
    previous_mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, previous_mask)


def _wait(channel: Connection, wall: float) -> Any:
    """Return the value that the child sends through `channel`.

    Raise WorkerError after `wall` seconds without an answer, or if the answer is unreadable or reports a failure.
    """
    if not channel.poll(wall):
        raise WorkerError("time", f"it was not done after {wall:.0f} seconds")
    try:
        answer = json.loads(channel.recv_bytes(MOST_ANSWERED))
    except (OSError, ValueError) as error:
        raise WorkerError("ended", f"its answer cannot be read: {error}") from error
    if "failed" in answer:
        raise WorkerError("memory" if answer["failed"] == "memory" else "error", str(answer["text"]))
    return answer["value"]


def _explain_exit(code: int | None) -> WorkerError:
    """Return the error for a process that ended with exit status `code` and sent no answer."""
    if code is not None and code == -getattr(signal, "SIGXCPU", 0):
        return WorkerError("time", "it took all of its processor time")
    return WorkerError("ended", f"its process has ended ({code})")


def _work(
    channel: Connection,
    limits: Limits,
    folder: str | None,
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
) -> None:
    """Call `function` in the child process and send its result or its error through `channel` as JSON.

    Temporary files are made in `folder`, unless it is None.
    """
    tempfile.tempdir = folder
    threading.Thread(target=_end_with_parent, args=(folder,), daemon=True, name="parent").start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal goes to all; the parent ends this process
    with suppress(AttributeError, OSError):  # not on every system
        os.nice(NICENESS)
    _apply_limits(limits)
    try:
        answer = {"value": function(*arguments)}
        data = json.dumps(answer).encode()
    except MemoryError:
        data = b'{"failed": "memory", "text": "it took all of its memory"}'
    except Exception as error:
        data = json.dumps({"failed": "error", "text": f"{type(error).__name__}: {error}"[:2_000]}).encode()
    channel.send_bytes(data)


def _apply_limits(limits: Limits) -> None:
    """Apply `limits` to the memory and processor time of this process, where the operating system supports that."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # not on every system

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (limits.processor, limits.processor + 1))
        vm_data = re.search(r"VmData:\s*(\d+) kB", STATUS.read_text())
        memory = limits.memory + (int(vm_data[1]) * 1024 if vm_data else 0)
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))


def _end_with_parent(folder: str | None) -> None:
    """Wait for the parent process to end, then delete `folder` and end this one at once."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        _delete(folder)
        os._exit(1)


def _delete(folder: str | None) -> None:
    """Delete a folder of temporary files, if there is one."""
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)


def follow_parent() -> None:
    """Start a thread that sends SIGTERM to this process as soon as its parent process has ended."""
    threading.Thread(target=_terminate_with_parent, daemon=True, name="parent").start()


def _terminate_with_parent() -> None:
    """Wait for the parent process to end, then send SIGTERM to this process."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        signal.raise_signal(signal.SIGTERM)
