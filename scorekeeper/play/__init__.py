"""What people do with the score pad: each of these names is one thing that somebody asks of it.

Scoring a match        `start_match`, `play_again`, `load_match` a `Match`, `add_entry`, some more `Along` with it,
                       `strike_out`, `list_changes`; an entry may be `Stale` or `Doubtful`
Letting others in      `list_match_links`, `make_link`, `close_link`, `let_in` by one for a `Right`, `find_right`,
                       `list_joined`, `find_news`, `find_next_match`
Looking back           `Search` and `search_matches`, `list_matches`, `count_tallies`, `count_tally`, `move_match`,
                       `find_place`, `is_in_bin`
Players and names      `list_known_players`, `list_names`, `list_former_names`, `rename_player`, who may be `Taken`
Photos of entries      `keep_photo`, `find_photo`, `drop_unused_photos`
In and out             `score_document`, `export_match`, `import_matches`, `pack_archive`, `unpack_archive`,
                       `write_entries_csv`, `write_matches_csv`
Keeping the book safe  `copy_at_start`, `copy_now`, `list_copies`, `find_copy`, `back_up`, `restore_book`,
                       `check_book`, `rebuild_standings`

Every function takes the store first; what is asked for and not there is `NotFound`. Whoever writes says which entry it
saw last, so that nothing is scored on top of something unseen, and with which post, so that the same tap counts once.

The rooms, and who may import whom: `names`, `access` and `photos` stand alone; `scoring` -> `names`; `history` ->
`scoring`; `transfer` and `upkeep` -> `history`, `scoring`, `names`.
"""

from scorekeeper.play.access import (
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
from scorekeeper.play.history.search import Search, list_known_players, list_matches, search_matches
from scorekeeper.play.history.tallies import count_tallies, count_tally
from scorekeeper.play.names import Taken, list_former_names, list_names, rename_player
from scorekeeper.play.photos import drop_unused_photos, find_photo, keep_photo
from scorekeeper.play.scoring.changes import list_changes
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.preview import Reckoned, reckon_entry, score_shown_ends
from scorekeeper.play.scoring.writing import (
    Along,
    Doubtful,
    Stale,
    add_entry,
    play_again,
    start_match,
    strike_out,
)
from scorekeeper.play.transfer.match_files import export_match, import_matches, score_document
from scorekeeper.play.transfer.packing import pack_archive
from scorekeeper.play.transfer.spreadsheets import write_entries_csv, write_matches_csv
from scorekeeper.play.transfer.unpacking import unpack_archive
from scorekeeper.play.upkeep.checking import back_up, check_book, rebuild_standings, restore_book
from scorekeeper.play.upkeep.copies import copy_at_start, copy_now, find_copy, list_copies
from scorekeeper.store import NotFound
from scorekeeper.store.links import Right

__all__ = [
    "Along",
    "Doubtful",
    "Match",
    "NotFound",
    "Reckoned",
    "Right",
    "Search",
    "Stale",
    "Taken",
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
