"""What people do with the score pad: start a match, add an entry, strike one out, read a sheet, find a match.

Every function takes the store first. Whoever writes says which entry it saw last, so that nothing is scored on top of
something unseen, and with which post, so that the same tap counts once.
"""

from scorekeeper.play.files import export, import_match, import_matches, score
from scorekeeper.play.history import MatchSummary, known_players, matches
from scorekeeper.play.pictures import keep_photo, photo
from scorekeeper.play.reading import Match, NotFound, match
from scorekeeper.play.scoring import Doubtful, Stale, add, again, preview, start, strike_out
from scorekeeper.play.upkeep import Finding, backup, check, restore

__all__ = [
    "Doubtful",
    "Finding",
    "Match",
    "MatchSummary",
    "NotFound",
    "Stale",
    "add",
    "again",
    "backup",
    "check",
    "export",
    "import_match",
    "import_matches",
    "keep_photo",
    "known_players",
    "match",
    "matches",
    "photo",
    "preview",
    "restore",
    "score",
    "start",
    "strike_out",
]
