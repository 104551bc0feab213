"""Render scenes for training into shards: `python -m vision.lab.train.make FOLDER --seed 1 --most 200`.

A shard is two files: `NAME.npy`, N×S×S×3 pictures, and `NAME.pkl`, for each picture a tuple of true tiles. Shards are
written under a temporary name first, so that a training at the same time reads only complete ones.
"""

import argparse
import os
import pickle
import time
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

import cv2
import numpy as np

from vision.lab.render.studio import KINDS, Studio


def write_shard(
    studio: Studio, folder: Path, name: str, count: int, kind: str | None, sets: Sequence[int | None]
) -> None:
    """Render `count` scenes of `kind` (None: any) into the shard `name`, of `sets` (None: any) in turn."""
    scenes = [studio.scene(kind, largest) for largest in islice(cycle(sets), count)]
    with (folder / f"{name}.tmp").open("wb") as file:
        np.save(file, np.stack([scene.image for scene in scenes]))
    with (folder / f"{name}.pkl").open("wb") as file:
        pickle.dump([scene.tiles for scene in scenes], file)
    (folder / f"{name}.tmp").rename(folder / f"{name}.npy")


def main() -> None:
    """Render until `--most` shards are there; the oldest beyond `--keep` are deleted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=1_000_000)
    parser.add_argument("--keep", type=int, default=160)
    parser.add_argument("--count", type=int, default=256)
    parser.add_argument("--size", type=int, default=320)
    parser.add_argument(
        "--sets", type=int, nargs="+", default=[None], help="only these, as 15 18 (as common as they are)"
    )
    parser.add_argument("--kind", choices=list(KINDS), help="scenes of this kind alone (the third network: covered)")
    parser.add_argument("--fonts", nargs="+", default=[], help="numerals in these typefaces instead of pips (`Studio`)")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    asked.folder.mkdir(parents=True, exist_ok=True)
    for number in range(asked.most):
        begun = time.time()
        studio = Studio(asked.seed * 100_003 + number, asked.size, asked.fonts)
        write_shard(studio, asked.folder, f"{time.time_ns():020d}-{asked.seed}", asked.count, asked.kind, asked.sets)
        print(f"shard {number}: {1000 * (time.time() - begun) / asked.count:.1f} ms a scene", flush=True)
        for old in sorted(asked.folder.glob("*.npy"))[: -asked.keep]:
            old.unlink()
            old.with_suffix(".pkl").unlink(missing_ok=True)


if __name__ == "__main__":
    os.nice(19 - os.nice(0))
    main()
