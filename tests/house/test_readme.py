"""The README tells the truth: what it says can be run exists, and so does every place it sends the reader to."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
BLOCKS = "\n".join(re.findall(r"```sh\n(.*?)```", README, re.DOTALL))
WORDS = set(re.findall(r"`([^`\n]+)`", README))
COMMANDS = sorted(set(re.findall(r"^scorekeeper (\w+)", BLOCKS, re.MULTILINE)))
MODULES = sorted(set(re.findall(r"^python -m ([\w.]+)", BLOCKS, re.MULTILINE)))


def test_every_make_target_of_the_readme_exists() -> None:
    named = {word.split()[1] for word in [*WORDS, *BLOCKS.splitlines()] if word.startswith("make ")}
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {"run", "test"} <= named <= targets


def test_every_place_that_the_readme_sends_to_exists() -> None:
    places = {word for word in WORDS if re.fullmatch(r"[\w./-]+/[\w./-]*|[\w-]+\.\w+|[A-Z]+", word)} - {"VARIANTS"}
    missing = {place for place in places if not place.startswith((".venv/", "/")) and not (ROOT / place).exists()}
    assert len(places) > 10
    assert missing == set()


def test_every_module_that_the_readme_runs_exists() -> None:
    assert len(MODULES) > 2
    assert [module for module in MODULES if find_spec(module) is None] == []


def test_every_picture_of_the_readme_exists() -> None:
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)|<img [^>]*src=\"([^\"]+)\"", README)
    assert {picture for pair in pictures for picture in pair if picture and not (ROOT / picture).exists()} == set()


def test_the_readme_shows_every_command() -> None:
    told = subprocess.run([sys.executable, "-m", "scorekeeper", "--help"], capture_output=True, text=True, check=True)
    _, _, commands = told.stdout.partition("Commands:\n")
    assert set(re.findall(r"^ {2}(\w+) ", commands, re.MULTILINE)) == set(COMMANDS)


@pytest.mark.parametrize("command", [*(f"scorekeeper {name}" for name in COMMANDS), "vision", "vision.evaluate"])
def test_a_command_of_the_readme_explains_itself(command: str) -> None:
    told = subprocess.run(
        [sys.executable, "-m", *command.split(), "--help"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
