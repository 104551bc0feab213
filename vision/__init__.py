"""A photo of dominoes -> the tiles on it and how they touch.

`read` is the one way in. Nothing here knows a rule of any game: what an open end is, and what it counts, is the
variant's business. Nothing here imports another part of the project; cv2 and numpy do the work, and pillow opens
files in `vision.photo` alone.
"""

from .reading import Half, Join, Point, Reading, Tile, Warning

__all__ = ["Half", "Join", "Point", "Reading", "Tile", "Warning"]
