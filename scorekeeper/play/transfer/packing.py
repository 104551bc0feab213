"""Writing everything into one file to carry elsewhere: match files, photos, results as told, and names.

A zip with `archive.json`, which lists for each match the file that tells of it, and that one names the match file.
Names are those of today. `unpacking` reads it again.
"""

import json
import zipfile
from contextlib import suppress
from typing import IO

from scorekeeper.engine.file.match import write_match_json
from scorekeeper.engine.problems import RuleError
from scorekeeper.play.scoring.match import load_fresh_match
from scorekeeper.store import Store
from scorekeeper.store.matches import find_final, read_every_match
from scorekeeper.store.names import map_persons
from scorekeeper.store.notes import find_remark
from scorekeeper.store.own_games import list_own_game_rows
from scorekeeper.store.photos import find_photo_row, list_photos
from scorekeeper.store.standings import find_standing

INDEX = "archive.json"
FORMAT = 2


def pack_archive(store: Store, target: IO[bytes]) -> int:
    """Write everything to `target`, but for matches that cannot be read any more; gives how many it holds."""
    listed: list[str] = []
    with store.read() as db, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for row in read_every_match(db):
            try:
                match = load_fresh_match(db, row)
            except RuleError:
                continue
            name = f"matches/{row.serial:06}-{row.id}.json"
            entries = [line.entry for line in match.sheet.lines]
            document = write_match_json(match.variant, match.seating, entries, find_remark(db, row.serial))
            archive.writestr(name, json.dumps(document, ensure_ascii=False, indent=1))
            final = find_final(db, row.serial)
            standing = find_standing(db, row.serial)
            photos = []
            for id_ in list_photos(db, row.serial):
                with suppress(RuleError):  # a damaged one stays behind
                    photo = find_photo_row(db, id_)
                    if photo is None or not photo.jpeg:
                        continue
                    archive.writestr(f"photos/{id_}.jpg", photo.jpeg, zipfile.ZIP_STORED)
                    photos.append({"id": id_, "kept": photo.kept.isoformat(), "reading": photo.reading})
            packed = {photo["id"] for photo in photos}
            told = {
                "file": name,
                "id": row.id,
                "started": row.started.isoformat(),
                "place": standing.place,
                "off": standing.touched.isoformat() if standing.off else None,
                "written": [moment.isoformat() for moment in match.written],
                "taken": {str(number): id_ for number, id_ in match.photos.items() if id_ in packed},
                "photos": photos,
                "final": final
                and {"number": final.number, "totals": dict(final.totals), "winners": list(final.winners)},
            }
            listed.append(f"told/{row.serial:06}-{row.id}.json")
            archive.writestr(listed[-1], json.dumps(told, ensure_ascii=False))
        names = {name: person for name, person in map_persons(db).items() if name != person}
        own = [dict(row.rules) for row in list_own_game_rows(db) if not row.gone]
        index = {"format": FORMAT, "names": names, "matches": listed, "own_games": own}
        archive.writestr(INDEX, json.dumps(index, ensure_ascii=False))
    return len(listed)
