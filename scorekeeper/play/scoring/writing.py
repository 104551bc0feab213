"""Start a match, add an entry, and play again at the same table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from scorekeeper.engine.entries import rename_in_entry
from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.problems import Problem
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.fold import Sheet, start_sheet, write_entries
from scorekeeper.engine.variants import find_variant
from scorekeeper.play.player_names import check_distinct_persons, map_former_names, normalize_name
from scorekeeper.play.scoring.digests import make_digest
from scorekeeper.play.scoring.match import (
    Match,
    cache_match,
    extend_match,
    load_cached_match,
    load_match_to_write,
    read_seating,
)
from scorekeeper.play.scoring.posts import check_post, name_linked_post
from scorekeeper.store import Connection, NotFoundError, Store
from scorekeeper.store.entries import EntryRow, find_post, find_tip, write_new_entries
from scorekeeper.store.evenings import join_evening
from scorekeeper.store.finished_matches import write_digest
from scorekeeper.store.ids import make_id
from scorekeeper.store.links import RIGHTS, Right, list_links, write_link
from scorekeeper.store.matches import Final, MatchRow, find_started, look_up_match, write_final, write_match
from scorekeeper.store.persons import find_persons_version, map_persons
from scorekeeper.store.photos import find_match_of_photo
from scorekeeper.store.profiles import list_profiles_at


class StaleError(Exception):
    """Another device wrote an entry meanwhile, so nothing was written; `match` is the current match."""

    def __init__(self, match: Match) -> None:
        super().__init__(f"match {match.id} goes on to entry {match.seen}")
        self.match = match


class DoubtfulEntryError(Exception):
    """The entry is unlikely, so nothing was written; `doubts` has the reasons.

    The same entry is written if its `accepted` has the keys of all doubts.
    """

    def __init__(self, doubts: tuple[Problem, ...]) -> None:
        super().__init__(doubts)
        self.doubts = doubts


def start_match(
    store: Store,
    variant_key: str,
    players: Sequence[str],
    partners: bool | None = None,
    lead: str | None = None,
    options: Mapping[str, object] | None = None,
    post: str | None = None,
) -> Match:
    """Start a match, or return the match that the form with the id `post` has already started.

    `variant_key` is the key of the game; `lead` is the player who leads first, or None while that is open. Names are
    normalized, and former names replaced by current ones. Raises RuleError with every problem, or PostError.
    """
    if post:
        check_post(post)
    variant = find_variant(variant_key)
    with store.read() as db:
        meant = map_persons(db)
    *names, leader = (meant.get(normalize_name(name), normalize_name(name)) for name in (*players, lead or ""))
    seating = variant.seat(names, partners, leader or None, options)
    return _begin(store, variant.settle_at(seating), seating, post)


def play_again(store: Store, match_id: str, post: str | None = None) -> Match:
    """Start a match at the table of match `match_id`, and return it; its first lead is open.

    It has the same players, options and links. The form with the id `post` starts one match. Raises NotFoundError or
    PostError.
    """
    if post:
        check_post(post)
    with store.write() as db:
        before = look_up_match(db, match_id)
        if started := find_started(db, post) if post else None:
            return load_cached_match(store, db, started)
        variant, seating = read_seating(before)
        row, match = begin_match(db, variant, replace(seating, lead=None), post, list_links(db, before.serial))
        join_evening(db, row.serial)
    return match


@dataclass(frozen=True, slots=True)
class LinkedCorrection:
    """A correction, as in the match file, that is written together with another entry: both are written or neither."""

    entry: Mapping[str, Any]
    photo: str | None = None


def add_entry(
    store: Store,
    match_id: str,
    entry: Mapping[str, Any],
    seen: int,
    post: str,
    photo: str | None = None,
    along: Sequence[LinkedCorrection] = (),
) -> Match:
    """Add `entry`, in the form of a match file, and return the match.

    The corrections `along` are written just before it. `seen` is the number of the last entry that the sender saw.
    `post` is the id of the form: the same post counts once, and a repeated one returns the match as it is. `photo` is
    the id of the photo that the entry was taken from, or None. A correction keeps the photo of the corrected entry
    unless it has its own.

    If anything is raised, nothing is written: NotFoundError, StaleError, RuleError with every problem, PostError, or
    DoubtfulEntryError for an unlikely entry whose `accepted` lacks a doubt.
    """
    check_post(post)
    return write_entry(store, match_id, entry, seen, post, photo, along)


def write_entry(
    store: Store,
    match_id: str,
    entry: Mapping[str, Any],
    seen: int,
    post: str,
    photo: str | None = None,
    along: Sequence[LinkedCorrection] = (),
) -> Match:
    """Add an entry as `add_entry` does; `post` may also be a post that only the score pad itself creates."""
    with store.write() as db:
        serial, now = load_match_to_write(store, db, match_id)
        if find_post(db, serial, post) is not None:
            return now
        if seen != now.seen:
            raise StaleError(now)
        names = map_former_names(db, now.seating.players) if now.persons_version.naming else {}
        corrections = [
            LinkedCorrection(rename_in_entry(each.entry, names), each.photo)
            for each in (*along, LinkedCorrection(entry, photo))
        ]
        for each in corrections:
            if each.photo is not None and find_match_of_photo(db, each.photo) != serial:
                raise NotFoundError(each.photo)
        written = [parse_entry(each.entry, now.variant, now.seating) for each in corrections]
        sheet = write_entries(now.sheet, *written)
        if doubts := sheet.lines[-1].open_doubts:
            raise DoubtfulEntryError(doubts)
        photos, rows = dict(now.photos), list[EntryRow]()
        for number, (new, each) in enumerate(zip(written, corrections, strict=True), start=seen + 1):
            if picture := each.photo or (None if new.replaces is None else photos.get(new.replaces)):
                photos[number] = picture
            name = name_linked_post(post, number) if rows else post
            rows.append(EntryRow(number, name, datetime.now(UTC), new.to_json(), picture))
        write_new_entries(db, serial, rows)
        final = record_result(db, serial, sheet, make_digest(sheet), rows[-1].written) if sheet.over else None
        after = now
        for line in rows:
            after = extend_match(after, sheet, line, final)
    cache_match(store, after, rows[-1].post)
    return after


def record_result(
    db: Connection, serial: int, sheet: Sheet, digest: Mapping[str, Any], at: datetime, newest: bool = True
) -> Final:
    """Record the result of the match `serial` (its row number), and return it.

    `sheet` and `digest` are those of the finished match, whose last entry was written at the time `at`. With `newest`
    false it ended elsewhere before.
    """
    final = Final(find_tip(db, serial).number, dict(sheet.totals), sheet.winners)
    write_final(db, serial, final, at, newest)
    write_digest(db, serial, digest)
    return final


def _begin(store: Store, variant: Variant, seating: Seating, post: str | None) -> Match:
    """Write a match without entries, put it into its evening and return it.

    If the form with the id `post` has already started a match, that one is returned.
    """
    with store.write() as db:
        if started := find_started(db, post) if post else None:
            return load_cached_match(store, db, started)
        row, match = begin_match(db, variant, seating, post)
        join_evening(db, row.serial)
    return match


def begin_match(
    db: Connection,
    variant: Variant,
    seating: Seating,
    post: str | None = None,
    links: Mapping[Right, str | None] | None = None,
) -> tuple[MatchRow, Match]:
    """Write a match without entries, and return its row and the match.

    `post` is the id of the form, if any. The match takes over the `links` of the table's last match, including closed
    ones, and gets new links for the other rights. Raises RuleError if two of its names mean one person.
    """
    check_distinct_persons(db, seating.players)
    now = datetime.now(UTC)
    row = write_match(
        db, make_id(), variant.key, seating.players, seating.partners, seating.lead, seating.options, now, post or None
    )
    for right in RIGHTS:
        write_link(db, row.serial, right, links[right] if links and right in links else make_id(), row.started)
    return row, Match(
        row.id,
        variant,
        seating,
        row.started,
        start_sheet(variant, seating),
        persons_version=find_persons_version(db),
        profiles=list_profiles_at(db, row.serial),
    )
