"""The score pad alone needs only the packages of requirements.txt, and works without photos."""

import json
import os
import subprocess
import sysconfig
import venv
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from scripts.licences import read_lock
from vision.lab.render import render_photo
from vision.photo.decoding import Photo

ROOT = Path(__file__).resolve().parents[2]


def link_library(name: str, libraries: Path) -> None:
    """Link the files of an installed distribution into the folder `libraries`."""
    found = distribution(name)
    tops = {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}
    for top in tops:
        (libraries / top).symlink_to(Path(str(found.locate_file(top))))


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of an environment with the libraries of requirements.txt and lxml, with which tests read pages.

    It has no others, not even pip, which sqlite-utils requires and the container removes.
    """
    home = tmp_path_factory.mktemp("lean")
    venv.create(home, with_pip=False)
    libraries = Path(sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)}))
    link_library("lxml", libraries)
    for needed in map(Requirement, read_lock(ROOT / "requirements.txt")):
        if needed.name != "pip" and (needed.marker is None or needed.marker.evaluate()):
            link_library(needed.name, libraries)
    return home / "bin" / "python"


def ask(python: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    return subprocess.run(
        [python, *command], capture_output=True, text=True, check=False, env={**environment, "PYTHONPATH": str(ROOT)}
    )


def test_a_match_is_played_packed_and_restored_where_nothing_reads_photos(python: Path, tmp_path: Path) -> None:
    photo = tmp_path / "kept.jpg"
    photo.write_bytes(Photo(render_photo(["6-5", "4-4"]).image, (1, 1)).to_jpeg())
    done = ask(python, "-m", "tests.deploy.lean", tmp_path, photo)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "over": True,
        "refused": [422, True],
        "imported": 1,
        "photo": True,
        "back": 200,
        "restored": 200,
        "can_read": False,
        "loaded": [],
    }


def test_the_commands_work_where_nothing_reads_photos(python: Path, tmp_path: Path) -> None:
    match = tmp_path / "match.json"
    match.write_text(json.dumps({"format": 1, "variant": "spansk", "players": ["Anna", "Bo"], "entries": []}))
    copy, archive = tmp_path / "copy.db", tmp_path / "everything.zip"
    for command in (["import", match], ["check"], ["archive", archive], ["backup", copy], ["restore", copy]):
        done = ask(python, "-m", "scorekeeper", *command, "--data", tmp_path / "data")
        assert (done.returncode, done.stderr) == (0, ""), command


def test_the_command_that_counts_a_photo_says_what_to_install(python: Path, tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"x")
    done = ask(python, "-m", "scorekeeper", "count", tmp_path / "photo.jpg", "--variant", "spansk")
    assert (done.returncode, done.stderr) == (
        1,
        "Photos cannot be read here: install domino-scorekeeper[photos].\n",
    )
