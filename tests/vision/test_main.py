"""The command `python -m vision`."""

import json
from pathlib import Path

import pytest

from tests.vision.laying import lay
from tests.vision.photos import FakeFinder, plain_photo
from vision.__main__ import main

FINDER = FakeFinder(
    lay("5-0", 0, 0, camera=lambda point: (100 + 20 * point[0], 100 + 20 * point[1])),
    lay("3-2", 0, 0, camera=lambda point: (200 + 20 * point[0], 100 + 20 * point[1]), sure=False),
)


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    path.write_bytes(plain_photo())
    return path


def test_one_line_of_json_is_printed_for_each_photo(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(photo), str(photo), "--json"], FINDER) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["photo"] for line in lines] == [str(photo)] * 2
    assert [tile["pips"] for tile in lines[0]["tiles"]] == [[5, 0], [3, 2]]


def test_people_get_words_with_a_mark_on_what_is_not_sure(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(photo)], FINDER) == 0
    assert capsys.readouterr().out == f"{photo}: 5-0 | 3-2?\n"


def test_doubts_are_said_below_the_tiles(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(photo), "--largest", "4"], FINDER) == 0
    assert capsys.readouterr().out.splitlines()[1] == "  5-0 does not belong to a double-4 set; check this tile."


def test_a_bad_file_is_named_and_the_others_are_still_read(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, missing = tmp_path / "bad.jpg", tmp_path / "missing.jpg"
    bad.write_bytes(b"not a photo")
    assert main([str(bad), str(missing), str(photo), "--json"], FINDER) == 2
    printed = capsys.readouterr()
    assert printed.err.splitlines() == [
        f"{bad}: This file is not a photo. JPEG, PNG, WebP and HEIC can be read.",
        f"{missing}: No such file or directory",
    ]
    assert json.loads(printed.out)["photo"] == str(photo)
