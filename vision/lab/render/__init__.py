"""Rendered pictures of dominoes with their exact contents, for training the reader and for tests.

`render_scene(seed)` renders any scene, with faults; `render_photo(tiles)` renders a clean photo of the named tiles.
"""

from .scene import Scene, TrueTile
from .table import render_photo, render_scene

__all__ = ["Scene", "TrueTile", "render_photo", "render_scene"]
