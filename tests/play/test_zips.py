"""Zip files from outside: what their ends declare, and how much of one file is read."""

import io
import zipfile
from pathlib import Path

import pytest

from scorekeeper.engine.problems import RuleError
from scorekeeper.play.transfer import zips
from scorekeeper.play.transfer.zips import open_zip, read_member


def pack(comment: bytes = b"", **files: bytes) -> io.BytesIO:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.comment = comment
        for name, data in files.items():
            archive.writestr(name, data)
    return packed


def test_the_number_of_files_is_found_before_the_longest_comment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "MOST_FILES", 1)
    with pytest.raises(RuleError, match="more files"):
        open_zip(pack(b"-" * zips.LONGEST_COMMENT, one=b"1", two=b"2"))
    assert open_zip(pack(b"-" * zips.LONGEST_COMMENT, one=b"1")).namelist() == ["one"]


def test_the_number_of_files_is_found_in_the_end_of_a_large_zip_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipfile, "ZIP_FILECOUNT_LIMIT", 0)  # writes the number as for many files
    packed = pack(one=b"1", two=b"2")
    assert b"PK\x06\x06" in packed.getvalue()
    assert open_zip(packed).namelist() == ["one", "two"]
    monkeypatch.setattr(zips, "MOST_FILES", 1)
    with pytest.raises(RuleError, match="more files"):
        open_zip(packed)


def test_an_empty_file_is_no_archive(tmp_path: Path) -> None:
    empty = tmp_path / "empty.zip"
    empty.touch()
    with empty.open("rb") as source, pytest.raises(zipfile.BadZipFile):
        open_zip(source)


def test_a_file_may_have_just_as_many_bytes_as_are_allowed() -> None:
    with open_zip(pack(five=b"12345")) as archive:
        assert read_member(archive, "five", 5) == b"12345"
        with pytest.raises(RuleError, match=r"a file in it is too large\b"):
            read_member(archive, "five", 4)


def test_unpacked_files_may_be_a_hundred_times_as_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "SMALL", 0)
    packed = pack(small=b"x")
    at = packed.getvalue().index(b"PK\x01\x02") + 24  # the unpacked size in the central directory

    def state(size: int) -> io.BytesIO:
        data = bytearray(packed.getvalue())
        data[at : at + 4] = size.to_bytes(4, "little")
        return io.BytesIO(bytes(data))

    assert open_zip(state(100)).namelist() == ["small"]
    with pytest.raises(RuleError, match="far too large"):
        open_zip(state(101))


def test_an_encrypted_file_is_told_by_its_flag() -> None:
    data = bytearray(pack(one=b"1").getvalue())
    flags = data.index(b"PK\x01\x02") + 8
    data[flags] = 2  # a hint about the compression
    assert open_zip(io.BytesIO(bytes(data))).namelist() == ["one"]
    data[flags] = 1
    with pytest.raises(RuleError, match="locked with a password"):
        open_zip(io.BytesIO(bytes(data)))
