"""Following a layout on the frames of a camera above the table, without any rules of a game.

`Tracker` takes frames and returns a `Reading` each time the layout has changed and is stable. `motion` decides which
frames are worth reading, and `registration` computes where remembered tiles lie after the camera or the table was
moved.
"""

from .frames import MOST_A_SECOND, make_picture, read_frames
from .tracker import Tracker

__all__ = ["MOST_A_SECOND", "Tracker", "make_picture", "read_frames"]
