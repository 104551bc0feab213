"""Load matches: read a match from the store and fold its entries into a sheet.

The match is cached, so that one more entry needs only one step.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.problems import Findings, RuleError, refuse
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.fold import Sheet, append_entries, fold, start_sheet
from scorekeeper.engine.variants import find_variant
from scorekeeper.store import Connection, Store
from scorekeeper.store.entries import EntryRow, find_tip, find_tip_of, list_entries
from scorekeeper.store.matches import Final, MatchRow, find_final, look_up_match
from scorekeeper.store.persons import PersonsVersion, find_persons_version
from scorekeeper.store.profiles import Profile, list_profiles_at


@dataclass(frozen=True, slots=True)
class Match:
    """A match with its sheet.

    `written` has the time of each entry, `photos` maps the number of an entry to the id of the photo that it was taken
    from. `final` is the result that was recorded when the match ended; None while it is not over. `persons_version` is
    the version of the players' names and profiles with which the sheet was read (see `find_persons_version`).
    `profiles` has the profile of each player in turn order.
    """

    id: str
    variant: Variant
    seating: Seating
    started: datetime
    sheet: Sheet
    written: tuple[datetime, ...] = ()
    photos: Mapping[int, str] = field(default_factory=dict)
    final: Final | None = None
    persons_version: PersonsVersion = field(compare=False, kw_only=True)
    profiles: tuple[Profile, ...] = field(compare=False, kw_only=True)

    @property
    def own_name(self) -> str:
        """The name of a family's own game; empty for a game without a name and for the games of the menu."""
        return str(self.seating.options.get("name", ""))

    @property
    def seen(self) -> int:
        """The number of the last entry.

        A form sends it back to identify the version of the sheet for which it was filled in.
        """
        return len(self.written)


def load_match(store: Store, match_id: str) -> Match:
    """Return the match with all its entries, from the cache if nothing was written since.

    Raises NotFoundError, or RuleError if the match cannot be read any more.
    """
    if cached := store.look(lambda db: _find_cached(store, db, match_id)):
        return cached[1]
    with store.read() as db:
        return load_cached_match(store, db, look_up_match(db, match_id))


def load_match_to_write(store: Store, db: Connection, match_id: str) -> tuple[int, Match]:
    """Return the match's row number (serial) and the match, within a transaction that writes.

    Raises what `load_match` raises.
    """
    if cached := _find_cached(store, db, match_id):
        return cached
    row = look_up_match(db, match_id)
    return row.serial, load_cached_match(store, db, row)


def _find_cached(store: Store, db: Connection, match_id: str) -> tuple[int, Match] | None:
    """Return the serial and the cached match if nothing was written since it was cached; else None."""
    cached: _CachedMatch | None = store.cache.get(store.id, match_id)
    now = find_tip_of(db, match_id) if cached else None
    if cached is None or now is None:
        return None
    serial, tip, version = now
    same = (cached.match.seen, cached.post, cached.match.persons_version) == (tip.number, tip.post, version)
    return (serial, cached.match) if same else None


def load_cached_match(store: Store, db: Connection, row: MatchRow) -> Match:
    """Return the match of `row`, and cache it; only entries that were written since it was cached are read and scored.

    Raises RuleError if the match cannot be read any more.
    """
    tip = find_tip(db, row.serial)
    cached: _CachedMatch | None = store.cache.get(store.id, row.id)
    if cached and cached.match.persons_version != find_persons_version(db):
        cached = None  # a player was renamed, or has another mark
    if cached and (cached.match.seen, cached.post) == (tip.number, tip.post):
        return cached.match
    match = _extend(db, row, cached) if cached else None
    match = match or load_fresh_match(db, row)
    cache_match(store, match, tip.post)
    return match


def cache_match(store: Store, match: Match, post: str) -> None:
    """Cache the match; `post` is the id of the form that wrote its last entry."""
    store.cache.put(store.id, match.id, _CachedMatch(match, post), match.seen)


def extend_match(match: Match, sheet: Sheet, row: EntryRow, final: Final | None) -> Match:
    """Return the match with one more entry.

    `sheet` is the sheet after the entry, `row` its row, and `final` the result if it ended the match.
    """
    pictures = match.photos if row.photo is None else MappingProxyType({**match.photos, row.number: row.photo})
    return Match(
        match.id,
        match.variant,
        match.seating,
        match.started,
        sheet,
        (*match.written, row.written),
        pictures,
        final,
        persons_version=match.persons_version,
        profiles=match.profiles,
    )


def read_seating(row: MatchRow) -> tuple[Variant, Seating]:
    """Return the game and the seating (players, lead and options) of a stored match.

    Raises RuleError if they are damaged, or invalid by today's rules.
    """
    if row.damaged:
        raise refuse("damaged", row.damaged)
    variant = find_variant(row.variant)
    seating = variant.seat(row.players, row.partners, row.lead, variant.renew_options(row.options))
    return variant.settle_at(seating), seating  # a family's own game is built from the options of the match


def _extend(db: Connection, row: MatchRow, cached: "_CachedMatch") -> Match | None:
    """Return the cached match with the entries written since.

    Return None if the stored match does not begin like the cached one.
    """
    match, first_new = cached.match, cached.match.seen
    entries = list_entries(db, row.serial, after=first_new - 1)
    if first_new and (not entries or entries[0].post != cached.post):
        return None
    new, final = entries[1 if first_new else 0 :], find_final(db, row.serial)
    try:
        sheet = append_entries(match.sheet, *(parse_entry(each.entry, match.variant, match.seating) for each in new))
    except RuleError:  # an entry that cannot be read any more: `load_fresh_match` reports why
        return None
    for each in new:
        match = extend_match(match, sheet, each, final if final and final.number == each.number else None)
    return match


def load_fresh_match(db: Connection, row: MatchRow) -> Match:
    """Return the match of `row`, read and scored from its first entry, without the cache.

    Raises RuleError if the match cannot be read any more.
    """
    variant, seating = read_seating(row)
    stored = list_entries(db, row.serial)
    findings = Findings()
    entries = []
    for each in stored:
        with findings.at(f"entry {each.number}"):
            entries.append(parse_entry(each.entry, variant, seating))
    findings.settle()
    final = find_final(db, row.serial)
    return Match(
        row.id,
        variant,
        seating,
        row.started,
        fold(variant, seating, entries) if entries else start_sheet(variant, seating),
        tuple(each.written for each in stored),
        MappingProxyType({each.number: each.photo for each in stored if each.photo}),
        final if final and final.number == len(stored) else None,
        persons_version=find_persons_version(db),
        profiles=list_profiles_at(db, row.serial),
    )


@dataclass(frozen=True, slots=True)
class _CachedMatch:
    """A match and the post of its last entry.

    After a restored backup, entry 7 of a match may be a different one; its post is different, too.
    """

    match: Match
    post: str
