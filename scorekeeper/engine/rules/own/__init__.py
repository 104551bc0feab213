"""Your own game, put together from axes: what can be chosen on each, what excludes each other, and what is asked.

`axes_of_play`, `axes_of_rounds` and `axes_of_matches` declare them, `sums` says what hands are worth by them, `fitting`
which go together, and `known` has games of the menu as settings.
"""
