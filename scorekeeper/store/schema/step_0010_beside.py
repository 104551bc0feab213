"""Step 0010: what lies beside the book."""

from sqlite_utils import Database


def add_what_lies_beside(db: Database) -> None:
    """The keys and the name of the book, as the files beside it say: so that its file alone is the whole book."""
    db.execute("CREATE TABLE beside (name TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID")
