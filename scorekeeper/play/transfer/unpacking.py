"""Storing the content of an archive, which is first checked as a whole, so that nothing of a broken one is stored.

Only one match at a time is in memory. Matches that the book already has are not stored twice. `zips` opens the file,
`archive_metadata` reads the data about each match.
"""

import tempfile
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from scorekeeper.engine.file.match import MatchFile
from scorekeeper.engine.file.remark import NOTHING
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.text import N_
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.player_names import check_distinct_persons
from scorekeeper.play.scoring.own_games import build_own_game, import_own_game
from scorekeeper.play.transfer.archive_metadata import (
    TOO_LITTLE,
    PackedMatch,
    name_match,
    open_match,
    open_matches,
    read_index,
    read_profiles,
)
from scorekeeper.play.transfer.events import import_event, read_packed_event
from scorekeeper.play.transfer.match_files import check_match
from scorekeeper.play.transfer.zips import open_zip, read_member, refuse_archive
from scorekeeper.store import Connection, Store
from scorekeeper.store.entries import EntryRow, list_entries, write_entry
from scorekeeper.store.evenings import join_evening
from scorekeeper.store.finished_matches import write_digest
from scorekeeper.store.ids import make_id
from scorekeeper.store.match_index import call_off, write_location
from scorekeeper.store.matches import find_match, list_players, write_final, write_match
from scorekeeper.store.notes import write_remark
from scorekeeper.store.persons import map_persons, write_naming
from scorekeeper.store.photos import find_photo_row, write_photo
from scorekeeper.store.profiles import Profile, find_free_mark, list_profiles, write_profile

MOST_PHOTO_BYTES = 40_000_000

CleanPhoto = Callable[[bytes], bytes | None]
"""A function that returns a photo's bytes as they may be stored, without metadata; None for a damaged photo."""
IsReading = Callable[[object], bool]
"""A function that returns whether a JSON value is a valid reading of a photo."""


def unpack_archive(store: Store, source: IO[bytes], tidy: CleanPhoto, is_reading: IsReading) -> tuple[int, int]:
    """Store the matches of an archive; return how many are new and how many were already in the book.

    Photos are stored as the function `tidy` returns them, and `is_reading` must return true for their readings. Raises
    RuleError with every problem; then nothing is written.
    """
    try:
        with open_zip(source) as archive, tempfile.TemporaryDirectory() as folder:
            photos = _Photos(archive, tidy, Path(folder))
            index = read_index(archive)
            profiles = read_profiles(index)
            digests = _look_through(archive, index, photos, is_reading)
            with store.write() as db:
                _take_profiles(db, profiles)
                matches = zip(open_matches(archive, index), digests, strict=True)
                new = sum(_store(db, photos, each, digest) for each, digest in matches)
                _take_names(db, index["names"])
                for rules in index.get("own_games", []):
                    import_own_game(db, rules)
                for event in index.get("events", []):
                    import_event(db, event)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, OverflowError, zlib.error) as error:
        raise refuse_archive(N_("it is no zip file, or it is damaged")) from error
    return new, len(index["matches"]) - new


class _Photos:
    """The photos of an archive; each is checked once, and photos that had to be changed are written into a folder."""

    def __init__(self, archive: zipfile.ZipFile, tidy: CleanPhoto, folder: Path) -> None:
        self._archive, self._tidy, self._folder = archive, tidy, folder
        self._changed: dict[str, Path] = {}

    def look(self, id_: str) -> None:
        """Check the photo with this id. Raises RuleError if it is missing or damaged."""
        try:
            reading = self.read(id_)
        except KeyError as error:
            raise refuse_archive(TOO_LITTLE) from error
        clean = self._tidy(reading)
        if clean is None:
            raise refuse_archive(N_("a photo in it is damaged"))
        if clean != reading:
            self._changed[id_] = self._folder / str(len(self._changed))
            self._changed[id_].write_bytes(clean)

    def read(self, id_: str) -> bytes:
        """Return the bytes of the photo with this id as they are to be stored."""
        if id_ in self._changed:
            return self._changed[id_].read_bytes()
        return read_member(self._archive, f"photos/{id_}.jpg", MOST_PHOTO_BYTES)


def _look_through(
    archive: zipfile.ZipFile, index: Mapping[str, Any], photos: _Photos, is_reading: IsReading
) -> list[Mapping[str, Any]]:
    """Check the whole content of an archive, and return the digests of the matches.

    Raises RuleError with every problem.
    """
    findings, digests = Findings(), list[Mapping[str, Any]]()

    def check(document: object) -> MatchFile:
        """Return the match of a match file, and keep its digest."""
        checked = check_match(document)
        digests.append(checked.digest)
        return checked.file

    for number, item in enumerate(index["matches"], start=1):
        with findings.at(name_match(item, number)):
            for id_, _, reading in open_match(archive, item, check).photos:
                if not is_reading(reading):
                    raise refuse_archive(N_("what was read on a photo in it is no reading"))
                photos.look(id_)
    for number, rules in enumerate(index.get("own_games", []), start=1):
        with findings.at("own_games", number):
            build_own_game(VARIANTS["own"].renew_options(rules))
    for number, event in enumerate(index.get("events", []), start=1):
        with findings.at("events", number):
            read_packed_event(event)
    findings.settle()
    return digests


def _store(db: Connection, photos: _Photos, packed: PackedMatch, digest: Mapping[str, Any]) -> bool:
    """Store one match unless the book has it, and return whether it was stored."""
    here = find_match(db, packed.id)
    entries = [entry.to_json() for entry in packed.file.entries]
    if here and (here.players, here.variant) == (packed.file.seating.players, packed.file.variant.key):
        stored = [dict(each.entry) for each in list_entries(db, here.serial)]
        if stored[: len(entries)] == entries:
            return False  # the book has the match, perhaps with more entries
    seating = packed.file.seating
    findings = Findings()
    with findings.at(packed.id):
        check_distinct_persons(db, seating.players)
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
    for id_, stored_at, reading in packed.photos:
        ids[id_] = make_id() if find_photo_row(db, id_) else id_
        write_photo(db, row.serial, ids[id_], stored_at, reading, photos.read(id_))
    for number, (entry, moment) in enumerate(zip(entries, packed.written, strict=True), start=1):
        photo = ids.get(packed.taken.get(number, ""))
        write_entry(db, row.serial, EntryRow(number, f"archive {number}", moment, entry, photo), newest=False)
        if packed.final and packed.final.number == number:
            # The recorded result is stored even if today's rules differ.
            write_final(db, row.serial, packed.final, moment, newest=False)
    if packed.final and packed.final.number == len(entries):
        write_digest(db, row.serial, digest)
    if packed.off:
        call_off(db, row.serial, True, packed.off)
    if packed.location != "here":
        write_location(db, row.serial, packed.location, datetime.now(UTC))
    if packed.file.remark != NOTHING:
        write_remark(db, row.serial, packed.file.remark, datetime.now(UTC))
    join_evening(db, row.serial)
    return True


def _take_names(db: Connection, names: Mapping[str, str]) -> None:
    """Take over former names and the persons they mean, for names that the book does not know."""
    known = {*map_persons(db), *list_players(db)}
    for name, person in names.items():
        if name not in known:
            write_naming(db, (name,), person, datetime.now(UTC))


def _take_profiles(db: Connection, profiles: Mapping[str, Profile]) -> None:
    """Take over the profiles of players whom the book does not know; a mark that is taken is replaced."""
    known = {*map_persons(db), *list_players(db)}
    taken = {profile.mark for profile in list_profiles(db).values()}
    for name, profile in profiles.items():
        if name not in known:
            colour, shape = find_free_mark(db) if profile.mark in taken else profile.mark
            write_profile(db, name, replace(profile, colour=colour, shape=shape), datetime.now(UTC))
