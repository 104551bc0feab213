"""The command `scorekeeper`."""
