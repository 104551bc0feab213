"""Atomic writing of small files: a reader finds the old content or the new one, even after a power cut.

The new content goes to a draft, a temporary file in the same folder, is flushed to the disk, and replaces the file by a
rename. Several threads and processes may write the same file at once; the last one wins.
"""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

DRAFT = ".part"  # the suffix of drafts, whose names begin with a dot


def write_file(path: Path, content: str) -> None:
    """Replace the content of the file at `path` atomically; the file is readable only by its owner. Raises OSError."""
    draft = make_draft(path)
    try:
        with draft.open("w", encoding="utf-8") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    sync_folder(path.parent)


def make_draft(path: Path) -> Path:
    """Create an empty temporary file in the folder of `path`, to be renamed to `path` later, and return where it is."""
    descriptor, name = mkstemp(prefix=f".{path.name}.", suffix=DRAFT, dir=path.parent)
    os.close(descriptor)
    return Path(name)


def move_folder(source: Path, target: Path) -> None:
    """Rename a folder durably; after a power cut it is at either of both paths. Raises OSError."""
    source.rename(target)
    sync_folder(target.parent)
    sync_folder(source.parent)


def sync_folder(folder: Path) -> None:
    """Flush the names of the files in `folder` to the disk; on systems that are not POSIX nothing is done."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
