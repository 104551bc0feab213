"""A round with all hands open: the turning point, passes, chances, or a sentence why it cannot be analysed."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from flask import Flask

from scorekeeper.web.uploads import jobs
from scorekeeper.worker import Failure, WorkerError
from tests.play.known_rounds import NAMES, play_match, write_match
from tests.play.match_files import import_matches
from tests.web.pages import Phone


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyse rounds in this process, which takes less time than starting another one."""

    def run(function: Callable[..., Any], *arguments: Any, limits: object) -> Any:
        return function(*arguments)

    monkeypatch.setattr("scorekeeper.web.pages.analysis.run_in_worker", run)


def start(app: Flask, variant: str = "block", players: int = 2, seed: int = 5, **options: object) -> str:
    """Store a match of one round, and return the address of its replay."""
    document = write_match(play_match(variant, players, Random(seed), options))
    return f"/m/{import_matches(app.extensions['scorekeeper'], [document])[0].id}/replay"


def test_a_round_with_open_hands_says_which_move_turned_it_and_what_was_better(app: Flask, phone: Phone) -> None:
    path = start(app, "latin_partner", 4)
    assert f'href="{path}/open-hands?move=1"' in phone.open(path).html
    page = phone.open(f"{path}/open-hands")
    found = re.search(
        r"The turning point (\w+) Move (\d+) Laid .*?(\d+) for (.*?) Better .*?(\d+) for (.*?) The best line", page.text
    )
    assert found is not None
    player, _, laid, losing, better, winning = found.groups()
    assert player in NAMES
    assert player in winning
    assert (player not in losing, int(laid) > 0, int(better) > 0) == (True, True, True)
    assert "Nobody saw this at the table." in page.text


def test_the_moves_are_worth_in_the_end_what_the_round_scored(app: Flask, phone: Phone) -> None:
    path = start(app)
    last = re.findall(r"<td>(\d+) for ([^<]*)</td>", phone.open(f"{path}/open-hands").html)[-1]
    scored = re.search(r"\+(\d+)", phone.open(f"{path}?move=99").text)
    assert scored is not None
    assert last[0] == scored[1]


def test_the_chances_are_those_of_the_seat_and_move_that_are_asked_for(app: Flask, phone: Phone) -> None:
    path = start(app)
    pages = [phone.open(f"{path}/open-hands?move={move}&seat={seat}").html for move, seat in ((2, 0), (6, 0), (2, 1))]
    tables = [page.partition("<tbody>")[2].rpartition("<tbody>")[2] for page in pages]
    assert [len(re.findall(r"<td[^>]*>\s*\d+%", table)) for table in tables] == [21, 19, 20]  # unseen tiles
    seats = [re.findall(r'seat=(\d)#chances" aria-current="true"', page) for page in pages]
    assert seats == [["0"], ["0"], ["1"]]


def test_a_pass_tells_which_numbers_a_hand_has_not(app: Flask, phone: Phone) -> None:
    path = start(app, seed=3)
    assert re.search(r"What the passes told .*(Anna|Bo) no \d", phone.open(f"{path}/open-hands").text)


def test_among_more_than_two_sides_the_points_are_those_against_all_others(app: Flask, phone: Phone) -> None:
    page = phone.open(f"{start(app, 'block', 3)}/open-hands")
    assert "who play against that player together" in page.text
    assert re.search(r"<td>[+−]\d+</td>", page.html)


@pytest.mark.parametrize(
    ("variant", "seed", "sentence"),
    [
        ("all_fives", 1, "Only rounds of games in which the tiles lie in one line"),
        ("draw", 2, "Tiles could be drawn until the end of this round, and nobody knows which."),
    ],
)
def test_a_round_that_cannot_be_worked_out_says_why(
    app: Flask, phone: Phone, variant: str, seed: int, sentence: str
) -> None:
    path = start(app, variant, 2, seed)
    page = phone.open(f"{path}/open-hands")
    assert (page.status, sentence in page.text) == (200, True)


def test_a_match_of_which_nothing_is_written_has_no_round_to_work_out(phone: Phone) -> None:
    path = phone.new_match().path
    assert "open-hands" not in phone.open(f"{path}/replay").html
    assert phone.open(f"{path}/replay/open-hands").status == 200


def test_a_round_is_worked_out_once(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    path, worked_out = start(app), list[object]()

    def count(function: Callable[..., Any], *arguments: Any, limits: object) -> Any:
        worked_out.append(arguments)
        return function(*arguments)

    monkeypatch.setattr("scorekeeper.web.pages.analysis.run_in_worker", count)
    for move in (1, 5, 9):
        phone.open(f"{path}/open-hands?move={move}")
    assert len(worked_out) == 1


def test_while_a_round_is_worked_out_the_page_asks_again(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.pages.analysis.find_job", jobs.Job)
    path = f"{start(app)}/open-hands?move=3"
    page = phone.open(path)
    assert f'href="{path}"' in page.html
    assert '<meta http-equiv="refresh" content="2">' in page.html


@pytest.mark.parametrize(
    ("failure", "sentence", "tries"),
    [("time", "This round takes too long to be worked out.", 1), ("ended", "That did not work", 2)],
)
def test_a_round_is_worked_out_again_only_if_that_was_interrupted(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch, failure: Failure, sentence: str, tries: int
) -> None:
    tried = list[object]()

    def fail(*arguments: Any, limits: object) -> Any:
        tried.append(arguments)
        raise WorkerError(failure, "its process has ended")

    monkeypatch.setattr("scorekeeper.web.pages.analysis.run_in_worker", fail)
    path = f"{start(app)}/open-hands"
    assert all(sentence in phone.open(path).text for _ in range(2))
    assert len(tried) == tries


def test_a_line_of_the_sheet_leads_to_its_move(app: Flask, phone: Phone) -> None:
    path = start(app)
    sheet = phone.open(path.replace("/replay", "/sheet")).html
    assert f'<a class="to-move" href="{path}?move=3">' in sheet
