"""The front door of play tells of everything that can be asked of it."""

import re

from scorekeeper import play


def test_every_use_case_stands_in_the_docstring_and_nothing_else_does() -> None:
    described, _, rooms = (play.__doc__ or "").partition("The rooms,")
    assert set(re.findall(r"`(\w+)`", described)) == set(play.__all__)
    assert rooms
