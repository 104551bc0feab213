"""Whole matches of every game, written as what the players at a table do, and the figures worked out by hand.

`games` holds the scripts, `table` the steps they are made of. Two kinds of table carry them out: `tests/web/forms.py`
sends the forms of the pages to the app, `tests/browser/tables.py` taps on them in a browser.
"""
