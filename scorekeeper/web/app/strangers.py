"""Who was let in to a book, known by the cookie alone: asked before what a device sends is taken in.

This limits how much a device may send, and allows nothing. What it may do is decided as for every other request.
"""

from flask import Flask

from scorekeeper.web.app.access import read_device
from scorekeeper.web.app.door import Books


def is_known(app: Flask, path: str, cookies: str) -> bool:
    """Whether a device that sends these cookies to this path, both as in a request's header, has opened a link of ours.

    It is asked for each request that brings much, so that no book is opened for it.
    """
    books: Books = app.extensions["books"]
    return read_device(app, books.find_keys_at(path.partition("?")[0]), cookies).is_known
