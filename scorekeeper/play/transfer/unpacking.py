"""Storing what is in an archive. It is looked through as a whole first, so that of a broken one nothing is stored.

One match after the other is held in memory, however many there are. What is here already is not stored twice.
"""

import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO, Any, get_args

from scorekeeper.engine.file.match import MatchFile
from scorekeeper.engine.file.remark import NOTHING
from scorekeeper.engine.problems import Findings, RuleError, refuse
from scorekeeper.engine.sheet.fold import Sheet
from scorekeeper.engine.text import N_, Text
from scorekeeper.play.names import check_persons
from scorekeeper.play.scoring.digests import make_digest
from scorekeeper.play.transfer.documents import MOST_BYTES, read_document
from scorekeeper.play.transfer.match_files import fold_match
from scorekeeper.play.transfer.packing import FORMAT, INDEX
from scorekeeper.store import Connection, Store
from scorekeeper.store.evenings import join_evening
from scorekeeper.store.ids import make_id
from scorekeeper.store.matches import (
    EntryRow,
    Final,
    find_match,
    list_entries,
    list_players,
    write_entry,
    write_final,
    write_match,
)
from scorekeeper.store.names import map_persons, write_naming
from scorekeeper.store.notes import write_remark
from scorekeeper.store.photos import find_photo_row, write_photo
from scorekeeper.store.standings import MatchPlace, keep_digest, write_place

MOST_PHOTO_BYTES = 40_000_000
MOST_INDEX_BYTES = 20 * MOST_BYTES
MOST_FILES = 500_000
MOST_GROWTH = 100  # times as large as the archive, unpacked: text is packed to a tenth or so, photos not at all
SMALL = 100_000_000  # bytes that may be in any archive

Readable = Callable[[bytes], bool]


def unpack_archive(store: Store, source: IO[bytes], readable: Readable = lambda jpeg: True) -> tuple[int, int]:
    """Store what is in an archive: how many matches are new, and how many were here already.

    Photos must be `readable` as pictures. Raises RuleError with everything that is wrong; then nothing is written.
    """
    try:
        with zipfile.ZipFile(source) as archive:
            _check_size(archive)
            index = _index(archive)
            _look_through(archive, index, readable)
            with store.write() as db:
                new = sum(_store(db, archive, each) for each in _matches(archive, index))
                _call(db, index["names"])
    except (zipfile.BadZipFile, EOFError, NotImplementedError, OverflowError, zipfile.zlib.error) as error:  # type: ignore[attr-defined]  # as zipfile imports it
        raise _no_archive(N_("it is no zip file, or it is damaged")) from error
    return new, len(index["matches"]) - new


@dataclass(frozen=True, slots=True)
class _Packed:
    """One match of an archive, all of it looked through."""

    file: MatchFile
    sheet: Sheet
    id: str
    started: datetime
    place: MatchPlace
    written: tuple[datetime, ...]
    taken: Mapping[int, str]
    photos: tuple[tuple[str, datetime, Mapping[str, Any]], ...]
    final: Final | None


def _check_size(archive: zipfile.ZipFile) -> None:
    """Refuse what would fill the disk, by what the archive says of itself; never more of a file is read than that."""
    files = archive.infolist()
    if len(files) > MOST_FILES:
        raise _no_archive(N_("there are more files in it than matches can have"))
    packed, whole = sum(each.compress_size for each in files), sum(each.file_size for each in files)
    if whole > SMALL + MOST_GROWTH * packed:
        raise _no_archive(N_("it would become far too large when it is unpacked"))


def _index(archive: zipfile.ZipFile) -> dict[str, Any]:
    if INDEX not in archive.namelist():
        raise _no_archive(N_("archive.json is missing in it"))
    index = read_document(_read(archive, INDEX, MOST_INDEX_BYTES), MOST_INDEX_BYTES)
    if (
        not isinstance(index, dict)
        or index.get("format") != FORMAT
        or not isinstance(index.get("names"), dict)
        or not isinstance(index.get("matches"), list)
        or not all(isinstance(person, str) for person in index["names"].values())
    ):
        raise _no_archive(N_("archive.json does not list what is in it"))
    return index


def _look_through(archive: zipfile.ZipFile, index: Mapping[str, Any], readable: Readable) -> None:
    """Raise RuleError with everything that is wrong with any match or photo."""
    findings, files = Findings(), set(archive.namelist())
    for place, told in enumerate(index["matches"], start=1):
        name = str(told.get("file", place)) if isinstance(told, dict) else str(place)
        with findings.at(name):
            if not isinstance(told, dict) or name not in files:
                raise _no_archive(N_("archive.json does not list what is in it"))
            packed = _open(archive, told)
            if not {f"photos/{id_}.jpg" for id_, *_ in packed.photos} <= files:
                raise _no_archive(N_("archive.json tells too little of it"))
            for id_, *_ in packed.photos:
                if not readable(_photo(archive, id_)):
                    raise _no_archive(N_("a photo in it is damaged"))
    findings.settle()


def _matches(archive: zipfile.ZipFile, index: Mapping[str, Any]) -> Iterator[_Packed]:
    return (_open(archive, told) for told in index["matches"])


def _open(archive: zipfile.ZipFile, told: Mapping[str, Any]) -> _Packed:
    file, sheet = fold_match(read_document(_read(archive, str(told["file"]), MOST_BYTES)))
    try:
        return _packed(told, file, sheet)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _no_archive(N_("archive.json tells too little of it")) from error


def _packed(told: Mapping[str, Any], file: MatchFile, sheet: Sheet) -> _Packed:
    """What archive.json tells of a match; KeyError, TypeError, ValueError or AttributeError where it cannot be."""
    photos = tuple((str(each["id"]), _moment(each["kept"]), dict(each["reading"])) for each in told["photos"])
    taken = {int(number): str(photo) for number, photo in told["taken"].items()}
    written = tuple(_moment(moment) for moment in told["written"])
    if len(written) != len(file.entries) or not set(taken.values()) <= {id_ for id_, *_ in photos}:
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
    if final and (set(final.totals) != set(file.seating.sides) or not set(final.winners) <= set(file.seating.sides)):
        raise ValueError(told["id"])
    if not 0 < len(str(told["id"])) <= 40 or not str(told["id"]).isalnum():
        raise ValueError(told["id"])
    return _Packed(
        file,
        sheet,
        str(told["id"]),
        _moment(told["started"]),
        next((place for place in get_args(MatchPlace) if place == told["place"]), "here"),
        written,
        taken,
        photos,
        final,
    )


def _moment(told: str) -> datetime:
    """A moment in UTC; ValueError for one that does not say in which time zone it was."""
    moment = datetime.fromisoformat(told)
    if moment.tzinfo is None:
        raise ValueError(told)
    return moment.astimezone(UTC)


def _store(db: Connection, archive: zipfile.ZipFile, packed: _Packed) -> bool:
    """Store one match, unless it is here already."""
    here = find_match(db, packed.id)
    entries = [entry.to_json() for entry in packed.file.entries]
    if here and (here.players, here.variant) == (packed.file.seating.players, packed.file.variant.key):
        stored = [dict(each.entry) for each in list_entries(db, here.serial)]
        if stored[: len(entries)] == entries:
            return False  # as it was, or with what was scored since
    seating = packed.file.seating
    findings = Findings()
    with findings.at(packed.id):
        check_persons(db, seating.players)
    findings.settle()
    row = write_match(
        db,
        make_id() if here else packed.id,
        packed.file.variant.key,
        seating.players,
        seating.partners,
        seating.lead,
        seating.options,
        packed.started,
        newest=False,
    )
    ids = {}
    for id_, kept, reading in packed.photos:
        ids[id_] = make_id() if find_photo_row(db, id_) else id_
        write_photo(db, row.serial, ids[id_], kept, reading, _photo(archive, id_))
    for number, (entry, moment) in enumerate(zip(entries, packed.written, strict=True), start=1):
        photo = ids.get(packed.taken.get(number, ""))
        write_entry(db, row.serial, EntryRow(number, f"archive {number}", moment, entry, photo), newest=False)
        if packed.final and packed.final.number == number:
            # As it was told at the table, whatever the rules say today.
            write_final(db, row.serial, packed.final, moment, newest=False)
    if packed.final and packed.final.number == len(entries):
        keep_digest(db, row.serial, make_digest(packed.sheet))
    if packed.place != "here":
        write_place(db, row.serial, packed.place, datetime.now(UTC))
    if packed.file.remark != NOTHING:
        write_remark(db, row.serial, packed.file.remark, datetime.now(UTC))
    join_evening(db, row.serial)
    return True


def _call(db: Connection, names: Mapping[str, str]) -> None:
    """Take over who is who, for names that mean nobody here."""
    known = {*map_persons(db), *list_players(db)}
    for name, person in names.items():
        if name not in known:
            write_naming(db, (name,), person, datetime.now(UTC))


def _photo(archive: zipfile.ZipFile, id_: str) -> bytes:
    jpeg = _read(archive, f"photos/{id_}.jpg", MOST_PHOTO_BYTES)
    if not (jpeg.startswith(b"\xff\xd8\xff") and jpeg.endswith(b"\xff\xd9")):
        raise _no_archive(N_("a photo in it is damaged"))
    return jpeg


def _read(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """One file of the archive, never more of it than it may have."""
    with archive.open(name) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise _no_archive(N_("a file in it is too large"))
    return data


def _no_archive(reason: str) -> RuleError:
    return refuse("no_archive", reason=Text(reason))
