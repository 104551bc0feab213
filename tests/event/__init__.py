"""Worked cases of events: `documents` reads them, `cases` runs them, `python -m tests.event FILE…` lists failures."""
