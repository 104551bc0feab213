"""Store a small book of every version of the schema that has none yet: `python -m scripts.released`."""

import sys
from contextlib import closing
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from sqlite_utils import Database

from scorekeeper.engine.file.remark import Remark
from scorekeeper.play.access import list_match_links, make_link
from scorekeeper.play.history.details import call_off_match, move_match, note_match
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.player_names import rename_player
from scorekeeper.play.scoring.taking_back import put_back, strike_out
from scorekeeper.play.scoring.writing import add_entry, play_again, start_match
from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.schema import STEPS

FOLDER = Path(__file__).resolve().parents[1] / "tests/store/released"
# Only facts, each after those that it refers to; the file derives everything else from them.
TABLES = (
    *("matches", "seats", "photos", "entries", "finals", "names", "shelves", "links", "notes", "called_off"),
    "profiles",
)


def list_steps() -> list[str]:
    """Return the names of all steps in order."""
    with Database(memory=True) as nothing:
        return [step.name for step in STEPS.pending(nothing)]


def write_matches(store: Store) -> None:
    """Write a match that is over, one that goes on with a photo, names, links, a note, and one called off."""
    hands = {"Bo": ["6-6", "5-2"], "Dora": {"pips": 7}, "Carl": {"pips": 4}}
    over = start_match(store, "spansk", ["Anna", "Bo", "Carl", "Dora"], options={"target": 5})
    over = add_entry(store, over.id, {"entry": "ends", "player": "Anna", "ends": ["5-5", "5"]}, 0, "one")
    over = add_entry(store, over.id, {"entry": "round", "out": "Anna", "hands": hands}, over.seen, "two")
    over = strike_out(store, over.id, 2, over.seen, "struck")
    over = put_back(store, over.id, 2, over.seen, "back")
    on = play_again(store, over.id, "again")
    jpeg = BytesIO()
    Image.new("RGB", (96, 72), (20, 90, 60)).save(jpeg, "JPEG")
    photo = keep_photo(store, on.id, jpeg.getvalue(), {"size": [96, 72], "tiles": [], "joins": []})
    on = add_entry(store, on.id, {"entry": "ends", "player": "Bo", "ends": ["5", "0"]}, 0, "first", photo)
    add_entry(store, on.id, {"entry": "ends", "player": "Bo", "ends": ["5", "5"], "replaces": 1}, on.seen, "better")
    list_match_links(store, on.id)
    make_link(store, on.id, "watch")
    note_match(store, over.id, Remark("at Grandmother's", "Malmö"))
    left = start_match(store, "dk_almindelig", ["Eva", "Finn"])
    add_entry(store, left.id, {"entry": "round", "out": "Eva", "hands": {"Finn": {"pips": 12}}}, 0, "only")
    call_off_match(store, left.id, True)
    move_match(store, start_match(store, "spansk", ["Eva", "Finn"]).id, "archived")
    rename_player(store, "Dora", "Dorothea")


def write_book(path: Path, upto: int, source: Database) -> None:
    """Write a file as it was after the first `upto` steps, with the facts of `source` that it can store."""
    following = list_steps()[upto:]
    with Database(path) as book:
        book.execute("PRAGMA page_size = 512")  # small, because it is stored
        STEPS.apply(book, stop_before=following[0] if following else None)
        for table in (each for each in TABLES if book[each].exists()):
            columns = ", ".join(sorted({each.name for each in book[table].columns} & _columns(source, table)))
            if table == "finals":
                columns += ", rowid"
            rows = source.execute(f"SELECT {columns} FROM {table}").fetchall()  # noqa: S608  # our own words
            marks = ", ".join("?" * len(columns.split(", ")))
            book.conn.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)  # noqa: S608  # our own
        book.conn.commit()


def _columns(book: Database, table: str) -> set[str]:
    return {each.name for each in book[table].columns}


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, SqliteStore(Path(folder) / "matches.db") as store:
        write_matches(store)
        with closing(Database(store.path)) as source:
            for number, step in enumerate(list_steps(), start=1):
                path = FOLDER / f"{step[:4]}.db"
                if not path.exists():
                    write_book(path, number, source)
                    print(f"{path.name}: {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
