"""Checks that take long by nature: `make test-long` runs those that end by themselves within an hour."""

import os

LONG = os.environ.get("TRUST") == "long"
"""Whether the tests that are bounded otherwise run at full length."""
