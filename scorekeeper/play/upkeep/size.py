"""How much is in a book, and how much there may be: told before it is too much."""

from dataclasses import dataclass

from scorekeeper.store import Store
from scorekeeper.store.matches import count_matches
from scorekeeper.store.photos import count_photos
from scorekeeper.store.upkeep import measure_bytes


@dataclass(frozen=True, slots=True)
class BookSize:
    """What is in a book, or what may be: matches, photos, and megabytes on the disk without its copies."""

    matches: int
    photos: int
    megabytes: float

    def __add__(self, other: "BookSize") -> "BookSize":
        photos, megabytes = self.photos + other.photos, self.megabytes + other.megabytes
        return BookSize(self.matches + other.matches, photos, megabytes)

    def find_share(self, most: "BookSize") -> float:
        """How much of what there may be is taken, by whatever is taken most; 1.0 is full."""
        return max(self.matches / most.matches, self.photos / most.photos, self.megabytes / most.megabytes)


def measure_book(store: Store) -> BookSize:
    """What is in it now. Raises StoreError."""
    with store.read() as db:
        return BookSize(count_matches(db), count_photos(db), measure_bytes(db) / 1e6)
