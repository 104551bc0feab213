"""Export a checkpoint to the file that the reader opens.

`python -m vision.lab.train.export tiles RUN/last.pt vision/detect/model/tiles.onnx`; the same with `half` for the
second network, `hidden` for the third, `numeral_tiles` and `numerals` for those for numerals. The weights of large
layers are stored in a byte each. A small picture and the network's own answer to it are stored with the model
(`…_reference.npz`), so that a test can check that the file still gives the answers of the training.
"""

import argparse
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch.fx.experimental.optimization import fuse

from vision.detect.halves import SIDE
from vision.detect.models import load_tile_model
from vision.detect.numeral_models import WINDOW
from vision.detect.occlusion import HEIGHT, WIDTH
from vision.lab.render import render_scene

from .halfnet import HalfNet
from .hiddennet import HiddenNet
from .net import TileNet
from .numeral_nets import NumeralNet, NumeralTileNet

FEW = 64
"""Layers with at most this number of weights are stored unchanged."""
MANY = 18_000
"""Layers with at least this number of weights store each in one byte, smaller ones in two."""


FEATURES = {"quarter": "heat.0.0.weight", "eighth": "lift.1.0.weight", "sixteenth": "lift.2.0.weight"}
"""More outputs of the first network's file, for `vision.detect.numeral_models`: the inputs of the layers with these
weights."""


def expose_features(model: Path) -> None:
    """Add the tensors of FEATURES to the outputs of a model file."""
    stored = onnx.load(model)
    for name, weights in FEATURES.items():
        old = next(node.input[0] for node in stored.graph.node if weights in node.input)
        for node in stored.graph.node:
            for names in (node.input, node.output):
                names[:] = [name if each == old else each for each in names]
        stored.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, None))
    onnx.save(stored, model)


def lighten(model: Path) -> None:
    """Store each weight in two bytes, or in one of `MANY`; they are widened again once, when the file is opened."""
    stored = onnx.load(model)
    graph, widen = stored.graph, []
    for weights in list(graph.initializer):
        values = numpy_helper.to_array(weights)
        if values.dtype != np.float32 or values.size <= FEW:
            continue
        name = f"{weights.name}_half"
        graph.initializer.remove(weights)
        if values.size >= MANY:
            whole, steps = round_to_bytes(torch.from_numpy(values.copy()))
            kept = {name: whole.numpy().astype(np.int8), f"{name}_steps": steps.numpy()}
            widen.append(helper.make_node("DequantizeLinear", [*kept], [weights.name], axis=0))
        else:
            kept = {name: values.astype(np.float16)}
            widen.append(helper.make_node("Cast", [name], [weights.name], to=TensorProto.FLOAT))
        graph.initializer.extend(numpy_helper.from_array(each, called) for called, each in kept.items())
    rest = list(graph.node)
    del graph.node[:]
    graph.node.extend([*widen, *rest])
    onnx.save(stored, model)


def round_to_bytes(weights: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the weights as integers from -127 to 127, and for each row the step by which they are multiplied.

    Each row gets the step with the least squared error of several; its few largest weights may be clipped.
    """
    rows = weights.flatten(1)
    most = rows.abs().amax(dim=1, keepdim=True).clamp(min=1e-8) / 127
    tried = [most * share for share in torch.linspace(0.6, 1, 41)]
    rounded = [torch.round(rows / step).clamp(-127, 127) for step in tried]
    misses = [(whole * step - rows).square().sum(dim=1) for whole, step in zip(rounded, tried, strict=True)]
    best = torch.stack(misses).argmin(dim=0)
    own = torch.arange(len(rows))
    return torch.stack(rounded)[best, own].view_as(weights), torch.stack(tried)[best, own, 0]


def _round_weights(weights: torch.Tensor) -> torch.Tensor:
    """Return the weights with the precision that `lighten` stores."""
    if weights.numel() < MANY:
        return weights.half().float()
    whole, steps = round_to_bytes(weights)
    return whole * steps.view(-1, *[1] * (weights.dim() - 1))


def fuse_norms(net: torch.nn.Module) -> torch.nn.Module:
    """Return the network with every norm folded into its convolution; its weights have the names that a file has."""
    folded: torch.nn.Module = fuse(torch.fx.symbolic_trace(net.eval()))
    return folded


@dataclass(frozen=True, slots=True)
class ExportedNetwork:
    """A network to export: its class, a small picture as its input, its outputs, and which of its sizes are free.

    With `features` its inputs are also the features that `TileModel.predict_features` returns for the picture.
    """

    make: Callable[[], torch.nn.Module]
    shown: Callable[[], NDArray[np.uint8]]
    outputs: tuple[str, ...]
    free: dict[int, str]
    features: bool = False


NETWORKS = {
    "tiles": ExportedNetwork(
        TileNet, lambda: render_scene(7, 64).image, ("coarse", "pip"), {0: "count", 2: "height", 3: "width"}
    ),
    "half": ExportedNetwork(
        HalfNet, lambda: render_scene(7, 160).image[:SIDE, :SIDE], ("number", "corners", "pip"), {0: "count"}
    ),
    "hidden": ExportedNetwork(
        HiddenNet, lambda: render_scene(7, 160).image[:HEIGHT, :WIDTH], ("hidden",), {0: "count"}
    ),
    "numeral_tiles": ExportedNetwork(
        NumeralTileNet, lambda: render_scene(7, 64).image, ("coarse",), {0: "count", 2: "height", 3: "width"}, True
    ),
    "numerals": ExportedNetwork(
        NumeralNet, lambda: render_scene(7, 160).image[:WINDOW, :WINDOW], ("number",), {0: "count"}
    ),
}


def write_model(which: str, net: torch.nn.Module, model: Path) -> None:
    """Write a network of NETWORKS, as `fuse_norms` returns it, to a file, and its own answer to a picture beside it."""
    network = NETWORKS[which]
    with torch.no_grad():
        for weights in net.parameters():
            if weights.numel() > FEW:
                weights.copy_(_round_weights(weights))
    image = network.shown()
    picture = torch.from_numpy(np.ascontiguousarray(image)).permute(2, 0, 1)[None].float().div(255)
    inputs = {"picture": picture}
    if network.features:
        features = load_tile_model(False).predict_features([image])
        inputs |= {name: torch.from_numpy(each) for name, each in zip(FEATURES, features, strict=True)}
    outputs = list(network.outputs)
    axes = {name: {k: f"{axis} of {name}" for k, axis in network.free.items()} for name in [*inputs, *outputs]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter's warning about its successor, which needs one more package
        torch.onnx.export(
            net, tuple(inputs.values()), model, dynamo=False, opset_version=13, input_names=list(inputs),
            output_names=outputs, dynamic_axes=axes,
        )  # fmt: skip
    lighten(model)
    if which == "tiles":
        expose_features(model)
    with torch.no_grad():
        answers = net(*inputs.values())
    answers = answers if isinstance(answers, tuple) else (answers,)
    found = dict(zip(outputs, (answer.numpy() for answer in answers), strict=True))
    np.savez_compressed(model.with_name(f"{model.stem}_reference.npz"), image=image, **found)


def main() -> None:
    """Write the model and its reference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", choices=list(NETWORKS))
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("model", type=Path)
    asked = parser.parse_args()
    kept = torch.load(asked.checkpoint, map_location="cpu", weights_only=False)
    net = NETWORKS[asked.which].make()
    net.load_state_dict(kept["slow"])
    write_model(asked.which, fuse_norms(net), asked.model)
    print(f"step {kept['step']}, {kept['spent'] / 60:.0f} minutes")


if __name__ == "__main__":
    main()
