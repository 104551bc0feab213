"""Step 0010: the sidecar files of the book."""

from sqlite_utils import Database


def add_what_lies_beside(db: Database) -> None:
    """Add the table of the keys and the name, copied from the sidecar files: one file is then the whole book."""
    db.execute("CREATE TABLE beside (name TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID")
