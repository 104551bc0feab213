"""The copies that are kept beside the matches: one at each start when anything changed, the last few kept."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from scorekeeper.store import NotFound, Store
from scorekeeper.store.database import BACKUPS
from scorekeeper.store.matches import list_match_rows


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of everything: its file's name, when it was made and how large it is, in bytes."""

    name: str
    made: datetime
    size: int


def list_copies(store: Store) -> tuple[Copy, ...]:
    """The kept copies, the newest first."""
    found = []
    for path in _folder(store).glob(f"{store.path.stem}-*.db"):
        facts = path.stat()
        found.append(Copy(path.name, datetime.fromtimestamp(facts.st_mtime, UTC), facts.st_size))
    return tuple(sorted(found, key=lambda copy: (copy.made, copy.name), reverse=True))


def find_copy(store: Store, name: str) -> Path:
    """Where the copy of that name lies; raises NotFound."""
    if all(copy.name != name for copy in list_copies(store)):
        raise NotFound(name)
    return _folder(store) / name


def copy_now(store: Store, keep: int, why: str = "asked") -> Copy | None:
    """Copy everything to the folder of copies, and let go of the oldest beyond `keep`; None where there is nothing."""
    with store.read() as db:
        if not list_match_rows(db, limit=1):
            return None
    name = store.keep_copy(why).name
    drop_copies(store, max(keep, 1))
    return next(copy for copy in list_copies(store) if copy.name == name)


def copy_at_start(store: Store, keep: int) -> Copy | None:
    """A copy when anything was written since the last one; none with `keep` 0."""
    if keep < 1:
        return None
    kept = list_copies(store)
    files = [store.path, store.path.with_name(f"{store.path.name}-wal")]
    changed = max(path.stat().st_mtime for path in files if path.exists())
    if kept and kept[0].made.timestamp() >= changed:
        drop_copies(store, keep)
        return None
    return copy_now(store, keep, "start")


def drop_copies(store: Store, keep: int) -> None:
    """Delete the oldest copies beyond `keep`."""
    for copy in list_copies(store)[keep:]:
        (_folder(store) / copy.name).unlink(missing_ok=True)


def _folder(store: Store) -> Path:
    return store.path.parent / BACKUPS
