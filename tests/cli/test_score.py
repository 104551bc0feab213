"""`scorekeeper score`: the sheet of a match file, or everything that is wrong in it."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import MATCH, Run

ROOT = Path(__file__).resolve().parents[2]
Write = Callable[..., Path]


def test_a_match_is_printed_entry_by_entry_with_its_why(run: Run, write: Write) -> None:
    ran = run("score", write("match.json"))
    assert (ran.status, ran.err) == (0, "")
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert lines == [
        "Spansk domino",
        "round entry Anna & Carl Bo & Dora why",
        "1 1 Anna: 5 0 +1 1 0 5 + 0 = 5, 5 ÷ 5 = 1",
        "2 1 Bo is out 1 +6 6 Bo is out; Anna 16, Carl 13: 29, rounded to 30, 30 ÷ 5 = 6",
        "",
        "Totals: Anna & Carl 1, Bo & Dora 6",
        "Round 2: Bo leads, next after Anna",
    ]


def test_the_columns_stand_below_their_heads(run: Run, write: Write) -> None:
    seating = run("score", write("match.json")).out.splitlines()[1:4]
    ends = [seating[0].index("Bo & Dora") + len("Bo & Dora"), seating[0].index("Anna & Carl") + len("Anna & Carl")]
    for line in seating[1:]:
        assert all(line[end - 1] != " " and line[end] == " " for end in ends)


def test_json_is_what_the_match_file_promises(run: Run, write: Write) -> None:
    ran = run("score", write("match.json"), "--json")
    assert ran.status == 0
    assert json.loads(ran.out) == {
        "sides": ["Anna & Carl", "Bo & Dora"],
        "entries": [
            {"points": {"Anna & Carl": 1, "Bo & Dora": 0}, "why": "5 + 0 = 5, 5 ÷ 5 = 1"},
            {
                "points": {"Anna & Carl": 0, "Bo & Dora": 6},
                "why": "Bo is out; Anna 16, Carl 13: 29, rounded to 30, 30 ÷ 5 = 6",
            },
        ],
        "totals": {"Anna & Carl": 1, "Bo & Dora": 6},
        "round": 2,
        "lead": "Bo",
        "over": False,
        "winners": [],
    }


def test_a_match_that_is_over_says_so(run: Run, write: Write) -> None:
    over = write("over.json", {**MATCH, "options": {"target": 5}})
    assert run("score", over).out.splitlines()[-1] == "Over: Bo & Dora won, 6\u00a0:\u00a01"
    assert json.loads(run("score", over, "--json").out)["winners"] == ["Bo & Dora"]


def test_struck_out_entries_stay_on_the_sheet(run: Run, write: Write) -> None:
    struck = write("struck.json", {**MATCH, "entries": [*MATCH["entries"], {"entry": "void", "of": 1}]})
    ran = run("score", struck)
    assert "struck out" in ran.out.splitlines()[2]
    assert ran.out.splitlines()[-2] == "Totals: Anna & Carl 0, Bo & Dora 6"


def test_every_problem_is_told_with_its_place(run: Run, write: Write) -> None:
    wrong = write(
        "wrong.json",
        {
            **MATCH,
            "entries": [
                {"entry": "ends", "player": "Eva", "ends": ["5"]},
                {"entry": "round", "out": "Bo", "hands": {"Anna": ["6-6", "6-6"], "Carl": {"pips": 500}, "Dora": 3}},
                {"entry": "round", "out": "Bo", "hands": {"Anna": ["6-6"], "Carl": ["6-6"], "Dora": ["1-0"]}},
            ],
        },
    )
    ran = run("score", wrong, "--json")
    assert (ran.status, ran.out) == (2, "")
    assert [line.partition(": ")[0] for line in ran.complaints] == [
        "entry 1, player",
        "entry 2, hands, Dora",
        "entry 2, hands, Anna",
        "entry 3, hands, Carl",
    ]


def test_of_several_files_each_is_named_and_the_good_ones_are_scored(run: Run, write: Write, tmp_path: Path) -> None:
    good, bad = write("good.json"), write("bad.json", {**MATCH, "variant": "chess"})
    ran = run("score", good, bad, tmp_path / "missing.json", good)
    assert ran.status == 2
    assert ran.out.count(f"— {good}\nSpansk domino") == 2
    assert ran.complaints == [
        f"{bad}: variant: There is no game “chess” here.",
        f"{tmp_path / 'missing.json'}: No such file or directory",
    ]


def test_a_match_file_may_come_from_stdin(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(MATCH).encode())))
    assert run("score", "-", "--json").status == 0


DEEP = b"[" * 200_000
LONG_NUMBER = b'{"format": ' + b"1" * 5000 + b"}"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it is empty"),
        (b" \n", "it is empty"),
        (b"Anna 12, Bo 30", "line 1, column 1: Expecting value"),
        (b'{"format": 1,\n "variant": }', "line 2, column 13: Expecting value"),
        (b'{"players": ["Bj\xf6rn"]}', "byte 17 is not UTF-8 text"),
        ('{"format": 1}'.encode("utf-16"), "byte 1 is not UTF-8 text"),
        (b'{"format": NaN}', "“NaN” is not a number"),
        (b'{"format": -Infinity}', "“-Infinity” is not a number"),
        (b'{"lead": "Anna", "lead": "Bo"}', "“lead” is there twice in one object"),
        (b'{"lead": "\\ud83d"}', "it has half a character, written with \\u"),
        (DEEP, "it has too many brackets within brackets"),
        (LONG_NUMBER, "a number in it is too long"),
        (b" " * 16_000_001, "it is larger than any match"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_json_is_told_in_one_line(run: Run, write: Write, content: bytes, reason: str) -> None:
    ran = run("score", write("bad.json", content))
    assert (ran.status, ran.out) == (2, "")
    assert ran.complaints == [f"This is not a match file: it is not readable as JSON ({reason})."]


def test_a_file_saved_with_a_byte_order_mark_is_read(run: Run, write: Write) -> None:
    assert run("score", write("bom.json", b"\xef\xbb\xbf" + json.dumps(MATCH).encode())).status == 0


@pytest.mark.parametrize("document", [None, 7, "match", [], {}, {"entries": {}}, {**MATCH, "players": [[], {}]}])
def test_json_that_is_no_match_is_told_without_a_traceback(run: Run, write: Write, document: Any) -> None:
    ran = run("score", write("odd.json", document))
    assert (ran.status, ran.out) == (2, "")
    assert ran.complaints


def test_a_folder_is_no_match_file(run: Run, tmp_path: Path) -> None:
    ran = run("score", tmp_path)
    assert (ran.status, ran.complaints) == (2, [f"{tmp_path}: Is a directory"])


def test_scoring_makes_no_folder_for_matches(run: Run, write: Write, data: Path) -> None:
    run("score", write("match.json"))
    assert not data.exists()


def test_scoring_does_not_wait_for_the_web_pages_nor_for_the_reader_of_photos(write: Write) -> None:
    ask = "import sys; from scorekeeper.cli import main; main(['score', sys.argv[1]]); print(*sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", ask, write("match.json")], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert {"flask", "uvicorn", "cv2", "vision"} & set(told.stdout.split()) == set()


def test_what_can_hardly_be_is_a_warning_and_scored_all_the_same(run: Run, write: Write) -> None:
    jump = {"entry": "ends", "player": "Bo", "ends": ["6", "3", "2"]}
    doubtful = write("doubtful.json", {**MATCH, "entries": [MATCH["entries"][0], jump]})
    ran = run("score", doubtful, "--json")
    assert ran.status == 0
    assert json.loads(ran.out)["totals"] == {"Anna & Carl": 1, "Bo & Dora": 0}
    assert len(ran.complaints) == 1
    assert ran.err.startswith("warning: entry 2, ends: No single tile turns 5 · 0 into 6 · 3 · 2.")
    accepted = write("accepted.json", {**MATCH, "entries": [MATCH["entries"][0], jump | {"accepted": ["ends_jump"]}]})
    assert run("score", accepted).err == ""
    assert run("score", accepted, doubtful).complaints[0].startswith(f"{doubtful}: warning: entry 2")


def test_a_match_that_is_over_has_no_next_round_and_nobody_leads_it(run: Run, write: Write) -> None:
    ended = {"entry": "round", "out": "Anna", "hands": {"Bo": ["1-0"]}}
    match = {"format": 1, "variant": "jijbent", "players": ["Anna", "Bo"], "entries": [ended] * 4}
    told = json.loads(run("score", "--json", write("over.json", match)).out)
    assert (told["round"], told["lead"], told["over"], told["winners"]) == (4, None, True, ["Anna"])


def test_of_very_many_mistakes_the_first_are_told_and_how_many_more_there_are(run: Run, write: Write) -> None:
    wrong = write("wrong.json", {**MATCH, "entries": [{"entry": "sing"}] * 1234})
    ran = run("score", wrong)
    assert (ran.status, len(ran.complaints)) == (2, 201)
    assert ran.complaints[-1] == "and 1,034 more"


def test_of_a_long_file_that_is_wrong_from_the_start_the_rest_is_not_read(run: Run, write: Write) -> None:
    wrong = write("long.json", {**MATCH, "entries": [{"entry": "sing"}] * 5000})
    ran = run("score", wrong)
    assert (ran.status, len(ran.complaints)) == (2, 200)
    assert ran.complaints[-1] == (
        "entries: More is wrong than is told here, and 4000 later entries were not looked at."
    )
    late = [*MATCH["entries"], *[{"entry": "void", "of": 1}, {"entry": "restore", "of": 1}] * 2000, {"entry": "sing"}]
    assert run("score", write("late.json", {**MATCH, "entries": late})).complaints == [
        "entry 4003, entry: There is no kind of entry called “sing”."
    ]


def test_of_a_list_longer_than_the_set_that_alone_is_told(run: Run, write: Write) -> None:
    many = [{"entry": "ends", "player": "Anna", "ends": ["x"] * 29}]
    many += [{"entry": "round", "out": "Anna", "hands": {"Bo": ["x"] * 29}}]  # type: ignore[dict-item]
    assert run("score", write("many.json", {**MATCH, "entries": many})).complaints == [
        "entry 1, ends: That is more open ends than the tiles allow: at most 28 here.",
        "entry 2, hands, Bo: 29 tiles are too many: here there can be 28.",
    ]


def test_no_name_makes_the_terminal_do_anything(run: Run, write: Write) -> None:
    name = "Bo\x1b[2J\nAll is well"
    ran = run("score", write("named.json", {**MATCH, "players": ["Anna", name, "Carl", "Dora"]}))
    assert ran.status == 2
    assert "\x1b" not in ran.out + "\n".join(ran.complaints)
    assert any("nobody can see: U+001B" in told for told in ran.complaints)
    called = run("score", write("called.json", {**MATCH, "lead": name}))
    assert called.complaints == ["lead: Nobody called “BoU+001B[2JU+000AAll is well” plays in this match."]
