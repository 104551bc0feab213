"""Where a book lies while it is measured: on this computer's disk, and in memory, where writing waits for nothing."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
MEMORY = Path("/dev/shm")  # a folder is made in it
IN_MEMORY = {"tmpfs", "ramfs"}


def list_folders() -> dict[str, Path]:
    """A folder in which to make others, for each kind there is: `disk`, and `tmpfs` where the system has one."""
    disks = [Path(tempfile.gettempdir()), Path("/var/tmp"), ROOT]  # likewise
    disk = next((folder for folder in disks if folder.is_dir() and find_kind(folder) not in IN_MEMORY), ROOT)
    return {"disk": disk} | ({"tmpfs": MEMORY} if find_kind(MEMORY) in IN_MEMORY else {})


def find_kind(folder: Path) -> str:
    """The kind of file system a folder lies in; empty where the system does not tell."""
    mounts = Path("/proc/mounts")
    lines = [line.split() for line in mounts.read_text().splitlines()] if mounts.exists() else []
    above = [(len(line[1]), line[2]) for line in lines if folder.resolve().is_relative_to(line[1])]
    return max(above, default=(0, ""))[1]


@contextmanager
def lend_folder(parent: Path) -> Iterator[Path]:
    """A new folder, gone afterwards."""
    with tempfile.TemporaryDirectory(dir=parent, prefix="bench-") as folder:
        yield Path(folder)
