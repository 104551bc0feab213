"""Who looks after the books tonight: one of all processes, and another one where that one is heard of no more."""

from scorekeeper.store.passing.database import Passing

SILENT = 60.0  # seconds without a word, after which whoever had taken the night has ended
MOST_TRIES = 3  # of one night: what ends whoever tries it is left for the next one


def take_night(passing: Passing, night: str) -> bool:
    """Whether whoever asks does the work of this night: it is not done, and nobody is at it."""
    with passing.change() as db:
        now = passing.clock()  # only now: whoever wrote before has read the clock before
        sql = "SELECT beat, tries, done FROM nights WHERE night = ?"
        beat, tries, done = db.execute(sql, (night,)).fetchone() or (now - SILENT, 0, False)
        if done or tries >= MOST_TRIES or now - SILENT < beat <= now:
            return False
        db.execute("DELETE FROM nights WHERE night != ?", (night,))
        db.execute("INSERT OR REPLACE INTO nights VALUES (?, ?, ?, 0)", (night, now, tries + 1))
        return True


def keep_night(passing: Passing, night: str) -> None:
    """Say that the work of this night goes on."""
    with passing.change() as db:
        db.execute("UPDATE nights SET beat = ? WHERE night = ?", (passing.clock(), night))


def close_night(passing: Passing, night: str) -> None:
    """Say that the work of this night is done."""
    with passing.change() as db:
        db.execute("UPDATE nights SET done = 1 WHERE night = ?", (night,))
