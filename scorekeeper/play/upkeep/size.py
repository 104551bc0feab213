"""The size of a book and the limits of a host, so that a warning comes before a limit is reached."""

import math
from dataclasses import dataclass

from scorekeeper.store import Store
from scorekeeper.store.free_space import require_space as require_space
from scorekeeper.store.matches import count_matches
from scorekeeper.store.photos import count_photos


@dataclass(frozen=True, slots=True)
class BookSize:
    """The size or the limits of a book: matches, photos, and megabytes on the disk of all files in its folder."""

    matches: int
    photos: int
    megabytes: float

    def __add__(self, other: "BookSize") -> "BookSize":
        photos, megabytes = self.photos + other.photos, self.megabytes + other.megabytes
        return BookSize(self.matches + other.matches, photos, megabytes)

    def find_share(self, most: "BookSize") -> float:
        """Return the used share of the limits `most`: the largest of the shares of matches, photos and megabytes.

        1.0 is full.
        """
        return max(self.matches / most.matches, self.photos / most.photos, self.megabytes / most.megabytes)


@dataclass(frozen=True, slots=True)
class HostLimits:
    """The limits of a host of many books: the limits of each `book`, the number of `books`, and the `megabytes` of all.

    `reserve` is how many bytes of the disk stay free for entries; None for the usual reserve. `backups` is how many
    copies of each book the nightly maintenance keeps; with 0 it makes none.
    """

    book: BookSize = BookSize(20_000, 5_000, 2_000)
    books: int = 100_000
    megabytes: float = math.inf
    reserve: int | None = None
    backups: int = 3

    @property
    def copies(self) -> int:
        """How many bytes the copies of a book may take: half of the book's limit, so that room is left for scoring."""
        return int(self.book.megabytes * 1_000_000 / 2)


def measure_book(store: Store) -> BookSize:
    """Return the present size of the book. Raises StoreError."""
    with store.read() as db:
        matches, photos = count_matches(db), count_photos(db)
    return BookSize(matches, photos, store.measure() / 1e6)
