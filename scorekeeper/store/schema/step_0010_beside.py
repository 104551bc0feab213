"""Step 0010: copies of the small files beside the book."""

from sqlite_utils import Database


def add_what_lies_beside(db: Database) -> None:
    """Create the table with copies of the files of keys and name.

    So the file of matches alone is a whole backup.
    """
    db.execute("CREATE TABLE beside (name TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID")
