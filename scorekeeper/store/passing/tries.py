"""How often somebody did something of late: what limits are held against, whichever process was asked."""

from scorekeeper.store.passing.database import Passing, drop_oldest

MOST = 20_000  # of those that are counted


def count_tries(passing: Passing, what: str, who: str, within: float) -> int:
    """Count one more; gives how often `who` did `what` in the `within` seconds that began with the first time."""
    now = passing.clock()
    with passing.change() as db:
        sql = "SELECT since, times FROM tries WHERE what = ? AND who = ?"
        since, times = db.execute(sql, (what, who)).fetchone() or (now, 0)
        if not since <= now < since + within:  # a computer that was started anew counts from 0
            since, times = now, 0
        db.execute("INSERT OR REPLACE INTO tries VALUES (?, ?, ?, ?)", (what, who, since, times + 1))
        drop_oldest(db, "tries", MOST)
    return int(times) + 1
