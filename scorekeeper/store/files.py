"""Atomic writes of small files: a reader finds the old content or the new one, also after a power cut.

The new content goes to a draft with a name of its own in the same folder, reaches the disk, and then takes the place of
the file. Several threads and processes may write the same file at once: the last one counts.
"""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

DRAFT = ".part"  # ends the names of drafts, which begin with a dot


def write_file(path: Path, content: str) -> None:
    """Put `content` in the place of the file at `path`, readable by its owner alone. Raises OSError."""
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
    """Create an empty temporary file in the folder of `path`, to replace it later."""
    descriptor, name = mkstemp(prefix=f".{path.name}.", suffix=DRAFT, dir=path.parent)
    os.close(descriptor)
    return Path(name)


def move_folder(source: Path, target: Path) -> None:
    """Rename a folder; after a power cut it is at one of both places. Raises OSError."""
    source.rename(target)
    sync_folder(target.parent)
    sync_folder(source.parent)


def sync_folder(folder: Path) -> None:
    """Have the disk keep the names of the files in `folder`, which only POSIX systems can be asked for."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
