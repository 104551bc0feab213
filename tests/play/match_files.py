"""Bring the documents of match files into a book."""

from collections.abc import Sequence

from scorekeeper.play import Store
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.transfer.match_files import check_match, record_matches


def import_matches(store: Store, documents: Sequence[object]) -> tuple[Match, ...]:
    """Store the documents as new matches, all of them or none, and return the matches.

    Raises RuleError with everything that is wrong in the first document that cannot be read.
    """
    ids = record_matches(store, [check_match(document) for document in documents])
    return tuple(load_match(store, id_) for id_ in ids)
