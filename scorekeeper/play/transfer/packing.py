"""Writing everything in a book into one archive: match files, photos, recorded results, and names.

An archive is a zip file with `archive.json`, which lists for each match a file that describes it and names its match
file. Players have their current names. `unpacking` reads archives.

Each match and each photo is read in a transaction of its own, so that writers need not wait and the log of the book
does not grow while the archive is written. A match that is written meanwhile is in the archive as a whole or not at
all.
"""

import errno
import json
import zipfile
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import IO, Any

from scorekeeper.engine.file.match import write_match_json
from scorekeeper.engine.problems import RuleError
from scorekeeper.play.scoring.match import load_fresh_match
from scorekeeper.play.transfer.events import pack_events
from scorekeeper.store import NotFoundError, Store, StoreError
from scorekeeper.store.match_index import find_indexed_match
from scorekeeper.store.matches import find_final, list_ids, list_players, look_up_match
from scorekeeper.store.notes import find_remark
from scorekeeper.store.own_games import list_own_game_rows
from scorekeeper.store.persons import find_naming_version, map_persons
from scorekeeper.store.photos import find_photo_row, list_photos
from scorekeeper.store.profiles import list_profiles

INDEX = "archive.json"
FORMAT = 2
MOST_TRIES = 3
PRIVATE = 0o600
FULL = (errno.ENOSPC, errno.EDQUOT)


def pack_archive(store: Store, target: IO[bytes]) -> int:
    """Write all matches of the book to `target`, and return their number; matches that cannot be read are left out.

    If a player is renamed meanwhile, packing starts again, so that all matches have the names of the same moment.
    """
    packed = 0
    for _ in range(MOST_TRIES):
        target.seek(0)
        target.truncate()
        version = store.look(find_naming_version)
        packed = _pack(store, target)
        if store.look(find_naming_version) == version:
            break
    return packed


def pack_into_file(open_book: Callable[[], AbstractContextManager[Store]], target: Path) -> Mapping[str, Any]:
    """Pack the book that `open_book` opens into the new file `target`; for a worker process.

    Return `{"packed": True}`, or `{"trouble": …}` with a StoreError as JSON values.
    """
    part = target.with_name(f".{target.name}.part")
    try:
        part.touch(PRIVATE, exist_ok=False)
        with open_book() as store, part.open("r+b") as file:
            pack_archive(store, file)
        part.rename(target)
    except StoreError as error:
        return {"trouble": error.to_json()}
    except OSError as error:
        if error.errno not in FULL:
            raise
        return {"trouble": StoreError("full").to_json()}
    finally:
        part.unlink(missing_ok=True)
    return {"packed": True}


def _pack(store: Store, target: IO[bytes]) -> int:
    """Write one archive of all matches to `target`, and return their number."""
    listed: list[str] = []
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for id_ in store.look(list_ids):
            try:
                item = _pack_match(store, archive, id_)
            except (RuleError, NotFoundError):
                continue
            listed.append(item)
        with store.read() as db:
            names = {name: person for name, person in map_persons(db).items() if name != person}
            profiles = list_profiles(db)
            persons = [name for name in list_players(db) if name in profiles]
            own = [dict(row.rules) for row in list_own_game_rows(db) if not row.gone]
            events = pack_events(db)
        index = {
            "format": FORMAT,
            "names": names,
            "profiles": {name: asdict(profiles[name]) for name in persons},
            "matches": listed,
            "own_games": own,
            "events": events,
        }
        archive.writestr(INDEX, json.dumps(index, ensure_ascii=False))
    return len(listed)


def _pack_match(store: Store, archive: zipfile.ZipFile, id_: str) -> str:
    """Write one match, and return the name of the file in the archive that describes it.

    Raises RuleError if the match cannot be read.
    """
    with store.read() as db:
        row = look_up_match(db, id_)
        match = load_fresh_match(db, row)
        remark, final, standing = (
            find_remark(db, row.serial),
            find_final(db, row.serial),
            find_indexed_match(db, row.serial),
        )
        ids = list_photos(db, row.serial)
    name = f"matches/{row.serial:06}-{row.id}.json"
    document = write_match_json(match.variant, match.seating, [line.entry for line in match.sheet.lines], remark)
    archive.writestr(name, json.dumps(document, ensure_ascii=False, indent=1))
    photos = []
    for photo_id in ids:
        with suppress(RuleError):  # a damaged photo is left out
            photo = store.look(partial(find_photo_row, id_=photo_id))
            if photo is None or not photo.jpeg:
                continue
            archive.writestr(f"photos/{photo_id}.jpg", photo.jpeg, zipfile.ZIP_STORED)
            photos.append({"id": photo_id, "kept": photo.kept.isoformat(), "reading": photo.reading})
    packed_ids = {photo["id"] for photo in photos}
    item = {
        "file": name,
        "id": row.id,
        "started": row.started.isoformat(),
        "place": standing.location,
        "off": standing.touched.isoformat() if standing.off else None,
        "written": [moment.isoformat() for moment in match.written],
        "taken": {str(number): photo for number, photo in match.photos.items() if photo in packed_ids},
        "photos": photos,
        "final": final and {"number": final.number, "totals": dict(final.totals), "winners": list(final.winners)},
    }
    description = f"told/{row.serial:06}-{row.id}.json"
    archive.writestr(description, json.dumps(item, ensure_ascii=False))
    return description
