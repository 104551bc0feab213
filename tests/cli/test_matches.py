"""`scorekeeper export`, `import`, `backup` and `check`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.play.history.search import list_matches
from scorekeeper.store import SqliteStore
from scorekeeper.store.entries import EntryRow, write_entry
from scorekeeper.store.matches import find_match
from tests.cli.conftest import MATCH, Run

Write = Callable[..., Path]


def stored(data: Path) -> list[str]:
    with SqliteStore(data / "matches.db") as store:
        return [summary.id for summary in list_matches(store)]


def test_what_was_imported_is_exported(run: Run, write: Write) -> None:
    imported = run("import", write("match.json"))
    assert (imported.status, imported.err) == (0, "")
    match_id, game = imported.out.rstrip().split("  ")
    assert game == "Spansk domino: Anna, Bo, Carl, Dora"
    exported = run("export", match_id)
    assert (exported.status, exported.err) == (0, "")
    document = json.loads(exported.out)
    assert document["players"] == MATCH["players"]
    assert len(document["entries"]) == len(MATCH["entries"])
    again = write("again.json", exported.out.encode())
    assert run("score", again, "--json").out == run("score", write("match.json"), "--json").out


def test_the_line_notation_is_exported_imported_and_scored_as_the_match_file_is(run: Run, write: Write) -> None:
    match_id = run("import", write("match.json")).out.split()[0]
    exported = run("export", match_id, "--notation")
    assert (exported.status, exported.err) == (0, "")
    assert exported.out.startswith("Domino notation: 1\nGame: spansk\nPlayers: Anna Bo Carl Dora\n")
    text = write("match.txt", exported.out.encode())
    assert run("import", text).out.rstrip().endswith("Spansk domino: Anna, Bo, Carl, Dora")
    assert run("score", text, "--json").out == run("score", write("match.json"), "--json").out


def test_a_match_is_exported_into_a_new_file_and_never_over_another(run: Run, write: Write, tmp_path: Path) -> None:
    match_id = run("import", write("match.json")).out.split()[0]
    assert run("export", match_id, tmp_path / "out.json").status == 0
    before = (tmp_path / "out.json").read_text()
    ran = run("export", match_id, tmp_path / "out.json")
    assert (ran.status, ran.complaints) == (2, [f"{tmp_path / 'out.json'} is there already and was left as it is."])
    assert (tmp_path / "out.json").read_text() == before
    assert run("export", match_id, tmp_path / "no folder" / "out.json").status == 2


def test_who_names_no_match_is_shown_the_newest(run: Run, write: Write) -> None:
    match_id = run("import", write("match.json")).out.split()[0]
    ran = run("export", "nothing")
    assert (ran.status, ran.out) == (2, "")
    assert ran.complaints[0] == "There is no match “nothing”. The newest ones:"
    assert ran.complaints[1].split()[0] == match_id


def test_where_nothing_is_stored_that_is_said_and_nothing_is_made(run: Run, data: Path, tmp_path: Path) -> None:
    for command in (["export", "abc"], ["check"], ["backup", tmp_path / "copy.db"]):
        ran = run(*command)
        assert (ran.status, ran.out) == (1, "")
        assert ran.complaints == [f"There are no matches here yet: {data / 'matches.db'} does not exist."]
    assert not data.exists()


def test_of_several_files_with_one_mistake_nothing_is_stored(run: Run, write: Write, data: Path) -> None:
    good, bad = write("good.json"), write("bad.json", {**MATCH, "lead": "Eva"})
    ran = run("import", good, bad)
    assert (ran.status, ran.out) == (2, "")
    assert ran.complaints == [f"{bad}: lead: Nobody called “Eva” plays in this match."]
    assert not data.exists()
    assert run("import", good, good).status == 0
    assert len(stored(data)) == 2


def test_the_folder_can_be_named(run: Run, write: Write, data: Path, tmp_path: Path) -> None:
    assert run("import", write("match.json"), "--data", tmp_path / "elsewhere").status == 0
    assert len(stored(tmp_path / "elsewhere")) == 1
    assert not data.exists()


def test_plays_of_a_spreadsheet_are_listed_come_in_and_are_taken_back(run: Run, write: Write, data: Path) -> None:
    table = write("list.csv", b"Wann,Anna,Bo\n01.02.2024,61,45\n")
    wrong = run("import", table, "--column", "Anna=player", "--column", "Bo=player")
    assert (wrong.status, wrong.complaints) == (2, ["Choose one column for the date."])
    listed = run("import", table, "--yes")
    assert "Left out, neither points nor a winner: 1" in listed.out
    ran = run("import", table, "--wins", "fewest", "--yes")
    assert "Column “Wann”: day_first" in ran.out
    assert "New players: Anna, Bo" in ran.out
    assert len(stored(data)) == 1
    assert run("import", "--take-back", ran.out.split()[-1]).out == "Moved into the bin: 1.\n"
    assert run("import", table, "--column", "Where=place").status == 2
    assert run("import").status == 2


def test_a_backup_holds_the_matches_and_takes_no_files_place(
    run: Run, write: Write, data: Path, tmp_path: Path
) -> None:
    run("import", write("match.json"))
    copy = tmp_path / "restored" / "matches.db"
    assert run("backup", copy).status == 0
    assert stored(copy.parent) == stored(data)
    ran = run("backup", copy)
    assert (ran.status, ran.complaints) == (1, [f"{copy} is there already and was left as it is."])


def test_a_backup_is_put_back_and_what_was_there_is_kept(run: Run, write: Write, data: Path, tmp_path: Path) -> None:
    run("import", write("match.json"))
    then = stored(data)
    run("backup", tmp_path / "copy.db")
    run("import", write("match.json"))
    ran = run("restore", tmp_path / "copy.db")
    assert (ran.status, ran.err) == (0, "")
    assert stored(data) == then
    [kept] = (data / "backups").iterdir()
    assert ran.out.splitlines() == [
        f"The matches of {tmp_path / 'copy.db'} are back.",
        f"Those that were here before are kept in {kept}",
    ]
    ran = run("restore", write("copy.txt", b"Anna 12"))
    assert (ran.status, len(ran.complaints)) == (1, 1)
    assert stored(data) == then


def test_check_finds_nothing_wrong_with_a_sound_file(run: Run, write: Write) -> None:
    run("import", write("match.json"))
    ran = run("check")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "All is well: the file is whole, and every match scores as it was told.\n"


def test_check_tells_what_it_finds_and_ends_with_1(run: Run, write: Write, data: Path) -> None:
    match_id = run("import", write("match.json")).out.split()[0]
    with SqliteStore(data / "matches.db") as store, store.write() as db:
        row = find_match(db, match_id)
        assert row is not None
        odd = {"entry": "ends", "player": "Bo", "ends": ["5"]}
        write_entry(db, row.serial, EntryRow(3, "by hand", row.started, odd, None))
    ran = run("check")
    assert ran.status == 1
    assert ran.out.startswith(f"match {match_id}: entry 3, ends: A layout has at least two open ends")


@pytest.mark.parametrize("command", [["check"], ["export", "abc"], ["import", "match.json"]])
def test_a_file_that_is_no_database_is_told_in_one_line(
    run: Run, write: Write, data: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(write("match.json").parent)
    data.mkdir()
    (data / "matches.db").write_bytes(b"no database at all, but long enough to look like one" * 20)
    ran = run(*command)
    assert ran.status == 1
    assert ran.complaints == [
        f"{data / 'matches.db'} is not a file of matches, or it is damaged. A backup can take its place."
    ]


@pytest.mark.parametrize(
    "arguments", [[], ["sing"], ["score"], ["export"], ["score", "--jsn", "x"], ["serve", "--port", "x"]]
)
def test_a_command_that_cannot_be_is_told_with_how_it_is_used(run: Run, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert "usage: scorekeeper" in ran.err


def test_the_version_is_told(run: Run) -> None:
    ran = run("--version")
    assert ran.status == 0
    assert ran.out.startswith("scorekeeper 1.")


def test_everything_goes_out_in_one_archive_and_in_elsewhere(
    run: Run, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("import", write("match.json"))
    ran = run("archive", tmp_path / "all.zip")
    assert (ran.status, ran.out) == (0, "Matches: 1.\n")
    assert run("archive", tmp_path / "all.zip").status == 2
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "elsewhere"))
    assert run("import", tmp_path / "all.zip").out == "New: 1. Here already: 0.\n"
    assert run("import", tmp_path / "all.zip").out == "New: 0. Here already: 1.\n"
    ran = run("import", write("broken.zip", b"no archive"))
    assert (ran.status, len(ran.complaints)) == (2, 1)
    assert len(stored(tmp_path / "elsewhere")) == 1


@pytest.mark.parametrize("name", ["all.zip", "ALL.ZIP", "all.json", "all"])
def test_an_archive_comes_in_whatever_it_is_called(run: Run, write: Write, tmp_path: Path, name: str) -> None:
    run("import", write("match.json"))
    run("archive", tmp_path / "archive.zip")
    (tmp_path / "archive.zip").rename(tmp_path / name)
    assert run("import", tmp_path / name).out == "New: 0. Here already: 1.\n"


@pytest.mark.parametrize("name", ["MATCH.JSON", "match.zip", "match"])
def test_a_match_file_comes_in_whatever_it_is_called(run: Run, write: Write, data: Path, name: str) -> None:
    assert run("import", write(name)).status == 0
    assert len(stored(data)) == 1


def test_what_is_made_from_entries_can_be_made_anew(run: Run, write: Write, data: Path) -> None:
    run("import", write("match.json"))
    with SqliteStore(data / "matches.db") as store, store.write() as db:
        db.execute("UPDATE standings SET number = 7")
    assert run("check").status == 1
    assert run("check", "--rebuild").status == 0
    assert run("check").status == 0
