"""Your own game, which a group of players composes of axes.

An axis is a setting such as the set of tiles or the tie rule. `axes_of_play`, `axes_of_rounds` and `axes_of_matches`
declare the axes, `sums` says what hands are worth by them, `fitting` which settings go together, and `known` holds
games of the menu as settings.
"""
