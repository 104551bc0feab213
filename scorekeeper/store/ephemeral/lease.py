"""Leases: one of all processes does a piece of work; if it does not renew its lease, another one takes over."""

from scorekeeper.store.ephemeral.interface import EphemeralStore

SILENT = 60.0  # seconds without a renewal after which the holder is taken to have ended
MOST_ATTEMPTS = 3  # for one lease: work that crashes each of its processes is given up


def acquire_lease(ephemeral: EphemeralStore, name: str) -> bool:
    """Take the lease `name`, which lets one of all processes do a piece of work; return whether the caller got it.

    It is refused if its work is done, if another process holds it, or after `MOST_ATTEMPTS` attempts. Leases of other
    names are dropped.
    """
    with ephemeral.write() as db:
        now = ephemeral.clock()  # read only now, so that no process that wrote before has read a later time
        sql = "SELECT renewed, attempts, done FROM leases WHERE name = ?"
        renewed, attempts, done = db.execute(sql, (name,)).fetchone() or (now - SILENT, 0, False)
        if done or attempts >= MOST_ATTEMPTS or now - SILENT < renewed <= now:
            return False
        db.execute("DELETE FROM leases WHERE name != ?", (name,))
        db.execute(
            "INSERT OR REPLACE INTO leases (name, renewed, attempts, done) VALUES (?, ?, ?, 0)",
            (name, now, attempts + 1),
        )
        return True


def renew_lease(ephemeral: EphemeralStore, name: str) -> None:
    """Record that the holder of the lease `name` still works, so that no other process takes over."""
    with ephemeral.write() as db:
        db.execute("UPDATE leases SET renewed = ? WHERE name = ?", (ephemeral.clock(), name))


def complete_lease(ephemeral: EphemeralStore, name: str) -> None:
    """Record that the work of the lease `name` is done: nobody gets this lease again."""
    with ephemeral.write() as db:
        db.execute("UPDATE leases SET done = 1 WHERE name = ?", (name,))
