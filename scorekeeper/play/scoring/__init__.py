"""Scoring a match: `match` reads it, `writing` adds to it, `changes` says what a correction changed."""
