"""A worker process that opens and reads photos for another process, within a memory limit.

Requests are a line of JSON and the bytes of a photo, and responses are JSON and bytes as well, so that a photo that
takes over this process can run nothing in the other one. Time limits are up to the other process.

| request                       | response                                                                          |
|-------------------------------|-----------------------------------------------------------------------------------|
| `{"largest": 6}`              | `{"opened": [width, height]}` and the JPEG to keep, then `{"reading": …}`          |
|                               | `{"refused": key, "values": …}` instead of the first: it is no photo               |
|                               | `{"failed": message}` instead of either: a bug of ours, or too little memory       |
| `{"largest": 6, "state": …}`  | `{"followed": …}` and a small JPEG of the frame, or `refused` or `failed` as above  |

With `state` the photo is a frame of a camera above a table. The state is what the tracker remembered after the frame
before, as text, and empty at first; the response has the new one, the reading if the layout has changed, and what the
tracker says of the frame.
"""

import json
import os
import re
import signal
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .photo import PhotoError
from .reader import read

if TYPE_CHECKING:
    from .photo.decoding import Photo

STATUS = Path("/proc/self/status")


def serve_photos(channel: Connection, memory: int) -> None:
    """Answer requests from `channel` to read photos, until the other end of `channel` is closed.

    The process may use `memory` bytes more than at the start.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal goes to all; the other process ends this one
    with suppress(AttributeError, OSError):  # not on Windows
        os.nice(5)  # pages first
    from .photo.decoding import open_photo  # OpenCV is loaded before memory is limited, and by this process alone

    _limit_memory(memory)
    with suppress(EOFError, OSError):
        while True:
            request = json.loads(channel.recv_bytes())
            photo = channel.recv_bytes()
            try:
                if "state" in request:
                    _follow_frame(channel, request, open_photo(photo))
                else:
                    _read_photo(channel, request, open_photo(photo))
            except PhotoError as error:
                _send(channel, refused=error.key, values=error.values)
            except Exception as error:  # a decoder may raise anything for a hostile photo
                _send(channel, failed=f"{type(error).__name__}: {error}"[:500])


def _read_photo(channel: Connection, request: dict[str, Any], photo: "Photo") -> None:
    """Send the size of `photo` and the JPEG to store through `channel`, then its reading."""
    _send(channel, opened=photo.size)
    channel.send_bytes(photo.to_jpeg())
    _send(channel, reading=read(photo, request["largest"]).to_json(""))


def _follow_frame(channel: Connection, request: dict[str, Any], photo: "Photo") -> None:
    """Send the result of a tracker for the frame `photo` through `channel`, and a small JPEG of the frame."""
    from .tracking import Tracker, make_picture

    largest, state = request["largest"], request["state"]
    tracker = Tracker.from_json(json.loads(state), largest) if state else Tracker(largest)
    reading = tracker.watch(photo.image)
    followed = {
        "state": json.dumps(tracker.to_json()),
        "reading": None if reading is None else reading.to_json(""),
        "at_rest": tracker.at_rest,
        "settled": tracker.settled,
        "unread": tracker.unread,
    }
    picture = make_picture(photo.image)
    _send(channel, followed=followed)
    channel.send_bytes(picture)


def _send(channel: Connection, **response: Any) -> None:
    """Send `response` through `channel` as a JSON object."""
    channel.send_bytes(json.dumps(response).encode())


def _limit_memory(memory: int) -> None:
    """Limit the data of this process to `memory` bytes more than now, where the operating system supports that."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # Unix only

        vm_data = re.search(r"VmData:\s*(\d+) kB", STATUS.read_text())
        limit = memory + (int(vm_data[1]) * 1024 if vm_data else 0)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
