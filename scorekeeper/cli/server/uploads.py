"""Limits on the size of a request: a small one for clients without access to the book, a large one for others."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

MOST_BY_STRANGERS = 16_000  # bytes that a client without access may send

MayUpload = Callable[[str, str], bool]
"""A function of a path and a Cookie header: it returns whether a client with these cookies may send files there."""


class UploadRefusedError(Exception):
    """A request is refused before Flask gets it; the client receives the `status` and the `sentence`."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self._status = status

    async def send(self, send: Any, good_bye: float) -> None:
        """Send the answer with the ASGI function `send`, then wait `good_bye` seconds before the connection closes.

        If it closed at once, the rest of the client's data would make the client's system drop the answer.
        """
        line = f"{self}\n".encode()
        headers = {"content-type": "text/plain; charset=utf-8", "content-length": str(len(line)), "connection": "close"}
        pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": self._status, "headers": pairs})
        await send({"type": "http.response.body", "body": line, "more_body": True})
        await asyncio.sleep(good_bye)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


@dataclass(frozen=True, slots=True)
class UploadLimit:
    """The limits on requests, in bytes of their content.

    Clients that `may_upload` permits may send up to `most`, all others up to MOST_BY_STRANGERS.
    """

    may_upload: MayUpload
    most: int

    def check_headers(self, path: bytes, headers: Iterable[tuple[bytes, bytes]]) -> None:
        """Raise UploadRefusedError if `headers` announce more content than the client may send to `path`."""
        values = dict(headers)
        length = int(values.get(b"content-length", 0))
        if b"transfer-encoding" in values or length > MOST_BY_STRANGERS:
            cookies = "; ".join(value.decode("latin-1") for name, value in headers if name == b"cookie")
            if not self.may_upload(path.decode("latin-1"), cookies):
                raise UploadRefusedError(403, "Only devices that were let in may send that much.")
        self.check_length(length)

    def check_length(self, length: int) -> None:
        """Raise UploadRefusedError if `length` bytes of content are more than the limit."""
        if length > self.most:
            raise UploadRefusedError(413, "That is more than the score pad takes at once.")
