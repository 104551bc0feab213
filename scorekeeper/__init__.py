"""A score pad for real domino games.

The packages and the imports that are allowed between them (`->` reads "may import"; a test forbids all others):

    cli, web -> play -> engine, store        play  the use cases: start a match, add an entry, read a sheet
    store    -> engine                       store one SQLite file: matches, entries, photos
    web, cli -> vision                       vision a photo -> tiles and how they touch; knows no rules
                                             engine the rules: pure functions, standard library only

``folders`` finds templates and static files for web and cli. ``vision`` is a folder next to this package in a checkout
and a subpackage of it in the wheel, so all other code imports ``scorekeeper.vision``.
"""

__version__ = "1.0.0"
