"""Stored books of every version of the schema: today's score pad opens, checks and scores them."""

import shutil
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.play.history.overview import list_recent_matches
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.history.tallies import count_tallies
from scorekeeper.play.photos import find_photo
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.store import SqliteStore
from scorekeeper.store.upkeep import is_sound
from scripts.released import FOLDER, list_steps
from tests.play.conftest import add, ends

VERSIONS = sorted(path.stem for path in FOLDER.glob("*.db"))


def test_every_version_of_the_schema_is_stored() -> None:
    assert [step[:4] for step in list_steps()] == VERSIONS, "run: python -m scripts.released"


@pytest.fixture
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Copy the stored book, so that the stored file never changes, and return the copy."""
    return Path(shutil.copy(FOLDER / f"{request.param}.db", tmp_path / "matches.db"))


@pytest.mark.parametrize("book", VERSIONS, indirect=True)
def test_a_book_of_every_version_is_sound_and_has_nothing_to_tell(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert is_sound(book)
    is_newest = book.read_bytes() == (FOLDER / f"{VERSIONS[-1]}.db").read_bytes()
    assert main(["check", "--data", str(book.parent)]) == 0
    assert "All is well" in capsys.readouterr().out
    assert list((book.parent / "backups").glob("*.db")) or is_newest


@pytest.mark.parametrize("book", VERSIONS, indirect=True)
def test_a_book_of_every_version_is_read_and_scored_on(book: Path) -> None:
    with SqliteStore(book) as store:
        matches = {(each.variant, each.entries): each for each in list_matches(store)}
        assert sorted(matches) == [("dk_almindelig", 1), ("spansk", 0), ("spansk", 2), ("spansk", 4)]
        over, running = matches["spansk", 4], matches["spansk", 2]
        assert over.over
        assert dict(over.totals) == {"Anna & Carl": 8, f"Bo & {over.players[3]}": 0}
        [picture] = set(load_match(store, running.id).photos.values())
        assert find_photo(store, picture).jpeg.startswith(b"\xff\xd8")
        on = add(store, load_match(store, running.id), ends("Carl", "5-5", "5"))
        assert list_recent_matches(store).running[0].id == on.id
        assert count_tallies(store)["Anna"].won == 1
        assert [found for found in check_book(store) if not found.harmless] == []
