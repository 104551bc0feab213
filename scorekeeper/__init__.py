"""A score pad for real domino games.

The parts, and who may import whom (an arrow reads "may import"; nothing else may, and a test holds it):

    cli, web -> play -> engine, store        play  the use cases: start a match, add an entry, read a sheet
    store    -> engine                       store one SQLite file: matches, entries, photos
    web, cli -> vision                       vision a photo -> tiles and how they touch; knows no rules
                                             engine the rules: pure functions, standard library only

``folders`` finds templates and static files; web and cli may ask it. ``vision`` lies beside this package in a checkout
and in it where the wheel is installed, so all else imports ``scorekeeper.vision``.
"""

__version__ = "1.0.0"
