"""Halves of a tile are cut out for the second model, and again if they were cut out inexactly."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.test_suppress import seen
from vision.detect import halves
from vision.detect.classify import classify
from vision.detect.ensemble import HalfPredictions
from vision.detect.halves import SIDE
from vision.detect.pips import NUMBERS
from vision.detect.pyramid import build_pyramid

OTHER_VIEWS = 3
"""Transformations: mirrored, farther away and nearer."""


class Askew:
    """A second model that sees every half a tenth of its side too far to the right, however often it is cut out.

    The first time that it is asked it reads ones, the second time twos, and so on.
    """

    def __init__(self) -> None:
        self.asked: list[NDArray[Any]] = []
        self.prediction: HalfPredictions | None = None

    def predict(self, cuts: Sequence[NDArray[Any]]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Return the answer for some cut-outs, and record them."""
        self.asked.append(np.stack(cuts))
        many = len(cuts)
        misses = np.tile(np.array([0.1, 0.0] * 4), (many, 1))
        return np.eye(NUMBERS + 1)[[len(self.asked)] * many] * 8, misses, np.full((many, 1, SIDE // 2, SIDE // 2), -9.0)


def look(monkeypatch: pytest.MonkeyPatch, largest: int) -> Askew:
    """Let the second model read the halves of one unclear tile, as of a set up to double-`largest`."""
    model = Askew()
    monkeypatch.setattr(halves, "load_half_model", lambda _: model)
    unclear = seen({5: 0.6, 3: 0.4}, {1: 0.7, 0: 0.3})[0]
    picture = np.indices((300, 300)).sum(axis=0).astype(np.uint8)
    (candidate,) = classify(build_pyramid(np.dstack([picture] * 3)), [unclear], None, largest)
    model.prediction = candidate.prediction
    return model


@pytest.mark.parametrize(("largest", "times"), [(6, 2), (9, 3), (12, 3), (18, 3 + OTHER_VIEWS)])
def test_a_half_of_a_large_set_that_still_lies_askew_is_cut_out_once_more(
    monkeypatch: pytest.MonkeyPatch, largest: int, times: int
) -> None:
    asked = look(monkeypatch, largest).asked
    assert [len(cuts) for cuts in asked] == [2] * times
    assert all((one != other).any() for one, other in pairwise(asked))


def test_beyond_double_twelve_more_of_a_half_is_cut_out_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, wide = (int(np.ptp(look(monkeypatch, largest).asked[0][0].astype(int))) for largest in (12, 18))
    assert wide > usual


def test_beyond_double_twelve_every_half_is_seen_in_other_views_too_and_all_are_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = look(monkeypatch, 18)
    last, mirrored, farther, nearer = model.asked[-1 - OTHER_VIEWS :]
    assert (mirrored == last[:, :, ::-1]).all()
    assert np.ptp(nearer[0].astype(int)) < np.ptp(last[0].astype(int)) < np.ptp(farther[0].astype(int))
    assert model.prediction
    heard = np.sort(np.argsort(model.prediction.any_set_numbers, axis=1)[:, -1 - OTHER_VIEWS :], axis=1)
    assert (heard == [3, 4, 5, 6]).all()
    assert model.prediction.any_set_numbers[:, 3:7] == pytest.approx(model.prediction.any_set_numbers[:, [6, 5, 4, 3]])


def test_of_a_smaller_set_the_last_look_alone_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    prediction = look(monkeypatch, 12).prediction
    assert prediction
    assert prediction.any_set_numbers.argmax(axis=1).tolist() == [3, 3]
    assert prediction.any_set_numbers.max() > 0.9
