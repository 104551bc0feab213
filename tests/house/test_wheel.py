"""The wheel works: built from the sdist, installed in another environment, and run from another folder."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import HTTPCookieProcessor, build_opener

import cv2
import pytest

from scorekeeper import __version__
from vision.lab.render import render_photo

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
CHECKOUT_ALONE = ("scorekeeper/vision.py", "vision/evaluate.py", "vision/lab/")
"""Paths that are not in the wheel: the laboratory of the photo reader, and names that only a checkout needs."""


ELSEWHERE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
"""The environment of a command that must not find the checkout."""


def output(*command: str | Path, cwd: Path | None = None) -> str:
    """Return what a command prints; fail with its errors if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False, env=ELSEWHERE)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from the sdist, as packagers do, without network, and return its path."""
    made = tmp_path_factory.mktemp("made")
    output(sys.executable, "-m", "build", "--no-isolation", "--outdir", made, ROOT)
    assert len(list(made.glob("domino_scorekeeper-*.tar.gz"))) == 1
    (wheel,) = made.glob("domino_scorekeeper-*.whl")
    return wheel


@pytest.fixture(scope="session")
def bin_folder(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the commands of a new virtual environment with the wheel and the libraries of this environment."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    output(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel)
    paths = {"base": str(home), "platbase": str(home)}
    libraries = Path(sysconfig.get_path("purelib", vars=paths), "borrowed.pth")
    libraries.write_text("\n".join({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}) + "\n")
    return python.parent


def shipped(name: str) -> set[str]:
    """Return every installed file of a folder of the checkout, by its name in the wheel."""
    top = ROOT / name
    files = {path for path in top.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    inside = "" if name == "scorekeeper" else "scorekeeper/"
    names = {path.relative_to(ROOT).as_posix() for path in files}
    return {inside + path for path in names if not path.startswith(CHECKOUT_ALONE)}


@pytest.mark.parametrize("folder", ["scorekeeper", "vision", "templates", "static"])
def test_every_file_that_the_score_pad_needs_is_in_the_wheel(wheel: Path, folder: str) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    assert shipped(folder) - inside == set()


def test_nothing_but_the_score_pad_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    assert tops == {"scorekeeper", f"domino_scorekeeper-{__version__}.dist-info"}


def test_the_laboratory_of_the_photo_reader_is_not_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = [name for name in archive.namelist() if name.startswith("scorekeeper/vision")]
    assert "scorekeeper/vision/reader.py" in inside
    assert [name for name in inside if name.startswith(("scorekeeper/vision.py", "scorekeeper/vision/lab"))] == []


def test_the_installed_score_pad_is_the_one_of_the_wheel(bin_folder: Path, tmp_path: Path) -> None:
    ask = "import scorekeeper.folders as f, scorekeeper.vision as v; print(f.__file__, v.__file__, f.STATIC)"
    for place in output(bin_folder / "python", "-c", ask, cwd=tmp_path).split():
        assert Path(place).is_relative_to(bin_folder.parent)


def test_the_command_says_its_version(bin_folder: Path, tmp_path: Path) -> None:
    assert output(bin_folder / "scorekeeper", "--version", cwd=tmp_path).strip().endswith(__version__)


def test_the_installed_command_scores_a_match_file(bin_folder: Path, tmp_path: Path) -> None:
    facts = {"format": 1, "variant": "spansk", "players": ["Anna", "Bo"], "lead": "Anna"}
    match = {**facts, "entries": [{"entry": "ends", "player": "Anna", "ends": ["5", "0"]}]}
    (tmp_path / "match.json").write_text(json.dumps(match))
    scored = json.loads(output(bin_folder / "scorekeeper", "score", "match.json", "--json", cwd=tmp_path))
    assert sum(scored["totals"].values()) == 1


def test_every_module_of_the_installed_photo_reader_can_be_imported(bin_folder: Path, tmp_path: Path) -> None:
    every = "from pkgutil import walk_packages as walk; import scorekeeper.vision as v, importlib;"
    ask = f"{every} print(*(importlib.import_module(m.name).__name__ for m in walk(v.__path__, v.__name__ + '.')))"
    modules = output(bin_folder / "python", "-c", ask, cwd=tmp_path).split()
    assert {f"scorekeeper.vision.{name}" for name in ("reader", "worker", "detect.models")} <= set(modules)
    ask = "import scorekeeper.vision.worker, sys; print([name for name in sys.modules if name.startswith('vision')])"
    assert output(bin_folder / "python", "-c", ask, cwd=tmp_path).strip() == "[]"


def test_the_installed_photo_reader_has_what_it_reads_with(bin_folder: Path, tmp_path: Path) -> None:
    picture = render_photo(["6-5", "4-4"]).image
    cv2.imwrite(str(tmp_path / "hand.png"), picture)
    told = output(bin_folder / "python", "-m", "scorekeeper.vision", "hand.png", "--json", cwd=tmp_path)
    assert len(json.loads(told)["tiles"]) == 2


def test_the_installed_score_pad_serves_its_first_page_with_its_looks(bin_folder: Path, tmp_path: Path) -> None:
    command = [str(bin_folder / "scorekeeper"), "serve", "--host", "127.0.0.1", "--port", "0", "--data", "matches"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=ELSEWHERE) as pad:
        try:
            assert pad.stdout
            link = next(line.strip() for line in pad.stdout if re.match(r"http://127\.0\.0\.1:\d+/in/", line))
            phone = build_opener(HTTPCookieProcessor())
            page = phone.open(link).read().decode()
            for file in re.findall(r'<(?:link|script)[^>]+(?:href|src)="(/[^"]+)', page):
                assert phone.open(urljoin(link, file)).status == 200
            assert "<h1" in page
            assert ".css" in page
        finally:
            pad.terminate()
        assert pad.wait(timeout=30) == 0
