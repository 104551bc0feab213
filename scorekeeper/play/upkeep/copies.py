"""The copies beside the matches: one at each start when anything has changed, and the last few sound ones are kept."""

import json
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from scorekeeper.store import NotFoundError, Store, StoreError
from scorekeeper.store.copies import FOLDER, list_copy_files
from scorekeeper.store.files import write_file
from scorekeeper.store.matches import list_match_rows
from scorekeeper.store.upkeep import has_same_rows, is_sound

PROVED = ".sound.json"  # beside the copies: size and time of each that was proved, so that none is read through twice
BEFORE_RESTORE = "before-restore"  # why a restore makes a copy
KEPT = 10  # copies


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of everything: its file's name, when it was made as the clock said, and how large it is, in bytes."""

    name: str
    made: datetime
    size: int


def list_copies(store: Store) -> tuple[Copy, ...]:
    """The kept copies, the newest first."""
    return tuple(Copy(each.path.name, each.made, each.size) for each in list_copy_files(store.path))


def find_copy(store: Store, name: str) -> Path:
    """Where the copy of that name lies; raises NotFoundError."""
    if all(copy.name != name for copy in list_copies(store)):
        raise NotFoundError(name)
    return store.path.parent / FOLDER / name


def copy_now(store: Store, keep: int, most_bytes: int | None = None, why: str = "asked") -> Copy | None:
    """Copy everything to the folder of copies, and `drop_copies`; None where there is nothing to copy.

    Raises StoreError, with `reserve` where the disk has too little room.
    """
    with store.read() as db:
        if not list_match_rows(db, limit=1):
            return None
    store.require_space(store.measure_files())
    name = store.keep_copy(why).name
    drop_copies(store, keep, most_bytes)
    return next((copy for copy in list_copies(store) if copy.name == name), None)


def copy_at_start(store: Store, keep: int, most_bytes: int | None = None) -> Copy | None:
    """A copy when anything was written since the last one; none with `keep` 0.

    Of a damaged book none is kept, and StoreError says why.
    """
    if keep < 1:
        return None
    newest = next(iter(list_copy_files(store.path)), None)
    if newest and has_same_rows(store, newest.path):
        drop_copies(store, keep, most_bytes)
        return None
    made = copy_now(store, keep, most_bytes, "start")
    if made and not _are_sound(store).get(made.name, True):
        (store.path.parent / FOLDER / made.name).unlink(missing_ok=True)
        raise StoreError("not_a_database", path=str(store.path))
    return made


def drop_copies(store: Store, keep: int, most_bytes: int | None = None) -> None:
    """Delete the oldest copies beyond `keep` sound ones, or beyond `most_bytes` in all.

    The newest sound one always stays: a damaged one never pushes out one that can be restored. Copies made before a
    restore are counted apart, so that whoever restores again and again loses no other copy by it. What somebody put
    there by hand stays.
    """
    keep = max(keep, 1)
    own = [each for each in list_copy_files(store.path) if each.own]
    many = Counter(each.why == BEFORE_RESTORE for each in own)
    if max(many.values(), default=0) <= keep and (most_bytes is None or sum(each.size for each in own) <= most_bytes):
        return
    sound = _are_sound(store)
    kept, size = Counter[tuple[bool, bool]](), 0
    for each in own:
        group, whole = each.why == BEFORE_RESTORE, sound.get(each.path.name, False)
        first = whole and not (kept[True, True] or kept[False, True])
        too_large = most_bytes is not None and size + each.size > most_bytes and not first
        if kept[group, True] >= keep or kept[group, whole] >= keep or too_large:
            each.path.unlink(missing_ok=True)
        else:
            kept[group, whole] += 1
            size += each.size


def _are_sound(store: Store) -> dict[str, bool]:
    """Whether each copy is whole; those that were proved and not touched since are believed."""
    proofs = store.path.parent / FOLDER / PROVED
    known: dict[str, list[int | bool]] = {}
    with suppress(OSError, ValueError):
        known = dict(json.loads(proofs.read_text(encoding="utf-8")))
    found: dict[str, list[int | bool]] = {}
    for each in list_copy_files(store.path):
        try:
            facts = each.path.stat()
            before = known.get(each.path.name, [])
            if before[:2] != [facts.st_size, facts.st_mtime_ns]:
                before = [facts.st_size, facts.st_mtime_ns, is_sound(each.path, store.strict)]
            each.path.stat()  # still there
        except FileNotFoundError:  # another process has just deleted it
            continue
        found[each.path.name] = before
    if found != known:
        with suppress(OSError):  # on a full disk they are proved once more
            write_file(proofs, json.dumps(found))
    return {name: bool(proof[2]) for name, proof in found.items()}
