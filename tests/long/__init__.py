"""Checks that take long: `make test-long` runs those that end by themselves within an hour."""

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

LONG = os.environ.get("TRUST") == "long"
"""Whether tests run at full length that otherwise stop early."""


def sample(items: Iterable[T], every: int, first: int = 0) -> Sequence[T]:
    """Return every `every`-th of the items, beginning with `first`; all of them in the long run."""
    return list(items)[0 if LONG else first :: 1 if LONG else every]


def mark_slow(*values: object) -> list[Any]:
    """Return values of a parameter, such as devices, with which the test runs only in `make test-slow`."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]
