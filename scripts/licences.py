"""Check that the packages of the score pad may be distributed: `python -m scripts.licences`, a part of `make check`."""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
LISTS = ("requirements.txt", *(f"requirements-{name}.txt" for name in ("photos", "cluster", "build", "dev")))
# Licences that only require attribution. MPL applies to its own files, and LGPL to a library, which we do
# not change.
FREE = re.compile(
    r"\b(0BSD|BSD|ISC|MIT|Apache|PSF|Python Software Foundation|ZPL|Zope Public|MPL|LGPL|Zlib|CC0|Public Domain)\b",
    re.IGNORECASE,
)
IN_A_FILE = {"axe-playwright-python": "MIT"}  # states it only in its LICENSE


def list_pinned() -> Iterator[tuple[str, str]]:
    """Return the names and versions in the lists of requirements for this Python and system."""
    for name in LISTS:
        for line in read_lock(ROOT / name):
            found = Requirement(line)
            if found.marker is None or found.marker.evaluate():
                yield found.name, str(found.specifier).removeprefix("==")


def read_lock(path: Path) -> list[str]:
    """Return the requirements of a lock, without their hashes: `flask==3.1.3 ; python_version < '4'`."""
    lines = path.read_text(encoding="utf-8").replace("\\\n", "").splitlines()
    return [line.partition(" --hash=")[0].strip() for line in lines if line and not line.startswith("#")]


def read_licence(found: Distribution) -> str:
    """Return the licence that a distribution states: an expression, classifiers, or the first line of a text."""
    about = found.metadata
    named = [each.rpartition(" :: ")[2] for each in about.get_all("Classifier") or () if each.startswith("License")]
    expression, text = ((about.get_all(field) or [""])[0] for field in ("License-Expression", "License"))
    said = expression or " AND ".join(named) or text.partition("\n")[0]
    return said or IN_A_FILE.get(found.name, "")


def find_wrong() -> Iterator[str]:
    """Return the packages that are missing, of another version, or under a licence that is not accepted."""
    for name, version in sorted(set(list_pinned())):
        try:
            found = distribution(name)
        except PackageNotFoundError:
            yield f"{name} {version} is not installed"
            continue
        licence = read_licence(found)
        if found.version != version:
            yield f"{name} is installed as {found.version}, not {version}"
        if not licence or not all(FREE.search(part) for part in licence.split(" AND ")):
            yield f"{name} {version} is under {licence or 'no licence that it names'}"


def main() -> int:
    """Tell what is wrong; 1 if anything is."""
    wrong = list(find_wrong())
    print("\n".join(wrong) or "All that is installed may be passed on.", file=sys.stderr if wrong else sys.stdout)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
