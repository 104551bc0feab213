"""Entries folded into a sheet: `line` holds what is on it, `step` adds one entry, `fold` all of them.

`refusals` say what cannot be, `doubts` what can hardly be, `moves` what may be laid next.
"""
