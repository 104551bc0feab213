"""Pictures of dominoes made from nothing, each with exactly what is on it: for training the reader and for tests.

`scene(seed)` is any scene at all, with mishaps; `photo(tiles)` is a clean phone-like photo of the tiles you name.
"""

from .scene import Scene, TrueTile
from .table import render_photo, render_scene

__all__ = ["Scene", "TrueTile", "render_photo", "render_scene"]
