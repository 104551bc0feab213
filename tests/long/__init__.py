"""Checks that take long by nature: `make test-long` runs those that end by themselves within an hour."""
