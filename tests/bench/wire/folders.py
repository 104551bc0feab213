"""Folders for the books of the benchmark: on the computer's disk, and in memory, where a write waits for no disk."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
MEMORY = Path("/dev/shm")  # a folder is made in it
IN_MEMORY = {"tmpfs", "ramfs"}


def list_folders() -> dict[str, Path]:
    """Return a parent folder for each kind of disk: `disk`, and `tmpfs` if the system has one."""
    disks = [Path(tempfile.gettempdir()), Path("/var/tmp"), ROOT]  # likewise
    disk = next((folder for folder in disks if folder.is_dir() and find_kind(folder) not in IN_MEMORY), ROOT)
    return {"disk": disk} | ({"tmpfs": MEMORY} if find_kind(MEMORY) in IN_MEMORY else {})


def find_kind(folder: Path) -> str:
    """Return the type of the file system of a folder; empty if the system does not say."""
    mounts = Path("/proc/mounts")
    lines = [line.split() for line in mounts.read_text().splitlines()] if mounts.exists() else []
    above = [(len(line[1]), line[2]) for line in lines if folder.resolve().is_relative_to(line[1])]
    return max(above, default=(0, ""))[1]


@contextmanager
def lend_folder(parent: Path) -> Iterator[Path]:
    """Make a new folder, and delete it when the context ends."""
    with tempfile.TemporaryDirectory(dir=parent, prefix="bench-") as folder:
        yield Path(folder)
