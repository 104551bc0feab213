"""Score entries: `line` holds the sheet and its lines, `step` scores one entry, `fold` all of them.

`refusals` finds impossible input, `doubts` unlikely input, and `moves` says what may be laid next.
"""
