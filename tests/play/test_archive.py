"""The archive: a whole book in one file, and its restore on another computer."""

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from scorekeeper.engine.file.remark import Remark
from scorekeeper.engine.problems import RuleError
from scorekeeper.play import Profile
from scorekeeper.play.events.event import Entrant, Event
from scorekeeper.play.events.links import list_links_of_event
from scorekeeper.play.events.record import list_events
from scorekeeper.play.events.writing import publish_draw, start_event
from scorekeeper.play.history.details import call_off_match, find_location, move_match, note_match
from scorekeeper.play.history.search import Search, list_known_players, list_matches, search_matches
from scorekeeper.play.history.tallies import count_tallies, count_tally
from scorekeeper.play.photos import find_photo, keep_photo
from scorekeeper.play.player_names import change_profile, list_names, map_profiles, rename_player
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.own_games import list_saved_games, save_own_game
from scorekeeper.play.scoring.taking_back import strike_out
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.play.transfer.packing import pack_archive
from scorekeeper.play.transfer.spreadsheets import write_entries_csv, write_matches_csv
from scorekeeper.play.transfer.unpacking import unpack_archive
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.play.upkeep.copies import copy_at_start, copy_now, find_copy, list_copies
from scorekeeper.store import NotFoundError, SqliteStore, Store
from scorekeeper.store.events import list_event_entries
from scorekeeper.store.upkeep import has_same_rows, is_sound
from tests.play.conftest import AS_IT_IS, add, ends, out
from tests.play.test_standings import ended

KINDS = {"photos": "photo", "matches": "match", "told": "told"}
JPEG = b"\xff\xd8\xff\xe0 a photo \xff\xd9"


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    with SqliteStore(tmp_path / "other" / "matches.db") as store:
        yield store


@pytest.fixture
def packed(store: Store, four: Match) -> io.BytesIO:
    """Pack a running match with a photo, and an archived one that has ended; Ana is renamed to Annika."""
    photo = keep_photo(store, four.id, JPEG, {"tiles": []})
    add_entry(store, four.id, ends("Anna", "5", "0"), 0, "tap", photo=photo)
    move_match(store, ended(store, "Ana", "Eva").id, "archived")
    rename_player(store, "Ana", "Annika")
    file = io.BytesIO()
    assert pack_archive(store, file) == 2
    return file


def changed(packed: io.BytesIO, **files: bytes | None) -> io.BytesIO:
    """Return the archive with other files in it: `index`, `photo`, `match` are all files of that kind."""
    result = io.BytesIO()
    with zipfile.ZipFile(packed) as old, zipfile.ZipFile(result, "w") as new:
        for name in old.namelist():
            kind = "index" if name == "archive.json" else KINDS[name.partition("/")[0]]
            data = files.get(kind, b"") if kind in files else old.read(name)
            if data is not None:
                new.writestr(name, data)
    return result


def retold(packed: io.BytesIO, number: int, **said: object) -> io.BytesIO:
    """Return the archive with other values in the description of one of its matches."""
    result = io.BytesIO()
    with zipfile.ZipFile(packed) as old, zipfile.ZipFile(result, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == json.loads(old.read("archive.json"))["matches"][number]:
                data = json.dumps(json.loads(data) | said).encode()
            new.writestr(name, data)
    return result


def in_format_1(packed: io.BytesIO) -> io.BytesIO:
    """Return the archive in the format in which the index describes the matches, not a file for each."""
    result = io.BytesIO()
    with zipfile.ZipFile(packed) as old, zipfile.ZipFile(result, "w") as new:
        for name in old.namelist():
            if not name.startswith(("told/", "archive.json")):
                new.writestr(name, old.read(name))
        index = json.loads(old.read("archive.json"))
        told = [json.loads(old.read(name)) for name in index["matches"]]
        new.writestr("archive.json", json.dumps(index | {"format": 1, "matches": told}))
    return result


def test_an_archive_brings_everything_to_another_computer(store: Store, other: Store, packed: io.BytesIO) -> None:
    assert unpack_archive(other, packed, *AS_IT_IS) == (2, 0)
    for match in list_matches(store):
        there, here = load_match(other, match.id), load_match(store, match.id)
        assert (there.sheet, there.written, there.final) == (here.sheet, here.written, here.final)
        assert there.started == here.started
        assert find_location(other, match.id) == find_location(store, match.id)
        for number, photo in here.photos.items():
            assert find_photo(other, there.photos[number]).jpeg == find_photo(store, photo).jpeg == JPEG
    assert list_names(other) == {"Ana": "Annika"}
    assert count_tallies(other).keys() == count_tallies(store).keys()
    assert count_tally(other, "Annika") == count_tally(store, "Annika")
    assert check_book(other) == ()


TOLD = """
    SELECT id, variant, partners, lead, options, started,
        (SELECT group_concat(player, ' ') FROM seats WHERE match = serial) AS players,
        (SELECT json_group_array(json_array(number, written, json(entry), photo)) FROM entries WHERE match = serial),
        (SELECT json_group_array(json_array(number, totals, winners)) FROM finals WHERE match = serial),
        (SELECT json_group_array(json_array(id, kept, json(reading), hex(jpeg))) FROM photos WHERE match = serial),
        (SELECT json_array(note, place) FROM notes WHERE notes.match = serial ORDER BY notes.number DESC LIMIT 1),
        standings.place, over, standings.totals, standings.winners, touched, off,
        (SELECT id FROM matches AS first WHERE first.serial = standings.evening) AS evening
    FROM matches JOIN standings ON standings.match = serial ORDER BY serial"""


@pytest.mark.sqlite
def test_a_book_that_moves_to_a_host_and_home_again_loses_nothing(
    store: Store, other: Store, four: Match, tmp_path: Path
) -> None:
    photo = keep_photo(store, four.id, JPEG, {"tiles": []})
    add_entry(store, four.id, ends("Anna", "5", "0"), 0, "tap", photo=photo)
    move_match(store, ended(store, "Ana", "Eva").id, "archived")
    left = start_match(store, "block", ["Eva", "Åsa"])
    add(store, left, {"entry": "round", "out": "Eva", "hands": {"Åsa": {"pips": 7}}})
    call_off_match(store, left.id, True)
    note_match(store, left.id, Remark("They came late", "At Åsa's"))
    gone = add(store, start_match(store, "spansk", ["Bo", "Dora"]), ends("Bo", "5", "0"))
    strike_out(store, gone.id, 1, gone.seen, "undo")
    move_match(store, gone.id, "deleted")
    way = [store, other, SqliteStore(tmp_path / "home" / "matches.db")]
    for here, there in pairwise(way):
        file = io.BytesIO()
        assert pack_archive(here, file) == 4
        assert unpack_archive(there, file, *AS_IT_IS) == (4, 0)
    told = [each.look(lambda db: db.execute(TOLD).fetchall()) for each in way]
    assert told[0] == told[1] == told[2]
    assert len(told[0]) == 4
    assert check_book(way[2]) == ()
    way[2].close()


def test_an_archive_read_twice_brings_nothing_new(store: Store, packed: io.BytesIO, four: Match) -> None:
    add(store, load_match(store, four.id), ends("Bo", "5-5", "0"))
    assert unpack_archive(store, packed, *AS_IT_IS) == (0, 2)
    assert len(list_matches(store)) == 2


def test_a_result_is_kept_as_it_was_told(store: Store, other: Store, packed: io.BytesIO) -> None:
    final = {"number": 2, "totals": {"Annika": 99, "Eva": 0}, "winners": ["Annika"]}
    assert unpack_archive(other, retold(packed, 1, final=final), *AS_IT_IS) == (2, 0)
    [told] = search_matches(other, Search(location="archived")).matches
    assert told.totals == {"Annika": 99, "Eva": 0}


@pytest.mark.parametrize(
    "broken",
    [
        {"index": None},
        {"index": b"{}"},
        {"index": b'{"format": 99, "names": {}, "matches": []}'},
        {"index": b'{"format": 2, "names": [], "matches": []}'},
        {"index": b'{"format": 1, "names": {}, "matches": [{"file": "elsewhere.json"}]}'},
        {"index": b'{"format": 2, "names": {}, "matches": ["elsewhere.json"]}'},
        {"index": b'{"format": 2, "names": {}, "matches": [7, null, [], {}]}'},
        {"told": b"[]"},
        {"told": b"{}"},
        {"told": None},
        {"match": b"no match"},
        {"match": b'{"format": 1}'},
        {"match": None},
        {"photo": None},
    ],
    ids=str,
)
def test_of_a_broken_archive_nothing_is_stored(
    other: Store, packed: io.BytesIO, broken: dict[str, bytes | None]
) -> None:
    with pytest.raises(RuleError):
        unpack_archive(other, changed(packed, **broken), *AS_IT_IS)
    assert list_matches(other) == ()


def test_what_is_no_archive_is_told(other: Store) -> None:
    with pytest.raises(RuleError, match="no zip file"):
        unpack_archive(other, io.BytesIO(b"Anna 12, Bo 30"), *AS_IT_IS)


def test_matches_of_an_archive_lie_among_the_others_where_they_were_played(
    store: Store, other: Store, packed: io.BytesIO
) -> None:
    newer = ended(other, "Finn", "Eva")
    unpack_archive(other, packed, *AS_IT_IS)
    assert [each.id for each in list_matches(other)] == [newer.id, *(each.id for each in list_matches(store))]


def test_a_run_of_wins_goes_by_when_the_matches_were_played(store: Store, other: Store) -> None:
    """Anna lost long ago and has won since; the lost match comes in last."""
    ended(store, "Bo", "Anna")
    file = io.BytesIO()
    pack_archive(store, file)
    ended(other, "Anna", "Bo")
    assert count_tallies(other)["Anna"].last == "W"
    unpack_archive(other, file, *AS_IT_IS)
    assert (count_tallies(other)["Anna"].last, count_tallies(other)["Anna"].streak) == ("LW", 1)
    assert count_tallies(other)["Bo"].last == "WL"


def test_a_photo_in_it_that_is_no_picture_is_told_and_nothing_is_stored(other: Store, packed: io.BytesIO) -> None:
    with pytest.raises(RuleError, match="a photo in it is damaged"):
        unpack_archive(other, packed, lambda jpeg: None, lambda reading: True)
    assert list_matches(other) == ()


def test_what_would_fill_the_disk_is_refused_before_it_is_unpacked(other: Store, packed: io.BytesIO) -> None:
    bomb = io.BytesIO(packed.getvalue())
    with zipfile.ZipFile(bomb, "a", zipfile.ZIP_DEFLATED) as archive:
        for number in range(4):
            archive.writestr(f"photos/bomb{number}.jpg", bytes(40_000_000))
    with pytest.raises(RuleError, match="far too large"):
        unpack_archive(other, bomb, *AS_IT_IS)
    assert list_matches(other) == ()


def test_two_who_are_one_person_here_are_told_and_nothing_is_stored(other: Store, packed: io.BytesIO) -> None:
    start_match(other, "spansk", ["Eva", "Bo"])
    rename_player(other, "Eva", "Annika")
    with pytest.raises(RuleError, match="Two players are called “Annika”"):
        unpack_archive(other, packed, *AS_IT_IS)
    assert len(list_matches(other)) == 1


def test_a_moment_without_its_time_zone_is_told(other: Store, packed: io.BytesIO) -> None:
    with pytest.raises(RuleError, match="tells too little"):
        unpack_archive(other, retold(packed, 0, written=["2026-06-01T12:00:00"]), *AS_IT_IS)


@pytest.mark.parametrize("said", [{"written": []}, {"taken": {"1": "another"}}])
def test_moments_or_photos_that_the_match_does_not_have_are_told(
    other: Store, packed: io.BytesIO, said: dict[str, object]
) -> None:
    with pytest.raises(RuleError, match="tells too little"):
        unpack_archive(other, retold(packed, 0, **said), *AS_IT_IS)
    assert list_matches(other) == ()


@pytest.mark.parametrize("id_", ["../../etc", "a/b", "", "²", 7, "x" * 41])
def test_an_id_that_no_address_can_hold_is_told(other: Store, packed: io.BytesIO, id_: object) -> None:
    for said in ({"id": id_}, {"photos": [{"id": id_, "kept": "2026-06-01T12:00:00+00:00", "reading": {}}]}):
        with pytest.raises(RuleError, match="tells too little"):
            unpack_archive(other, retold(packed, 0, **said), *AS_IT_IS)


def test_an_archive_of_the_first_format_is_read(other: Store, packed: io.BytesIO) -> None:
    assert unpack_archive(other, in_format_1(packed), *AS_IT_IS) == (2, 0)
    assert check_book(other) == ()


def test_what_was_read_on_a_photo_is_looked_at_before_anything_is_stored(other: Store, packed: io.BytesIO) -> None:
    with pytest.raises(RuleError, match="no reading"):
        unpack_archive(other, packed, lambda jpeg: jpeg, lambda reading: False)
    assert list_matches(other) == ()


def test_a_photo_that_is_written_anew_is_kept_so(store: Store, other: Store, packed: io.BytesIO, four: Match) -> None:
    unpack_archive(other, packed, lambda jpeg: b"only the picture", lambda reading: True)
    [photo] = load_match(other, four.id).photos.values()
    assert find_photo(other, photo).jpeg == b"only the picture"
    assert check_book(other) == ()


# -- spreadsheets ------------------------------------------------------------------------------------------------------


def test_a_spreadsheet_has_a_row_for_each_entry(store: Store, two: Match) -> None:
    match = add(store, two, ends("Anna", "5", "0"), out("Bo", Anna={"pips": 12}))
    strike_out(store, two.id, 1, match.seen, "tap")
    first, second, third = csv.DictReader(io.StringIO(write_entries_csv(store, two.id)))
    assert (first["player"], first["what"], first["struck out"], first["Anna points"]) == ("Anna", "5 0", "yes", "")
    assert (second["what"], second["Bo points"], second["Bo total"]) == ("out: Anna 12, Bo 0", "2", "2")
    assert (third["entry"], third["strikes out"]) == ("void", "1")


def test_a_spreadsheet_has_a_row_for_each_match(store: Store) -> None:
    match = ended(store)
    start_match(store, "spansk", ["=1+1", "Bo"])
    newest, oldest = csv.DictReader(io.StringIO("".join(write_matches_csv(store, Search()))))
    assert newest["players"] == "'=1+1; Bo"
    assert (oldest["match"], oldest["game"], oldest["totals"]) == (match.id, "spansk", "7; 0")
    assert (oldest["winners"], oldest["over"]) == ("Anna", "yes")


# -- copies ------------------------------------------------------------------------------------------------------------


@pytest.mark.sqlite
def test_a_copy_is_made_at_the_start_when_anything_changed_and_the_last_ones_are_kept(store: SqliteStore) -> None:
    assert copy_at_start(store, 2) is None
    for _ in range(3):
        ended(store)
        assert copy_at_start(store, 2) is not None
        assert copy_at_start(store, 2) is None
    assert len(list_copies(store)) == 2
    newest = list_copies(store)[0]
    with SqliteStore(find_copy(store, newest.name), create=False) as copied:
        assert len(list_matches(copied)) == 3


@pytest.mark.sqlite
def test_no_copy_of_a_strange_name_is_given_out(store: SqliteStore) -> None:
    ended(store)
    copy_now(store, 3)
    with pytest.raises(NotFoundError):
        find_copy(store, "../matches.db")


@pytest.mark.sqlite
def test_a_copy_that_another_process_deletes_meanwhile_is_no_error(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended(store)
    first, second = copy_now(store, 9), copy_now(store, 9)
    assert first
    assert second

    def look_late(copy: Path, strict: bool) -> bool:
        copy.unlink()
        return is_sound(copy, strict)

    monkeypatch.setattr("scorekeeper.play.upkeep.copies.is_sound", look_late)
    assert copy_now(store, 1) is None
    monkeypatch.undo()
    path = store.path.parent / "backups" / first.name
    assert not is_sound(path)
    assert not has_same_rows(store, path)


def test_own_games_of_the_book_come_along(store: Store, other: Store) -> None:
    save_own_game(store, {"name": "Sunday fives", "target": 33})
    packed = io.BytesIO()
    pack_archive(store, packed)
    unpack_archive(other, packed, *AS_IT_IS)
    assert [game.variant.name for game in list_saved_games(other)] == ["Sunday fives"]


@pytest.mark.parametrize("own_games", [5, {}, ["rules"]])
def test_own_games_that_are_no_list_of_rules_are_refused(other: Store, packed: io.BytesIO, own_games: object) -> None:
    with zipfile.ZipFile(packed) as archive:
        index = json.loads(archive.read("archive.json"))
    with pytest.raises(RuleError, match="does not list what is in it"):
        unpack_archive(other, changed(packed, index=json.dumps(index | {"own_games": own_games}).encode()), *AS_IT_IS)


def test_a_match_that_the_list_does_not_name_is_told_by_its_number(other: Store, packed: io.BytesIO) -> None:
    with zipfile.ZipFile(packed) as archive:
        index = json.loads(archive.read("archive.json"))
    broken = changed(packed, index=json.dumps(index | {"matches": [*index["matches"], 5]}).encode())
    with pytest.raises(RuleError) as refused:
        unpack_archive(other, broken, *AS_IT_IS)
    assert [problem.place[0] for problem in refused.value.problems] == [str(len(index["matches"]) + 1)]


def test_marks_and_guests_come_along_and_an_archive_without_them_is_read(
    store: SqliteStore, packed: io.BytesIO, other: SqliteStore
) -> None:
    change_profile(store, "Eva", Profile(12, 7, "Ev", guest=True))
    change_profile(store, "Carl", Profile(9, 1))
    pack_archive(store, packed)
    unpack_archive(other, packed, *AS_IT_IS)
    told = map_profiles(store)
    assert {name: map_profiles(other)[name] for name in list_known_players(other)} == {
        name: told[name] for name in list_known_players(store)
    }
    index = json.loads(zipfile.ZipFile(packed).read("archive.json"))
    del index["profiles"]
    with SqliteStore(other.path.parent / "third.db") as third:
        unpack_archive(third, changed(packed, index=json.dumps(index).encode()), *AS_IT_IS)
        assert len({map_profiles(third)[name].mark for name in list_known_players(third)}) == 6


def test_who_comes_into_a_book_where_somebody_has_their_mark_gets_another_one(
    store: Store, packed: io.BytesIO, other: Store
) -> None:
    start_match(other, "spansk", ["Gustav", "Hanne"])
    unpack_archive(other, packed, *AS_IT_IS)
    profiles = map_profiles(other)
    assert profiles["Gustav"].mark == map_profiles(store)["Anna"].mark == (1, 1)
    assert len({profiles[name].mark for name in list_known_players(other)}) == 8


@pytest.mark.parametrize(
    "wrong", [[], {"Anna": []}, {"Anna": {"colour": 13, "shape": 1, "initials": "", "guest": False}}, {"Anna": {}}]
)
def test_a_profile_that_is_none_is_refused_with_the_whole_archive(
    packed: io.BytesIO, other: Store, wrong: object
) -> None:
    index = json.loads(zipfile.ZipFile(packed).read("archive.json")) | {"profiles": wrong}
    with pytest.raises(RuleError):
        unpack_archive(other, changed(packed, index=json.dumps(index).encode()), *AS_IT_IS)
    assert list_matches(other) == ()


def test_events_come_along_once_with_new_links_and_one_that_is_none_is_refused(
    store: Store, other: Store, packed: io.BytesIO
) -> None:
    pairs = tuple(Entrant(name) for name in ("Anna & Bo", "Carl & Dora"))
    id_ = start_event(store, "Thursday", "latin_partner", {}, Event(pairs, 200), "evening")
    publish_draw(store, id_, 1, 1, [], "draw")
    target = io.BytesIO()
    pack_archive(store, target)
    for _ in range(2):
        unpack_archive(other, target, *AS_IT_IS)
    assert list_events(other) == list_events(store) != ()
    with store.read() as ours, other.read() as theirs:
        assert list_event_entries(theirs, 1) == list_event_entries(ours, 1)
    there, here = ({link.key for link in list_links_of_event(each, id_)} for each in (other, store))
    assert (len(there), there & here) == (4, set())
    with zipfile.ZipFile(packed) as archive:
        index = json.loads(archive.read("archive.json"))
    odd = changed(packed, index=json.dumps(index | {"events": [{"id": "x"}]}).encode())
    with pytest.raises(RuleError):
        unpack_archive(other, odd, *AS_IT_IS)
