"""Your own game, which a group of players puts together from axes.

An axis is a setting such as the set of tiles or the tie rule. The modules `axes_of_…` declare the axes, `sums` computes
the points for hands, `fitting` says which settings exclude each other, and `menu_games` holds games of the menu as
settings.
"""
