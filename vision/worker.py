"""A process that opens and reads photos for another one, within bounds of memory, and does nothing else.

It is told what to do by a line of JSON and the bytes of a photo, and answers in the same way: nothing that a photo may
have made of this process is run by the other one. How long it may take is for the other one to say.

| asked                         | answered                                                                          |
|-------------------------------|-----------------------------------------------------------------------------------|
| `{"largest": 6}`              | `{"opened": [width, height]}` and the JPEG to be kept, then `{"reading": …}`       |
|                               | `{"refused": key, "values": …}` in place of the first answer: it is no photo       |
|                               | `{"failed": what}` in place of any: a mistake of ours, or too little memory        |
"""

import json
import os
import re
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from .photo import PhotoError, open_photo
from .reader import read

STATUS = Path("/proc/self/status")


def serve_photos(channel: Connection, memory: int) -> None:
    """Do what comes in by `channel` until its other end is closed, with `memory` bytes more than there are now."""
    with suppress(OSError):
        os.nice(5)  # taps go first
    _limit_memory(memory)
    with suppress(EOFError, OSError):
        while True:
            asked = json.loads(channel.recv_bytes())
            photo = channel.recv_bytes()
            try:
                _do(channel, asked, photo)
            except PhotoError as error:
                _say(channel, refused=error.key, values=error.values)
            except Exception as error:  # whatever a hostile photo can bring a decoder or the reader to
                _say(channel, failed=f"{type(error).__name__}: {error}"[:500])


def _do(channel: Connection, asked: dict[str, Any], data: bytes) -> None:
    photo = open_photo(data)
    _say(channel, opened=photo.size)
    channel.send_bytes(photo.kept())
    _say(channel, reading=read(photo, asked["largest"]).to_json(""))


def _say(channel: Connection, **said: Any) -> None:
    channel.send_bytes(json.dumps(said).encode())


def _limit_memory(memory: int) -> None:
    """Let this process take so many bytes more, where the system can hold it to that."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # not everywhere

        found = re.search(r"VmData:\s*(\d+) kB", STATUS.read_text())
        limit = memory + (int(found[1]) * 1024 if found else 0)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
