"""Everything in one file to carry elsewhere, and back again: match files, photos, results as told, and who is who.

A zip with `archive.json`, which lists the rest. Names are those of today. What is here already is not stored twice.
"""

import json
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO, Any, get_args

from scorekeeper.engine.matchfile import MatchFile, entry_json, match_json
from scorekeeper.engine.problems import Findings, RuleError, refuse
from scorekeeper.engine.sheet import Sheet
from scorekeeper.engine.text import N_, Text
from scorekeeper.play.digests import digest
from scorekeeper.play.documents import MOST_BYTES, read_document
from scorekeeper.play.files import scored
from scorekeeper.play.reading import fresh
from scorekeeper.store import Connection, Store
from scorekeeper.store.ids import new_id
from scorekeeper.store.matches import (
    EntryRow,
    Final,
    every_match,
    find_final,
    find_match,
    list_entries,
    list_players,
    new_match,
    write_entry,
    write_final,
)
from scorekeeper.store.names import call, persons
from scorekeeper.store.photos import find_photo, photos_of, write_photo
from scorekeeper.store.standings import Place, find_standing, keep_digest, move

INDEX = "archive.json"
FORMAT = 1
MOST_PHOTO_BYTES = 40_000_000
MOST_FILES = 500_000


def pack(store: Store, target: IO[bytes]) -> int:
    """Write everything to `target`, but for matches that cannot be read any more; gives how many it holds."""
    listed: list[dict[str, Any]] = []
    with store.read() as db, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for row in every_match(db):
            try:
                match = fresh(db, row)
            except RuleError:
                continue
            name = f"matches/{row.serial:06}-{row.id}.json"
            document = match_json(match.variant, match.table, [line.entry for line in match.sheet.lines])
            archive.writestr(name, json.dumps(document, ensure_ascii=False, indent=1))
            final = find_final(db, row.serial)
            photos = []
            for id_ in photos_of(db, row.serial):
                photo = find_photo(db, id_)
                if photo is not None:
                    archive.writestr(f"photos/{id_}.jpg", photo.jpeg, zipfile.ZIP_STORED)
                    photos.append({"id": id_, "kept": photo.kept.isoformat(), "reading": photo.reading})
            listed.append(
                {
                    "file": name,
                    "id": row.id,
                    "started": row.started.isoformat(),
                    "place": find_standing(db, row.serial).place,
                    "written": [moment.isoformat() for moment in match.written],
                    "taken": {str(number): photo for number, photo in match.photos.items()},
                    "photos": photos,
                    "final": final
                    and {"number": final.number, "totals": dict(final.totals), "winners": list(final.winners)},
                }
            )
        names = {name: person for name, person in persons(db).items() if name != person}
        index = {"format": FORMAT, "names": names, "matches": listed}
        archive.writestr(INDEX, json.dumps(index, ensure_ascii=False))
    return len(listed)


def unpack(store: Store, source: IO[bytes]) -> tuple[int, int]:
    """Store what is in an archive: how many matches are new, and how many were here already.

    Raises RuleError with everything that is wrong; then nothing is written.
    """
    try:
        with zipfile.ZipFile(source) as archive:
            index = _index(archive)
            packed = _matches(archive, index)
            with store.write() as db:
                new = sum(_store(db, archive, each) for each in packed)
                _call(db, index["names"])
    except (zipfile.BadZipFile, EOFError, NotImplementedError, zipfile.zlib.error) as error:  # type: ignore[attr-defined]  # as zipfile imports it
        raise _no_archive(N_("it is no zip file, or it is damaged")) from error
    return new, len(packed) - new


@dataclass(frozen=True, slots=True)
class _Packed:
    """One match of an archive, all of it looked through."""

    file: MatchFile
    sheet: Sheet
    id: str
    started: datetime
    place: Place
    written: tuple[datetime, ...]
    taken: Mapping[int, str]
    photos: tuple[tuple[str, datetime, Mapping[str, Any]], ...]
    final: Final | None


def _index(archive: zipfile.ZipFile) -> dict[str, Any]:
    if INDEX not in archive.namelist():
        raise _no_archive(N_("archive.json is missing in it"))
    if len(archive.namelist()) > MOST_FILES:
        raise _no_archive(N_("there are more files in it than matches can have"))
    index = read_document(_read(archive, INDEX, 20 * MOST_BYTES))
    if (
        not isinstance(index, dict)
        or index.get("format") != FORMAT
        or not isinstance(index.get("names"), dict)
        or not isinstance(index.get("matches"), list)
        or not all(isinstance(person, str) for person in index["names"].values())
    ):
        raise _no_archive(N_("archive.json does not list what is in it"))
    return index


def _matches(archive: zipfile.ZipFile, index: Mapping[str, Any]) -> list[_Packed]:
    findings, found = Findings(), list[_Packed]()
    files = set(archive.namelist())
    for place, told in enumerate(index["matches"], start=1):
        name = str(told.get("file", place)) if isinstance(told, dict) else str(place)
        with findings.at(name):
            if not isinstance(told, dict) or name not in files:
                raise _no_archive(N_("archive.json does not list what is in it"))
            file, sheet = scored(read_document(_read(archive, name, MOST_BYTES)))
            try:
                found.append(_packed(told, file, sheet, files))
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise _no_archive(N_("archive.json tells too little of it")) from error
    findings.settle()
    return found


def _packed(told: Mapping[str, Any], file: MatchFile, sheet: Sheet, files: Iterable[str]) -> _Packed:
    """What archive.json tells of a match; KeyError, TypeError, ValueError or AttributeError where it cannot be."""
    photos = tuple(
        (str(each["id"]), datetime.fromisoformat(each["kept"]), dict(each["reading"])) for each in told["photos"]
    )
    taken = {int(number): str(photo) for number, photo in told["taken"].items()}
    written = tuple(datetime.fromisoformat(moment) for moment in told["written"])
    whole = {id_ for id_, *_ in photos if f"photos/{id_}.jpg" in files}
    if len(written) != len(file.entries) or len(whole) != len(photos) or not set(taken.values()) <= whole:
        raise ValueError(told["id"])
    final = (
        None
        if told["final"] is None
        else Final(
            int(told["final"]["number"]),
            {str(side): int(total) for side, total in told["final"]["totals"].items()},
            tuple(map(str, told["final"]["winners"])),
        )
    )
    if final and (set(final.totals) != set(file.table.sides) or not set(final.winners) <= set(file.table.sides)):
        raise ValueError(told["id"])
    if not 0 < len(str(told["id"])) <= 40 or not str(told["id"]).isalnum():
        raise ValueError(told["id"])
    return _Packed(
        file,
        sheet,
        str(told["id"]),
        datetime.fromisoformat(told["started"]).astimezone(UTC),
        next((place for place in get_args(Place) if place == told["place"]), "here"),
        written,
        taken,
        photos,
        final,
    )


def _store(db: Connection, archive: zipfile.ZipFile, packed: _Packed) -> bool:
    """Store one match, unless it is here already."""
    here = find_match(db, packed.id)
    entries = [entry_json(entry) for entry in packed.file.entries]
    if here and (here.players, here.variant) == (packed.file.table.players, packed.file.variant.key):
        stored = [dict(each.entry) for each in list_entries(db, here.serial)]
        if stored[: len(entries)] == entries:
            return False  # as it was, or with what was scored since
    table = packed.file.table
    row = new_match(
        db,
        new_id() if here else packed.id,
        packed.file.variant.key,
        table.players,
        table.partners,
        table.lead,
        table.options,
        packed.started,
    )
    ids = {}
    for id_, kept, reading in packed.photos:
        ids[id_] = new_id() if find_photo(db, id_) else id_
        jpeg = _read(archive, f"photos/{id_}.jpg", MOST_PHOTO_BYTES)
        if not (jpeg.startswith(b"\xff\xd8\xff") and jpeg.endswith(b"\xff\xd9")):
            raise _no_archive(N_("a photo in it is damaged"))
        write_photo(db, row.serial, ids[id_], kept, reading, jpeg)
    for number, (entry, moment) in enumerate(zip(entries, packed.written, strict=True), start=1):
        photo = ids.get(packed.taken.get(number, ""))
        write_entry(db, row.serial, EntryRow(number, f"archive {number}", moment, entry, photo))
        if packed.final and packed.final.number == number:
            # As it was told at the table, whatever the rules say today.
            write_final(db, row.serial, packed.final)
    if packed.final and packed.final.number == len(entries):
        keep_digest(db, row.serial, digest(packed.sheet))
    if packed.place != "here":
        move(db, row.serial, packed.place, datetime.now(UTC))
    return True


def _call(db: Connection, names: Mapping[str, str]) -> None:
    """Take over who is who, for names that mean nobody here."""
    known = {*persons(db), *list_players(db)}
    for name, person in names.items():
        if name not in known:
            call(db, (name,), person, datetime.now(UTC))


def _read(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """One file of the archive, never more of it than it may have."""
    with archive.open(name) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise _no_archive(N_("a file in it is too large"))
    return data


def _no_archive(reason: str) -> RuleError:
    return refuse("no_archive", reason=Text(reason))
