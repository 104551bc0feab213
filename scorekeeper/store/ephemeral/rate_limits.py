"""Rate limits: the number of actions of each kind and client in a period, counted over all processes."""

from scorekeeper.store.ephemeral.interface import EphemeralStore, drop_oldest

MOST = 20_000  # counters


def count_hit(ephemeral: EphemeralStore, what: str, who: str, within: float) -> int:
    """Count one more action `what` of `who`, and return their number in the current period of `within` seconds.

    A period begins with the first action after the previous period. `who` is, for example, an address.
    """
    now = ephemeral.clock()
    with ephemeral.write() as db:
        sql = "SELECT since, times FROM hits WHERE what = ? AND who = ?"
        since, times = db.execute(sql, (what, who)).fetchone() or (now, 0)
        if not since <= now < since + within:  # the clock begins at 0 when the computer starts
            since, times = now, 0
        db.execute("DELETE FROM hits WHERE what = ? AND who = ?", (what, who))
        db.execute("INSERT INTO hits (what, who, since, times) VALUES (?, ?, ?, ?)", (what, who, since, times + 1))
        drop_oldest(db, "hits", MOST)
    return int(times) + 1
