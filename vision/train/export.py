"""From a checkpoint to the file the reader opens: `python -m vision.train.export RUN/last.pt vision/model/tiles.onnx`.

Beside the model a small picture and the network's own answer to it are kept (`…_reference.npz`), so that a test can
tell whether the file still answers as it did at training time.
"""

import argparse
import warnings
from pathlib import Path

import numpy as np
import torch

from vision.render import scene

from .net import TileNet


def main() -> None:
    """Write the model and its reference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("model", type=Path)
    asked = parser.parse_args()
    kept = torch.load(asked.checkpoint, weights_only=False)
    net = TileNet()
    net.load_state_dict(kept["slow"])
    net.eval()
    image = scene(7, 64).image
    picture = torch.from_numpy(image).permute(2, 0, 1)[None].float().div(255)
    axes = {2: "height", 3: "width"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter's own talk of its successor, which needs one more package
        torch.onnx.export(
            net, (picture,), asked.model, dynamo=False, opset_version=13, input_names=["picture"],
            output_names=["coarse", "pip"], dynamic_axes={"picture": axes, "coarse": axes, "pip": axes},
        )  # fmt: skip
    with torch.no_grad():
        coarse, pip = net(picture)
    np.savez_compressed(
        asked.model.with_name(f"{asked.model.stem}_reference.npz"), image=image, coarse=coarse.numpy(), pip=pip.numpy()
    )
    print(f"step {kept['step']}, {kept['spent'] / 60:.0f} minutes")


if __name__ == "__main__":
    main()
