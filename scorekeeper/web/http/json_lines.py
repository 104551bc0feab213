"""Events as lines of JSON, in a file or on stderr: what the audit log and the access log are written to."""

import json
import logging
import os
import sys
from pathlib import Path


class JsonLines(logging.Formatter):
    """A record's event as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(record.__dict__["event"], ensure_ascii=False)


def write_lines(logger: logging.Logger, wanted: str) -> None:
    """Have the logger write its events to the file `wanted`, to stderr for `-`, or nowhere if it is empty."""
    logger.setLevel(logging.INFO)
    for handler in [each for each in logger.handlers if isinstance(each.formatter, JsonLines)]:
        logger.removeHandler(handler)
        handler.close()
    if wanted:
        handler = logging.StreamHandler(sys.stderr) if wanted == "-" else _open_file(Path(wanted))
        handler.setFormatter(JsonLines())
        logger.addHandler(handler)


def _open_file(path: Path) -> logging.Handler:
    """The end of the file, which is for its owner's eyes alone."""
    os.close(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
    return logging.FileHandler(path, encoding="utf-8", delay=True)
