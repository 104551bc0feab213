"""`scorekeeper count`: the open ends on a photo, counted by the game's rules."""

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest

from scorekeeper import vision
from scorekeeper.engine.variants import VARIANTS
from tests.cli.conftest import Run
from tests.vision.laying import hide, lay
from vision.joins.joins_and_groups import find_joins_and_groups
from vision.lab.render import render_photo as draw_photo
from vision.reading import Doubt, Reading, ReadTile

Read = Callable[..., Path]


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Read:
    """Return a function that writes a photo on which exactly these tiles are read."""

    def seen(*tiles: ReadTile, warnings: tuple[Doubt, ...] = ()) -> Path:
        reading = Reading((2000, 2000), tiles, *find_joins_and_groups(tiles), warnings)
        monkeypatch.setattr(vision, "read", lambda data, largest: reading)
        path = tmp_path / "photo.jpg"
        path.write_bytes(b"a photo")
        return path

    return seen


# 0-5, the double five crosswise, 5-3: the open ends are 0 and 3.
LINE = (lay("0-5", 0, -1.5), lay("5-5", 0, 0, 90), lay("5-3", 0, 1.5))


def test_the_open_ends_of_the_layout_are_counted(run: Run, seen: Read) -> None:
    ran = run("count", seen(*LINE[:2]), "--variant", "spansk", "--json")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out) == {
        "tiles": ["5-0", "5-5"],
        "open_ends": ["0", "5-5"],
        "sum": 10,
        "points": 2,
        "why": "0 + 10 = 10, 10 ÷ 5 = 2",
    }


def test_people_get_the_count_in_three_lines(run: Run, seen: Read) -> None:
    unsure = lay("5-3", 0, 1.5, sure=False)
    ran = run("count", seen(LINE[0], LINE[1], unsure), "--variant", "spansk")
    assert ran.out == "tiles      5-0 5-5 5-3?\nopen ends  0 3\npoints     0   0 + 3 = 3, not a multiple of five\n"


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_counts_a_photo(run: Run, seen: Read, game: str) -> None:
    ran = run("count", seen(*LINE[:2]), "--variant", game, "--json")
    assert ran.status == 0
    assert json.loads(ran.out)["open_ends"][0] == "0"


def test_where_other_halves_may_touch_these_are_no_misreading(run: Run, seen: Read) -> None:
    photo = seen(lay("6-4", 0, -1), lay("3-1", 0, 1))
    assert len(run("count", photo, "--variant", "spansk").complaints) == 1
    assert run("count", photo, "--variant", "dk_syver").complaints == []
    assert len(run("count", photo, "--variant", "dk_femmer").complaints) == 1
    assert run("count", photo, "--variant", "dk_femmer", "--option", "nonmatching_allowed=true").complaints == []


def test_tiles_that_hang_on_nothing_of_the_layout_do_not_count(run: Run, seen: Read) -> None:
    ran = run("count", seen(lay("6-6", 20, 20), *LINE), "--variant", "spansk", "--json")
    assert json.loads(ran.out)["open_ends"] == ["0", "3"]
    assert json.loads(ran.out)["tiles"] == ["6-6", "5-0", "5-5", "5-3"]


def test_what_a_double_opens_is_the_games_business_and_the_house_rules(run: Run, seen: Read) -> None:
    photo = seen(*LINE[:2])

    def ends(*arguments: str) -> list[str]:
        return list(json.loads(run("count", photo, *arguments, "--json").out)["open_ends"])

    # The round began with the only double: each tile at its middle covers one of its halves.
    assert ends("--variant", "dk_almindelig") == ["0", "5"]
    assert ends("--variant", "dk_almindelig", "--option", "doubles=line") == ["0", "5-5"]
    photo = seen(*LINE)
    assert ends("--variant", "dk_almindelig") == ["0", "3"]
    assert ends("--variant", "dk_almindelig", "--option", "doubles=line") == ["0", "3"]


def test_what_is_doubtful_is_told_beside_the_count(run: Run, seen: Read) -> None:
    twice = Doubt("same_tile_twice", (0, 1), {"tile": "5-0"})
    misfit = (lay("0-5", 0, -1), lay("4-3", 0, 1))
    ran = run("count", seen(*misfit, warnings=(twice,)), "--variant", "spansk", "--json")
    assert ran.status == 0
    assert ran.complaints == [
        "5-0 was read more than once, but a set has it only once; check these tiles.",
        "These tiles touch and do not fit each other, so one of them may be misread: 5-0, 4-3",
    ]


def test_a_half_that_is_hidden_counts_for_nothing_and_that_is_said(run: Run, seen: Read) -> None:
    """5-? and the double five crosswise: what the hidden half shows is the other end."""
    unseen = hide(LINE[0], 0)
    doubt = Doubt("half_hidden", (0,), {"tile": unseen.notation})
    ran = run("count", seen(unseen, LINE[1], warnings=(doubt,)), "--variant", "spansk", "--json")
    assert ran.status == 0
    assert json.loads(ran.out)["tiles"] == ["5-?", "5-5"]
    assert json.loads(ran.out)["open_ends"] == ["5-5"]
    assert ran.complaints == [
        "One half of 5-? is hidden: say what it shows.",
        "A hidden half may be an open end, so what is counted is without it: 5-?",
    ]
    assert run("count", seen(unseen, LINE[1]), "--variant", "spansk").out.startswith("tiles      5-? 5-5\n")


def test_a_half_that_is_hidden_below_another_tile_is_not_missed(run: Run, seen: Read) -> None:
    ran = run("count", seen(hide(LINE[0], 1), *LINE[1:]), "--variant", "spansk", "--json")
    assert json.loads(ran.out)["open_ends"] == ["0", "3"]
    assert ran.complaints == []


def test_a_photo_without_tiles_counts_nothing_and_ends_with_1(run: Run, seen: Read) -> None:
    ran = run("count", seen(warnings=(Doubt("no_tiles"),)), "--variant", "spansk", "--json")
    assert ran.status == 1
    assert json.loads(ran.out) == {"tiles": [], "open_ends": [], "sum": 0, "points": 0, "why": ""}
    assert ran.complaints == ["No tile was found on the photo."]


def test_what_is_no_photo_is_told_in_one_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(b"no photo")
    ran = run("count", path, "--variant", "spansk")
    assert (ran.status, ran.out) == (2, "")
    assert ran.complaints == [f"{path}: This file is not a photo. JPEG, PNG, WebP and HEIC can be read."]
    ran = run("count", tmp_path / "missing.jpg", "--variant", "spansk")
    assert (ran.status, ran.complaints) == (2, [f"{tmp_path / 'missing.jpg'}: No such file or directory"])


def test_a_game_or_a_house_rule_that_is_not_known_is_told(run: Run, seen: Read) -> None:
    assert run("count", seen(), "--variant", "chess").complaints == ["variant: There is no game “chess” here."]
    ran = run("count", seen(), "--variant", "spansk", "--option", "luck=1", "--option", "tie=maybe")
    assert (ran.status, len(ran.complaints)) == (2, 2)
    assert run("count", seen(), "--variant", "spansk", "--option", "luck").status == 2


def test_a_real_reading_of_a_drawn_photo_is_counted(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    assert cv2.imwrite(str(path), draw_photo(["6-5", "5-3", "3-4"], "chain").image)
    ran = run("count", path, "--variant", "spansk", "--json")
    assert ran.status == 0
    count = json.loads(ran.out)
    assert sorted(count["tiles"]) == ["4-3", "5-3", "6-5"]
    assert sorted(count["open_ends"]) == ["4", "6"]
    assert (count["sum"], count["points"]) == (10, 2)
