"""A reserve of free disk space, so that entries can still be written when there is no room for copies and photos."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from scorekeeper.store.errors import StoreError

LEFT_FREE = 300_000_000  # bytes
SHARE = 10  # a tenth of a small disk is left free


def require_space(folder: Path, wanted: int = 0, reserve: int | None = None) -> None:
    """Raise StoreError `reserve` if writing `wanted` bytes in `folder` would leave less than the reserve free.

    `reserve` is in bytes; None stands for 300 MB, or a tenth of a disk that is smaller than 3 GB.
    """
    disk = shutil.disk_usage(folder)
    least = min(LEFT_FREE, disk.total // SHARE) if reserve is None else reserve
    if disk.free - wanted < least:
        raise StoreError("reserve")


def measure_folder(folder: Path) -> int:
    """Return how many bytes the files in `folder` and its subfolders have; files that vanish meanwhile count 0."""
    total = 0
    with suppress(FileNotFoundError), os.scandir(folder) as entries:
        for each in entries:
            with suppress(FileNotFoundError):
                if each.is_dir(follow_symlinks=False):
                    total += measure_folder(Path(each))
                elif each.is_file(follow_symlinks=False):
                    total += each.stat().st_size
    return total
