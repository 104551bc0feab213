"""The audit log: one event of the standard logging for each request that wrote something.

The logger is `scorekeeper.done`, and the event is the attribute `event` of a record. With SCOREKEEPER_LOG each event is
a line of JSON in that file, or on stderr for `-`. It contains no name and no key: a device is known by a hash of its
session. Attempts of strangers are not logged, since they could fill the disk.
"""

import hashlib
import logging
from datetime import UTC, datetime

from flask import Flask, Response, current_app, g, request, session

from scorekeeper.play.access import find_last_entry_number
from scorekeeper.web.access.permissions import READS, get_permission
from scorekeeper.web.http.book_middleware import find_this_book, get_store
from scorekeeper.web.http.json_lines import write_lines
from scorekeeper.web.http.this_match import get_match_id

WHO = {"own": "owner", "score": "scorer", "watch": "watcher"}
LET_IN = {"join.sign_in", "join.join"}
LOOK_AGAIN = {409, 422}  # the form could not be written as it was filled in; such answers are not logged
done = logging.getLogger("scorekeeper.done")


def add_log(app: Flask) -> None:
    """Make `app` log every request that writes, also to the file of the setting LOG if there is one."""
    app.before_request(_count_writes)
    app.after_request(_log_request)
    write_lines(done, str(app.config["LOG"]))


def _count_writes() -> None:
    """Remember how many changes were written in the book before this request."""
    g.writes_before = _count_written()


def _log_request(response: Response) -> Response:
    """Log the request if it wrote something, let a device in, or was refused to a known device; return `response`."""
    endpoint, status = request.endpoint or "", response.status_code
    writes = _count_written()
    wrote = writes > g.get("writes_before", writes) or (endpoint.startswith("keeping.") and status < 400)
    joined = endpoint in LET_IN and status == 303
    right = get_permission().right
    refused = status >= 400 and right is not None
    noted = joined or (request.method not in READS and (wrote or refused) and status not in LOOK_AGAIN)
    if noted and done.hasHandlers():
        match_id = get_match_id()
        event = {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "who": WHO.get(str(right), "stranger"),
            "device": _identify_device(),
            "did": endpoint,
            **({"book": book.id} if (book := find_this_book()) and book.id else {}),
            "match": match_id or None,
            "entry": find_last_entry_number(get_store(), match_id) if match_id and wrote else None,
            "status": status,
        }
        done.info("%s", event["did"], extra={"event": event})
    return response


def _count_written() -> int:
    """Return how many changes this thread has written in the book of the request."""
    book = find_this_book()
    return book.store.writes if book else 0


def _identify_device() -> str | None:
    """Return a hash that identifies this device until it loses its cookie; None without a session."""
    own = str(session.get("csrf_token") or "")
    key = str(current_app.config["SECRET_KEY"])
    return hashlib.sha256(f"{key} {own}".encode()).hexdigest()[:8] if own else None
