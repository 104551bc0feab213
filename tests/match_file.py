"""The sheet of a match file, as `scorekeeper score` makes it."""

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.play.transfer.match_files import check_match


def score_document(document: object) -> Sheet:
    """Return the sheet of a match file, of which `document` is the JSON value. Raises RuleError with every problem."""
    return check_match(document, with_lines=True).outcome
