"""What people do with the score pad: start a match, add an entry, strike one out, read a sheet, find a match.

Every function takes the store first. Whoever writes says which entry it saw last, so that nothing is scored on top of
something unseen, and with which post, so that the same tap counts once.
"""

from scorekeeper.play.access import (
    Joined,
    Links,
    close_link,
    find_news,
    find_next_match,
    find_right,
    let_in,
    list_joined,
    list_match_links,
    make_link,
)
from scorekeeper.play.history.places import find_place, is_in_bin, move_match
from scorekeeper.play.history.search import MatchSummary, Page, Search, list_known_players, list_matches, search_matches
from scorekeeper.play.history.tallies import Against, InGame, Tally, count_tallies, count_tally
from scorekeeper.play.names import Taken, list_former_names, list_names, rename_player
from scorekeeper.play.photos import drop_unused_photos, find_photo, keep_photo
from scorekeeper.play.scoring.changes import Change, list_changes
from scorekeeper.play.scoring.match import Match, NotFound, load_match
from scorekeeper.play.scoring.preview import Reckoned, reckon_entry, score_shown_ends
from scorekeeper.play.scoring.writing import (
    Along,
    Doubtful,
    Stale,
    add_entry,
    play_again,
    preview_entry,
    start_match,
    strike_out,
)
from scorekeeper.play.transfer.match_files import export_match, import_match, import_matches, score_document
from scorekeeper.play.transfer.packing import pack_archive
from scorekeeper.play.transfer.spreadsheets import write_entries_csv, write_matches_csv
from scorekeeper.play.transfer.unpacking import unpack_archive
from scorekeeper.play.upkeep.checking import Finding, back_up, check_book, rebuild_standings, restore_book
from scorekeeper.play.upkeep.copies import Copy, copy_at_start, copy_now, find_copy, list_copies
from scorekeeper.store.links import Right

__all__ = [
    "Against",
    "Along",
    "Change",
    "Copy",
    "Doubtful",
    "Finding",
    "InGame",
    "Joined",
    "Links",
    "Match",
    "MatchSummary",
    "NotFound",
    "Page",
    "Reckoned",
    "Right",
    "Search",
    "Stale",
    "Taken",
    "Tally",
    "add_entry",
    "back_up",
    "check_book",
    "close_link",
    "copy_at_start",
    "copy_now",
    "count_tallies",
    "count_tally",
    "drop_unused_photos",
    "export_match",
    "find_copy",
    "find_news",
    "find_next_match",
    "find_photo",
    "find_place",
    "find_right",
    "import_match",
    "import_matches",
    "is_in_bin",
    "keep_photo",
    "let_in",
    "list_changes",
    "list_copies",
    "list_former_names",
    "list_joined",
    "list_known_players",
    "list_match_links",
    "list_matches",
    "list_names",
    "load_match",
    "make_link",
    "move_match",
    "pack_archive",
    "play_again",
    "preview_entry",
    "rebuild_standings",
    "reckon_entry",
    "rename_player",
    "restore_book",
    "score_document",
    "score_shown_ends",
    "search_matches",
    "start_match",
    "strike_out",
    "unpack_archive",
    "write_entries_csv",
    "write_matches_csv",
]
