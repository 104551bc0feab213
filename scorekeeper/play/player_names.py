"""The names of players: one may be called otherwise from now on, and two names may turn out to be one person.

No sheet is rewritten for it: it is written down whom a name means, and whoever reads a sheet sees today's name.
"""

import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime

from scorekeeper.engine.problems import Findings, refuse
from scorekeeper.engine.seating import check_names
from scorekeeper.engine.text import JOINERS, is_invisible
from scorekeeper.store import Connection, NotFoundError, Store
from scorekeeper.store.matches import list_players
from scorekeeper.store.persons import has_met, list_names_of, map_persons, number_persons, write_naming


class NameTakenError(Exception):
    """Somebody else is called so already: nothing was written. `player` is who."""

    def __init__(self, player: str) -> None:
        super().__init__(player)
        self.player = player


def normalize_name(name: str) -> str:
    """One spelling of a name: "  Anna   Lee " is "Anna Lee", and an accent is written in one way only.

    Signs that nobody sees are dropped, among them those that turn the words after them around; what has no other sign
    is no name: "".
    """
    words = " ".join(unicodedata.normalize("NFC", name).split())
    seen = "".join(sign for sign in words if not is_invisible(sign))
    return seen if seen.strip(JOINERS) else ""


def rename_player(store: Store, player: str, name: str, merge: bool = False) -> str:
    """Call `player` by another name from now on, on every sheet; gives the name.

    With `merge` that may be the name of somebody else, be it a former one, who then is the same person. Raises
    NotFoundError, NameTakenError, or RuleError for what is no name and for two who once sat at one table.
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
        other = map_persons(db).get(name, name)  # sheets with a former name are somebody's, too
        theirs = list_names_of(db, other) if other in everybody and other != player else ()
        if theirs:
            if has_met(db, mine, theirs):
                raise refuse("sat_together", "name", player=player, other=other)
            if not merge:
                raise NameTakenError(other)
        # The new name has to mean itself, whomever it may have meant before.
        write_naming(db, tuple(dict.fromkeys((*mine, player, *theirs, name))), name, datetime.now(UTC))
    return name


def split_name(store: Store, player: str, name: str) -> str:
    """Let `name`, which means `player`, mean somebody of their own again; gives the name. Raises NotFoundError.

    Sheets keep the names they were written with: those with this one are that person's again, all others stay.
    """
    with store.write() as db:
        if name == player or name not in list_names_of(db, player):
            raise NotFoundError(name)
        write_naming(db, (name,), name, datetime.now(UTC))
    return name


def map_former_names(db: Connection, players: Sequence[str]) -> dict[str, str]:
    """The former names of the players at this table, and what each is called today.

    A form that was opened before somebody was renamed still sends the former name.
    """
    meant = map_persons(db).items()
    return {name: person for name, person in meant if person in players and name not in players}


def check_distinct_persons(db: Connection, players: Sequence[str]) -> None:
    """Raise RuleError where two names at one table mean one person."""
    known, seen = map_persons(db), set[str]()
    findings = Findings()
    for player in players:
        if (person := known.get(player, player)) in seen:
            findings.add("name_twice", "players", player=person)
        seen.add(person)
    findings.settle()


def number_players(store: Store) -> dict[str, int]:
    """In which order everybody first sat down in this book; whoever is called otherwise keeps the number."""
    with store.read() as db:
        return number_persons(db)


def list_former_names(store: Store, player: str) -> tuple[str, ...]:
    """The other names that mean this player."""
    with store.read() as db:
        return tuple(name for name in list_names_of(db, player) if name != player)


def list_names(store: Store) -> dict[str, str]:
    """Every name that means somebody called otherwise, and whom."""
    with store.read() as db:
        return {name: person for name, person in map_persons(db).items() if name != person}
