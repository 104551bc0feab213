"""What lies on top: the matches at the table now, those that ended last, and those that were left off.

A match is left off when nobody touched it for some hours, or at once when somebody calls it off. Nothing is lost by
it: whoever writes one more entry plays it on.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from scorekeeper.play.history.search import MatchSummary, describe_match, find_abandoned_before
from scorekeeper.store import Store
from scorekeeper.store.match_index import NEVER, call_off, find_indexed_match, list_abandoned, list_recent
from scorekeeper.store.matches import look_up_match

RUNNING, OVER, LEFT = 40, 8, 8


@dataclass(frozen=True, slots=True)
class RecentMatches:
    """The last matches of each sort, the one that was written last first. `more` says whether more were left off."""

    running: tuple[MatchSummary, ...]
    over: tuple[MatchSummary, ...]
    left: tuple[MatchSummary, ...]
    more: bool


def list_recent_matches(store: Store) -> RecentMatches:
    """The matches for the first page; of those that were left none in which nothing was ever written."""
    lately = find_abandoned_before()
    with store.read() as db:
        running, over = list_recent(db, False, lately, RUNNING), list_recent(db, True, NEVER, OVER)
        left = list_abandoned(db, lately, LEFT + 1)
        shown = [tuple(describe_match(store, db, each) for each in some) for some in (running, over, left[:LEFT])]
        return RecentMatches(shown[0], shown[1], shown[2], len(left) > LEFT)


def call_off_match(store: Store, match_id: str, off: bool) -> None:
    """Say that nobody plays the match on, or take it up again: then it is at the table once more.

    One that is over stays as it is. Raises NotFoundError.
    """
    with store.write() as db:
        standing = find_indexed_match(db, look_up_match(db, match_id).serial)
        if not standing.over and standing.off != off:
            call_off(db, standing.row.serial, off, datetime.now(UTC))
