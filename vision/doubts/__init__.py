"""Finding what a player should check in a reading.

`tile_set` finds tiles that contradict the set, `holes` finds pairs of tiles between which a tile seems to be missing,
and `unclear_layouts` finds pairs whose joint can be read in two ways.
"""
