"""Scoring a match: `match` reads it, `writing` adds to it, `changes` tells of corrections, `digests` sums it up."""
