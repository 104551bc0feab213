"""The file of matches: what it holds, what it refuses, what it survives."""
