"""Downloads of large files, with a limit of simultaneous downloads for each book.

Each takes an open file and a little memory until it is sent, however slowly it is read.
"""

from collections import Counter
from io import BytesIO
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, cast

from flask import Response, make_response, render_template, send_file
from flask_babel import gettext as _

from scorekeeper.web.http.book_middleware import find_book

MOST = 8  # of each book, in each process
IN_MEMORY = 1_000_000  # bytes of a text; more is put on the disk
AGAIN = 30  # seconds after which to try again

_under_way: Counter[str] = Counter()
_lock = Lock()


def limit_download(response: Response) -> Response:
    """The response, or a page that says that too much of this book is being sent already."""
    book = find_book()
    with _lock:
        if _under_way[book] >= MOST:
            response.close()
            return refuse_download()
        _under_way[book] += 1

    def leave() -> None:
        with _lock:
            _under_way[book] -= 1
            if not _under_way[book]:
                del _under_way[book]

    response.direct_passthrough = False  # or nobody hears when it is closed
    response.call_on_close(leave)
    return response


def serve_text(text: str, kind: str, name: str) -> Response:
    """A long text as a file, which takes no memory while it is sent."""
    data = text.encode()
    file = BytesIO() if len(data) <= IN_MEMORY else cast(IO[bytes], TemporaryFile())  # noqa: SIM115  # sent after this ends
    file.write(data)
    file.seek(0)
    response = send_file(file, kind, as_attachment=True, download_name=name)
    response.content_length = len(data)
    return limit_download(response)


def refuse_download() -> Response:
    """The page that says so."""
    heading, sentence = (
        _("Not now"),
        _("Too many files of this book are being downloaded at once. Try again when one of them is done."),
    )
    refused = make_response(render_template("problem.html", heading=heading, sentence=sentence, again=True), 503)
    refused.headers["Retry-After"] = str(AGAIN)
    return refused
