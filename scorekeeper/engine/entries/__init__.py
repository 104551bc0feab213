"""The entries of a sheet: facts, never points. Each kind of entry is one module; entries are numbered from 1.

To add a kind of entry (a call, say):

1. its module here, `call.py`, with a class that inherits from `Entry` and defines its abstract methods;
2. the class in `KINDS` below, the only list of the kinds;
3. a function that scores it, registered in `engine.sheet.step`, and `call` among the kinds that a game `takes`;
4. its form in `web/forms`;
5. its template `templates/entries/call.html`, which shows it, and `templates/unsent/call.html`, which describes one
   that is not sent yet because there is no connection;
6. how it begins in the line notation, in `OPENINGS` of `play.transfer.notation`, and in `docs/notation.md`;
7. a table in `tests/tables` that has it.

`tests/house/test_kinds.py` reports which of these is missing.
"""

from collections.abc import Mapping
from typing import Any

from scorekeeper.engine.entries.bid import A_MARK, CONTRACTS, NO_TRUMPS, TRUMP_WORDS, TRUMPS, Bid, Contract, Trump
from scorekeeper.engine.entries.bonus import Bonus
from scorekeeper.engine.entries.counting import Counting, add_to_counting, find_counting
from scorekeeper.engine.entries.ends import Ends
from scorekeeper.engine.entries.entry import COMMON_FIELDS, Entry
from scorekeeper.engine.entries.family_facts import FamilyFacts
from scorekeeper.engine.entries.hand import NO_TILES, UNKNOWN, Hand
from scorekeeper.engine.entries.last_tile import WINS, LastTile
from scorekeeper.engine.entries.pass_entry import Pass
from scorekeeper.engine.entries.restore import Restore
from scorekeeper.engine.entries.result import Result
from scorekeeper.engine.entries.round_end import WITHOUT_WINNER, RoundEnd
from scorekeeper.engine.entries.starting_double import StartingDouble
from scorekeeper.engine.entries.tile_laid import TileLaid
from scorekeeper.engine.entries.tricks import TricksPlayed, TricksTaken
from scorekeeper.engine.entries.void import Void

__all__ = [
    "A_MARK",
    "COMMON_FIELDS",
    "CONTRACTS",
    "KINDS",
    "NO_TILES",
    "NO_TRUMPS",
    "TRUMPS",
    "TRUMP_WORDS",
    "UNKNOWN",
    "WINS",
    "WITHOUT_WINNER",
    "Bid",
    "Bonus",
    "Contract",
    "Counting",
    "Ends",
    "Entry",
    "FamilyFacts",
    "Hand",
    "LastTile",
    "Pass",
    "Restore",
    "Result",
    "RoundEnd",
    "StartingDouble",
    "TileLaid",
    "TricksPlayed",
    "TricksTaken",
    "Trump",
    "Void",
    "add_to_counting",
    "find_counting",
    "rename_in_entry",
]

# In the order of the tabs on the pad.
KINDS: Mapping[str, type[Entry]] = {
    each.kind: each for each in (Result, Bid, Ends, TileLaid, Pass, Bonus, RoundEnd, Void, Restore)
}


def rename_in_entry(data: Mapping[str, Any], to: Mapping[str, str]) -> dict[str, Any]:
    """Return the JSON of an entry with its players renamed by `to`, old name to new name.

    Only the fields that hold player names are changed; names that are not in `to` stay.
    """
    kind = data.get("entry")
    named = KINDS[kind].named if isinstance(kind, str) and kind in KINDS else ()
    return {**data, **{field: _rename(data[field], to) for field in named if field in data}}


def _rename(field: object, to: Mapping[str, str]) -> object:
    """Return `field`, a player name or an object whose keys are player names, with the names replaced by `to`."""
    if isinstance(field, str):
        return to.get(field, field)
    return {to.get(name, name): value for name, value in field.items()} if isinstance(field, Mapping) else field
