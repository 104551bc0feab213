"""The posts of a phone that keeps score, one after the other."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from uuid import uuid4

from tests.bench.wire.matches import TYPED
from tests.bench.wire.phones import write_post


def write_posts(
    matches: Sequence[str], entries: int, token: str, headers: Mapping[str, str], below: str = ""
) -> Iterator[bytes]:
    """Yield the posts of one round after the other for these matches in turn, which lie `below`."""
    for seen in count(entries):
        for match in matches:
            fields = {**TYPED, "csrf_token": token, "seen": str(seen), "post": uuid4().hex}
            yield write_post(f"{below}/m/{match}", fields, headers)


def write_undoings(match: str, entries: int, token: str, headers: Mapping[str, str]) -> Iterator[bytes]:
    """Yield the posts that strike out the last entry that counts, again and again."""
    for undone in count():
        fields = {"csrf_token": token, "number": str(entries - undone), "seen": str(entries + undone)}
        yield write_post(f"/m/{match}/strike", {**fields, "post": uuid4().hex}, headers)
