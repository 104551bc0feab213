"""No file of the project has the paths of one machine, or names a package index other than pip's default."""

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BINARY = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".ico", ".mo", ".npz", ".onnx", ".gz", ".pyc", ".woff2", ".db"}
UNWANTED = {
    "a path of one machine": re.compile(r"(?<![\w.:/])/(?:work|home|root|Users|opt)/[\w.]"),
    "a host of packages": re.compile(r"pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|(?:unpkg|jsdelivr|cdnjs)\.\w+"),
    "a setting of where to install from": re.compile(
        r"index[-_]url|find[-_]links|trusted[-_]host|(?i:(?:pip|uv)_index)"
    ),
}


def handed_on() -> list[str]:
    """Return the paths that are distributed, as pyproject.toml lists them, and those that are always included."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    listed: list[str] = pyproject["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]
    return [*listed, "pyproject.toml", "README.md", "LICENSE", ".gitignore"]


def files_of_the_project() -> Iterator[Path]:
    """Yield every text file that is distributed."""
    for name in handed_on():
        top = ROOT / name
        for path in [top] if top.is_file() else top.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and path.suffix not in BINARY:
                yield path


def unwanted(text: str) -> list[tuple[str, str]]:
    """Return what is wrong in a text, with the words."""
    return [(what, found[0]) for what, pattern in UNWANTED.items() if (found := pattern.search(text))]


def test_no_file_knows_one_machine_or_one_host_of_packages() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {what}: {words}"
        for path in files_of_the_project()
        for what, words in unwanted(path.read_text(encoding="utf-8"))
    ]
    assert not wrong, "\n".join(["", *wrong])


@pytest.mark.parametrize(
    "text",
    [
        "photos = '/" + "home/anna/photos'",
        "--index" + "-url=https://example.org",
        "https://py" + "pi.org/project/flask",
    ],
)
def test_such_a_text_would_be_found(text: str) -> None:
    assert len(unwanted(text)) == 1


def test_everything_at_the_top_is_handed_on() -> None:
    """A new folder must not be forgotten. Files that git ignores, such as somebody's matches, do not count."""
    kept = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.splitlines()
    assert {name.partition("/")[0] for name in kept} <= set(handed_on())
