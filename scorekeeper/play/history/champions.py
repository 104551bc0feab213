"""Who wears the crown: those who won most matches on the last evening that somebody won.

Where two sides won equally many, the crown stays with whoever had it. A lone player wins none.
"""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.play.history.evenings import list_evenings
from scorekeeper.play.history.search import Search
from scorekeeper.store import Store

FAR = 60  # matches that are looked through


@dataclass(frozen=True, slots=True)
class Champions:
    """The players who wear the crown, and the evening they won: its id, and when it began."""

    players: tuple[str, ...]
    evening: str
    began: datetime


def find_champions(store: Store) -> Champions | None:
    """Who wears the crown; None where nobody has won one lately."""
    for evening in list_evenings(store, Search(result="over"), FAR).evenings:
        best = max(evening.wins.values())
        leaders = [name for name, won in evening.wins.items() if won == best]
        if len(evening.wins) > 1 and len(leaders) == 1 and best:
            return Champions(evening.members(leaders[0]), evening.id, evening.began)
    return None
