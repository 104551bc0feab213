"""Handlers of the audit log and the access log, which write events as lines of JSON to a file or to stderr."""

import json
import logging
import os
import sys
from pathlib import Path


class JsonLines(logging.Formatter):
    """A formatter that writes the attribute `event` of a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(record.__dict__["event"], ensure_ascii=False)


def write_lines(logger: logging.Logger, path: str) -> None:
    """Make `logger` write its events to the file at `path`, to stderr for `-`, or nowhere if `path` is empty.

    Handlers of earlier calls are removed.
    """
    logger.setLevel(logging.INFO)
    for handler in [each for each in logger.handlers if isinstance(each.formatter, JsonLines)]:
        logger.removeHandler(handler)
        handler.close()
    if path:
        handler = logging.StreamHandler(sys.stderr) if path == "-" else _open_file(Path(path))
        handler.setFormatter(JsonLines())
        logger.addHandler(handler)


def _open_file(path: Path) -> logging.Handler:
    """Return a handler that appends to the file at `path`; a new file can be read by its owner alone."""
    os.close(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
    return logging.FileHandler(path, encoding="utf-8", delay=True)
