"""Vendored files are the ones that are recorded, and each comes with its licence."""

import hashlib
import tomllib
from pathlib import Path

from scorekeeper.folders import STATIC

VENDOR = STATIC / "vendor"
FACTS = tomllib.loads((VENDOR / "vendor.toml").read_text())


def test_every_file_from_others_is_named_with_its_licence_and_none_is_missing() -> None:
    named = {name for name, facts in FACTS.items()} | {facts["licence_file"] for facts in FACTS.values()}
    assert named | {"vendor.toml"} == {path.name for path in VENDOR.iterdir()}


def test_every_file_from_others_is_unchanged() -> None:
    found = {name: hashlib.sha256(Path(VENDOR, name).read_bytes()).hexdigest() for name in FACTS}
    assert found == {name: facts["sha256"] for name, facts in FACTS.items()}


def test_the_version_that_is_named_is_the_version_that_runs() -> None:
    for name, facts in FACTS.items():
        assert facts["version"] in (VENDOR / name).read_text()
