"""The verdicts on readings, compared with cases worked out by hand."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.vision.laying import above, lay
from tests.vision.photos import FakeFinder, plain_photo
from vision import Reading, ReadTile, find_joins_and_groups
from vision.lab.evaluate.__main__ import main
from vision.lab.evaluate.clutter import ClutterFigures
from vision.lab.evaluate.corrupt import WAYS, corrupt_photo
from vision.lab.evaluate.figures import (
    count,
    find_worst,
    group_by_kind,
    measure_mean_f1,
    measure_reliability,
    measure_time_ratio,
)
from vision.lab.evaluate.harder_photos import write_clutter_table
from vision.lab.evaluate.judge import PhotoVerdict, judge, judge_unread
from vision.lab.evaluate.labels import Label, load_labels
from vision.lab.evaluate.lines import render_lines
from vision.lab.evaluate.open_ends import open_ends
from vision.lab.evaluate.report import describe_fault, write_report
from vision.lab.evaluate.scenes import SETS
from vision.lab.render.studio import KINDS
from vision.lab.render.truth import tell_true_reading
from vision.photo.decoding import open_photo


def label(tiles: str, **more: object) -> Label:
    """Return a label with `tiles` such as "5-0 6-6"."""
    names = [tuple(sorted(map(int, tile.split("-")))) for tile in tiles.split()]
    return Label(photo="here/photo.png", tiles=Counter(names), **more)  # type: ignore[arg-type]  # as Label has them


def reading(*tiles: ReadTile) -> Reading:
    return Reading((800, 600), tiles, *find_joins_and_groups(tiles))


def apart(tiles: str, confidence: float = 0.9) -> Reading:
    """Return a reading of `tiles` such as "5-0 6-6?", each by itself; "?" marks one that is not sure."""
    laid = [lay(tile.strip("?"), 5.0 * i, 0, sure="?" not in tile) for i, tile in enumerate(tiles.split())]
    return reading(*(ReadTile(tile.corners, tile.halves, confidence, tile.sure) for tile in laid))


def test_tiles_are_the_same_whichever_half_comes_first() -> None:
    verdict = judge(label("0-5 6-6"), apart("5-0 6-6"))
    assert verdict.entirely_right
    assert verdict.right == 2


def test_a_misread_tile_is_missed_and_invented_at_once() -> None:
    verdict = judge(label("5-0 6-6"), apart("5-1 6-6"))
    assert (verdict.missed, verdict.invented, verdict.faults) == (((0, 5),), ((1, 5),), 2)
    assert not verdict.entirely_right


def test_a_tile_read_twice_but_lying_there_once_is_invented_once() -> None:
    verdict = judge(label("5-0"), apart("5-0 5-0"))
    assert (verdict.right, verdict.invented, verdict.missed) == (1, ((0, 5),), ())


def test_a_tile_lying_there_twice_must_be_read_twice() -> None:
    assert judge(label("5-0 5-0"), apart("5-0 5-0")).entirely_right
    assert judge(label("5-0 5-0"), apart("5-0")).missed == ((0, 5),)


def test_readings_of_unlabelled_tiles_are_forgiven_but_not_more_than_there_are() -> None:
    verdict = judge(label("5-0", ignore=1), apart("5-0 1-1"))
    assert verdict.entirely_right
    assert len(verdict.forgiven) == 1
    verdict = judge(label("5-0", ignore=1), apart("5-0 1-1 2-2"))
    assert not verdict.entirely_right
    assert len(verdict.invented) == 1


def test_a_half_alone_is_no_tile_read_but_asked_for_where_one_was_missed() -> None:
    verdict = judge(label("5-0 6-6"), apart("6-6 5-x?"))
    assert (verdict.asked, verdict.missed, verdict.invented) == (1, ((0, 5),), ())
    assert describe_fault(verdict) == "missed 5-0; asked for a hidden half of 1"


def test_a_half_alone_that_no_missed_tile_shows_is_forgiven_or_invented() -> None:
    verdict = judge(label("5-0 6-6", ignore=1), apart("5-0 6-6 5-x? 3-x?"))
    assert (verdict.asked, len(verdict.forgiven), verdict.invented) == (0, 1, ((3, None),))
    assert describe_fault(verdict) == "invented 3-?"


def test_readings_that_are_not_sure_are_forgiven_before_those_that_are() -> None:
    figures = count([judge(label("5-0", ignore=1), apart("5-0 1-1 2-2?"))])
    assert (figures.sure, figures.sure_wrong) == (2, 1)


def test_a_sure_reading_of_a_tile_that_cannot_lie_there_is_never_forgiven() -> None:
    twice = judge(label("5-0", ignore=2), apart("5-0 5-0"))
    assert twice.invented == ((0, 5),)
    assert not judge(label("5-0 6-6 6-6", ignore=2), apart("5-0 5-0 6-6 6-6")).invented  # a photo may have two sets
    known = label("5-0", ignore=2, hard=Counter({(1, 1): 1}))
    assert judge(known, apart("5-0 1-1 2-2")).invented == ((2, 2),)
    assert not judge(known, apart("5-0 1-1 2-2?")).invented


def test_a_sure_reading_that_is_forgiven_is_listed_in_the_report() -> None:
    report = write_report([judge(label("5-0", ignore=2), apart("5-0 1-1 2-2?"))], 3)
    assert "readings forgiven               2                       1 of them sure" in report
    assert report.endswith("sure, and not labelled\n  here/photo.png: 1-1")


def test_a_missed_tile_is_never_forgiven() -> None:
    assert judge(label("5-0 6-6", ignore=3), apart("5-0")).missed == ((6, 6),)


def test_the_figures_follow_from_the_counts() -> None:
    verdicts = [judge(label("5-0 6-6 3-2"), apart("5-0 6-6 3-1? 4-4")), judge(label("1-0"), apart("1-0"))]
    figures = count(verdicts)
    assert (figures.tiles, figures.read, figures.right) == (4, 5, 3)
    assert figures.precision == pytest.approx(3 / 5)
    assert figures.recall == pytest.approx(3 / 4)
    assert figures.f1 == pytest.approx(2 * (0.6 * 0.75) / (0.6 + 0.75))
    assert (figures.photos, figures.photos_right) == (2, 1)
    assert (figures.sure, figures.sure_wrong) == (4, 1)


def test_the_mean_over_origins_counts_each_origin_alike() -> None:
    verdicts = [judge(label("5-0", kinds={"origin": "a"}), apart("5-0"))] * 3
    verdicts += [judge(label("5-0", kinds={"origin": "b"}), apart("5-1"))]
    assert measure_mean_f1(group_by_kind(verdicts, "origin").values()) == pytest.approx(0.5)
    assert count(verdicts).f1 == pytest.approx(0.75)


def test_photos_without_a_tile_have_no_rates_but_a_line_of_their_own() -> None:
    verdicts = [judge(label("5-0", kinds={"origin": "a"}), apart("5-0")), judge(label(""), apart("1-1 2-2?"))]
    verdicts += [judge(label("", ignore=1), apart("3-3"))]
    assert list(group_by_kind(verdicts, "origin")) == ["a"]
    assert "photos without a tile           1/2 yield one           2 invented, 1 of them sure" in write_report(
        verdicts, 3
    )


def test_the_share_of_right_tiles_that_are_sure_is_told() -> None:
    verdicts = [judge(label("5-0 6-6 3-2 1-1"), apart("5-0 6-6 3-2? 4-4"))]
    assert count(verdicts).sure_share == pytest.approx(2 / 3)
    assert "sure among right                2/3 = 66.67%" in write_report(verdicts, 3)


def test_confidence_is_held_against_what_was_right() -> None:
    verdicts = [judge(label("5-0 6-6"), apart("5-0 6-5", 0.92)), judge(label("1-0"), apart("1-0", 1.0))]
    low, high = measure_reliability(verdicts)
    assert (low.low, low.high, low.count, low.right) == (0.9, 0.95, 2, 1)
    assert low.confidence == pytest.approx(0.92)
    assert (high.high, high.count, high.right) == (1.0, 1, 1)


def test_the_worst_photo_has_the_most_faults_and_a_good_one_is_none() -> None:
    good, bad = judge(label("5-0"), apart("5-0")), judge(label("5-0"), apart("5-1"))
    worse = judge(label("5-0 6-6"), apart("1-1 2-2"))
    assert find_worst([good, bad, worse], 5) == (worse, bad)
    assert find_worst([good, bad, worse], 1) == (worse,)


def test_wrong_open_ends_make_a_photo_one_of_the_worst() -> None:
    verdict = judge(label("5-0", ends=Counter([5, 1])), apart("5-0"))
    assert verdict.entirely_right
    assert find_worst([verdict], 5) == (verdict,)
    assert describe_fault(verdict) == "ends 0 5, not 1 5"


def test_time_is_compared_with_bare_decoding() -> None:
    verdicts = [judge(label(""), apart(""), ms, decode) for ms, decode in ((20, 10), (30, 10), (70, 10), (5, 0))]
    assert measure_time_ratio(verdicts) == pytest.approx(3)
    assert measure_time_ratio([judge(label(""), apart(""))]) is None


def test_a_photo_that_cannot_be_opened_counts_as_missed_whole() -> None:
    verdict = judge_unread(label("5-0 6-6", ends=Counter([5, 6])))
    assert (len(verdict.missed), verdict.ends_right) == (2, False)


def ends(*tiles: tuple[str, float, float, float]) -> list[int]:
    see = above(40)
    return sorted(open_ends(reading(*(lay(*tile, see) for tile in tiles))).elements())


def test_a_lone_tile_has_two_ends_and_a_lone_double_one() -> None:
    assert ends(("5-0", 0, 0, 0)) == [0, 5]
    assert ends(("5-5", 0, 0, 0)) == [5]
    assert ends() == []


def test_a_hidden_half_is_no_open_end() -> None:
    assert open_ends(reading(lay("5-x", 0, 0, -90))) == Counter([5])
    assert open_ends(reading(lay("2-5", 0, 0, -90), lay("5-x", 2, 0, -90))) == Counter([2])


def test_a_line_has_the_ends_that_nothing_covers() -> None:
    assert ends(("5-0", 0, 0, -90), ("0-3", 2, 0, -90), ("3-6", 4, 0, -90)) == [5, 6]


def test_a_crosswise_double_inside_the_line_is_no_end_and_outermost_it_is_one() -> None:
    assert ends(("5-4", 0, 0, -90), ("4-4", 1.5, 0, 0), ("4-1", 3, 0, -90)) == [1, 5]
    assert ends(("5-4", 0, 0, -90), ("4-4", 1.5, 0, 0)) == [4, 5]


def test_a_line_branches_at_a_double() -> None:
    cross = [("5-4", 0.0, 0.0, -90.0), ("4-4", 1.5, 0, 0), ("4-1", 3, 0, -90), ("4-2", 1.5, 2, 0), ("3-4", 1.5, -2, 0)]
    assert ends(*cross) == [1, 2, 3, 5]


def test_tiles_beside_the_line_have_no_open_ends() -> None:
    assert ends(("5-0", 0, 0, -90), ("0-3", 2, 0, -90), ("6-6", 0, 1, -90), ("2-1", 9, 9, 0)) == [3, 5]


LABELS = {
    "here/a.png": {"tiles": [[5, 0], [3, 2]], "ignore": 0, "layout": "hand", "set": 6, "difficulty": "easy"},
    "there/b.png": {"tiles": [[5, 0]], "ignore": 1, "crop": [0.5, 0, 1, 1], "open_ends": [0, 5], "set": "unknown"},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for photo in LABELS:
        (tmp_path / photo).parent.mkdir()
        (tmp_path / photo).write_bytes(plain_photo())
    (tmp_path / "labels.json").write_text(json.dumps(LABELS))
    return tmp_path


EYE = FakeFinder(lay("5-0", 0, 0, camera=lambda point: (100 + 20 * point[0], 100 + 20 * point[1])))


def test_labels_say_what_lies_where(folder: Path) -> None:
    first, second = load_labels(folder / "labels.json")
    assert first.tiles == Counter({(0, 5): 1, (2, 3): 1})
    assert first.kinds == {"origin": "here", "difficulty": "easy", "layout": "hand", "tile_colour": ""}
    assert (second.ignore, second.ends, second.largest) == (1, Counter([0, 5]), 6)


def test_only_the_labelled_part_of_a_photo_is_read(folder: Path) -> None:
    first, second = load_labels(folder / "labels.json")
    assert first.open(plain_photo(400, 300)).size == (400, 300)
    assert second.open(plain_photo(400, 300)).size == (200, 300)
    assert second.open(plain_photo(4000, 3000)).size == (2000, 3000)
    assert second.open(plain_photo(4000, 3000)).image.shape == (1500, 1000, 3)


def test_the_table_is_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(folder / "labels.json"), str(folder)], EYE) == 0
    table = capsys.readouterr().out
    assert "tiles exactly right, F1         0.8000" in table
    assert "photos entirely right           1/2 = 50.00%" in table
    assert "wrong among sure                0/2 = 0.00%" in table
    assert "open ends right                 1/1 = 100.00%" in table
    assert "  where every tile was          1/1 = 100.00%" in table
    assert "  here/a.png\n      missed 3-2" in table


def test_the_figures_are_printed_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(folder / "labels.json"), str(folder), "--json", "--only", "here/a"], EYE) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["all"]["f1"] == pytest.approx(2 / 3, abs=1e-4)
    assert list(figures["photos"]) == ["here/a.png"]
    assert figures["photos"]["here/a.png"]["missed"] == ["3-2"]


def test_the_worst_photos_are_drawn(folder: Path) -> None:
    assert main([str(folder / "labels.json"), str(folder), "--sheet", str(folder / "sheet")], EYE) == 0
    assert {path.name for path in (folder / "sheet").iterdir()} == {"01-a.jpg", "worst.jpg"}


def test_a_photo_that_is_gone_is_named_and_counts_as_missed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "here/a.png").unlink()
    assert main([str(folder / "labels.json"), str(folder)], EYE) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith("here/a.png: ")
    assert "missed 3-2 5-0" in printed.out.replace("5-0 3-2", "3-2 5-0")


def test_what_is_read_on_photos_without_tiles_is_invented(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "here/notes.jpg").write_bytes(b"no photo")
    assert main(["--no-tiles", str(folder)], EYE) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines()[-1] == "2 tiles invented (2 of them sure) on 3 photos"
    assert "notes.jpg" in printed.err


def test_photos_are_read_made_worse_in_thirteen_ways(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(folder / "labels.json"), str(folder), "--corrupt", "--every", "2"], EYE) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(WAYS) + 2 == 15
    assert lines[-1] == "mean of F1      0.6667"


@pytest.mark.parametrize("way", WAYS)
def test_a_photo_is_made_worse_the_same_way_each_time_and_stays_as_it_was(way: str) -> None:
    photo = open_photo(plain_photo(960, 600))
    before = photo.image.copy()
    once, again = corrupt_photo(photo, way), corrupt_photo(photo, way)
    assert np.array_equal(once.image, again.image)
    assert once.image.dtype == np.uint8
    assert np.array_equal(photo.image, before)


@pytest.mark.slow
def test_what_is_read_on_rendered_clutter_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--clutter", "2"], EYE) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:-1] == ["as", "in", "training", "1", "1", "1", "1"]
    assert lines[2].split()[:-1] == ["dice", "1", "1", "1", "1"]
    assert lines[-1].split()[:-1] == ["all", "10", "10", "10", "10"]


def test_of_scenes_without_a_tile_the_time_that_nine_of_ten_take_is_told() -> None:
    kinds = {"dice": ClutterFigures(2, 1, 3, 0, (10.0, 20.0)), "piano": ClutterFigures(1, 0, 0, 0, (120.0,))}
    assert write_clutter_table(kinds).splitlines()[1:] == [
        "dice                 2          1      3     0        19",
        "piano                1          0      0     0       120",
        "all                  3          1      3     0       100",
    ]


@pytest.mark.slow
def test_of_rendered_lines_the_open_ends_are_told_where_every_tile_was_read(
    capsys: pytest.CaptureFixture[str],
) -> None:
    seen = iter([tell_true_reading(scene.tiles, scene.touches).tiles for scene in render_lines(4)])
    assert main(["--lines", "4"], lambda image, largest: next(seen)) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "4 lines, every tile read right on 4; of these:",
        "open ends right  4 of 4",
    ]
    assert main(["--lines", "2"], EYE) == 0
    assert "2 lines, every tile read right on 0; of these:" in capsys.readouterr().out


@pytest.mark.slow
def test_rendered_scenes_of_every_kind_and_set_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--scenes", "1"], EYE) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == [
        *(kind for kind in KINDS if kind not in {"covered", "dice"}),
        *(f"double-{largest}" for largest in SETS),
    ]


def test_without_labels_the_command_says_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([])
    assert left.value.code == 2
    assert "LABELS.json" in capsys.readouterr().err


def test_no_photo_gives_a_table_all_the_same() -> None:
    verdicts: list[PhotoVerdict] = [judge(label(""), apart(""))]
    assert "photos entirely right           1/1" in write_report(verdicts, 3)
