"""What is stored of the statistics: tallies and rivalries. Pages that had to count have it stored by a form."""

from scorekeeper.play.history.rivalries import has_uncounted_rivalries, record_rivalries
from scorekeeper.play.history.tallies import has_uncounted, record_tallies
from scorekeeper.store import Store


def record_statistics(store: Store) -> None:
    """Count the finished matches that the stored statistics lack and store the result. Raises StoreError."""
    record_tallies(store)
    record_rivalries(store)


def has_unrecorded_statistics(store: Store) -> bool:
    """Return whether the stored statistics lack a finished match or a player."""
    return has_uncounted(store) or has_uncounted_rivalries(store)
