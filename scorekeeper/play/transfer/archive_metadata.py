"""Reading the data of an archive about its matches other than entries: times, photos, places and recorded results.

In an archive of format 2 each match has a separate file for these data, so that matches are read one after the other.
In format 1 all of them are in `archive.json`.
"""

import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, get_args

from scorekeeper.engine.file.match import MatchFile, read_match
from scorekeeper.engine.text import N_
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.transfer.documents import MOST_BYTES, read_document
from scorekeeper.play.transfer.packing import FORMAT, INDEX
from scorekeeper.play.transfer.zips import read_member, refuse_archive
from scorekeeper.store.match_index import MatchLocation
from scorekeeper.store.matches import Final
from scorekeeper.store.profiles import COLOURS, MOST_INITIALS, SHAPES, Profile

MOST_INDEX_BYTES = 4 * MOST_BYTES
FORMATS = (1, FORMAT)
LONGEST_ID = 40

NOT_LISTED = N_("archive.json does not list what is in it")
TOO_LITTLE = N_("archive.json tells too little of it")

ReadMatch = Callable[[object], MatchFile]
"""A function that returns the match of a match file's document, and raises RuleError if it is invalid."""


@dataclass(frozen=True, slots=True)
class PackedMatch:
    """One match of an archive, validated.

    `off` is when it was called off, or None. `written` has the time of each entry, and `taken` maps the number of an
    entry to the id of the photo that it was taken from. `photos` has the id of each photo, when it was stored, and its
    reading.
    """

    file: MatchFile
    id: str
    started: datetime
    location: MatchLocation
    off: datetime | None  # when the match was called off, or None
    written: tuple[datetime, ...]
    taken: Mapping[int, str]
    photos: tuple[tuple[str, datetime, Mapping[str, Any]], ...]
    final: Final | None


def read_index(archive: zipfile.ZipFile) -> Mapping[str, Any]:
    """Return the content of `archive.json`, which lists the matches and names. Raises RuleError if it is invalid."""
    if INDEX not in archive.namelist():
        raise refuse_archive(N_("archive.json is missing in it"))
    index = read_document(read_member(archive, INDEX, MOST_INDEX_BYTES), MOST_INDEX_BYTES)
    if (
        not isinstance(index, dict)
        or index.get("format") not in FORMATS
        or not isinstance(index.get("names"), dict)
        or not isinstance(index.get("matches"), list)
        or not isinstance(index.get("own_games", []), list)
        or not all(isinstance(rules, dict) for rules in index.get("own_games", []))
        or not isinstance(index.get("events", []), list)
        or not all(isinstance(event, dict) for event in index.get("events", []))
        or not all(isinstance(person, str) for person in index["names"].values())
        or not isinstance(index.get("profiles", {}), dict)
    ):
        raise refuse_archive(NOT_LISTED)
    return index


def read_profiles(index: Mapping[str, Any]) -> dict[str, Profile]:
    """Return the profiles in the content of `archive.json`; archives of older versions have none.

    Raises RuleError if one is invalid.
    """
    profiles = {}
    for name, profile in index.get("profiles", {}).items():
        try:
            profiles[name] = Profile(
                int(profile["colour"]),
                int(profile["shape"]),
                str(profile["initials"])[:MOST_INITIALS],
                bool(profile["guest"]),
            )
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise refuse_archive(NOT_LISTED) from error
        if not (1 <= profiles[name].colour <= COLOURS and 1 <= profiles[name].shape <= SHAPES):
            raise refuse_archive(NOT_LISTED)
    return profiles


def name_match(item: object, number: int) -> str:
    """Return the name of a match of the index in the place of a problem: its file, or its `number` in the list.

    `item` is the value in the list of matches.
    """
    name = item.get("file", number) if isinstance(item, dict) else item
    return name if isinstance(name, str) else str(number)


def open_match(archive: zipfile.ZipFile, item: object, read: ReadMatch = read_match) -> PackedMatch:
    """Return one match of an archive, validated; `item` is its value in the list of matches of `archive.json`.

    `read` parses its match file. Raises RuleError.
    """
    if isinstance(item, str):
        item = read_document(_read(archive, item))
    if not isinstance(item, dict) or not isinstance(item.get("file"), str):
        raise refuse_archive(NOT_LISTED)
    file = read(_renew(read_document(_read(archive, item["file"]))))
    try:
        return _read_packed(item, file)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise refuse_archive(TOO_LITTLE) from error


def open_matches(archive: zipfile.ZipFile, index: Mapping[str, Any]) -> Iterator[PackedMatch]:
    """Yield all matches of an archive, one after the other; `index` is the content of its `archive.json`.

    Raises RuleError.
    """
    return (open_match(archive, item) for item in index["matches"])


def _renew(document: object) -> object:
    """Return a match file's document with options that an older version wrote converted to those of this version."""
    if not isinstance(document, dict) or not isinstance(document.get("options"), dict):
        return document
    variant = VARIANTS.get(str(document.get("variant")))
    return document | {"options": dict(variant.renew_options(document["options"]))} if variant else document


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return the bytes of a file of the archive. Raises RuleError if it is missing or too large."""
    try:
        return read_member(archive, name, MOST_BYTES)
    except KeyError as error:
        raise refuse_archive(NOT_LISTED) from error


def _read_packed(item: Mapping[str, Any], file: MatchFile) -> PackedMatch:
    """Return the match with the content `file` and the data `item` of the archive.

    Raises KeyError, TypeError, ValueError, AttributeError or OverflowError if the data are invalid.
    """
    photos = tuple((_read_id(each["id"]), _read_moment(each["kept"]), dict(each["reading"])) for each in item["photos"])
    taken = {int(number): str(photo) for number, photo in item["taken"].items()}
    written = tuple(_read_moment(moment) for moment in item["written"])
    if len(written) != len(file.entries) or not set(taken.values()) <= {id_ for id_, *_ in photos}:
        raise ValueError(item["id"])
    final = (
        None
        if item["final"] is None
        else Final(
            int(item["final"]["number"]),
            {str(side): int(total) for side, total in item["final"]["totals"].items()},
            tuple(map(str, item["final"]["winners"])),
        )
    )
    if final and (set(final.totals) != set(file.seating.sides) or not set(final.winners) <= set(file.seating.sides)):
        raise ValueError(item["id"])
    location: MatchLocation = next((each for each in get_args(MatchLocation) if each == item["place"]), "here")
    id_, started = _read_id(item["id"]), _read_moment(item["started"])
    off = _read_moment(item["off"]) if item.get("off") else None  # missing in older archives
    return PackedMatch(file, id_, started, location, off, written, taken, photos, final)


def _read_id(value: object) -> str:
    """Return the id of a match or a photo. Raises ValueError if it cannot be part of an address."""
    if not (isinstance(value, str) and 0 < len(value) <= LONGEST_ID and value.isascii() and value.isalnum()):
        raise ValueError(value)
    return value


def _read_moment(text: str) -> datetime:
    """Return a time in UTC. Raises ValueError if it has no time zone."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(text)
    return moment.astimezone(UTC)
