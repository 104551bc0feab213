"""Small files of a book: after a power cut, and with a full disk, the old content is there or the new one."""

import errno
import os
from pathlib import Path

import pytest

from scorekeeper.hosting.book_folders import find_folder, make_book
from scorekeeper.play.upkeep.book import name_book, open_book
from scorekeeper.store import files
from scorekeeper.store.files import move_folder, write_file
from scorekeeper.store.keys import make_owner_key
from tests.folders import renew_owner_key

needs_proc = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="nobody tells which file is synced")


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Return the list of what is synced and renamed, in order; temporary files are called `draft`."""
    found: list[tuple[str, str]] = []
    fsync, replace, rename = os.fsync, Path.replace, Path.rename

    def name(path: Path) -> str:
        return "draft" if path.name.endswith(files.DRAFT) or path.name.startswith(".new-") else path.name

    def note_sync(descriptor: int) -> None:
        found.append(("sync", name(Path(f"/proc/self/fd/{descriptor}").resolve())))
        fsync(descriptor)

    def note_move(move: object, path: Path, target: Path) -> Path:
        found.append(("move", name(Path(target))))
        return move(path, target)  # type: ignore[operator, no-any-return]

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(Path, "replace", lambda path, target: note_move(replace, path, target))
    monkeypatch.setattr(Path, "rename", lambda path, target: note_move(rename, path, target))
    return found


@needs_proc
def test_a_file_reaches_the_disk_before_it_takes_its_place_and_so_does_its_name(
    tmp_path: Path, steps: list[tuple[str, str]]
) -> None:
    write_file(tmp_path / "any.txt", "content")
    assert steps == [("sync", "draft"), ("move", "any.txt"), ("sync", tmp_path.name)]


@needs_proc
def test_a_folder_that_is_moved_is_kept_where_it_is_and_missing_where_it_was(
    tmp_path: Path, steps: list[tuple[str, str]]
) -> None:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    (tmp_path / "here" / "book").mkdir()
    move_folder(tmp_path / "here" / "book", tmp_path / "there" / "book")
    assert steps == [("move", "book"), ("sync", "there"), ("sync", "here")]


@needs_proc
def test_keys_names_and_new_books_are_written_so(tmp_path: Path, steps: list[tuple[str, str]]) -> None:
    book_id = make_book(tmp_path)
    moved = steps.index(("move", book_id))
    written = [("sync", "draft"), ("move", "keys.json"), ("sync", "draft")]
    at = steps.index(written[1]) - 1
    assert steps[at : at + 3] == written
    assert at < moved
    folder = find_folder(tmp_path, book_id)
    assert folder is not None
    steps.clear()
    renew_owner_key(folder)
    assert steps == [("sync", "draft"), ("move", "keys.json"), ("sync", book_id)]
    book = open_book(folder)
    steps.clear()
    name_book(book, "Sunday club")
    assert steps[:3] == [("sync", "draft"), ("move", "name.txt"), ("sync", book_id)]
    book.store.close()


def test_on_a_full_disk_the_old_content_stays_and_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_file(tmp_path / "any.txt", "old")

    def fail(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="no room"):
        write_file(tmp_path / "any.txt", "new")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"any.txt": "old"}


def test_an_owners_key_has_only_letters_and_digits_which_no_chat_cuts_off() -> None:
    keys = [make_owner_key() for _ in range(50)]
    assert all(key.isascii() and key.isalnum() and len(key) == 25 for key in keys)
    assert len(set(keys)) == 50
