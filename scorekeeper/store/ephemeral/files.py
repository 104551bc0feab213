"""Files of the web machines of a cluster, which store no files: parts of uploads, and archives to download, as rows.

The file of ephemeral data has no such table: a server with a disk of its own stores these files in folders.
"""

from pathlib import Path

from scorekeeper.store.ephemeral.interface import EphemeralStore

PART = 4_000_000  # bytes of a row
SIZE = "SELECT coalesce(max(at + length(part)), 0) FROM files WHERE book = ? AND name = ?"


def add_file_part(ephemeral: EphemeralStore, book: str, name: str, at: int, part: bytes) -> int:
    """Write `part` at byte `at` of the file `name` of the book, and return the size of the file in bytes.

    If the file is shorter than `at`, nothing is written. Bytes after the part are deleted.
    """
    with ephemeral.write() as db:
        [size] = db.execute(SIZE, (book, name)).fetchone()
        if at > size:
            return int(size)
        db.execute("DELETE FROM files WHERE written < now() - INTERVAL '1 day'")
        db.execute("DELETE FROM files WHERE book = ? AND name = ? AND at >= ?", (book, name, at))
        shorter = "UPDATE files SET part = substr(part, 1, CAST(? - at AS INTEGER)) WHERE book = ? AND name = ?"
        db.execute(shorter + " AND at + length(part) > ?", (at, book, name, at))
        db.execute("INSERT INTO files (book, name, at, part) VALUES (?, ?, ?, ?)", (book, name, at, part))
    return at + len(part)


def write_file_rows(ephemeral: EphemeralStore, book: str, name: str, source: Path) -> None:
    """Store the content of the file at `source` as the file `name` of the book."""
    at = 0
    with source.open("rb") as file:
        while part := file.read(PART):
            at = add_file_part(ephemeral, book, name, at, part)


def read_file_rows(ephemeral: EphemeralStore, book: str, name: str, target: Path) -> bool:
    """Write the file `name` of the book to the new file `target`, and return whether there is such a file."""
    with ephemeral.read() as db:
        offsets = db.execute("SELECT at FROM files WHERE book = ? AND name = ? ORDER BY at", (book, name)).fetchall()
    if not offsets:
        return False
    with target.open("wb") as file:
        for (at,) in offsets:
            with ephemeral.read() as db:
                sql = "SELECT part FROM files WHERE book = ? AND name = ? AND at = ?"
                row = db.execute(sql, (book, name, at)).fetchone()
            if row is None:  # it is being written again
                return False
            file.write(row[0])
    return True


def drop_file_rows(ephemeral: EphemeralStore, book: str, names: str) -> None:
    """Delete the files of the book whose names match `names`, a name or a pattern of LIKE."""
    with ephemeral.write() as db:
        db.execute("DELETE FROM files WHERE book = ? AND name LIKE ?", (book, names))


def measure_file_rows(ephemeral: EphemeralStore, book: str, without: str) -> int:
    """Return how many bytes the files of the book have whose names do not match `without`, a pattern of LIKE."""
    with ephemeral.read() as db:
        sql = "SELECT coalesce(sum(length(part)), 0) FROM files WHERE book = ? AND name NOT LIKE ?"
        return int(db.execute(sql, (book, without)).fetchone()[0])
