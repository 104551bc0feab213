"""Who was let in to a book, known by the cookie alone: asked before what a device sends is taken in.

Whether the links that it opened still open anything is asked later, as of everybody.
"""

from flask import Flask

from scorekeeper.web.app.access import find_keys
from scorekeeper.web.app.door import ADDRESS, Books


def is_known(app: Flask, path: str, cookies: str) -> bool:
    """Whether a device that sends these cookies to this path, both as in a request's header, has opened a link of ours.

    It is asked for each request that brings much, so that no book is opened for it.
    """
    books: Books = app.extensions["books"]
    asked = ADDRESS.fullmatch(path.partition("?")[0])
    keys = find_keys(app, books.find_keys(asked[1] if asked else ""), cookies)
    return keys is None or bool(keys)
