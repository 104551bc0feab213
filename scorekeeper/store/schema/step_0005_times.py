"""Step 0005: serials of matches and endings by their time, and digests of photos."""

from sqlite_utils import Database

from scorekeeper.store.columns import hash_jpeg
from scorekeeper.store.sequence import renumber_matches


def number_matches_by_time(db: Database) -> None:
    """Number matches and endings by their time, so that an imported match is ordered by when it was played.

    Photos get a digest, by which a change to their bytes is found.
    """
    renumber_matches(db)
    db.execute("ALTER TABLE photos ADD COLUMN digest TEXT")  # of the JPEG
    for (id_,) in db.execute("SELECT id FROM photos").fetchall():
        (jpeg,) = db.execute("SELECT jpeg FROM photos WHERE id = ?", (id_,)).fetchone()
        db.execute("UPDATE photos SET digest = ? WHERE id = ?", (hash_jpeg(jpeg), id_))
    db.executescript("""
        CREATE INDEX entries_by_photo ON entries (photo) WHERE photo IS NOT NULL;

        DROP TRIGGER standings_end;
        CREATE TRIGGER standings_end AFTER INSERT ON finals
        BEGIN
            DELETE FROM tallies WHERE upto >= NEW.rowid
            AND person IN (SELECT person FROM sitting WHERE match = NEW.match);
            UPDATE standings SET over = 1, ended = NEW.rowid, totals = NEW.totals, winners = NEW.winners
            WHERE match = NEW.match;
        END;
    """)
