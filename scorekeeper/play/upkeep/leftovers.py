"""Deletion of files that a power cut or a lost connection left unfinished, when nobody has touched them for a day."""

import shutil
import time
from contextlib import suppress
from pathlib import Path

DAY = 24 * 3600
IN_BOOK_FOLDER = ("arriving/*", ".*.part", "backups/.*.part*", ".restore-*", "opened-by", "passing.db*")
"""Patterns of leftovers in a book's folder.

They are files received in parts, drafts of small files, copies with their journals, folders for checking a copy, and
files of older versions.
"""


def drop_leftovers(folder: Path, patterns: tuple[str, ...] = IN_BOOK_FOLDER) -> None:
    """Delete files and folders in `folder` that match one of the patterns and were not touched for a day."""
    for path in [path for pattern in patterns for path in folder.glob(pattern)]:
        with suppress(OSError):  # another process deleted it
            if time.time() - path.stat().st_mtime < DAY:
                continue
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
