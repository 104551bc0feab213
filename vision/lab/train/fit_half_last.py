"""Train the last layers of the second network further: `python -m vision.lab.train.fit_half_last SHARDS MODEL NEW`.

The last layers of the file MODEL learn to read halves that are covered in part if the visible pips allow one number
only. The layers before them are not changed, so that their features are computed once for each cut-out, and training
takes minutes. Where MODEL is right about a half that is not covered, its probabilities are the target, so that the
calibration stays valid. The file NEW has the size of MODEL, and the reference beside it is for the test.
"""

import argparse
import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from vision.detect.models import CropModel

from .cuts import NONE, Cut, cut_scene
from .export import NETWORKS, round_to_bytes
from .fit_half import find_right, share_numbers
from .pretrained import read_weights
from .shards import Shards

FEATURES, COUNTED = "/Concat_output_0", "/counted.3/Gemm_output_0"
"""The tensors of a model file that the last layers take, and that the larger model adds to their numbers."""
BATCH = 256
JUDGED = 20
"""One of so many cut-outs is only used to measure the shares of right answers."""


class LastLayers(nn.Module):  # type: ignore[misc]  # types are checked without PyTorch
    """The last layers of `HalfNet`, each norm folded into its convolution.

    The input is N×81×10×10, the outputs are log odds N×20 and corrections of corners N×8.
    """

    def __init__(self, model: Path) -> None:
        """Build the layers with the weights of a model file."""
        super().__init__()
        self.gather = nn.ModuleList(
            nn.Sequential(nn.Conv2d(inside, outside, 3, stride, 1), nn.ReLU())
            for inside, outside, stride in ((81, 80, 1), (80, 48, 2))
        )
        self.number, self.corners = nn.Linear(1200, NONE + 1), nn.Linear(1200, 8)
        known = read_weights(model)
        self.load_state_dict({name: known[name] for name in self.state_dict()})

    def forward(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """Return the log odds and the corrections."""
        for layer in self.gather:
            features = layer(features)
        gathered = features.flatten(1)
        return self.number(gathered), self.corners(gathered)


def compute_features(model: Path, crops: NDArray[np.uint8]) -> tuple[Tensor, Tensor]:
    """Return the features of N cut-outs, N×81×10×10, and what the larger model adds to their log odds, N×20.

    Many features have two bytes each, to save memory.
    """
    stored = onnx.load(model)
    computed = {name for node in stored.graph.node for name in node.output}
    outputs = [name for name in (FEATURES, COUNTED) if name in computed]
    stored.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs)
    session = onnxruntime.InferenceSession(stored.SerializeToString(), providers=["CPUExecutionProvider"])
    features = np.empty((len(crops), 81, 10, 10), np.float16 if len(crops) > BATCH else np.float32)
    counted = np.zeros((len(crops), NONE + 1), np.float32)
    for start in range(0, len(crops), BATCH):
        part = slice(start, start + BATCH)
        features[part], *more = session.run(outputs, {"picture": cv2.dnn.blobFromImages(list(crops[part]), 1 / 255)})
        if more:
            counted[part] = more[0]
    return torch.from_numpy(features), torch.from_numpy(counted)


def list_cuts(shards: Shards, rng: np.random.Generator, count: int) -> list[Cut]:
    """Return at least `count` cut-outs."""
    cuts: list[Cut] = []
    while len(cuts) < count:
        cuts += cut_scene(rng, *shards.one())
    return cuts


def write_layers(model: Path, new: Path, layers: nn.Module) -> None:
    """Write the file `model` with the weights of `layers` to the file `new`, each in as many bytes as before."""
    stored = onnx.load(model)
    names = {each.name for each in stored.graph.initializer}
    fresh: dict[str, NDArray[Any]] = {}
    for name, weights in layers.state_dict().items():
        fresh |= {name: weights.numpy(), f"{name}_half": weights.half().numpy()}
        if f"{name}_half_steps" in names:
            whole, steps = round_to_bytes(weights)
            fresh |= {f"{name}_half": whole.numpy().astype(np.int8), f"{name}_half_steps": steps.numpy()}
    for each in stored.graph.initializer:
        if each.name in fresh:
            each.CopyFrom(numpy_helper.from_array(fresh[each.name], each.name))
    onnx.save(stored, new)


def write_reference(new: Path) -> None:
    """Write a small picture and the answers of the layers in the file `new` to it beside that file, for the test."""
    crop = NETWORKS["half"].shown()
    features, counted = compute_features(new, crop[None])
    with torch.no_grad():
        numbers, corners = LastLayers(new)(features)
    (pip,) = CropModel(new, "pip").predict([crop])
    found = {"number": (numbers + counted).numpy(), "corners": corners.numpy(), "pip": pip}
    np.savez_compressed(new.with_name(f"{new.stem}_reference.npz"), image=crop, **found)


def main() -> None:
    """Train for the epochs and write the file NEW."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shards", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--cuts", type=int, default=40_000)
    parser.add_argument("--epochs", type=int, default=7)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--covered", type=float, default=1, help="the weight of a half that is covered in part")
    parser.add_argument("--none", type=float, default=0, help="added to the log odds that a cut-out is no half")
    asked = parser.parse_args()
    os.nice(19 - os.nice(0))
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(asked.seed)
    cuts = list_cuts(Shards(asked.shards, asked.seed), rng, asked.cuts)
    features, counted = compute_features(asked.model, np.stack([picture for picture, _, _, _ in cuts]))
    possible = torch.from_numpy(share_numbers([numbers for _, numbers, _, _ in cuts]))
    covered = torch.tensor([pips is None and numbers != (NONE,) for _, numbers, pips, _ in cuts])
    misses = torch.from_numpy(np.stack([each for _, _, _, each in cuts]))
    weight = 1 + (asked.covered - 1) * covered.float()
    layers = LastLayers(asked.model)

    def answer(rows: Tensor) -> tuple[Tensor, Tensor]:
        numbers, corners = layers(features[rows].float())
        return numbers + counted[rows], corners

    def answer_all(rows: Tensor) -> Tensor:
        with torch.no_grad():
            return torch.cat([answer(part)[0] for part in rows.split(BATCH)])

    order = torch.from_numpy(rng.permutation(len(cuts)))
    judged, taught = order[: len(cuts) // JUDGED], order[len(cuts) // JUDGED :]
    before = answer_all(torch.arange(len(cuts)))
    target = possible * 0.995 + 0.005 / (NONE + 1)
    keep = find_right(before, possible) & ~covered
    target[keep] = torch.softmax(before[keep], dim=1)
    print("before:", describe_answers(before[judged], possible[judged], covered[judged]))
    optimizer = torch.optim.AdamW(layers.parameters(), lr=asked.rate, weight_decay=0.01)
    steps = asked.epochs * (len(taught) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, asked.rate, total_steps=steps + 1, pct_start=0.1)
    for _ in range(asked.epochs):
        mixed = taught[torch.from_numpy(rng.permutation(len(taught)))]
        for rows in mixed[: len(mixed) // BATCH * BATCH].split(BATCH):
            numbers, corners = answer(rows)
            told = -(target[rows] * torch.log_softmax(numbers, dim=1)).sum(dim=1)
            known = torch.isfinite(misses[rows]).all(dim=1)
            askew = (corners[known] - misses[rows][known]).abs().mean()
            loss = (told * weight[rows]).sum() / weight[rows].sum() + 4 * askew
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
        print(describe_answers(answer_all(judged), possible[judged], covered[judged]), flush=True)
    with torch.no_grad():
        layers.number.bias[NONE] += asked.none
    write_layers(asked.model, asked.new, layers)
    write_reference(asked.new)


def describe_answers(odds: Tensor, possible: Tensor, covered: Tensor) -> str:
    """Return the shares of right answers: of whole halves, of covered ones that allow one number, and of no halves."""
    right, none = find_right(odds, possible).float(), possible[:, NONE] > 0
    single = covered & (possible.max(dim=1).values > 0.99)
    kinds = {"whole": ~covered & ~none, "covered": single, "no half": none}
    return ", ".join(f"{kind} {right[which].mean():.3f} of {which.sum()}" for kind, which in kinds.items())


if __name__ == "__main__":
    main()
