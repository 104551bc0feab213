"""The copies of a book: one is made at each start if anything has changed, and the last undamaged copies stay."""

import json
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from scorekeeper.store import NotFoundError, SqliteStore, StoreError
from scorekeeper.store.copies import FOLDER, list_copy_files
from scorekeeper.store.files import write_file
from scorekeeper.store.matches import list_match_rows
from scorekeeper.store.upkeep import has_same_rows, is_sound

PROVED = ".sound.json"  # a file next to the copies with the size and time of each checked one
BEFORE_RESTORE = "before-restore"  # the reason in the name of a copy that a restoration makes
KEPT = 10  # the number of copies that stay by default


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a book: the name of its file, when it was made, and its size in bytes."""

    name: str
    made: datetime
    size: int


def list_copies(store: SqliteStore) -> tuple[Copy, ...]:
    """Return the copies of the book, the newest first."""
    return tuple(Copy(each.path.name, each.made, each.size) for each in list_copy_files(store.path))


def find_copy(store: SqliteStore, name: str) -> Path:
    """Return the path of the copy with this name. Raises NotFoundError."""
    if all(copy.name != name for copy in list_copies(store)):
        raise NotFoundError(name)
    return store.path.parent / FOLDER / name


def copy_now(store: SqliteStore, keep: int, most_bytes: int | None = None, why: str = "asked") -> Copy | None:
    """Copy the book into its folder of copies, and delete old copies as `drop_copies` does; return the copy.

    `why` is part of its name. Return None if the book has no matches. Raises StoreError; its key is `reserve` if the
    disk has too little room.
    """
    with store.read() as db:
        if not list_match_rows(db, limit=1):
            return None
    store.require_space(store.measure_files())
    name = store.keep_copy(why).name
    drop_copies(store, keep, most_bytes)
    return next((copy for copy in list_copies(store) if copy.name == name), None)


def copy_at_start(store: SqliteStore, keep: int, most_bytes: int | None = None) -> Copy | None:
    """Make and return a copy if anything was written since the last one; return None if no copy was needed.

    With `keep` 0 no copy is made. Old copies are deleted as `drop_copies` does. If the book is damaged, the copy is
    deleted and StoreError is raised.
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


def drop_copies(store: SqliteStore, keep: int, most_bytes: int | None = None) -> None:
    """Delete the oldest copies beyond `keep` undamaged ones, or beyond `most_bytes` in all; None is no limit.

    The newest undamaged copy always stays, so that damaged ones never replace it. Copies made before a restoration are
    counted separately, so that repeated restorations delete no other copies. Files that somebody put into the folder by
    hand stay.
    """
    keep = max(keep, 1)
    own = [each for each in list_copy_files(store.path) if each.own]
    many = Counter(each.why == BEFORE_RESTORE for each in own)
    if max(many.values(), default=0) <= keep and (most_bytes is None or sum(each.size for each in own) <= most_bytes):
        return
    sound = _are_sound(store)
    counts, size = Counter[tuple[bool, bool]](), 0
    for each in own:
        group, whole = each.why == BEFORE_RESTORE, sound.get(each.path.name, False)
        first = whole and not (counts[True, True] or counts[False, True])
        too_large = most_bytes is not None and size + each.size > most_bytes and not first
        if counts[group, True] >= keep or counts[group, whole] >= keep or too_large:
            each.path.unlink(missing_ok=True)
        else:
            counts[group, whole] += 1
            size += each.size


def _are_sound(store: SqliteStore) -> dict[str, bool]:
    """Return, by name, whether each copy is undamaged.

    Copies that were checked before and have not changed since are not read again.
    """
    proofs = store.path.parent / FOLDER / PROVED
    known: dict[str, list[int | bool]] = {}
    with suppress(OSError, ValueError):
        known = dict(json.loads(proofs.read_text(encoding="utf-8")))
    proved: dict[str, list[int | bool]] = {}
    for each in list_copy_files(store.path):
        try:
            facts = each.path.stat()
            before = known.get(each.path.name, [])
            if before[:2] != [facts.st_size, facts.st_mtime_ns]:
                before = [facts.st_size, facts.st_mtime_ns, is_sound(each.path, store.strict)]
            each.path.stat()  # still there
        except FileNotFoundError:  # another process has just deleted it
            continue
        proved[each.path.name] = before
    if proved != known:
        with suppress(OSError):  # on a full disk they are checked once more
            write_file(proofs, json.dumps(proved))
    return {name: bool(proof[2]) for name, proof in proved.items()}
