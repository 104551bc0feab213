"""Handlers of the audit log and the access log, which write events as lines of JSON to a file or to stderr."""

import json
import logging
import os
import sys
from functools import partial
from io import TextIOWrapper
from logging.handlers import WatchedFileHandler


class PrivateFileHandler(WatchedFileHandler):
    """A handler that appends to a file which its owner alone can read, and begins a new one when it was renamed."""

    def _open(self) -> TextIOWrapper:
        return open(self.baseFilename, "a", encoding=self.encoding, opener=partial(os.open, mode=0o600))


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
        handler = logging.StreamHandler(sys.stderr) if path == "-" else PrivateFileHandler(path, encoding="utf-8")
        handler.setFormatter(JsonLines())
        logger.addHandler(handler)
