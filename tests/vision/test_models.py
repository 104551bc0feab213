"""The model files give the answers of the training."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vision.detect.detector import Detector
from vision.detect.halves import SIDE
from vision.detect.models import (
    BATCH,
    HALF,
    HALF_LARGE,
    HIDDEN,
    TILES,
    TILES_LARGE,
    UNIT,
    CropModel,
    TileModel,
    load_half_model,
)
from vision.detect.numeral_models import NUMERAL_TILES, NUMERALS, predict_numeral_maps
from vision.detect.pyramid import build_pyramid


@pytest.mark.parametrize("model", [TILES, TILES_LARGE])
def test_the_file_answers_as_the_network_did_when_it_was_trained(model: Path) -> None:
    kept = np.load(model.with_name(f"{model.stem}_reference.npz"))
    coarse, pip = TileModel(model).predict(kept["image"])
    assert np.abs(coarse - kept["coarse"][0]).max() < 1e-4
    assert np.abs(pip - kept["pip"][0, 0]).max() < 1e-4


@pytest.mark.parametrize("model", [HALF, HALF_LARGE])
def test_the_model_for_halves_answers_as_it_did_when_it_was_trained(model: Path) -> None:
    kept = np.load(model.with_name(f"{model.stem}_reference.npz"))
    names = "number", "corners", "pip"
    for answer, name in zip(CropModel(model, *names).predict([kept["image"]]), names, strict=True):
        assert np.abs(answer - kept[name]).max() < 1e-4


def test_the_model_for_covered_halves_answers_as_it_did_when_it_was_trained() -> None:
    kept = np.load(HIDDEN.with_name(f"{HIDDEN.stem}_reference.npz"))
    (logits,) = CropModel(HIDDEN, "hidden").predict([kept["image"]] * 3)
    assert np.abs(logits - kept["hidden"]).max() < 1e-4


def test_the_model_for_numerals_answers_as_it_did_when_it_was_trained() -> None:
    kept = np.load(NUMERALS.with_name(f"{NUMERALS.stem}_reference.npz"))
    (logits,) = CropModel(NUMERALS, "number").predict([kept["image"]])
    assert np.abs(logits - kept["number"]).max() < 1e-4


def test_the_model_for_tiles_with_numerals_answers_as_it_did_when_it_was_trained() -> None:
    kept = np.load(NUMERAL_TILES.with_name(f"{NUMERAL_TILES.stem}_reference.npz"))
    maps = predict_numeral_maps(kept["image"])
    assert np.abs(maps.tile - 1 / (1 + np.exp(-kept["coarse"][0, 0]))).max() < 1e-4
    assert np.abs(maps.to_tile - UNIT * kept["coarse"][0, 6:]).max() < 1e-2


@pytest.mark.parametrize("size", [(70, 101), (9, 7), (64, 32)])
def test_a_picture_of_any_size_is_looked_at(size: tuple[int, int]) -> None:
    found = Detector(build_pyramid(np.full((*size, 3), 128, np.uint8))).survey(1.0)
    assert found.detections.tiles == []


def test_many_crops_are_answered_like_one_by_one() -> None:
    crops = list(np.random.default_rng(0).integers(0, 255, (BATCH + 2, SIDE, SIDE, 3), dtype=np.uint8))
    model = load_half_model(False)
    for together, alone in zip(model.predict(crops), model.predict(crops[-1:]), strict=True):
        assert len(together) == len(crops)
        assert np.allclose(together[-1], alone[0], atol=1e-4)


def test_the_usual_model_for_tiles_gives_what_it_computes_on_the_way() -> None:
    features = TileModel(TILES).predict_features([np.zeros((64, 96, 3), np.uint8)] * 2)
    assert [each.shape for each in features] == [(2, 32, 16, 24), (2, 64, 8, 12), (2, 80, 4, 6)]


def test_the_model_files_are_less_than_four_and_a_half_megabytes_in_all() -> None:
    assert sum(path.stat().st_size for path in TILES.parent.iterdir() if "reference" not in path.name) < 4_500_000


def test_the_runtime_of_the_models_stores_nothing_about_this_computer(tmp_path: Path) -> None:
    code = "from vision.detect.models import HALF, open_session; open_session(HALF)"
    places = dict.fromkeys(("HOME", "TMPDIR", "XDG_CACHE_HOME"), str(tmp_path))
    environment = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    subprocess.run([sys.executable, "-c", code], env=environment | places, check=True)
    assert list(tmp_path.rglob("*")) == []
