"""What every game answers: `game` asks, `leads`, `hands` and `points` help to answer; families share a module here."""
