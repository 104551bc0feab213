"""One function in a process of its own: exceeding a limit ends that process, and the caller gets the reason."""

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from scorekeeper.worker import Limits, WorkerError, run_in_worker

pytest.importorskip("resource")


def describe(path: Path, number: int) -> dict[str, object]:
    return {"name": path.name, "next": number + 1, "pid": os.getpid(), "priority": os.nice(0)}


def fill_memory(size: int) -> int:
    return len(bytearray(size))


def spin() -> None:
    while True:
        pass


def sleep() -> None:
    time.sleep(600)


def kill_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def go_wrong() -> None:
    raise ValueError("no such thing")


def return_an_object() -> object:
    return object()


def write_and_die() -> None:
    tempfile.mkstemp()
    kill_itself()


def write_and_sleep() -> None:
    tempfile.mkstemp()
    sleep()


def test_a_function_is_run_by_another_process_at_a_low_priority() -> None:
    answer = run_in_worker(describe, Path("/some/where"), 6)
    assert (answer["name"], answer["next"], answer["priority"]) == ("where", 7, 10)
    assert answer["pid"] != os.getpid()


def test_memory_within_the_limit_is_given_and_more_is_not() -> None:
    limits = Limits(memory=100_000_000)
    assert run_in_worker(fill_memory, 60_000_000, limits=limits) == 60_000_000
    with pytest.raises(WorkerError) as failed:
        run_in_worker(fill_memory, 200_000_000, limits=limits)
    assert failed.value.key == "memory"


@pytest.mark.parametrize(
    ("function", "limits", "key"),
    [
        (spin, Limits(processor=1), "time"),
        (sleep, Limits(wall=0.0), "time"),
        (kill_itself, Limits(), "ended"),
        (go_wrong, Limits(), "error"),
        (return_an_object, Limits(), "error"),
    ],
)
def test_the_caller_is_told_why_there_is_no_answer(function: object, limits: Limits, key: str) -> None:
    assert callable(function)
    with pytest.raises(WorkerError) as failed:
        run_in_worker(function, limits=limits)
    assert failed.value.key == key


def test_no_process_is_left_behind() -> None:
    with pytest.raises(WorkerError):
        run_in_worker(sleep, limits=Limits(wall=0.0))
    assert "sleep" not in {each.name for each in multiprocessing.active_children()}


def test_temporary_files_of_a_process_that_is_killed_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(WorkerError):
        run_in_worker(write_and_die)
    assert list(tmp_path.iterdir()) == []


def test_temporary_files_of_a_process_whose_parent_is_killed_are_deleted(tmp_path: Path) -> None:
    code = "from tests.trust.test_worker import run_in_worker, write_and_sleep; run_in_worker(write_and_sleep)"
    with subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "TMPDIR": str(tmp_path)}) as parent:
        while not list(tmp_path.glob("*/*")):
            assert parent.poll() is None
            time.sleep(0.05)
        parent.kill()
    while list(tmp_path.iterdir()):
        time.sleep(0.05)


def test_on_a_disk_without_room_for_a_folder_a_function_is_run_nevertheless(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> str:
        raise OSError

    monkeypatch.setattr(tempfile, "mkdtemp", fail)
    assert run_in_worker(describe, Path("/some/where"), 6)["next"] == 7
