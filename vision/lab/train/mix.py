"""Mix two model files of one network: `python -m vision.lab.train.mix half KNOWN TRAINED NEW --share 0.5`.

A network that was trained further from a file forgets some of what the file knows. The mean of the weights of both
keeps most of it (Wortsman and others, "Robust fine-tuning of zero-shot models", 2022). Where only TRAINED has weights,
as for more numbers, they are its own.
"""

import argparse
from pathlib import Path

import torch

from .export import NETWORKS, fuse_norms, write_model
from .pretrained import read_weights


def mix_weights(known: torch.Tensor, trained: torch.Tensor, share: float) -> torch.Tensor:
    """Return the mean of the weights, `trained` with the weight `share`; `known` may have fewer rows."""
    mixed = trained.clone()
    rows = slice(len(known))
    mixed[rows] = share * trained[rows] + (1 - share) * known
    return mixed


def main() -> None:
    """Write the file NEW and its reference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", choices=list(NETWORKS))
    parser.add_argument("known", type=Path)
    parser.add_argument("trained", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="the weight of TRAINED, from 0 to 1")
    asked = parser.parse_args()
    known, trained = read_weights(asked.known), read_weights(asked.trained)
    mixed = trained | {name: mix_weights(known[name], trained[name], asked.share) for name in known}
    net = fuse_norms(NETWORKS[asked.which].make())
    net.load_state_dict(mixed)
    write_model(asked.which, net, asked.new)


if __name__ == "__main__":
    main()
