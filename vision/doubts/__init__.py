"""Finding what a player should check in a reading.

`of_a_set` finds tiles that contradict the set, `holes` places where a tile seems to be missing, and `unclear` tiles
whose joints can be read in two ways.
"""
