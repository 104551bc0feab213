"""The command as people type it: its output, its errors, and its exit status."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli import main


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str

    @property
    def complaints(self) -> list[str]:
        return self.err.splitlines()


Run = Callable[..., Ran]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder with the matches, which the environment names."""
    folder = tmp_path / "data"
    monkeypatch.setenv("SCOREKEEPER_DATA", str(folder))
    monkeypatch.delenv("SCOREKEEPER_DATABASE", raising=False)
    return folder


@pytest.fixture
def run(data: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> Ran:
        status = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        return Ran(status, printed.out, printed.err)

    return run


ROUND = {"entry": "round", "out": "Bo", "hands": {"Anna": ["5-1", "6-4"], "Carl": {"pips": 13}, "Dora": ["6-6"]}}
MATCH: dict[str, Any] = {
    "format": 1,
    "variant": "spansk",
    "players": ["Anna", "Bo", "Carl", "Dora"],
    "lead": "Anna",
    "entries": [{"entry": "ends", "player": "Anna", "ends": ["5", "0"]}, ROUND],
}


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    def write(name: str, content: object = MATCH) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return path

    return write
