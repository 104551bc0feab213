"""The match file: `match` reads and writes a whole one, `entry` one entry of it."""
