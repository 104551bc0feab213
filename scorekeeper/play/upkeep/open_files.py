"""The limit of files that this process may have open, divided between connections and open books."""

import socket
from dataclasses import dataclass

MOST_CONNECTIONS = 4_000
MOST_BOOKS = 512  # each takes about 200 kB
EACH_BOOK = 6  # files: two for each of its connections, one that they share, and one to spare
OTHERS = 500  # files for everything else: shared files, pages, photos, and connections beyond the idle ones


@dataclass(frozen=True, slots=True)
class FileShares:
    """The highest numbers of `connections` and of `books` that may be open at once."""

    connections: int
    books: int


def share_files() -> FileShares:
    """Raise the limit of open files as far as possible, and return how many connections and books it allows."""
    wanted = MOST_CONNECTIONS + EACH_BOOK * MOST_BOOKS + OTHERS
    limit = _raise_limit(wanted)
    if limit is None:
        return FileShares(socket.SOMAXCONN, MOST_BOOKS)
    rest = limit - min(OTHERS, limit // 4)
    books = max(1, min(MOST_BOOKS, rest // 2 // EACH_BOOK))
    return FileShares(min(MOST_CONNECTIONS, rest - EACH_BOOK * books), books)


def _raise_limit(wanted: int) -> int | None:
    """Raise the limit of open files to `wanted` if possible, and return the limit; None if the system has none."""
    try:
        import resource  # not everywhere

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft == resource.RLIM_INFINITY:
            return wanted
        if soft < wanted:
            soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    except (ImportError, OSError, ValueError):
        return None
    return min(soft, wanted)
