"""The photos that entries were taken from: the picture as it was kept and what was read from it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from scorekeeper.store.columns import hash_jpeg, read_moment, read_object, write_moment
from scorekeeper.store.errors import report_damage


@dataclass(frozen=True, slots=True)
class StoredPhoto:
    """A kept photo. `match` is the id of its match, `jpeg` its bytes, `reading` what was read as in `vision`'s JSON."""

    id: str
    match: str
    kept: datetime
    reading: Mapping[str, Any]
    jpeg: bytes


def write_photo(db: Database, serial: int, id_: str, kept: datetime, reading: Mapping[str, Any], jpeg: bytes) -> None:
    """Keep a photo of the match."""
    db.execute(
        "INSERT INTO photos (id, match, kept, reading, jpeg, digest) VALUES (?, ?, ?, ?, ?, ?)",
        (
            id_,
            serial,
            write_moment(kept),
            json.dumps(dict(reading)),
            jpeg,
            hash_jpeg(jpeg),
        ),
    )


def find_photo_row(db: Database, id_: str) -> StoredPhoto | None:
    """The photo with this id, if there is one; raises RuleError where it cannot be read any more."""
    row = db.execute(
        "SELECT photos.id, matches.id, kept, reading, jpeg FROM photos JOIN matches ON serial = match"
        " WHERE photos.id = ?",
        (id_,),
    ).fetchone()
    with report_damage("photo"):
        return StoredPhoto(row[0], row[1], read_moment(row[2]), read_object(row[3]), bytes(row[4])) if row else None


def find_match_of_photo(db: Database, id_: str) -> int | None:
    """The serial of the match that the photo is of; None for no photo of ours."""
    row = db.execute("SELECT match FROM photos WHERE id = ?", (id_,)).fetchone()
    return int(row[0]) if row else None


def list_photos(db: Database, serial: int) -> tuple[str, ...]:
    """The ids of the photos of a match, in the order in which they were kept."""
    return tuple(id_ for (id_,) in db.execute("SELECT id FROM photos WHERE match = ? ORDER BY rowid", (serial,)))


def list_all_photos(db: Database) -> tuple[str, ...]:
    """The ids of the photos of all matches."""
    return tuple(id_ for (id_,) in db.execute("SELECT id FROM photos ORDER BY rowid").fetchall())


def list_digests(db: Database) -> tuple[str, ...]:
    """The digest of each photo, of its bytes when it was kept."""
    return tuple(digest for (digest,) in db.execute("SELECT digest FROM photos WHERE digest IS NOT NULL").fetchall())


def find_jpeg(db: Database, id_: str) -> bytes:
    """The bytes of the photo with this id."""
    return bytes(db.execute("SELECT jpeg FROM photos WHERE id = ?", (id_,)).fetchone()[0])


def change_photo(db: Database, id_: str, jpeg: bytes | None) -> None:
    """Keep other bytes of a photo. Of a damaged one, None, nothing is kept but its digest, which then tells of it."""
    if jpeg is None:
        db.execute("UPDATE photos SET jpeg = x'' WHERE id = ?", (id_,))
    else:
        db.execute("UPDATE photos SET jpeg = ?, digest = ? WHERE id = ?", (jpeg, hash_jpeg(jpeg), id_))


def count_photos(db: Database) -> int:
    """How many there are, shown by an entry or not."""
    return int(db.execute("SELECT count(*) FROM photos").fetchone()[0])


def find_torn_photos(db: Database, readable: Callable[[bytes], bool]) -> tuple[tuple[str, str], ...]:
    """Match and id of each photo that is not as it was kept, or is not `readable` as a picture."""
    rows = db.execute(
        "SELECT matches.id, photos.id, CAST(jpeg AS BLOB), digest FROM photos JOIN matches ON serial = match"
    )
    return tuple((match, id_) for match, id_, jpeg, kept in rows if hash_jpeg(jpeg) != kept or not readable(jpeg))


def is_last_photo_whole(db: Database) -> bool:
    """Whether the photo that was kept last is as it was kept; there may be none."""
    row = db.execute("SELECT CAST(jpeg AS BLOB), digest FROM photos ORDER BY rowid DESC LIMIT 1").fetchone()
    return row is None or hash_jpeg(row[0]) == row[1]


def list_unused_photos(db: Database, before: datetime | None = None) -> tuple[tuple[str, str], ...]:
    """Match and id of each photo that no entry shows, be it a struck-out one; of those kept `before` then."""
    rows = db.execute(
        "SELECT matches.id, photos.id FROM photos JOIN matches ON serial = match"
        " WHERE NOT EXISTS (SELECT 1 FROM entries WHERE photo = photos.id) AND kept < coalesce(?, '9999')",
        (write_moment(before) if before else None,),
    )
    return tuple(rows.fetchall())


def drop_photos(db: Database, id_: str) -> None:
    """Delete a photo; the file itself refuses that for one that an entry shows."""
    db.execute("DELETE FROM photos WHERE id = ?", (id_,))
