"""Open ends: of a layout that is followed tile by tile or typed in (`growing`), or seen on a photo (`pictured`).

`positions` hold what lies open before a player of a solitaire.
"""
