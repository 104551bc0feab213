"""The closer look cuts each half of a tile out, and again where it was seen to lie askew."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.test_decide import seen
from vision.find import closer
from vision.find.halves import SIDE
from vision.find.levels import make_levels
from vision.find.pips import NUMBERS


class Askew:
    """A second model that sees every half a tenth of its side too far to the right, however often it is cut out."""

    def __init__(self) -> None:
        self.asked: list[NDArray[Any]] = []

    def raw(self, cuts: Sequence[NDArray[Any]]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """The answer for some cut-outs, which are remembered."""
        self.asked.append(np.stack(cuts))
        many = len(cuts)
        misses = np.tile(np.array([0.1, 0.0] * 4), (many, 1))
        return np.zeros((many, NUMBERS + 1)), misses, np.full((many, 1, SIDE // 2, SIDE // 2), -9.0)


def look(monkeypatch: pytest.MonkeyPatch, largest: int) -> Askew:
    """The halves of one unclear tile, looked at as of a set up to double-`largest`."""
    model = Askew()
    monkeypatch.setattr(closer, "load_half_reader", lambda _: model)
    unclear = seen({5: 0.6, 3: 0.4}, {1: 0.7, 0: 0.3})[0]
    picture = np.indices((300, 300)).sum(axis=0).astype(np.uint8)
    closer.look_closer(make_levels(np.dstack([picture] * 3)), [unclear], largest)
    return model


@pytest.mark.parametrize(("largest", "times"), [(6, 2), (9, 3), (12, 3), (18, 3)])
def test_a_half_of_a_large_set_that_still_lies_askew_is_cut_out_once_more(
    monkeypatch: pytest.MonkeyPatch, largest: int, times: int
) -> None:
    asked = look(monkeypatch, largest).asked
    assert [len(cuts) for cuts in asked] == [2] * times
    assert all((one != other).any() for one, other in pairwise(asked))


def test_beyond_double_twelve_more_of_a_half_is_cut_out_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, wide = (int(np.ptp(look(monkeypatch, largest).asked[0][0].astype(int))) for largest in (12, 18))
    assert wide > usual
