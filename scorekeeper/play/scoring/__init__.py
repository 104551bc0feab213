"""Scoring a match: `match` reads it, `writing` adds to it, `taking_back` takes back and puts back, `preview` and
`correcting` say what would happen.

`counting` looks at the open ends on a photo, `changes` tells of corrections, `digests` sums a finished sheet up.
"""
