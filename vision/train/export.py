"""From a checkpoint to the file the reader opens.

`python -m vision.train.export tiles RUN/last.pt vision/find/model/tiles.onnx`, and the same with `half` for the second
network. Beside the model a small picture and the network's own answer to it are kept (`…_reference.npz`), so that a
test can tell whether the file still answers as it did at training time.
"""

import argparse
import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch.fx.experimental.optimization import fuse

from vision.find.halves import SIDE
from vision.render import render_scene

from .halfnet import HalfNet
from .net import TileNet


def lighten(model: Path) -> None:
    """Store the weights with half as many bits; they are widened again once, when the file is opened."""
    stored = onnx.load(model)
    graph, widen = stored.graph, []
    for weights in list(graph.initializer):
        values = numpy_helper.to_array(weights)
        if values.dtype == np.float32 and values.size > 64:
            graph.initializer.remove(weights)
            graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), f"{weights.name}_half"))
            widen.append(helper.make_node("Cast", [f"{weights.name}_half"], [weights.name], to=TensorProto.FLOAT))
    rest = list(graph.node)
    del graph.node[:]
    graph.node.extend([*widen, *rest])
    onnx.save(stored, model)


def fuse_norms(net: torch.nn.Module) -> torch.nn.Module:
    """The network with every norm folded into its convolution, and weights that need half as many bits."""
    traced = torch.fx.symbolic_trace(net)
    folded = fuse(traced)
    with torch.no_grad():
        for weights in folded.parameters():
            if weights.numel() > 64:
                weights.copy_(weights.half().float())
    return folded


def main() -> None:
    """Write the model and its reference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", choices=["tiles", "half"])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("model", type=Path)
    asked = parser.parse_args()
    kept = torch.load(asked.checkpoint, weights_only=False)
    tiles = asked.which == "tiles"
    net = TileNet() if tiles else HalfNet()
    net.load_state_dict(kept["slow"])
    net.eval()
    net = fuse_norms(net)
    image = render_scene(7, 64).image if tiles else render_scene(7, 160).image[:SIDE, :SIDE]
    picture = torch.from_numpy(np.ascontiguousarray(image)).permute(2, 0, 1)[None].float().div(255)
    outputs = ["coarse", "pip"] if tiles else ["number", "corners", "pip"]
    free = {0: "count", 2: "height", 3: "width"} if tiles else {0: "count"}
    axes = dict.fromkeys(["picture", *outputs], free)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter's own talk of its successor, which needs one more package
        torch.onnx.export(
            net, (picture,), asked.model, dynamo=False, opset_version=13, input_names=["picture"],
            output_names=outputs, dynamic_axes=axes,
        )  # fmt: skip
    lighten(asked.model)
    with torch.no_grad():
        answers = net(picture)
    found = dict(zip(outputs, (answer.numpy() for answer in answers), strict=True))
    np.savez_compressed(asked.model.with_name(f"{asked.model.stem}_reference.npz"), image=image, **found)
    print(f"step {kept['step']}, {kept['spent'] / 60:.0f} minutes")


if __name__ == "__main__":
    main()
