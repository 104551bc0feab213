"""Step 0002: the post that started a match."""

from sqlite_utils import Database


def add_posts_of_matches(db: Database) -> None:
    """A tap on "start" that is sent twice starts one match."""
    db.executescript("""
        ALTER TABLE matches ADD COLUMN post TEXT;
        CREATE UNIQUE INDEX matches_by_post ON matches (post);
    """)
