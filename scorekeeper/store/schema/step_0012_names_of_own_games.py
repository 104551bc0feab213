"""Step 0012: an index of matches by the name of the family's own game."""

from sqlite_utils import Database


def name_own_games(db: Database) -> None:
    """Add the name of the own game to matches, with an index.

    Tallies are deleted, because they are now counted for each own game separately.
    """
    db.executescript("""
        ALTER TABLE matches ADD COLUMN own_name TEXT  -- what the family called the game; NULL in those of the menu
            AS (CASE WHEN variant = 'own' AND json_valid(options) THEN json_extract(options, '$.name') END);
        CREATE INDEX matches_by_own_name ON matches (own_name, serial) WHERE own_name IS NOT NULL;

        DELETE FROM tallies;
    """)
