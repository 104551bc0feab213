"""From a photo's bytes to its tiles and open ends, with the real reader, on rendered photos."""

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from vision import Reading, read
from vision.__main__ import main
from vision.lab.evaluate.open_ends import open_ends
from vision.lab.render import render_photo

LINE = "5-0 0-3 3-6 6-6 6-1 1-1 1-4"


def taken(line: str, layout: str = "chain", tilt: float = 0) -> Image.Image:
    """Return a photo of the tiles in `line`."""
    return Image.fromarray(render_photo(line.split(), layout, seed=3, size=(1200, 900), tilt=tilt).image[:, :, ::-1])


def saved(picture: Image.Image, kind: str = "JPEG", orientation: int = 1) -> bytes:
    file, exif = io.BytesIO(), Image.Exif()
    exif[0x0112] = orientation
    picture.save(file, kind, quality=90, exif=exif.tobytes())
    return file.getvalue()


def names(reading: Reading) -> list[tuple[int, int]]:
    return sorted(tile.name for tile in reading.tiles if tile.name)


LYING = sorted((min(a, b), max(a, b)) for a, b in (map(int, tile.split("-")) for tile in LINE.split()))


@pytest.mark.parametrize("tilt", [0, 25])
def test_a_line_on_the_table_is_read_with_its_joints_and_open_ends(tilt: float) -> None:
    reading = read(saved(taken(LINE, tilt=tilt)))
    assert names(reading) == LYING
    assert sorted(open_ends(reading).elements()) == [4, 5]
    assert len(reading.groups) == 1
    assert sum(join.kind == "joint" for join in reading.joins) == 6


def test_a_hand_in_a_row_hangs_together_and_has_no_joints() -> None:
    reading = read(saved(taken("6-4 2-1 5-5 3-0", "row")))
    assert names(reading) == [(0, 3), (1, 2), (4, 6), (5, 5)]
    assert len(reading.groups) == 1
    assert {join.kind for join in reading.joins} == {"beside"}


@pytest.mark.parametrize(
    ("orientation", "turn"),
    [(3, Image.Transpose.ROTATE_180), (6, Image.Transpose.ROTATE_90), (8, Image.Transpose.ROTATE_270)],
)
def test_a_photo_taken_on_its_side_is_read_upright(orientation: int, turn: Image.Transpose) -> None:
    picture = taken(LINE)
    straight, turned = read(saved(picture)), read(saved(picture.transpose(turn), orientation=orientation))
    assert turned.size == straight.size == (1200, 900)
    assert names(turned) == names(straight) == LYING


def test_a_heic_photo_is_read_as_well() -> None:
    assert names(read(saved(taken(LINE), "HEIF"))) == LYING


def test_the_command_reads_a_photo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "line.jpg"
    path.write_bytes(saved(taken(LINE)))
    assert main([str(path), "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert sorted(tuple(sorted(tile["pips"])) for tile in line["tiles"]) == LYING
