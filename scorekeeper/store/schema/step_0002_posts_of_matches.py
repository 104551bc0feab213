"""Step 0002: the post of a match, which is the id of the form that started it."""

from sqlite_utils import Database


def add_posts_of_matches(db: Database) -> None:
    """Add the post to matches, so that a form "start" that is sent twice starts one match."""
    db.executescript("""
        ALTER TABLE matches ADD COLUMN post TEXT;
        CREATE UNIQUE INDEX matches_by_post ON matches (post);
    """)
