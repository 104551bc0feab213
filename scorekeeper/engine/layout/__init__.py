"""Layouts and their open ends.

`layout` follows a layout tile by tile or by typed ends, `photo` finds it on a photo. `models` says how doubles behave,
`row` keeps the order of the ends, `positions` are the positions of solitaires.
"""
