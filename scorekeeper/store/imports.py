"""The matches of imports, which are found by the posts that started them (`play.scoring.posts.name_import`)."""

from scorekeeper.store.connection import Database

IMPORT = "own:import "
AFTER = "own:import!"  # the next character after a space


def list_posts_of_imports(db: Database) -> list[tuple[int, str]]:
    """Return the serial and the post of each match that was imported from another program."""
    return db.execute("SELECT serial, post FROM matches WHERE post > ? AND post < ?", (IMPORT, AFTER)).fetchall()


def list_serials(db: Database) -> list[tuple[int, str]]:
    """Return the serial and the id of each match."""
    return db.execute("SELECT serial, id FROM matches").fetchall()


def find_last_import(db: Database) -> str | None:
    """Return the post of a match of the last import; None if there was none."""
    row = db.execute("SELECT max(post) FROM matches WHERE post > ? AND post < ?", (IMPORT, AFTER)).fetchone()
    return row[0] if row else None


def list_imported(db: Database, import_id: str) -> list[tuple[int, str]]:
    """Return the serial of each match of an import, and where it is filed."""
    return db.execute(
        "SELECT serial, place FROM matches JOIN standings ON standings.match = serial WHERE post > ? AND post < ?",
        (f"{IMPORT}{import_id} ", f"{IMPORT}{import_id}!"),
    ).fetchall()
