"""Names and marks of players: rename a player, merge two names into one person, separate them, or change a mark.

Sheets are never rewritten. The store records which person a name means, and everything that reads a sheet shows the
person's current name.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from scorekeeper.engine.problems import Findings, refuse
from scorekeeper.engine.seating import check_names
from scorekeeper.engine.text import JOINERS, is_invisible
from scorekeeper.store import Connection, NotFoundError, Store
from scorekeeper.store.matches import list_players
from scorekeeper.store.persons import has_met, list_names_of, map_persons, write_naming
from scorekeeper.store.profiles import (
    MOST_INITIALS,
    Profile,
    Profiles,
    find_free_mark,
    find_profiles,
    list_profiles,
    write_profile,
)


class NameTakenError(Exception):
    """Another player has this name; nothing was written. `player` is the other player."""

    def __init__(self, player: str) -> None:
        super().__init__(player)
        self.player = player


def normalize_name(name: str) -> str:
    """Return the normalized spelling of a name: `" Anna Lee "` becomes `"Anna Lee"`, in Unicode normal form C.

    Invisible characters are removed, among them those that reverse the direction of the text that follows. A name
    without a visible character becomes `""`.
    """
    words = " ".join(unicodedata.normalize("NFC", name).split())
    seen = "".join(sign for sign in words if not is_invisible(sign))
    return seen if seen.strip(JOINERS) else ""


def rename_player(store: Store, player: str, name: str, merge: bool = False) -> str:
    """Give `player` another name on every sheet from now on, and return the name as it was written.

    With `merge`, `name` may be the current or a former name of another player, who then is the same person. Raises
    NotFoundError, NameTakenError, or RuleError for an invalid name and for two players who once sat at one table. The
    player keeps their mark; if two persons are merged, the mark of the other player stays.
    """
    name = normalize_name(name)
    check_names((name,))
    with store.write() as db:
        everybody = list_players(db)
        if player not in everybody:
            raise NotFoundError(player)
        if name == player:
            return name
        mine = list_names_of(db, player)
        other = map_persons(db).get(name, name)  # `name` may be a former name of another player
        theirs = list_names_of(db, other) if other in everybody and other != player else ()
        if theirs:
            if has_met(db, mine, theirs):
                raise refuse("sat_together", "name", player=player, other=other)
            if not merge:
                raise NameTakenError(other)
        # The new name has to mean this person, even if it meant another person before.
        write_naming(db, tuple(dict.fromkeys((*mine, player, *theirs, name))), name, datetime.now(UTC))
        before = other if theirs else player
        write_profile(db, name, find_profiles(db, (before,))[before], datetime.now(UTC))
    return name


def split_name(store: Store, player: str, name: str) -> str:
    """Make `name`, which means `player`, a separate person again, and return it. Raises NotFoundError.

    Sheets that were written with this name belong to the new person; all other sheets stay with `player`. The new
    person gets another mark than `player`.
    """
    with store.write() as db:
        if name == player or name not in list_names_of(db, player):
            raise NotFoundError(name)
        write_naming(db, (name,), name, datetime.now(UTC))
        profiles = find_profiles(db, (name, player))
        if name not in profiles or profiles[name].mark == profiles[player].mark:
            write_profile(db, name, Profile(*find_free_mark(db)), datetime.now(UTC))
    return name


def map_former_names(db: Connection, players: Sequence[str]) -> dict[str, str]:
    """Return a mapping from the former names of `players` to these, their current names; no other names are keys.

    A form that was opened before a player was renamed still sends the former name.
    """
    meant = map_persons(db).items()
    return {name: person for name, person in meant if person in players and name not in players}


def check_distinct_persons(db: Connection, players: Sequence[str]) -> None:
    """Raise RuleError if two of these names mean one person, because one of them is a former name."""
    known, seen = map_persons(db), set[str]()
    findings = Findings()
    for player in players:
        if (person := known.get(player, player)) in seen:
            findings.add("name_twice", "players", player=person)
        seen.add(person)
    findings.settle()


def list_former_names(store: Store, player: str) -> tuple[str, ...]:
    """Return the other names that mean this player, which are former names or names merged into this one."""
    with store.read() as db:
        return tuple(name for name in list_names_of(db, player) if name != player)


def list_names(store: Store) -> dict[str, str]:
    """Map each former or merged name of a person to the person's current name."""
    with store.read() as db:
        return {name: person for name, person in map_persons(db).items() if name != person}


def map_profiles(store: Store) -> Profiles:
    """Map the name of each player to their profile."""
    with store.read() as db:
        return list_profiles(db)


def list_guests(store: Store) -> frozenset[str]:
    """Return the names of all guests, who are left out of the statistics."""
    return frozenset(name for name, profile in map_profiles(store).items() if profile.guest)


def change_profile(store: Store, player: str, profile: Profile) -> None:
    """Give `player` another profile from now on.

    Raises NotFoundError, or RuleError if somebody else has the mark or the initials are too long. A mark that two
    players had before may stay.
    """
    initials = normalize_name(profile.initials)
    if len(initials) > MOST_INITIALS:
        raise refuse("long_initials", "initials", n=MOST_INITIALS)
    with store.write() as db:
        everybody = list_players(db)
        if player not in everybody:
            raise NotFoundError(player)
        known = list_profiles(db)
        if profile.mark != known[player].mark:
            for other in everybody:
                if other != player and known[other].mark == profile.mark:
                    raise refuse("mark_taken", "mark", player=other)
        write_profile(db, player, replace(profile, initials=initials), datetime.now(UTC))
