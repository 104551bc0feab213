"""Every package that is used is declared, and every declared one is pinned."""

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import distributions as list_distributions
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from scorekeeper import __version__
from scripts.licences import read_lock
from tests.house.arrows import imports, modules

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = SETTINGS["project"]
INSTALLED = {re.sub(r"[-_.]+", "-", each.name).lower(): each for each in list_distributions()}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
DECLARED: dict[str, list[str]] = {
    "requirements.txt": PROJECT["dependencies"],
    "requirements-photos.txt": PROJECT["optional-dependencies"]["photos"],
    "requirements-cluster.txt": PROJECT["optional-dependencies"]["cluster"],
    "requirements-build.txt": [*SETTINGS["dependency-groups"]["build"], *SETTINGS["build-system"]["requires"]],
    "requirements-dev.txt": SETTINGS["dependency-groups"]["dev"],
}

EXTRAS = {"photos": ("vision", "scorekeeper.web.picture"), "cluster": ("scorekeeper.store.postgresql",)}
"""The modules that may use the packages of each extra."""
SYSTEMS = {
    "Linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": "x86_64"},
    "Raspberry Pi, 32 bits": {
        "sys_platform": "linux",
        "platform_system": "Linux",
        "os_name": "posix",
        "platform_machine": "armv7l",
    },
    "macOS": {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix", "platform_machine": "arm64"},
    "Windows": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt", "platform_machine": "AMD64"},
}
INSTALLED_TOGETHER = {
    "the pad alone": ("requirements.txt",),
    "with photos": ("requirements.txt", "requirements-photos.txt"),
    "with books in PostgreSQL": ("requirements.txt", "requirements-cluster.txt"),
    "in a container": ("requirements.txt", "requirements-photos.txt", "requirements-cluster.txt"),
    "to build": ("requirements-build.txt",),
    "everything": tuple(DECLARED),
}
NOT_TO_RUN = ("vision.lab",)


def normal(name: str) -> str:
    """Return the normalized name: `pillow_heif>=1.1` and `Pillow-HEIF==1.8.1` are both `pillow-heif`."""
    return re.sub(r"[-_.]+", "-", re.split(r"[<>=~!;\[ ]", name, maxsplit=1)[0]).lower()


def pins(file: str, python: str | None = None) -> dict[str, str]:
    """Return the name and version of everything in a lock, or of what one Python installs on this system."""
    found = [Requirement(line) for line in read_lock(ROOT / file)]
    version = {"python_version": python, "python_full_version": f"{python}.0"} if python else {}
    return {
        normal(each.name): str(each.specifier)
        for each in found
        if not python or each.marker is None or each.marker.evaluate(version)
    }


def test_every_library_that_the_score_pad_imports_is_declared() -> None:
    needed = {normal(line) for line in PROJECT["dependencies"]}
    extras = {name: {normal(line) for line in lines} for name, lines in PROJECT["optional-dependencies"].items()}
    distributions = packages_distributions()
    undeclared = {
        (module, name)
        for module, path in modules()
        if not module.startswith(NOT_TO_RUN)
        for _, imported in imports(module, path.read_text(), is_package=path.name == "__init__.py")
        if (name := imported.partition(".")[0]) not in {*sys.stdlib_module_names, "scorekeeper", "vision", ""}
        if not {normal(each) for each in distributions.get(name, [])}
        & needed.union(*(extras[extra] for extra, users in EXTRAS.items() if module.startswith(users)))
    }
    assert undeclared == set()


def test_every_library_that_the_laboratory_needs_besides_is_in_its_own_requirements() -> None:
    lines = (ROOT / "vision/lab/requirements.txt").read_text(encoding="utf-8").splitlines()
    of_the_lab = {normal(line) for line in lines if line and not line.startswith("#")}
    used = {
        name.partition(".")[0]
        for module, path in modules()
        if module.startswith("vision.lab")
        for _, name in imports(module, path.read_text(), is_package=path.name == "__init__.py")
    } - set(sys.stdlib_module_names)
    assert used - {"scorekeeper", "vision", "cv2", "numpy", "onnxruntime"} == of_the_lab == {"onnx", "torch"}
    assert not of_the_lab & {normal(line) for line in PROJECT["dependencies"]}


@pytest.mark.parametrize("python", PYTHONS)
def test_everything_declared_has_one_exact_version_for_every_python(python: str) -> None:
    for file, declared in DECLARED.items():
        found = pins(file, python)
        assert {normal(line) for line in declared} <= set(found)
        assert all(re.fullmatch(r"==[\w.!]+", version) for version in found.values())


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("python", PYTHONS)
def test_whatever_a_locked_library_needs_is_locked_in_a_version_that_fits(python: str, system: str) -> None:
    """The check is that of pip: for each Python and system, by the requirements of the installed libraries."""
    place = {"python_version": python, "python_full_version": f"{python}.0", "implementation_name": "cpython"}
    place |= {"platform_python_implementation": "CPython", "extra": "", **SYSTEMS[system]}
    wrong = []
    for files in INSTALLED_TOGETHER.values():
        locked = {
            normal(each.name): next(iter(each.specifier)).version
            for file in files
            for each in map(Requirement, read_lock(ROOT / file))
            if each.marker is None or each.marker.evaluate(place)
        }
        for name in locked.keys() & INSTALLED.keys():
            for needed in map(Requirement, INSTALLED[name].requires or ()):
                if needed.marker is None or needed.marker.evaluate(place):
                    found = locked.get(normal(needed.name))
                    if found is None or not needed.specifier.contains(found, prereleases=True):
                        wrong.append(f"{name} needs {needed}, and {found} is in {' and '.join(files)}")
    assert sorted(set(wrong)) == []


def test_a_pad_without_photos_is_locked_without_what_reads_them() -> None:
    assert set(pins("requirements.txt")) & set(pins("requirements-photos.txt")) == set()
    assert {"numpy", "onnxruntime", "opencv-python-headless", "pillow", "pillow-heif"} <= set(
        pins("requirements-photos.txt")
    )


def test_every_python_that_is_supported_is_resolved_for() -> None:
    assert f">={PYTHONS[0]}" == PROJECT["requires-python"]
    lock = (ROOT / "scripts/lock").read_text()
    assert f"--universal --python-version {PYTHONS[0]}" in lock
    # The lock has a marker for a package that only one system needs, whichever system wrote the lock.
    assert any("sys_platform == 'win32'" in line for line in read_lock(ROOT / "requirements-dev.txt"))


@pytest.mark.parametrize("file", DECLARED)
def test_every_file_that_may_be_installed_is_known_by_its_hash(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    entries = [line for line in text.replace("\\\n", "").splitlines() if line and not line.startswith("#")]
    assert len(entries) >= 5
    assert [line for line in entries if not re.search(r" --hash=sha256:[0-9a-f]{64}\b", line)] == []


@pytest.mark.parametrize("file", DECLARED)
def test_a_lock_names_no_place_from_where_it_is_fetched(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert re.findall(r"://|--(?:index|extra|find|trusted)[\w-]*|@ ", text) == []


def test_one_version_of_a_library_is_used_for_everything() -> None:
    found = [pins(file) for file in DECLARED]
    names = set().union(*found)
    assert [name for name in names if len({each[name] for each in found if name in each}) > 1] == []


def test_nothing_that_only_builds_or_tests_is_run_with() -> None:
    only = {"hatchling", "editables", "pathspec", "trove-classifiers", "pytest", "ruff", "mypy", "uv", "cyclonedx-bom"}
    assert only & set(pins("requirements.txt")) == set()
    assert {"hatchling", "editables", "pathspec", "trove-classifiers"} <= set(pins("requirements-build.txt"))


def test_a_release_has_one_version_and_its_day_in_the_changes() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, *older = re.findall(r"^## (.+)$", text, re.MULTILINE)
    releases = [line for line in (first, *older) if line != "Unreleased"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ \(20\d\d-\d\d-\d\d\)", line) for line in releases)
    assert releases[0].split()[0] == __version__
    assert "version" in PROJECT["dynamic"]
    assert [line for line in PROJECT["classifiers"] if "Python :: 3." in line] == [
        f"Programming Language :: Python :: {python}" for python in PYTHONS
    ]


def test_the_lock_is_asked_for_on_every_python_and_in_every_change() -> None:
    asked = (ROOT / "scripts/check-lock").read_text(encoding="utf-8")
    assert f"for python in {' '.join(PYTHONS)}; do" in asked
    assert "scripts/check-lock" in (ROOT / ".ci/run").read_text(encoding="utf-8")


@pytest.mark.parametrize("script", ["scripts/setup", "deploy/Containerfile"])
def test_pip_is_told_to_install_no_other_file(script: str) -> None:
    lines = [line for line in (ROOT / script).read_text(encoding="utf-8").splitlines() if " -r " in line]
    assert lines
    assert [line for line in lines if "--require-hashes -r " not in line] == []


@pytest.mark.slow
def test_the_bill_of_materials_names_what_is_run_with(tmp_path: Path) -> None:
    out = tmp_path / "sbom.json"
    subprocess.run([ROOT / "scripts/sbom", out], check=True, capture_output=True)
    bill = json.loads(out.read_text(encoding="utf-8"))
    about = bill["metadata"]["component"]
    assert (bill["bomFormat"], about["name"], about["version"]) == ("CycloneDX", PROJECT["name"], __version__)
    found = {normal(each["name"]): f"=={each['version']}" for each in bill["components"]}
    assert found == {key: pin for file in INSTALLED_TOGETHER["in a container"] for key, pin in pins(file).items()}
    assert all(
        any(
            each["alg"] == "SHA-256" for reference in part["externalReferences"] for each in reference.get("hashes", ())
        )
        for part in bill["components"]
    )
