"""The model files answer as they did at training time."""

from pathlib import Path

import numpy as np
import pytest

from vision.detect.network import (
    HALF_MODEL,
    HIDDEN_MODEL,
    LARGE_HALF_MODEL,
    LARGE_MODEL,
    MODEL,
    HalfReader,
    HiddenReader,
    Network,
)


@pytest.mark.parametrize("model", [MODEL, LARGE_MODEL])
def test_the_file_answers_as_the_network_did_when_it_was_taught(model: Path) -> None:
    kept = np.load(model.with_name(f"{model.stem}_reference.npz"))
    coarse, pip = Network(model).raw([kept["image"]])
    assert np.abs(coarse - kept["coarse"]).max() < 1e-4
    assert np.abs(pip - kept["pip"]).max() < 1e-4


@pytest.mark.parametrize("model", [HALF_MODEL, LARGE_HALF_MODEL])
def test_the_half_reader_answers_as_it_did_when_it_was_taught(model: Path) -> None:
    kept = np.load(model.with_name(f"{model.stem}_reference.npz"))
    for answer, name in zip(HalfReader(model).raw([kept["image"]]), ("number", "corners", "pip"), strict=True):
        assert np.abs(answer - kept[name]).max() < 1e-4


def test_the_hidden_reader_answers_as_it_did_when_it_was_taught() -> None:
    kept = np.load(HIDDEN_MODEL.with_name(f"{HIDDEN_MODEL.stem}_reference.npz"))
    assert np.abs(HiddenReader().raw([kept["image"]] * 3) - kept["hidden"]).max() < 1e-4


def test_a_picture_of_any_size_is_looked_at() -> None:
    picture = np.full((70, 101, 3), 128, np.uint8)
    (maps,) = Network().look([picture])
    assert maps.tile.shape == maps.half.shape == (24, 32)
    assert maps.pip.shape == (48, 64)


def test_two_pictures_at_once_are_answered_like_one_by_one() -> None:
    rng = np.random.default_rng(0)
    one, two = (rng.integers(0, 255, (64, 64, 3), dtype=np.uint8) for _ in range(2))
    together, alone = Network().look([one, two])[1], Network().look([two])[0]
    assert np.allclose(together.tile, alone.tile, atol=1e-5)
    assert np.allclose(together.number, alone.number, atol=1e-4)


def test_the_model_files_are_less_than_four_megabytes_in_all() -> None:
    assert sum(path.stat().st_size for path in MODEL.parent.iterdir() if "reference" not in path.name) < 4_000_000
