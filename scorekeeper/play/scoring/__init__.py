"""Scoring a match.

`match` reads a match, `writing` adds entries, and `taking_back` strikes entries out and puts them back. `preview` and
`correcting` compute what an entry or a correction would change. `hand_collection` collects hands from several phones.
`camera` turns the moves that a camera sees into entries. `counting` evaluates the open ends on a photo, `changes`
describes past corrections, and `digests` and `highlights` summarise a sheet.
"""
