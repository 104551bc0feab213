"""What people do with the score pad: start a match, add an entry, strike one out, read a sheet, find a match.

Every function takes the store first. Whoever writes says which entry it saw last, so that nothing is scored on top of
something unseen, and with which post, so that the same tap counts once.
"""

from scorekeeper.play.access import Joined, Links, close_link, joined, let_in, links, may, new_link, news, next_match
from scorekeeper.play.history.places import place_of, put, thrown_away
from scorekeeper.play.history.search import MatchSummary, Page, Search, known_players, matches, search
from scorekeeper.play.history.tallies import Against, InGame, Tally, tallies, tally
from scorekeeper.play.names import Taken, all_names, once_called, rename
from scorekeeper.play.photos import keep_photo, let_go_of_unused, photo
from scorekeeper.play.scoring.changes import Change, changes
from scorekeeper.play.scoring.match import Match, NotFound, match
from scorekeeper.play.scoring.writing import Along, Doubtful, Stale, add, again, preview, start, strike_out
from scorekeeper.play.transfer.match_files import export, import_match, import_matches, score
from scorekeeper.play.transfer.packing import pack
from scorekeeper.play.transfer.spreadsheets import entries_csv, matches_csv
from scorekeeper.play.transfer.unpacking import unpack
from scorekeeper.play.upkeep.checking import Finding, backup, check, rebuild, restore
from scorekeeper.play.upkeep.copies import Copy, copies, copy_at_start, copy_now, copy_path
from scorekeeper.store.links import Doing

__all__ = [
    "Against",
    "Along",
    "Change",
    "Copy",
    "Doing",
    "Doubtful",
    "Finding",
    "InGame",
    "Joined",
    "Links",
    "Match",
    "MatchSummary",
    "NotFound",
    "Page",
    "Search",
    "Stale",
    "Taken",
    "Tally",
    "add",
    "again",
    "all_names",
    "backup",
    "changes",
    "check",
    "close_link",
    "copies",
    "copy_at_start",
    "copy_now",
    "copy_path",
    "entries_csv",
    "export",
    "import_match",
    "import_matches",
    "joined",
    "keep_photo",
    "known_players",
    "let_go_of_unused",
    "let_in",
    "links",
    "match",
    "matches",
    "matches_csv",
    "may",
    "new_link",
    "news",
    "next_match",
    "once_called",
    "pack",
    "photo",
    "place_of",
    "preview",
    "put",
    "rebuild",
    "rename",
    "restore",
    "score",
    "search",
    "start",
    "strike_out",
    "tallies",
    "tally",
    "thrown_away",
    "unpack",
]
