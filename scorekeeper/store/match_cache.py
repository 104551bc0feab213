"""A cache of the matches that were used last, shared by all books that a process has open."""

from threading import Lock
from typing import Any

from cachetools import LRUCache

MAX_ENTRIES = 20_000  # entries of all cached matches; one takes about 4 kB


class MatchCache:
    """An LRU cache of values that a caller derives from matches, safe to share between threads.

    `max_entries` limits the sum of the entries of all cached matches, whichever book they belong to. A match that has
    more by itself is cached alone.
    """

    def __init__(self, max_entries: int = MAX_ENTRIES) -> None:
        self._lock = Lock()
        self._matches: LRUCache[tuple[str, str], tuple[Any, int]] = LRUCache(max_entries, lambda cached: cached[1])

    def get(self, book: str, match_id: str) -> Any | None:
        """Return the value cached for the match of this book; None if there is none."""
        with self._lock:
            cached = self._matches.get((book, match_id))
        return cached[0] if cached else None

    def put(self, book: str, match_id: str, value: Any, entries: int) -> None:
        """Cache `value` for the match of this book; `entries` is the number of the match's entries."""
        with self._lock:
            size = min(entries + 1, int(self._matches.maxsize))  # a match without entries must have a size, too
            self._matches[book, match_id] = value, size

    def clear(self, book: str | None = None) -> None:
        """Remove the matches of `book`, or of all books if it is None."""
        with self._lock:
            for key in [key for key in self._matches if book in (None, key[0])]:
                del self._matches[key]

    def __len__(self) -> int:
        return len(self._matches)
