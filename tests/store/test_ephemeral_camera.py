"""The camera above a table, as all processes of a server see it: its match, its mode, its question and its picture."""

from collections.abc import Callable

from scorekeeper.store.ephemeral.camera import (
    KEPT,
    SILENT,
    CameraOverTable,
    ask_players,
    find_camera,
    find_picture,
    forget_camera,
    renew_camera,
    seat_players,
    set_camera_mode,
    show_picture,
)
from scorekeeper.store.ephemeral.interface import EphemeralStore
from tests.store.conftest import Clock

QUESTION = {"tiles": ["6-4"], "text": None}


def test_a_camera_that_follows_a_match_is_known_to_every_process_in_its_own_book(
    open_ephemeral: Callable[[], EphemeralStore],
) -> None:
    assert renew_camera(open_ephemeral(), "club", "abc") == "watching"
    assert find_camera(open_ephemeral(), "club") == CameraOverTable("abc", "watching")
    assert find_camera(open_ephemeral(), "family") is None


def test_a_camera_keeps_its_mode_and_its_seats_for_the_next_match_and_drops_its_question(
    ephemeral: EphemeralStore,
) -> None:
    renew_camera(ephemeral, "club", "abc")
    set_camera_mode(ephemeral, "club", "asking")
    seat_players(ephemeral, "club", {"Anna": "top"})
    ask_players(ephemeral, "club", QUESTION)
    assert renew_camera(ephemeral, "club", "abc") == "asking"
    assert find_camera(ephemeral, "club") == CameraOverTable("abc", "asking", QUESTION, {"Anna": "top"})
    assert renew_camera(ephemeral, "club", "def") == "asking"
    assert find_camera(ephemeral, "club") == CameraOverTable("def", "asking", None, {"Anna": "top"})


def test_a_question_that_was_answered_and_one_about_seats_are_gone(ephemeral: EphemeralStore) -> None:
    renew_camera(ephemeral, "club", "abc")
    ask_players(ephemeral, "club", QUESTION)
    ask_players(ephemeral, "club", None)
    assert find_camera(ephemeral, "club") == CameraOverTable("abc", "watching")
    ask_players(ephemeral, "club", QUESTION)
    seat_players(ephemeral, "club", {"Anna": "top"})
    assert find_camera(ephemeral, "club") == CameraOverTable("abc", "watching", None, {"Anna": "top"})


def test_a_camera_that_was_silent_for_too_long_has_ended(ephemeral: EphemeralStore, clock: Clock) -> None:
    renew_camera(ephemeral, "club", "abc")
    clock.now += SILENT
    assert find_camera(ephemeral, "club") is not None
    clock.now += 1
    assert find_camera(ephemeral, "club") is None


def test_the_last_picture_is_shown_until_the_camera_is_forgotten(ephemeral: EphemeralStore) -> None:
    assert find_picture(ephemeral, "club") is None
    renew_camera(ephemeral, "club", "abc")
    assert find_picture(ephemeral, "club") is None
    for jpeg in (b"\xff\xd8 one", b"\xff\xd8\x00 two"):
        show_picture(ephemeral, "club", jpeg)
        assert find_picture(ephemeral, "club") == jpeg
    forget_camera(ephemeral, "club")
    assert find_picture(ephemeral, "club") is None
    assert find_camera(ephemeral, "club") is None


def test_what_was_known_of_cameras_that_were_silent_for_a_day_is_deleted_when_another_one_begins(
    ephemeral: EphemeralStore, clock: Clock
) -> None:
    for number in range(5):
        renew_camera(ephemeral, f"book {number}", "abc", "phone")
        show_picture(ephemeral, f"book {number}", b"picture")
    clock.now += KEPT / 2
    renew_camera(ephemeral, "club", "abc", "phone")
    clock.now += KEPT / 2 + 1
    for _ in range(2):
        renew_camera(ephemeral, "family", "abc", "phone")
    with ephemeral.read() as db:
        assert db.execute("SELECT book FROM camera ORDER BY book").fetchall() == [("club",), ("family",)]
    clock.now = 1.0  # the computer was started again
    renew_camera(ephemeral, "school", "abc", "phone")
    with ephemeral.read() as db:
        assert db.execute("SELECT book FROM camera").fetchall() == [("school",)]
