"""Evaluation of the reader on photos with labels.

`labels` describes each photo; `judge` compares a reading with its label; `line` finds the open ends of a played line;
`figures` sums up all photos; `report` writes the figures as a table. `python -m vision.evaluate` runs them.
"""
