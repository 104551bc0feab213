"""What people do with the score pad: each of these names is one thing that somebody asks of it.

Scoring a match        `start_match`, `play_again`, `load_match` a `Match`, `add_entry`, some more `Along` with it,
                       each `Change` by `list_changes`, `find_highlights`; an entry may be `Stale` or `Doubtful`;
                       a `PostError` is raised for a post that no form may bring
Games of their own     `put_together`, `keep_game` a `KeptGame`, `list_kept_games`, `drop_own_game`, `take_game_back`
Taking back            `strike_out`, `put_back`; `reckon_without` and `reckon_with` give the `Consequence`; what was
                       `TakenBack` last by `find_taken_back`, what goes with it by `list_gone_along`, `find_went_with`
Hands from phones      a `Gathering` by `find_gathering` where a match `gathers_hands`: `give_hand`, `say_blocked`,
                       `say_double`, `close_round`, `is_hand_given`; what came from another phone is `GivenElsewhere`
Trying out             `reckon_entry` and `reckon_first`, what it would be worth is `Reckoned`; `score_shown_ends`,
                       `list_lying_ends`, `list_moves`, `find_fitting_tiles`; of a solitaire a `Position`, by
                       `read_position`
Correcting             `rewind_sheet`, `may_go_along`, `append_along`; `list_impossible_after` tells what is an
                       `ImpossibleLine` on the sheet and cannot be any more
Photos of a layout     `lay_out_photo`; without any match: `choose_game`, `count_ends`
Letting others in      `list_match_links`, `make_link`, `close_link`, `let_in` by one for a `Right`; what a `Device` may
                       do, its `Permission`, by `decide_permission`; `has_been_let_in`, `list_joined`,
                       `list_open_keys`, `find_news`, `find_news_tag`, `write_news`, `find_next_match`
Looking back           `Search` and `search_matches`, `list_matches`, `find_evening` an `Evening`, `list_evenings`,
                       `list_latest` the `Latest`, `call_off_match`, `count_tallies`, `count_tally`, `has_uncounted`,
                       `record_tallies`, `move_match`,
                       `find_champions` the `Champions`, `find_place`; `note_match` with a `Remark`,
                       `find_match_remark`; a `PlayedGame` is also one of `list_own_games_played`
Players and names      `list_known_players`, `list_names`, `list_former_names`, `number_players`,
                       `rename_player`, who may be `Taken`, `split_name`
Photos of entries      `keep_photo`, `find_photo`, `drop_unused_photos`
In and out             `score_document`, `write_sheet_json`, `export_match`, `import_matches`, or `check_match` gives a
                       `CheckedMatch` for `record_matches`; `check_files` gives `CheckedFiles`, which `import_files`
                       makes `Imported`, or they are `FilesRefused`; `pack_archive`, `unpack_archive`;
                       `import_paths` and `pack_into_file` do it in a worker; `write_entries_csv`, `write_matches_csv`
Keeping the book safe  `copy_at_start`, `copy_now`, `list_copies`, `find_copy`, `back_up`, `restore_book`,
                       `drop_leftovers`, `require_space`,
                       `check_book`, `rebuild_standings`; how it is in use is its `Health`, by `examine_book` and
                       `examine_host`
Shared for now         by all processes: `Passing` is the file; tiles are said to lie by `lay_tiles`, found as
                       `LyingTiles` by `find_lying_tiles`; `count_tries`; a `Queue` of work, which may be
                       `QueueFull`, and what came of it by `write_result` and `find_result`; one of all does what is to
                       be done at night: `take_night`, `keep_night`, `close_night`
Many books on a host   the `HostedBooks` of a folder, so many open as `share_files` says, each a `Book` with its
                       `Keys`; `make_book`, `make_id`,
                       `make_keys`, `renew_owner_key`, `find_book_name`, `name_book`; `keep_beside`, `bring_beside`;
                       `is_opened_by`, `find_folder`, `find_folder_keys`, `list_folders`, `find_last_use`, `open_book`;
                       `put_away` and `bring_back` an `AwayBook`, `find_away`, `list_away`, `put_unused_away`,
                       `drop_away`; how full one is, its `BookSize`, by `measure_book` or `measure_folder`; what a
                       host may hold, its `HostLimits`, and what it holds, its `HostUsage`; `look_after_books` each
                       night, and what was done is the `NightsWork`

Values that are handed on: a `Sheet` and its `Line`; a `StoredPhoto`; where a match lies, its `MatchPlace`, and how it
went, its `MatchResult`; the open book, a `Store`, and what is wrong with its file, a `StoreError`.

Every function that reads or writes the book takes the store first; what is asked for and not there is `NotFound`.
Whoever writes says which entry it saw last, so that nothing is scored on top of something unseen, and with which post,
so that the same tap counts once.

The rooms, and who may import whom: `names`, `access` and `photos` stand alone; `scoring` -> `names`; `history` ->
`scoring`; `transfer` and `upkeep` -> `history`, `scoring`, `names`.
"""

from scorekeeper.engine.file.match import write_sheet_json
from scorekeeper.engine.file.remark import Remark
from scorekeeper.engine.layout.positions import Position, read_position
from scorekeeper.engine.sheet.line import Line, Sheet
from scorekeeper.play.access import (
    Device,
    Permission,
    close_link,
    decide_permission,
    find_news,
    find_news_tag,
    find_next_match,
    has_been_let_in,
    let_in,
    list_joined,
    list_match_links,
    list_open_keys,
    make_link,
    write_news,
)
from scorekeeper.play.history.champions import Champions, find_champions
from scorekeeper.play.history.evenings import Evening, find_evening, list_evenings
from scorekeeper.play.history.latest import Latest, call_off_match, list_latest
from scorekeeper.play.history.places import find_place, move_match
from scorekeeper.play.history.played import PlayedGame
from scorekeeper.play.history.remarks import find_match_remark, note_match
from scorekeeper.play.history.search import (
    Search,
    list_known_players,
    list_matches,
    list_own_games_played,
    search_matches,
)
from scorekeeper.play.history.tallies import count_tallies, count_tally, has_uncounted, record_tallies
from scorekeeper.play.names import Taken, list_former_names, list_names, number_players, rename_player, split_name
from scorekeeper.play.photos import drop_unused_photos, find_photo, keep_photo
from scorekeeper.play.scoring.changes import Change, list_changes
from scorekeeper.play.scoring.correcting import (
    ImpossibleLine,
    append_along,
    list_impossible_after,
    may_go_along,
    rewind_sheet,
)
from scorekeeper.play.scoring.counting import choose_game, count_ends, lay_out_photo
from scorekeeper.play.scoring.gathering import (
    Gathering,
    GivenElsewhere,
    close_round,
    find_gathering,
    gathers_hands,
    give_hand,
    is_hand_given,
    say_blocked,
    say_double,
)
from scorekeeper.play.scoring.highlights import find_highlights
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.own_games import (
    KeptGame,
    drop_own_game,
    keep_game,
    list_kept_games,
    put_together,
    take_game_back,
)
from scorekeeper.play.scoring.posts import PostError
from scorekeeper.play.scoring.preview import (
    Reckoned,
    find_fitting_tiles,
    list_lying_ends,
    list_moves,
    reckon_entry,
    reckon_first,
    score_shown_ends,
)
from scorekeeper.play.scoring.taking_back import (
    Consequence,
    TakenBack,
    find_taken_back,
    find_went_with,
    list_gone_along,
    put_back,
    reckon_with,
    reckon_without,
    strike_out,
)
from scorekeeper.play.scoring.writing import (
    Along,
    Doubtful,
    Stale,
    add_entry,
    play_again,
    start_match,
)
from scorekeeper.play.transfer.importing import (
    CheckedFiles,
    FilesRefused,
    Imported,
    check_files,
    import_files,
    import_paths,
)
from scorekeeper.play.transfer.match_files import (
    CheckedMatch,
    check_match,
    export_match,
    import_matches,
    record_matches,
    score_document,
)
from scorekeeper.play.transfer.packing import pack_archive, pack_into_file
from scorekeeper.play.transfer.spreadsheets import write_entries_csv, write_matches_csv
from scorekeeper.play.transfer.unpacking import unpack_archive
from scorekeeper.play.upkeep.book import Book, find_book_name, find_folder_keys, find_last_use, name_book, open_book
from scorekeeper.play.upkeep.checking import back_up, check_book, rebuild_standings
from scorekeeper.play.upkeep.copies import copy_at_start, copy_now, find_copy, list_copies
from scorekeeper.play.upkeep.health import Health, examine_book, examine_host
from scorekeeper.play.upkeep.hosted import HostedBooks
from scorekeeper.play.upkeep.leftovers import drop_leftovers
from scorekeeper.play.upkeep.nights import NightsWork, look_after_books
from scorekeeper.play.upkeep.open_files import share_files
from scorekeeper.play.upkeep.restoring import restore_book
from scorekeeper.play.upkeep.size import BookSize, HostLimits, measure_book
from scorekeeper.play.upkeep.tree import (
    AwayBook,
    bring_back,
    drop_away,
    find_away,
    find_folder,
    is_opened_by,
    list_away,
    list_folders,
    make_book,
    put_away,
    put_unused_away,
)
from scorekeeper.play.upkeep.usage import HostUsage
from scorekeeper.store import NotFound, Store, StoreError
from scorekeeper.store.beside import bring_beside, keep_beside
from scorekeeper.store.free_space import measure_folder, require_space
from scorekeeper.store.ids import make_id
from scorekeeper.store.keys import Keys, make_keys, renew_owner_key
from scorekeeper.store.links import Right
from scorekeeper.store.passing import (
    LyingTiles,
    Passing,
    Queue,
    QueueFull,
    close_night,
    count_tries,
    find_lying_tiles,
    find_result,
    keep_night,
    lay_tiles,
    take_night,
    write_result,
)
from scorekeeper.store.photos import StoredPhoto
from scorekeeper.store.search import MatchResult
from scorekeeper.store.standings import MatchPlace

__all__ = [
    "Along",
    "AwayBook",
    "Book",
    "BookSize",
    "Champions",
    "Change",
    "CheckedFiles",
    "CheckedMatch",
    "Consequence",
    "Device",
    "Doubtful",
    "Evening",
    "FilesRefused",
    "Gathering",
    "GivenElsewhere",
    "Health",
    "HostLimits",
    "HostUsage",
    "HostedBooks",
    "Imported",
    "ImpossibleLine",
    "KeptGame",
    "Keys",
    "Latest",
    "Line",
    "LyingTiles",
    "Match",
    "MatchPlace",
    "MatchResult",
    "NightsWork",
    "NotFound",
    "Passing",
    "Permission",
    "PlayedGame",
    "Position",
    "PostError",
    "Queue",
    "QueueFull",
    "Reckoned",
    "Remark",
    "Right",
    "Search",
    "Sheet",
    "Stale",
    "Store",
    "StoreError",
    "StoredPhoto",
    "Taken",
    "TakenBack",
    "add_entry",
    "append_along",
    "back_up",
    "bring_back",
    "bring_beside",
    "call_off_match",
    "check_book",
    "check_files",
    "check_match",
    "choose_game",
    "close_link",
    "close_night",
    "close_round",
    "copy_at_start",
    "copy_now",
    "count_ends",
    "count_tallies",
    "count_tally",
    "count_tries",
    "decide_permission",
    "drop_away",
    "drop_leftovers",
    "drop_own_game",
    "drop_unused_photos",
    "examine_book",
    "examine_host",
    "export_match",
    "find_away",
    "find_book_name",
    "find_champions",
    "find_copy",
    "find_evening",
    "find_fitting_tiles",
    "find_folder",
    "find_folder_keys",
    "find_gathering",
    "find_highlights",
    "find_last_use",
    "find_lying_tiles",
    "find_match_remark",
    "find_news",
    "find_news_tag",
    "find_next_match",
    "find_photo",
    "find_place",
    "find_result",
    "find_taken_back",
    "find_went_with",
    "gathers_hands",
    "give_hand",
    "has_been_let_in",
    "has_uncounted",
    "import_files",
    "import_matches",
    "import_paths",
    "is_hand_given",
    "is_opened_by",
    "keep_beside",
    "keep_game",
    "keep_night",
    "keep_photo",
    "lay_out_photo",
    "lay_tiles",
    "let_in",
    "list_away",
    "list_changes",
    "list_copies",
    "list_evenings",
    "list_folders",
    "list_former_names",
    "list_gone_along",
    "list_impossible_after",
    "list_joined",
    "list_kept_games",
    "list_known_players",
    "list_latest",
    "list_lying_ends",
    "list_match_links",
    "list_matches",
    "list_moves",
    "list_names",
    "list_open_keys",
    "list_own_games_played",
    "load_match",
    "look_after_books",
    "make_book",
    "make_id",
    "make_keys",
    "make_link",
    "may_go_along",
    "measure_book",
    "measure_folder",
    "move_match",
    "name_book",
    "note_match",
    "number_players",
    "open_book",
    "pack_archive",
    "pack_into_file",
    "play_again",
    "put_away",
    "put_back",
    "put_together",
    "put_unused_away",
    "read_position",
    "rebuild_standings",
    "reckon_entry",
    "reckon_first",
    "reckon_with",
    "reckon_without",
    "record_matches",
    "record_tallies",
    "rename_player",
    "renew_owner_key",
    "require_space",
    "restore_book",
    "rewind_sheet",
    "say_blocked",
    "say_double",
    "score_document",
    "score_shown_ends",
    "search_matches",
    "share_files",
    "split_name",
    "start_match",
    "strike_out",
    "take_game_back",
    "take_night",
    "unpack_archive",
    "write_entries_csv",
    "write_matches_csv",
    "write_news",
    "write_result",
    "write_sheet_json",
]
