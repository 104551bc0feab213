"""The README and its guides are true: the commands in them exist, and so do the files and headings they link to."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
MAPS = "\n".join(
    (ROOT / name).read_text("utf-8") for name in ("README.md", "CONTRIBUTING.md", "docs/reading-photos.md")
)
GUIDES = MAPS + (ROOT / "docs/running-it.md").read_text(encoding="utf-8")
BLOCKS = "\n".join(re.findall(r"```sh\n(.*?)```", GUIDES, re.DOTALL))
WORDS = set(re.findall(r"`([^`\n]+)`", MAPS))
COMMANDS = sorted(set(re.findall(r"^scorekeeper (\w+)", BLOCKS, re.MULTILINE)))
MODULES = sorted(set(re.findall(r"^python -m ([\w.]+)", BLOCKS, re.MULTILINE)))


def test_every_make_target_of_the_readme_exists() -> None:
    named = {word.split()[1] for word in [*WORDS, *BLOCKS.splitlines()] if word.startswith("make ")}
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {"run", "test"} <= named <= targets


def test_the_readme_is_no_longer_than_a_screen_and_a_half() -> None:
    assert len(README.splitlines()) <= 80


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_of_a_document_leads_to_a_place_that_exists(path: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not leads_somewhere(path, link)] == []


def leads_somewhere(path: Path, link: str) -> bool:
    """Return whether a link of the document at `path` leads to an existing file, and to an existing heading in it."""
    if link.startswith("https://"):
        return True
    name, _, heading = link.partition("#")
    target = path.parent / name if name else path
    return target.exists() and (not heading or heading in list_headings(target))


def list_headings(path: Path) -> list[str]:
    """Return the headings of a document as links name them: `#what-to-buy`."""
    found = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found]


@pytest.mark.parametrize("link", ["nothing.md", "docs/running-it.md#nothing", "#nothing"])
def test_a_link_that_leads_nowhere_is_found(link: str) -> None:
    assert not leads_somewhere(ROOT / "README.md", link)


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


@pytest.mark.slow
@pytest.mark.parametrize("command", [*(f"scorekeeper {name}" for name in COMMANDS), "vision", "vision.evaluate"])
def test_a_command_of_the_readme_explains_itself(command: str) -> None:
    told = subprocess.run(
        [sys.executable, "-m", *command.split(), "--help"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
