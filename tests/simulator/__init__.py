"""A second scorer: it plays legal random rounds and matches of every game, and counts them with its own arithmetic."""
