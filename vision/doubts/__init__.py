"""What to look at on a reading.

`of_a_set` finds tiles that no set holds together; `holes` finds where a tile seems to be missing; `unclear` finds where
the layout can be read in two ways.
"""
