"""Finding what is damaged in the file of matches, and putting a backup in its place."""

from pathlib import Path
from tempfile import TemporaryDirectory

from sqlite_utils import Database

from scorekeeper.store.database import Store, copy_file
from scorekeeper.store.matches import list_match_rows
from scorekeeper.store.schema import make_schema, read_schema
from scorekeeper.store.trouble import StoreError


def find_damage(db: Database) -> tuple[str, ...]:
    """What SQLite finds wrong with the file, in its words; nothing when it is sound."""
    found = [row[0] for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
    found += [f"{table}: row {row} refers to a missing row of {other}" for table, row, other, _ in _strays(db)]
    return tuple(found)


def find_changed_tables(db: Database) -> tuple[str, ...]:
    """The tables, indexes and triggers that are missing or not as we made them."""
    here, wanted = read_schema(db), make_schema()
    return tuple(name for name in sorted(here.keys() | wanted.keys()) if here.get(name) != wanted.get(name))


def restore_file(store: Store, backup: Path) -> Path | None:
    """Put the matches of `backup` in the place of all that are stored, even while the score pad is in use.

    What was there is kept; gives where, or None where nothing was. Raises StoreError where `backup` is no sound file
    of matches; then nothing changes. The file itself is left as it is, and may be of an older score pad.
    """
    with TemporaryDirectory(dir=store.path.parent) as folder:
        draft = Path(folder) / "restored.db"
        copy_file(backup, draft)
        with Store(draft, create=False) as restored:
            with restored.read() as db:
                if find_damage(db):
                    raise StoreError("not_a_database", path=str(backup))
            with store.read() as db:
                anything = bool(list_match_rows(db, limit=1))
            kept = store.keep_copy("before-restore") if anything else None
            store.take_over(restored)
    return kept


def _strays(db: Database) -> list[tuple[str, int | None, str, int]]:
    return db.execute("PRAGMA foreign_key_check").fetchall()
