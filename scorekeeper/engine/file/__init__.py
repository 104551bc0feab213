"""The match file: `match` reads and writes a whole file, `entry` reads one entry of it."""
