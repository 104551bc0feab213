"""Moving a whole book into another store, also of the other engine, with a comparison of every row and every sheet."""

from scorekeeper.engine.problems import RuleError
from scorekeeper.play.scoring.digests import make_digest
from scorekeeper.play.scoring.match import load_fresh_match
from scorekeeper.store import Connection, Store
from scorekeeper.store.matches import read_every_match
from scorekeeper.store.row_copies import hash_rows


def find_differences(one: Store, other: Store) -> tuple[str, ...]:
    """Return the differences between two stores of the same book: names of tables, and ids of matches."""
    with one.read() as first, other.read() as second:
        rows = hash_rows(first), hash_rows(second)
        sheets = _read_sheets(first), _read_sheets(second)
    return tuple(
        sorted(key for here, there in (rows, sheets) for key in {*here, *there} if here.get(key) != there.get(key))
    )


def _read_sheets(db: Connection) -> dict[str, object]:
    """Return the digest, totals and winners of every match, scored again, or its error, by the id of the match."""
    sheets: dict[str, object] = {}
    for row in read_every_match(db):
        try:
            sheet = load_fresh_match(db, row).sheet
            sheets[row.id] = make_digest(sheet), dict(sheet.totals), sheet.winners
        except RuleError as error:
            sheets[row.id] = str(error)
    return sheets
