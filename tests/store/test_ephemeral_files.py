"""Files that arrive in parts at one web machine of a cluster and are read at another one."""

from pathlib import Path

import pytest

from scorekeeper.store.ephemeral import files as ephemeral_files
from scorekeeper.store.ephemeral.files import add_file_part, drop_file_rows, read_file_rows, write_file_rows
from scorekeeper.store.postgresql.ephemeral import PostgresEphemeralStore
from scorekeeper.store.postgresql.pool import Pool
from tests.store.conftest import EPHEMERAL


@pytest.fixture
def ephemeral(pool: Pool) -> PostgresEphemeralStore:
    found = PostgresEphemeralStore(pool)
    with found.write() as db:
        db.execute(f"TRUNCATE {EPHEMERAL} RESTART IDENTITY")
    return found


def read(ephemeral: PostgresEphemeralStore, folder: Path, book: str = "club") -> bytes | None:
    """Return the content of the file `sent`; None if there is no such file."""
    target = folder / "target"
    return target.read_bytes() if read_file_rows(ephemeral, book, "sent", target) else None


def test_parts_are_put_together_and_belong_to_their_book(ephemeral: PostgresEphemeralStore, tmp_path: Path) -> None:
    for at, part, size in ((0, b"dom", 3), (3, b"", 3), (3, b"ino", 6)):
        assert add_file_part(ephemeral, "club", "sent", at, part) == size
    assert read(ephemeral, tmp_path) == b"domino"
    assert read(ephemeral, tmp_path, "family") is None


def test_a_part_that_is_sent_again_counts_once_and_cuts_off_what_came_after(
    ephemeral: PostgresEphemeralStore, tmp_path: Path
) -> None:
    for at, part in ((0, b"dom"), (3, b"inx"), (3, b"ino"), (1, b"o")):
        assert add_file_part(ephemeral, "club", "sent", at, part) == at + len(part)
    assert read(ephemeral, tmp_path) == b"do"


def test_a_part_after_a_gap_is_not_written_and_the_size_says_where_to_go_on(
    ephemeral: PostgresEphemeralStore, tmp_path: Path
) -> None:
    add_file_part(ephemeral, "club", "sent", 0, b"dom")
    assert add_file_part(ephemeral, "club", "sent", 5, b"o") == 3
    assert read(ephemeral, tmp_path) == b"dom"


def test_a_file_is_stored_by_parts_read_again_and_dropped(
    ephemeral: PostgresEphemeralStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ephemeral_files, "PART", 4)
    source = tmp_path / "source"
    source.write_bytes(b"\x00dominoes\xff")
    write_file_rows(ephemeral, "club", "sent", source)
    assert read(ephemeral, tmp_path) == b"\x00dominoes\xff"
    drop_file_rows(ephemeral, "club", "sent")
    assert read(ephemeral, tmp_path) is None


def test_a_file_that_was_left_half_sent_for_a_day_is_deleted_with_the_next_part(
    ephemeral: PostgresEphemeralStore, tmp_path: Path
) -> None:
    add_file_part(ephemeral, "club", "sent", 0, b"dom")
    with ephemeral.write() as db:
        db.execute("UPDATE files SET written = written - INTERVAL '25 hours'")
    add_file_part(ephemeral, "family", "other", 0, b"six")
    assert read(ephemeral, tmp_path) is None
