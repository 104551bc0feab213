"""The limit of open files is divided between connections and books."""

import pytest

from scorekeeper.play.upkeep import open_files
from scorekeeper.play.upkeep.open_files import FileShares, share_files


@pytest.mark.parametrize(("limit", "books"), [(8, 1), (300, 18), (1_000_000, open_files.MOST_BOOKS)])
def test_at_least_one_book_may_be_open(limit: int, books: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_files, "_raise_limit", lambda wanted: limit)
    shared = share_files()
    assert shared.books == books
    assert shared == FileShares(min(open_files.MOST_CONNECTIONS, limit - min(500, limit // 4) - 6 * books), books)
