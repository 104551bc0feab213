"""The matches on the first page: running ones, and matches that ended or were abandoned lately.

A match is abandoned when nobody has written in it for some hours, or when somebody calls it off. Another entry resumes
it.
"""

from dataclasses import dataclass

from scorekeeper.play.history.search import MatchSummary, describe_match, find_abandoned_before
from scorekeeper.store import Store
from scorekeeper.store.match_index import NEVER, list_abandoned, list_recent

RUNNING, OVER, LEFT = 40, 8, 8  # the most matches of each sort that are listed


@dataclass(frozen=True, slots=True)
class RecentMatches:
    """Running, finished (`over`) and abandoned (`left`) matches; in each list the match written last comes first.

    `more` is true if there are more abandoned matches than listed.
    """

    running: tuple[MatchSummary, ...]
    over: tuple[MatchSummary, ...]
    left: tuple[MatchSummary, ...]
    more: bool


def list_recent_matches(store: Store) -> RecentMatches:
    """Return the running, finished and abandoned matches for the first page.

    Abandoned matches without an entry are left out.
    """
    before = find_abandoned_before()
    with store.read() as db:
        running, over = list_recent(db, False, before, RUNNING), list_recent(db, True, NEVER, OVER)
        left = list_abandoned(db, before, LEFT + 1)
        summaries = [tuple(describe_match(store, db, each) for each in some) for some in (running, over, left[:LEFT])]
        return RecentMatches(summaries[0], summaries[1], summaries[2], len(left) > LEFT)
