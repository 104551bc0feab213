"""Find what a player should look at in a reading.

`of_a_set` finds tiles that contradict the set, `holes` where a tile seems to be missing, and `unclear` where the layout
can be read in two ways.
"""
