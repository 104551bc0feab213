"""Downloads of large files, limited to a number at once for each book.

Each download takes an open file and a little memory until it is sent, however slowly the client reads.
"""

from collections import Counter
from io import BytesIO
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, cast

from flask import Response, make_response, render_template, send_file
from flask_babel import gettext as _

from scorekeeper.web.http.book_middleware import get_store_id

MOST = 8  # downloads at once of each book, in each process
IN_MEMORY = 1_000_000  # bytes; a longer text is written to a temporary file
AGAIN = 30  # seconds, for the header Retry-After

_under_way: Counter[str] = Counter()
_lock = Lock()


def limit_download(response: Response) -> Response:
    """Return `response` and count it as a download until it is sent; if `MOST` are counted, return a 503 page."""
    book = get_store_id()
    with _lock:
        if _under_way[book] >= MOST:
            response.close()
            return refuse_download()
        _under_way[book] += 1

    def leave() -> None:
        """Stop counting the download among those under way."""
        with _lock:
            _under_way[book] -= 1
            if not _under_way[book]:
                del _under_way[book]

    response.direct_passthrough = False  # else `call_on_close` has no effect
    response.call_on_close(leave)
    return response


def serve_text(text: str, kind: str, name: str) -> Response:
    """Return a download of `text` with the media type `kind` and the file name `name`.

    A long text is sent from a temporary file, so that it takes no memory. Too many downloads at once are refused.
    """
    data = text.encode()
    file = BytesIO() if len(data) <= IN_MEMORY else cast(IO[bytes], TemporaryFile())  # noqa: SIM115  # sent after this ends
    file.write(data)
    file.seek(0)
    response = send_file(file, kind, as_attachment=True, download_name=name)
    response.content_length = len(data)
    return limit_download(response)


def refuse_download() -> Response:
    """Return the 503 page that says that too many files of the book are being downloaded at once."""
    heading, sentence = (
        _("Not now"),
        _("Too many files of this book are being downloaded at once. Try again when one of them is done."),
    )
    refused = make_response(render_template("problem.html", heading=heading, sentence=sentence, again=True), 503)
    refused.headers["Retry-After"] = str(AGAIN)
    return refused


def forbid_shared_caches(response: Response) -> Response:
    """Set the header that keeps shared caches from storing `response`, and return it."""
    response.headers["Cache-Control"] = "private, no-cache"
    return response
