"""Read one entry of a match file and report all its problems at once."""

from scorekeeper.engine.entries import COMMON_FIELDS, KINDS, Entry
from scorekeeper.engine.entries.reader import FieldReader, check_fields, require_object
from scorekeeper.engine.problems import refuse, write_input
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

ALSO = {"claimed_by": "claimed"}  # the name of a field in files of other score pads, and our name


def parse_entry(item: object, variant: Variant, seating: Seating) -> Entry:
    """Return the entry in `item`, the JSON object of one entry of a match file.

    `variant` and `seating` are those of the match. Raise RuleError with all problems of its fields.
    """
    data = require_object(item, N_("an entry"))
    if "entry" not in data:
        raise refuse("missing", "entry", field="entry")
    kind = data["entry"]
    if not isinstance(kind, str) or kind not in KINDS:
        raise refuse("unknown_entry", "entry", given=write_input(kind))
    data = {name if (ours := ALSO.get(name)) is None or ours in data else ours: value for name, value in data.items()}
    reader = FieldReader(data, seating.players, variant.find_largest(seating), variant.find_removed(seating))
    check_fields(data, KINDS[kind].fields | COMMON_FIELDS, reader.findings)
    entry = KINDS[kind].read(reader)
    if reader.findings.problems:
        # The entry will not be scored, so the checks that need no other entry are made here.
        with reader.findings.at():
            entry.check_alone()
    reader.findings.settle()
    return entry
