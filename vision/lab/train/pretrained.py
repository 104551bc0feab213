"""Build a network with the weights of a model file, to continue its training instead of beginning again.

In a model file every norm is folded into its convolution. Here each gets a norm again that changes nothing: the mean
and the deviation of the convolution's outputs for some pictures are measured, and the norm's own weights undo them. A
file with fewer numbers fills the first ones; the new ones begin as unlikely.
"""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

UNLIKELY = -6.0
"""The log odds of a number that the file does not know."""


def read_weights(model: Path) -> dict[str, Tensor]:
    """Return every weight of a file by its name, also those that are stored in one or two bytes."""
    stored = {each.name: numpy_helper.to_array(each) for each in onnx.load(model).graph.initializer}
    found = {}
    for name, values in stored.items():
        if name.endswith("_steps"):
            continue
        weights = torch.from_numpy(values.astype(np.float32))
        if (steps := stored.get(f"{name}_steps")) is not None:
            weights *= torch.from_numpy(steps.copy()).view(-1, *[1] * (weights.dim() - 1))
        found[name.removesuffix("_half")] = weights
    return found


def _grown(known: Tensor, wanted: Tensor, last: bool) -> Tensor:
    """Return the known rows with new ones up to the size of `wanted`; if `last`, the last known row stays last."""
    more = wanted.shape[0] - known.shape[0]
    rows = torch.full_like(wanted[:more], UNLIKELY) if known.dim() == 1 else 0.1 * wanted[:more]
    return torch.cat([known[:-1], rows, known[-1:]]) if last else torch.cat([known, rows])


def teach(net: nn.Module, model: Path, *inputs: Tensor, last: bool = False) -> None:
    """Give `net` what the file `model` knows; `inputs` are some that it will see: pictures (N×3×H×W, 0 to 1) and so on.

    `last`: the last answer of a layer with more answers than the file's stays the last.
    """
    known, own = read_weights(model), net.state_dict()
    normed = (name for name, part in net.named_modules() if _normed(part) and f"{name}.0.bias" in known)
    folded = {name: known.pop(f"{name}.0.bias") for name in normed}
    for name, weights in known.items():
        own[name] = weights if weights.shape == own[name].shape else _grown(weights, own[name], last)
    net.load_state_dict(own)
    hooks = [net.get_submodule(f"{name}.1").register_forward_pre_hook(_undone(bias)) for name, bias in folded.items()]
    with torch.no_grad():
        net.eval()(*inputs)
    for hook in hooks:
        hook.remove()


def _normed(part: nn.Module) -> bool:
    """Return whether a part is a convolution followed by a norm."""
    return isinstance(part, nn.Sequential) and len(part) > 1 and isinstance(part[1], nn.BatchNorm2d)


def _undone(bias: Tensor) -> Any:
    """Return a hook that sets a norm at its first input so that it adds `bias` and changes nothing else."""

    def measure(norm: Any, given: tuple[Tensor]) -> None:
        spread, mean = torch.var_mean(given[0], dim=(0, 2, 3), correction=0)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.data.copy_(torch.sqrt(spread + norm.eps))
        norm.bias.data.copy_(bias + mean)

    return measure
