"""The rule objects of which games are composed, and the type of a game (`game`).

Each part of a game has a protocol and ready objects: `dealing`, `leading`, `laying`, `turns`, `moves`, `rounds`,
`paying` (bonuses) and `goals`. `family` is the protocol for the data that a family of games stores on the sheet:
`trains`, `bidding`. The rules of a solitaire are in `solitaire`. The other modules hold house rules that several games
share, and the arithmetic of hands and points.
"""
