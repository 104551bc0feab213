"""A match as it stands: read from the store, folded into a sheet, and kept so that one more entry costs one step."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.games.game import Variant
from scorekeeper.engine.problems import Findings, RuleError, refuse
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.fold import Sheet, append_entries, fold, start_sheet
from scorekeeper.engine.variants import find_variant
from scorekeeper.store import Connection, Store
from scorekeeper.store.matches import (
    EntryRow,
    Final,
    MatchRow,
    find_final,
    find_tip,
    find_tip_of,
    list_entries,
    look_up_match,
)
from scorekeeper.store.persons import find_naming_version, number_seats


@dataclass(frozen=True, slots=True)
class Match:
    """A match with its sheet. `written` says when each entry was, `photos` which photo an entry was taken from.

    `final` is the result as it was told when the match ended; None while it is not over. `came` says for each seat in
    which order who sits there came to the book.
    """

    id: str
    variant: Variant
    seating: Seating
    started: datetime
    sheet: Sheet
    written: tuple[datetime, ...] = ()
    photos: Mapping[int, str] = field(default_factory=dict)
    final: Final | None = None
    named: int = field(compare=False, kw_only=True)  # what was said of who is who when it was read
    came: tuple[int, ...] = field(compare=False, kw_only=True)

    @property
    def own_name(self) -> str:
        """What a family calls its own game; empty where it has no name, and in the games of the menu."""
        return str(self.seating.options.get("name", ""))

    @property
    def seen(self) -> int:
        """The number of the last entry, which a form sends back to say what it was filled in on."""
        return len(self.written)


def load_match(store: Store, match_id: str) -> Match:
    """The match as it stands now; raises NotFoundError, or RuleError where it cannot be read any more."""
    if found := store.look(lambda db: _find_cached(store, db, match_id)):
        return found[1]
    with store.read() as db:
        return load_cached_match(store, db, look_up_match(db, match_id))


def load_match_to_write(store: Store, db: Connection, match_id: str) -> tuple[int, Match]:
    """The serial of the match, and how it stands; raises what `load_match` raises."""
    if found := _find_cached(store, db, match_id):
        return found
    row = look_up_match(db, match_id)
    return row.serial, load_cached_match(store, db, row)


def _find_cached(store: Store, db: Connection, match_id: str) -> tuple[int, Match] | None:
    """The match as it was kept, if nothing was written since, with its serial."""
    kept: _CachedMatch | None = store.cache.get(store.path, match_id)
    now = find_tip_of(db, match_id) if kept else None
    if kept is None or now is None:
        return None
    serial, tip, named = now
    same = (kept.match.seen, kept.post, kept.match.named) == (tip.number, tip.post, named)
    return (serial, kept.match) if same else None


def load_cached_match(store: Store, db: Connection, row: MatchRow) -> Match:
    """The match of `row`: as it was kept if nothing was written since, else with only what is new read and scored."""
    tip = find_tip(db, row.serial)
    kept: _CachedMatch | None = store.cache.get(store.path, row.id)
    if kept and kept.match.named != find_naming_version(db):
        kept = None  # somebody is called otherwise by now
    if kept and (kept.match.seen, kept.post) == (tip.number, tip.post):
        return kept.match
    found = _extend(db, row, kept) if kept else None
    found = found or load_fresh_match(db, row)
    cache_match(store, found, tip.post)
    return found


def cache_match(store: Store, match: Match, post: str) -> None:
    """Cache the match; `post` is the one of its last entry."""
    store.cache.put(store.path, match.id, _CachedMatch(match, post), match.seen)


def extend_match(match: Match, sheet: Sheet, row: EntryRow, final: Final | None) -> Match:
    """The match after one more entry."""
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
        named=match.named,
        came=match.came,
    )


def read_seating(row: MatchRow) -> tuple[Variant, Seating]:
    """The game and the table of a stored match; raises RuleError where today's rules know them no more.

    So it does where they are damaged.
    """
    if row.damaged:
        raise refuse("damaged", row.damaged)
    variant = find_variant(row.variant)
    seating = variant.seat(row.players, row.partners, row.lead, variant.renew_options(row.options))
    return type(variant.at(seating)), seating  # your own game is made from what its table has settled


def _extend(db: Connection, row: MatchRow, kept: "_CachedMatch") -> Match | None:
    """The kept match with what was written since; None where the stored match does not begin like the kept one."""
    match, first_new = kept.match, kept.match.seen
    entries = list_entries(db, row.serial, after=first_new - 1)
    if first_new and (not entries or entries[0].post != kept.post):
        return None
    new, final = entries[1 if first_new else 0 :], find_final(db, row.serial)
    try:
        sheet = append_entries(match.sheet, *(parse_entry(each.entry, match.variant, match.seating) for each in new))
    except RuleError:  # an entry that cannot be read any more: `load_fresh_match` tells why
        return None
    for each in new:
        match = extend_match(match, sheet, each, final if final and final.number == each.number else None)
    return match


def load_fresh_match(db: Connection, row: MatchRow) -> Match:
    """The match of `row` read and scored from its first entry; raises RuleError where it cannot be read any more."""
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
        named=find_naming_version(db),
        came=number_seats(db, row.serial),
    )


@dataclass(frozen=True, slots=True)
class _CachedMatch:
    """A match and the post of its last entry.

    Entry 7 of a match may be another one after a backup was put back; its post is another one then, too.
    """

    match: Match
    post: str
