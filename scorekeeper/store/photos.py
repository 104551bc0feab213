"""The stored photos of matches, each with its reading: the tiles that the photo reader has found on it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorekeeper.store.columns import hash_jpeg, read_moment, read_object, write_moment
from scorekeeper.store.connection import Database
from scorekeeper.store.errors import report_damage


@dataclass(frozen=True, slots=True)
class StoredPhoto:
    """A stored photo.

    `match` is the id of its match, `kept` the time when it was stored, `jpeg` the picture, and `reading` its reading,
    as `vision`'s JSON.
    """

    id: str
    match: str
    kept: datetime
    reading: Mapping[str, Any]
    jpeg: bytes


def write_photo(db: Database, serial: int, id_: str, kept: datetime, reading: Mapping[str, Any], jpeg: bytes) -> None:
    """Store a photo of the match, with its reading and the time at which it was stored (`kept`)."""
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
    """Return the photo with this id; None if there is none. Raises RuleError if it is damaged."""
    row = db.execute(
        "SELECT photos.id, matches.id, kept, reading, jpeg FROM photos JOIN matches ON serial = match"
        " WHERE photos.id = ?",
        (id_,),
    ).fetchone()
    with report_damage("photo"):
        return StoredPhoto(row[0], row[1], read_moment(row[2]), read_object(row[3]), bytes(row[4])) if row else None


def find_match_of_photo(db: Database, id_: str) -> int | None:
    """Return the serial of the match that the photo belongs to; None if there is no such photo."""
    row = db.execute("SELECT match FROM photos WHERE id = ?", (id_,)).fetchone()
    return int(row[0]) if row else None


def list_photos(db: Database, serial: int) -> tuple[str, ...]:
    """Return the ids of the photos of a match, in the order in which they were stored."""
    return tuple(id_ for (id_,) in db.execute("SELECT id FROM photos WHERE match = ? ORDER BY rowid", (serial,)))


def list_all_photos(db: Database) -> tuple[str, ...]:
    """Return the ids of the photos of all matches, in the order in which they were stored."""
    return tuple(id_ for (id_,) in db.execute("SELECT id FROM photos ORDER BY rowid").fetchall())


def list_digests(db: Database) -> tuple[str, ...]:
    """Return the SHA-256 digests of all photos, computed when each was stored."""
    return tuple(digest for (digest,) in db.execute("SELECT digest FROM photos WHERE digest IS NOT NULL").fetchall())


def find_jpeg(db: Database, id_: str) -> bytes:
    """Return the bytes of the photo with this id, which must exist."""
    return bytes(db.execute("SELECT jpeg FROM photos WHERE id = ?", (id_,)).fetchone()[0])


def change_photo(db: Database, id_: str, jpeg: bytes | None) -> None:
    """Replace the picture of a photo; `jpeg` None, for a damaged one, empties it.

    The digest of an emptied photo does not change, so that `find_torn_photos` still reports it.
    """
    if jpeg is None:
        db.execute("UPDATE photos SET jpeg = x'' WHERE id = ?", (id_,))
    else:
        db.execute("UPDATE photos SET jpeg = ?, digest = ? WHERE id = ?", (jpeg, hash_jpeg(jpeg), id_))


def count_photos(db: Database) -> int:
    """Return the number of photos, including those that no entry shows."""
    return int(db.execute("SELECT count(*) FROM photos").fetchone()[0])


def find_torn_photos(db: Database, readable: Callable[[bytes], bool]) -> tuple[tuple[str, str], ...]:
    """Return the match's id and the photo's id of each photo that changed since it was stored.

    Photos for which `readable` returns false are returned, too.
    """
    rows = db.execute(
        "SELECT matches.id, photos.id, CAST(jpeg AS BLOB), digest FROM photos JOIN matches ON serial = match"
    )
    return tuple((match, id_) for match, id_, jpeg, digest in rows if hash_jpeg(jpeg) != digest or not readable(jpeg))


def is_last_photo_whole(db: Database) -> bool:
    """Return whether the bytes of the photo that was stored last are unchanged; true if there are no photos."""
    row = db.execute("SELECT CAST(jpeg AS BLOB), digest FROM photos ORDER BY rowid DESC LIMIT 1").fetchone()
    return row is None or hash_jpeg(row[0]) == row[1]


def list_unused_photos(db: Database, before: datetime | None = None) -> tuple[tuple[str, str], ...]:
    """Return the match's id and the photo's id of each photo that no entry shows, not even a struck-out one.

    With `before` only photos that were stored before that time are returned.
    """
    rows = db.execute(
        "SELECT matches.id, photos.id FROM photos JOIN matches ON serial = match"
        " WHERE NOT EXISTS (SELECT 1 FROM entries WHERE photo = photos.id) AND kept < coalesce(?, '9999')",
        (write_moment(before) if before else None,),
    )
    return tuple(rows.fetchall())


def drop_photos(db: Database, id_: str) -> None:
    """Delete the photo with this id; a constraint of the database refuses it if an entry shows the photo."""
    db.execute("DELETE FROM photos WHERE id = ?", (id_,))
