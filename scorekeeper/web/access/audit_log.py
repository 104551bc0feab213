"""The audit log: who wrote what to which match, as one event for each writing request, through `logging`.

The logger is `scorekeeper.done`, and a record's `event` is the dict to log; with SCOREKEEPER_LOG each is a line of JSON
in that file, or on stderr for `-`. An event has no names and no keys: a device is known by a mark that means nothing
elsewhere. What strangers try is not logged here, since it could fill a disk.
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
LOOK_AGAIN = {409, 422}  # statuses of a form that was refused and is shown again
done = logging.getLogger("scorekeeper.done")


class JsonLines(logging.Formatter):
    """A record's event as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the event of `record` as a line of JSON."""
        return json.dumps(record.__dict__["event"], ensure_ascii=False)


def add_log(app: Flask) -> None:
    """Make `app` log each request that writes something, into the file of the setting LOG if there is one."""
    app.before_request(_count_writes)
    app.after_request(_write_down)
    done.setLevel(logging.INFO)
    for handler in [each for each in done.handlers if isinstance(each.formatter, JsonLines)]:
        done.removeHandler(handler)
        handler.close()
    if wanted := str(app.config["LOG"]):
        handler = logging.StreamHandler(sys.stderr) if wanted == "-" else _open_file(Path(wanted))
        handler.setFormatter(JsonLines())
        done.addHandler(handler)


def _open_file(path: Path) -> logging.Handler:
    """Return a handler that appends to the file at `path`, which only its owner may read."""
    os.close(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
    return logging.FileHandler(path, encoding="utf-8", delay=True)


def _count_writes() -> None:
    """Remember how much was written before this request."""
    g.writes_before = _count_written()


def _write_down(response: Response) -> Response:
    """Log the request if it wrote something, let a device in, or was refused to a device with a permission."""
    endpoint, status = request.endpoint or "", response.status_code
    writes = _count_written()
    wrote = writes > g.get("writes_before", writes) or (endpoint.startswith("keeping.") and status < 400)
    came = endpoint in LET_IN and status == 303
    right = get_permission().right
    refused = status >= 400 and right is not None
    told = came or (request.method not in READS and (wrote or refused) and status not in LOOK_AGAIN)
    if told and done.hasHandlers():
        match_id = get_match_id()
        event = {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "who": WHO.get(str(right), "stranger"),
            "device": _mark_device(),
            "did": endpoint,
            **({"book": book.id} if (book := find_this_book()) and book.id else {}),
            "match": match_id or None,
            "entry": find_last_entry_number(get_store(), match_id) if match_id and wrote else None,
            "status": status,
        }
        done.info("%s", event["did"], extra={"event": event})
    return response


def _count_written() -> int:
    """Return how many times this thread has written in the book of the request; 0 without a book."""
    book = find_this_book()
    return book.store.writes if book else 0


def _mark_device() -> str | None:
    """Return a mark of the requesting device, the same until it loses its cookie; None without a cookie."""
    own = str(session.get("csrf_token") or "")
    key = str(current_app.config["SECRET_KEY"])
    return hashlib.sha256(f"{key} {own}".encode()).hexdigest()[:8] if own else None
