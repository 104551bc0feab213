"""Step 0012: games of the family's own by their names."""

from sqlite_utils import Database


def name_own_games(db: Database) -> None:
    """Matches are found by the name of the family's own game, and tallies, counted anew, tell such games apart."""
    db.executescript("""
        ALTER TABLE matches ADD COLUMN own_name TEXT  -- what the family called the game; NULL in those of the menu
            AS (CASE WHEN variant = 'own' AND json_valid(options) THEN json_extract(options, '$.name') END);
        CREATE INDEX matches_by_own_name ON matches (own_name, serial) WHERE own_name IS NOT NULL;

        DELETE FROM tallies;
    """)
