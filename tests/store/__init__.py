"""The store: what it contains, what it refuses, and which failures it survives."""
