"""How often an address or a book may do something: counted for all processes together."""

from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address

from flask import request

from scorekeeper.play import StoreError, count_tries
from scorekeeper.web.app.passing import find_book, get_passing

HOUSE = 64  # bits of an IPv6 address that a house has; the rest each of its devices chooses itself


@dataclass(frozen=True, slots=True)
class Limit:
    """`what` may be done so many times `within` seconds."""

    what: str
    most: int
    within: int


WRONG_LINKS = Limit("wrong link", 20, 600)
NEW_BOOKS = Limit("new book", 20, 3600)
PHOTOS = Limit("photo", 500, 3600)
FRAMES = Limit("frame", 6000, 3600)  # of a camera held over the tiles: twenty minutes of five a second


def count_by_address(limit: Limit) -> int:
    """Count that whoever asks does it once more; gives how often it was done from there of late."""
    return _count(limit, find_house(request.remote_addr or "nowhere"))


def count_by_book(limit: Limit) -> int:
    """Count that it is done once more in the book of the request; gives how often it was of late."""
    return _count(limit, find_book())


def find_house(address: str) -> str:
    """The address, as one that cannot be changed at will: of an IPv6 address the network that a house has."""
    try:
        told = ip_address(address)
    except ValueError:
        return address
    if not isinstance(told, IPv6Address):
        return address
    return str(told.ipv4_mapped or IPv6Network((told, HOUSE), strict=False))


def _count(limit: Limit, who: str) -> int:
    try:
        return count_tries(get_passing(), limit.what, who, limit.within)
    except StoreError:  # where nothing can be written nothing is limited: all else goes on
        return 0
