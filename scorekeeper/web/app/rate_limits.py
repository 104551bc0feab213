"""How often an address or a book may do something: counted for all processes together."""

from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address

from flask import request

from scorekeeper.play import StoreError
from scorekeeper.play.upkeep.ephemeral import count_hit
from scorekeeper.web.app.ephemeral import find_book, get_ephemeral

HOUSE = 64  # bits of an IPv6 address that a house has; the rest each of its devices chooses itself


@dataclass(frozen=True, slots=True)
class Limit:
    """`what` may be done so many times `within` seconds."""

    what: str
    most: int
    within: int


WRONG_LINKS = Limit("wrong link", 20, 600)
NEW_BOOKS = Limit("new book", 20, 3600)
NEW_BOOKS_OF_NETWORKS = ((56, Limit("new book, /56", 40, 3600)), (48, Limit("new book, /48", 80, 3600)))
"""By the bits of an IPv6 network: a customer has up to 256 networks of a house, an organization up to 65,536."""
NEW_BOOKS_OF_HOST = Limit("new book, all", 1000, 3600)
PHOTOS = Limit("photo", 500, 3600)
FRAMES = Limit("frame", 6000, 3600)  # of a camera held over the tiles: twenty minutes of five a second


def count_by_address(limit: Limit) -> int:
    """Count that whoever asks does it once more; gives how often it was done from there of late."""
    return _count(limit, find_house(request.remote_addr or "nowhere"))


def count_new_book() -> bool:
    """Count that whoever asks opens a new book; whether that is more than may be from there, or on the host, of late.

    What is refused counts for no larger network, so that one address cannot use up what all may do.
    """
    told = request.remote_addr or "nowhere"
    counted = [(NEW_BOOKS, find_house(told))]
    counted += [(limit, network) for bits, limit in NEW_BOOKS_OF_NETWORKS if (network := find_network(told, bits))]
    counted += [(NEW_BOOKS_OF_HOST, "all")]
    return any(_count(limit, who) > limit.most for limit, who in counted)


def count_by_book(limit: Limit) -> int:
    """Count that it is done once more in the book of the request; gives how often it was of late."""
    return _count(limit, find_book())


def find_house(address: str) -> str:
    """The address, as one that cannot be changed at will: of an IPv6 address the network that a house has."""
    with suppress(ValueError):
        told = ip_address(address)
        if isinstance(told, IPv6Address) and told.ipv4_mapped:
            return str(told.ipv4_mapped)
    return find_network(address, HOUSE) or address


def find_network(address: str, bits: int) -> str:
    """The network of so many bits that an IPv6 address is in; empty for any other address."""
    with suppress(ValueError):
        told = ip_address(address)
        if isinstance(told, IPv6Address) and not told.ipv4_mapped:
            return str(IPv6Network((told, bits), strict=False))
    return ""


def _count(limit: Limit, who: str) -> int:
    try:
        return count_hit(get_ephemeral(), limit.what, who, limit.within)
    except StoreError:  # where nothing can be written nothing is limited: all else goes on
        return 0
