"""The copies beside the matches: one at each start when anything has changed, and the last few sound ones are kept."""

import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from scorekeeper.store import NotFound, Store, StoreError
from scorekeeper.store.copies import FOLDER, list_copy_files
from scorekeeper.store.matches import list_match_rows
from scorekeeper.store.upkeep import has_same_rows, is_sound

PROVED = ".sound.json"  # beside the copies: size and time of each that was proved, so that none is read through twice


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of everything: its file's name, when it was made as the clock said, and how large it is, in bytes."""

    name: str
    made: datetime
    size: int


def list_copies(store: Store) -> tuple[Copy, ...]:
    """The kept copies, the newest first."""
    files = list_copy_files(store.path)
    return tuple(Copy(each.path.name, each.made, each.path.stat().st_size) for each in files)


def find_copy(store: Store, name: str) -> Path:
    """Where the copy of that name lies; raises NotFound."""
    if all(copy.name != name for copy in list_copies(store)):
        raise NotFound(name)
    return store.path.parent / FOLDER / name


def copy_now(store: Store, keep: int, why: str = "asked") -> Copy | None:
    """Copy everything to the folder of copies; None where there is nothing.

    The oldest ones go when `keep` newer ones are proved sound: a damaged one never pushes out one that can be restored.
    """
    with store.read() as db:
        if not list_match_rows(db, limit=1):
            return None
    name = store.keep_copy(why).name
    drop_copies(store, max(keep, 1))
    return next((copy for copy in list_copies(store) if copy.name == name), None)


def copy_at_start(store: Store, keep: int) -> Copy | None:
    """A copy when anything was written since the last one; none with `keep` 0.

    Of a damaged book none is kept, and StoreError says why.
    """
    if keep < 1:
        return None
    newest = next(iter(list_copy_files(store.path)), None)
    if newest and has_same_rows(store, newest.path):
        drop_copies(store, keep)
        return None
    made = copy_now(store, keep, "start")
    if made and not _are_sound(store).get(made.name):
        find_copy(store, made.name).unlink()
        raise StoreError("not_a_database", path=str(store.path))
    return made


def drop_copies(store: Store, keep: int) -> None:
    """Delete the oldest copies beyond `keep` sound ones; what somebody put there by hand stays."""
    own = [each.path for each in list_copy_files(store.path) if each.own]
    if len(own) <= keep:
        return
    sound = _are_sound(store)
    good = [path for path in own if sound[path.name]]
    for path in own[own.index(good[keep - 1]) + 1 :] if len(good) >= keep else ():
        path.unlink(missing_ok=True)


def _are_sound(store: Store) -> dict[str, bool]:
    """Whether each copy is whole; those that were proved and not touched since are believed."""
    folder = store.path.parent / FOLDER
    known: dict[str, list[int | bool]] = {}
    with suppress(OSError, ValueError):
        known = dict(json.loads((folder / PROVED).read_text(encoding="utf-8")))
    found: dict[str, list[int | bool]] = {}
    for each in list_copy_files(store.path):
        facts = each.path.stat()
        before = known.get(each.path.name, [])
        if before[:2] != [facts.st_size, facts.st_mtime_ns]:
            before = [facts.st_size, facts.st_mtime_ns, is_sound(each.path)]
        found[each.path.name] = before
    with suppress(OSError):  # on a full disk they are proved once more
        (folder / PROVED).write_text(json.dumps(found), encoding="utf-8")
    return {name: bool(proof[2]) for name, proof in found.items()}
