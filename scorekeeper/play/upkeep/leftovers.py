"""What a power cut, or a phone that went, has left half done: deleted when nobody has gone on with it for a day."""

import shutil
import time
from contextlib import suppress
from pathlib import Path

DAY = 24 * 3600
BESIDE_BOOK = ("arriving/*", ".*.part", "backups/.*.part*", ".restore-*", "opened-by", "passing.db*")
"""Files sent in parts, drafts of small files, copies with their journals, folders in which a copy was looked at, and
which device has opened the book; the file that is now `ephemeral.db`.
"""


def drop_leftovers(folder: Path, patterns: tuple[str, ...] = BESIDE_BOOK) -> None:
    """Delete what lies in the folder under such a name and was not touched since yesterday."""
    for path in [path for pattern in patterns for path in folder.glob(pattern)]:
        with suppress(OSError):  # it is there no longer
            if time.time() - path.stat().st_mtime < DAY:
                continue
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
