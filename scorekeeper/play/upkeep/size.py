"""How much is in a book, and how much there may be: told before it is too much."""

import math
from dataclasses import dataclass

from scorekeeper.store import Store
from scorekeeper.store.free_space import measure_folder as measure_folder
from scorekeeper.store.free_space import require_space as require_space
from scorekeeper.store.matches import count_matches
from scorekeeper.store.photos import count_photos


@dataclass(frozen=True, slots=True)
class BookSize:
    """What is in a book, or what may be: matches, photos, and megabytes on the disk of all files in its folder."""

    matches: int
    photos: int
    megabytes: float

    def __add__(self, other: "BookSize") -> "BookSize":
        photos, megabytes = self.photos + other.photos, self.megabytes + other.megabytes
        return BookSize(self.matches + other.matches, photos, megabytes)

    def find_share(self, most: "BookSize") -> float:
        """How much of what there may be is taken, by whatever is taken most; 1.0 is full."""
        return max(self.matches / most.matches, self.photos / most.photos, self.megabytes / most.megabytes)


@dataclass(frozen=True, slots=True)
class HostLimits:
    """What a host may hold: in each `book`, how many `books`, and how many `megabytes` in all of them together.

    `reserve` is how many bytes of the disk stay free for entries; None for the usual reserve.
    """

    book: BookSize = BookSize(20_000, 5_000, 2_000)
    books: int = 100_000
    megabytes: float = math.inf
    reserve: int | None = None

    @property
    def copies(self) -> int:
        """How many bytes the copies of a book may take: half of what the book may, so that scoring goes on."""
        return int(self.book.megabytes * 1_000_000 / 2)


def measure_book(store: Store) -> BookSize:
    """What is in it now. Raises StoreError."""
    with store.read() as db:
        matches, photos = count_matches(db), count_photos(db)
    return BookSize(matches, photos, measure_folder(store.path.parent) / 1e6)
