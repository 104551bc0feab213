"""Check from its cookie alone whether a device belongs to a book, before a large body is read.

The answer limits how much a device may send and permits nothing else. `guard` decides about the request itself.
"""

from flask import Flask

from scorekeeper.web.access.permissions import read_device
from scorekeeper.web.http.book_middleware import Books


def is_member(app: Flask, path: str, cookies: str) -> bool:
    """Return whether the device has opened a valid link of the book at `path`. The book is not opened.

    `path` is the target in the request line, `cookies` the Cookie header.
    """
    books: Books = app.extensions["books"]
    return read_device(app, books.find_keys_at(path.partition("?")[0]), cookies).is_known
